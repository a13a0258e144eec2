/// The values of the options of `format` and `edit`.
struct EditSettings: Sendable {
  /// Whether files that would change are listed instead of written.
  var checks = false
  /// Whether changes are printed instead of written.
  var printsDifference = false
}

extension CommandOption {
  /// The options of `format` and `edit`.
  static let editing: [CommandOption] = [
    CommandOption(
      flag: "check", for: .format,
      "write nothing; list the files that would change, and fail if there are any"
    ) { $0.edit.checks = true },
    CommandOption(
      flag: "diff", for: .format,
      "write nothing; print the changes in the form that 'patch -p0' reads",
      sharedBy: [.edit]
    ) { $0.edit.printsDifference = true },
    CommandOption(
      "color", of: .oneOf(ColorChoice.self, noun: "color"), for: .format,
      "when to use colors for errors; auto: on a terminal, if NO_COLOR is not set",
      sharedBy: [.edit, .new]
    ) { $0.color = $1 },
  ]
}
