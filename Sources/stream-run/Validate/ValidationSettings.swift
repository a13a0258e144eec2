import Console
import Pipelines

/// The settings of `validate`.
struct ValidationSettings: CommandSettings {
  var format = ValidationFormat.text
  /// Whether a warning counts as a mistake.
  var isStrict = false
  /// The bindings of inputs to files that are checked, too.
  var inputs: [NamedPath] = []
  /// The format of records; nil if the inputs or the file name extensions determine it.
  var inputFormat: RecordFormat?
  /// Folders with files that inputs may name in `path`.
  var allowedPaths: [String] = []
  /// The paths that are excluded from folders.
  var excluded: [PathPattern] = []
  /// The number of files that are checked at once; nil for one per core.
  var jobs: Int?
  var color = ColorChoice.auto
  var maximumMemory: Int?

  static let options: [Option<Self>] = [
    Option(flag: "strict", "treat warnings as errors") { $0.isStrict = true },
    Option(
      "format", "f", of: .oneOf(ValidationFormat.self, noun: "format"),
      "how to print; text by default"
    ) { $0.format = $1 },
    .input { $0.inputs.append($1) }, .maximumMemory { $0.maximumMemory = $1 },
    .inputFormat { $0.inputFormat = $1 }, .allowedPath { $0.allowedPaths.append($1) },
    .excluded { $0.excluded.append($1) }, .jobs { $0.jobs = $1 }, .color { $0.color = $1 },
  ]
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

extension DataChoice {
  /// Creates the choice that options describe.
  init(_ inputs: [NamedPath], _ format: RecordFormat?, _ access: PathAccess) {
    self.init()
    paths = Dictionary(inputs.map { ($0.name, $0.path) }, uniquingKeysWith: { $1 })
    self.format = format
    self.access = access
  }
}

extension ValidationSettings {
  /// The data that files are checked against.
  var data: DataChoice { DataChoice(inputs, inputFormat, PathAccess(allowing: allowedPaths)) }

  /// The mistake in the bindings of inputs; nil if there is none.
  var mistakeInData: UsageError? {
    guard let input = inputs.first(where: { $0.path == "-" }) else { return nil }
    return UsageError(
      "the input '\(input.name)' is bound to standard input, which can be read only once",
      hint: "name a file", command: .validate)
  }
}
