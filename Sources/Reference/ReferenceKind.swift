import Expressions
import Pipelines

/// A part of the reference.
package enum ReferenceKind: String, CaseIterable {
  case operators, functions, sources, codes

  /// The noun for one entry.
  package var noun: String {
    switch self {
    case .operators: "operator"
    case .functions: "function"
    case .sources: "source"
    case .codes: "code"
    }
  }

  /// The article before the noun.
  package var article: String { self == .operators ? "an" : "a" }

  /// The noun for the syntax of entries, for the head of a column.
  package var callNoun: String {
    switch self {
    case .operators: "parameters"
    case .functions: "calls"
    case .sources: "takes"
    case .codes: "number"
    }
  }

  /// The verb phrase at the head of the column with the summaries.
  package var summaryHead: String { self == .codes ? "what it means" : "what it does" }

  /// The first lines of a list.
  package var introduction: String {
    switch self {
    case .operators: #"The operators of a stream; parameters with '?' are optional."#
    case .functions:
      "The functions of expressions, by name; '…' stands for further signatures."
    case .sources: "The sources of values; a stream model has exactly one of these keys."
    case .codes: "The codes of errors (E) and warnings (W) in a stream file."
    }
  }

  /// All entries, sorted so that those of one category are together.
  package var entries: [ReferenceEntry] {
    switch self {
    case .operators:
      OperatorSpec.Category.allCases.flatMap { category in
        Operator.specs.filter { $0.category == category }.map(ReferenceEntry.init)
      }
    case .functions: FunctionReference.entries.map(ReferenceEntry.init)
    case .sources: SourceSpec.all.map(ReferenceEntry.init)
    case .codes: DiagnosticCode.allCases.map { ReferenceEntry($0.explanation) }
    }
  }

  /// The names of all entries.
  package var names: [String] {
    switch self {
    case .operators: Operator.specs.map(\.name)
    case .functions: FunctionReference.entries.map(\.name)
    case .sources: SourceSpec.all.map(\.name)
    case .codes: DiagnosticCode.allCases.map(\.rawValue)
    }
  }

  /// The names of all kinds, each once.
  package static var allNames: [String] {
    var names: Set<String> = []
    return allCases.flatMap(\.names).filter { names.insert($0).inserted }
  }

  /// Returns the entry of a name, or of the number of a code.
  package func entry(of name: String) -> ReferenceEntry? {
    guard self == .codes else { return entries.first { $0.name == name } }
    let code = DiagnosticCode(rawValue: name) ?? DiagnosticCode(number: name.uppercased())
    return code.map { ReferenceEntry($0.explanation) }
  }

  /// Returns a hint for a name that other tools use.
  package func wayOut(forForeignName name: String) -> String? {
    switch self {
    case .operators: Operator.wayOut(forForeignName: name)
    case .functions: FunctionReference.wayOut(forForeignName: name)
    case .sources: SourceSpec.wayOut(forForeignName: name)
    case .codes: nil
    }
  }
}
