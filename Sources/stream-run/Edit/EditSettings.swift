import Console

/// The settings of `edit`.
struct EditSettings: CommandSettings {
  /// Whether changes are printed instead of written.
  var printsDifference = false
  var color = ColorChoice.auto

  static let options: [Option<Self>] = [
    .difference { $0.printsDifference = true }, .errorColor { $0.color = $1 },
  ]
}

/// The settings of `format`.
struct FormatSettings: CommandSettings {
  /// Whether files that would change are listed instead of written.
  var checks = false
  /// Whether changes are printed instead of written.
  var printsDifference = false
  /// Folders with files that may be written, in addition to those of the named paths.
  var allowedPaths: [String] = []
  var color = ColorChoice.auto

  static let options: [Option<Self>] = [
    Option(
      flag: "check", "write nothing; list the files that would change, and fail if there are any"
    ) { $0.checks = true },
    .difference { $0.printsDifference = true }, .errorColor { $0.color = $1 },
    .writablePath { $0.allowedPaths.append($1) },
  ]
}

extension Option {
  fileprivate static func difference(
    store: @escaping @Sendable (inout Settings) -> Void
  ) -> Option {
    Option(
      flag: "diff", "write nothing; print the changes in the form that 'patch -p0' reads",
      store: store)
  }
}
