/// The values of the options of `partition`.
struct PartitionSettings: Sendable {
  var format = PartitionFormat.text
  /// The input whose lines are split; nil if the keys are printed.
  var split: String?
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
