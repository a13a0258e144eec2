import Expressions
import Pipelines

/// A part of the reference.
enum ReferenceKind: String, CaseIterable {
  case functions, operators, sources

  /// The noun for one entry.
  var noun: String {
    switch self {
    case .functions: "function"
    case .operators: "operator"
    case .sources: "source"
    }
  }

  /// The noun for the syntax of entries, for the head of a column.
  var callNoun: String {
    switch self {
    case .functions: "calls"
    case .operators: "parameters"
    case .sources: "takes"
    }
  }

  /// The first lines of a list.
  var introduction: String {
    switch self {
    case .functions:
      "The functions of expressions, by name; '…' stands for further signatures."
    case .operators: #"The operators of a stream; parameters with '?' are optional."#
    case .sources: "The sources of values; a stream model has exactly one of these keys."
    }
  }

  /// All entries, sorted so that those of one category are together.
  var entries: [ReferenceEntry] {
    switch self {
    case .functions: FunctionReference.entries.map(ReferenceEntry.init)
    case .operators:
      OperatorSpec.Category.allCases.flatMap { category in
        Operator.specs.filter { $0.category == category }.map(ReferenceEntry.init)
      }
    case .sources: SourceSpec.all.map(ReferenceEntry.init)
    }
  }

  private var names: [String] {
    switch self {
    case .functions: FunctionReference.entries.map(\.name)
    case .operators: Operator.specs.map(\.name)
    case .sources: SourceSpec.all.map(\.name)
    }
  }

  /// The names, for the table of commands.
  var group: Subcommand.Operand.Group {
    Subcommand.Operand.Group(
      word: rawValue, noun: noun, choices: names,
      wayOut: { [self] name in wayOut(forForeignName: name) })
  }

  /// Returns a hint for a name that other tools use.
  private func wayOut(forForeignName name: String) -> String? {
    switch self {
    case .functions: FunctionReference.wayOut(forForeignName: name)
    case .operators: Operator.wayOut(forForeignName: name)
    case .sources: SourceSpec.wayOut(forForeignName: name)
    }
  }
}
