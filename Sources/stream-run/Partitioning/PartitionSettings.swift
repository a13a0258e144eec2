/// The values of the options of `partition`.
struct PartitionSettings: Sendable {
  /// Whether the keys are printed as JSON.
  var printsJSON = false
  /// The input whose lines are split; nil if the keys are printed.
  var split: String?
}
