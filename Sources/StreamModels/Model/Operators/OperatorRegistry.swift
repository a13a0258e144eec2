package import Expressions
package import Values

/// The operators that a stream file can use. Code that reads, checks or plays one is given a registry,
/// because the operators themselves are above the modules that do so.
///
/// It is a type, so that its properties are computed when they are first needed: a file without
/// operators needs none of them, and they take longer than reading it.
package protocol OperatorRegistry: Sendable {
  /// The definitions, sorted by name.
  static var types: [any OperatorDefinition.Type] { get }
  /// Their specs, in the same order.
  static var specs: [OperatorSpec] { get }
  /// Their names, in the same order.
  static var names: [String] { get }
  /// The same names in a table, for parsing.
  static var table: KeyTable { get }
  /// The names of operators in other tools.
  static var foreignNames: ForeignNames { get }
}

extension OperatorRegistry {
  /// Returns the definition with a name; nil if there is none.
  package static func type(named name: String) -> (any OperatorDefinition.Type)? {
    names.firstIndex(of: name).map { types[$0] }
  }

  /// Returns the spec of the operator with a name; nil if there is none.
  package static func spec(named name: String) -> OperatorSpec? {
    specs.first { $0.name == name }
  }

  /// Returns the operator that has the given name in other tools; nil if there is none.
  package static func name(calledElsewhere other: String) -> String? {
    names.contains(other) ? nil : foreignNames[other]?.meaning
  }

  /// Returns a hint for the name of an operator in another tool; nil if the name is unknown, or if
  /// it is the same here.
  package static func wayOut(forForeignName name: String) -> String? {
    names.contains(name) ? nil : foreignNames[name]?.wayOut
  }
}

/// No operators, for reading parts of a model that cannot contain any.
package enum NoOperators: OperatorRegistry {
  package static let types: [any OperatorDefinition.Type] = []
  package static let specs: [OperatorSpec] = []
  package static let names: [String] = []
  package static let table = KeyTable([])
  package static let foreignNames = ForeignNames([])
}
