package import Expressions
import Values

/// The operators that a stream file can use. Code that reads, checks or plays one is given a registry,
/// because the operators themselves are above the modules that do so.
package final class OperatorRegistry: Sendable {
  /// The definitions, sorted by name.
  package let types: [any OperatorDefinition.Type]
  /// Their specs, in the same order.
  package let specs: [OperatorSpec]
  /// Their names, in the same order.
  package let names: [String]
  /// The same names in a table, for parsing.
  let table: KeyTable
  private let foreignNames: @Sendable () -> ForeignNames

  /// Creates a registry of operators, which must be sorted by name.
  ///
  /// - Parameter foreignNames: Returns the names of operators in other tools. It is called only for
  ///   mistakes.
  package init(
    _ types: [any OperatorDefinition.Type],
    foreignNames: @escaping @Sendable () -> ForeignNames = { ForeignNames([]) }
  ) {
    self.types = types
    specs = types.map { $0.spec }
    names = specs.map(\.name)
    table = KeyTable(names.map { Text($0) })
    self.foreignNames = foreignNames
  }

  /// No operators, for reading parts of a model that cannot contain any.
  package static let none = OperatorRegistry([])

  /// Returns the definition with a name; nil if there is none.
  package func type(named name: String) -> (any OperatorDefinition.Type)? {
    names.firstIndex(of: name).map { types[$0] }
  }

  /// Returns the spec of the operator with a name; nil if there is none.
  package func spec(named name: String) -> OperatorSpec? {
    specs.first { $0.name == name }
  }

  /// Returns the operator that has the given name in other tools; nil if there is none.
  package func name(calledElsewhere other: String) -> String? {
    names.contains(other) ? nil : foreignNames()[other]?.meaning
  }

  /// Returns a hint for the name of an operator in another tool; nil if the name is unknown, or if
  /// it is the same here.
  package func wayOut(forForeignName name: String) -> String? {
    names.contains(name) ? nil : foreignNames()[name]?.wayOut
  }
}
