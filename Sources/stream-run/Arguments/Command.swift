import Console

/// A command of the program, with the settings that its options set. No command sees an option that
/// it does not have.
protocol Command {
  associatedtype Settings: CommandSettings

  /// Creates the command. Throws if options or operands cannot be combined.
  ///
  /// - Parameter operands: The words after its name, as many as `Subcommand.operands` permits.
  init(_ operands: [String], _ settings: Settings) throws(UsageError)

  /// Runs on the main thread, for the size of its stack.
  @MainActor func run() async -> ExitCode
}

/// A command for one file.
protocol FileCommand: Command {
  init(file: String, settings: Settings)
}

extension FileCommand {
  init(_ operands: [String], _ settings: Settings) throws(UsageError) {
    try settings.check(operands)
    self.init(file: operands[0], settings: settings)
  }
}

/// A command for files, or folders of them.
protocol PathsCommand: Command {
  init(paths: [String], settings: Settings)
}

extension PathsCommand {
  init(_ operands: [String], _ settings: Settings) throws(UsageError) {
    try settings.check(operands)
    self.init(paths: operands, settings: settings)
  }
}

/// The values of the options of a command.
protocol CommandSettings: Sendable {
  /// Creates the settings of a command line without options.
  init()

  /// The options, in the order of the help page.
  static var options: [Option<Self>] { get }

  /// Throws if options cannot be combined, or do not suit the operands.
  func check(_ operands: [String]) throws(UsageError)

  /// The maximum memory of the process, in bytes; nil for the standard limit.
  var maximumMemory: Int? { get }
}

extension CommandSettings {
  func check(_ operands: [String]) throws(UsageError) {}
  var maximumMemory: Int? { nil }
}

/// The settings of a command without options.
struct NoSettings: CommandSettings {
  static let options: [Option<Self>] = []
}
