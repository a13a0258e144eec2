#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a program of the examples ends.
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
  /// Has a reader that goes away be seen where it is written to, and not by being killed.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
  }

  static var inputIsTerminal: Bool { isatty(0) == 1 }

  /// Writes a line to standard output. With nobody left who reads, all is done.
  public static func say(_ text: String) {
    switch write(text + "\n", to: 1) {
    case 0: break
    case EPIPE: exit(ExitCode.done.rawValue)
    default: exit(ExitCode.outputError.rawValue)
    }
  }

  /// Writes a line to standard error. That nobody reads it does not matter.
  public static func complain(_ text: String) {
    _ = write(text + "\n", to: 2)
  }

  static func prompt() {
    _ = write("> ", to: 1)
  }

  /// Gives the system's number for what went wrong, or 0.
  private static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe send($0, to: descriptor) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  private static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Darwin)
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  static func end(_ code: ExitCode) -> Never {
    exit(code.rawValue)
  }
}
