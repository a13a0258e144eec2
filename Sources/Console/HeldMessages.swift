import Synchronization

/// Messages for people that are held back, to be printed beside a picture.
package enum HeldMessages {
  /// The messages held back so far; nil while messages are printed at once.
  private static let lines = Mutex<[String]?>(nil)

  /// Runs a step, and returns its result and the messages that it would have printed.
  package static func during<Result>(_ body: () -> Result) -> (result: Result, messages: [String]) {
    lines.withLock { $0 = [] }
    let result = body()
    let messages = lines.withLock { lines in
      defer { lines = nil }
      return lines ?? []
    }
    return (result, messages)
  }

  /// Holds a message back, if messages are being held back. Returns whether it was.
  package static func take(_ line: String) -> Bool {
    lines.withLock { lines in
      lines?.append(line)
      return lines != nil
    }
  }
}
