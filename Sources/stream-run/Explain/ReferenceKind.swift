import Expressions
import Pipelines

/// A part of the reference.
enum ReferenceKind: String, CaseIterable {
  case operators, functions, sources, codes

  /// The noun for one entry.
  var noun: String {
    switch self {
    case .operators: "operator"
    case .functions: "function"
    case .sources: "source"
    case .codes: "code"
    }
  }

  /// The article before the noun.
  var article: String { self == .operators ? "an" : "a" }

  /// The noun for the syntax of entries, for the head of a column.
  var callNoun: String {
    switch self {
    case .operators: "parameters"
    case .functions: "calls"
    case .sources: "takes"
    case .codes: "number"
    }
  }

  /// The verb phrase at the head of the column with the summaries.
  var summaryHead: String { self == .codes ? "what it means" : "what it does" }

  /// The first lines of a list.
  var introduction: String {
    switch self {
    case .operators: #"The operators of a stream; parameters with '?' are optional."#
    case .functions:
      "The functions of expressions, by name; '…' stands for further signatures."
    case .sources: "The sources of values; a stream model has exactly one of these keys."
    case .codes: "The codes of errors (E) and warnings (W) in a stream file."
    }
  }

  /// All entries, sorted so that those of one category are together.
  var entries: [ReferenceEntry] {
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
  var names: [String] {
    switch self {
    case .operators: Operator.specs.map(\.name)
    case .functions: FunctionReference.entries.map(\.name)
    case .sources: SourceSpec.all.map(\.name)
    case .codes: DiagnosticCode.allCases.map(\.rawValue)
    }
  }

  /// The names of all kinds, each once.
  static var allNames: [String] {
    var names: Set<String> = []
    return allCases.flatMap(\.names).filter { names.insert($0).inserted }
  }

  /// Returns the entry of a name, or of the number of a code.
  func entry(of name: String) -> ReferenceEntry? {
    guard self == .codes else { return entries.first { $0.name == name } }
    let code = DiagnosticCode(rawValue: name) ?? DiagnosticCode(number: name.uppercased())
    return code.map { ReferenceEntry($0.explanation) }
  }

  /// Returns a hint for a name that other tools use.
  func wayOut(forForeignName name: String) -> String? {
    switch self {
    case .operators: Operator.wayOut(forForeignName: name)
    case .functions: FunctionReference.wayOut(forForeignName: name)
    case .sources: SourceSpec.wayOut(forForeignName: name)
    case .codes: nil
    }
  }
}

extension OptionValue where Value == ReferenceKind {
  /// Reads the noun of a kind, such as `operator`.
  static let referenceKind = OptionValue(
    placeholder: "KIND", choices: ReferenceKind.allCases.map(\.noun),
    expectation: "expected \(UsageError.list(ReferenceKind.allCases.map(\.noun)))"
  ) { (text, _) throws(UsageError) in
    let nouns = ReferenceKind.allCases.map(\.noun)
    if let kind = ReferenceKind.allCases.first(where: { $0.noun == text }) { return kind }
    throw UsageError(
      "unknown kind '\(text)'",
      hint: UsageError.meant(text, among: nouns) ?? "expected \(UsageError.list(nouns))")
  }
}
