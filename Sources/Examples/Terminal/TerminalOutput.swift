import Platform

/// How an example program ends.
public enum ExitCode: Int32, Sendable {
  case done = 0
  case differs = 1
  case usage = 64
  case invalidFile = 65
  case unreadableFile = 66
  case outputError = 74
}

/// Writes lines for people and for pipes.
public enum TerminalOutput {
  /// Makes the loss of a reader visible where output is written, instead of killing the process.
  static func prepare() {
    Signal.brokenPipe.ignore()
  }

  static var inputIsTerminal: Bool { FileDescriptor.standardInput.isTerminal }

  /// Writes a line to standard output. If no reader is left, the program is done.
  public static func say(_ text: String) {
    switch FileDescriptor.standardOutput.writeAll(Array((text + "\n").utf8)) {
    case nil: break
    case .brokenPipe?: end(.done)
    case _?: end(.outputError)
    }
  }

  /// Writes a line to standard error. It does not matter if nobody reads it.
  public static func complain(_ text: String) {
    StandardError.writeLine(text)
  }

  static func prompt() {
    _ = FileDescriptor.standardOutput.writeAll(Array("> ".utf8))
  }

  static func end(_ code: ExitCode) -> Never {
    CurrentProcess.exit(with: code.rawValue)
  }
}
