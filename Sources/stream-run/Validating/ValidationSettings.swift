import Pipelines

/// The values of the options of `validate`.
struct ValidationSettings: Sendable {
  var format = ValidationFormat.text
  /// Whether a warning counts as a mistake.
  var isStrict = false
}

/// The format of the mistakes in files.
enum ValidationFormat: String, CaseIterable {
  case text, json, sarif, github

  /// A description for the help page.
  var summary: String {
    switch self {
    case .text: "the errors and warnings with the lines of the files, and a summary"
    case .json: "a line for each of them: an object with its place, code, message and hint"
    case .sarif: "one object in SARIF 2.1.0, which code hosts and editors read"
    case .github: "commands that a workflow on GitHub shows beside the lines of the files"
    }
  }

  func printer(to output: OutputFile, style: TextStyle) -> any ValidationPrinter {
    switch self {
    case .text: ValidationTextPrinter(to: output, style: style)
    case .json: ValidationJSONPrinter(to: output)
    case .sarif: ValidationSARIFPrinter(to: output)
    case .github: ValidationGitHubPrinter(to: output)
    }
  }
}

extension Settings {
  /// The data that `validate` checks files against.
  var data: DataChoice {
    var data = DataChoice()
    data.paths = Dictionary(inputs.map { ($0.name, $0.path) }, uniquingKeysWith: { $1 })
    data.format = inputFormat
    data.access = pathAccess
    return data
  }

  /// The mistake in the bindings of inputs; nil if there is none.
  var mistakeInData: UsageError? {
    guard let input = inputs.first(where: { $0.path == "-" }) else { return nil }
    return UsageError(
      "the input '\(input.name)' is bound to standard input, which can be read only once",
      hint: "name a file", command: .validate)
  }
}

extension CommandOption {
  /// The options of `validate` that `test` does not have.
  static let validating: [CommandOption] = [
    CommandOption(
      flag: "strict", for: .validate,
      "treat warnings as errors"
    ) { $0.validation.isStrict = true },
    CommandOption(
      "format", "f", of: .oneOf(ValidationFormat.self, noun: "format"), for: .validate,
      "how to print; text by default"
    ) { $0.validation.format = $1 },
  ]
}
