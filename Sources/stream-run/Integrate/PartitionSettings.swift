import Console
import Pipelines

/// The settings of `partition`.
struct PartitionSettings: CommandSettings {
  var format = PartitionFormat.text
  /// The input whose lines are split; nil if the keys are printed.
  var split: String?
  /// The definition to play; nil for the file's own stream.
  var stream: String?
  /// The values of the file's parameters.
  var parameters: [NamedText] = []
  /// The bindings of inputs to files whose keys are counted.
  var inputs: [NamedPath] = []
  /// The format of records; nil if the inputs or the file name extensions determine it.
  var inputFormat: RecordFormat?
  /// Folders with files that inputs may name in `path`.
  var allowedPaths: [String] = []
  /// The type as which integers in records are read if they do not fit in 64 bits; nil if they make
  /// records bad.
  var bigNumbers: BigNumbers?
  var color = ColorChoice.auto
  var maximumMemory: Int?

  static let options: [Option<Self>] = [
    Option(
      "format", "f", of: .oneOf(PartitionFormat.self, noun: "format"),
      "how to print the keys; text by default"
    ) { $0.format = $1 },
    Option(flag: "json", "the same as '--format json'", replacedBy: "format") {
      $0.format = .json
    },
    Option(
      "split", of: .name,
      "with 'partition': read lines of this input from standard input; for each, print the number of "
        + "its part, its time in nanoseconds, and the line, with tabs between them",
      on: .parts
    ) { $0.split = $1 },
    .stream { $0.stream = $1 }, .set { $0.parameters.append($1) }, .input { $0.inputs.append($1) },
    .color { $0.color = $1 }, .maximumMemory { $0.maximumMemory = $1 },
    .inputFormat { $0.inputFormat = $1 }, .allowedPath { $0.allowedPaths.append($1) },
    .bigNumbers { $0.bigNumbers = $1 },
  ]
}

/// The format of the keys of inputs.
enum PartitionFormat: String, CaseIterable {
  case text, json

  /// A description for the help page.
  var summary: String {
    switch self {
    case .text: "a line for each input, with its key"
    case .json: "one object, for programs"
    }
  }
}
