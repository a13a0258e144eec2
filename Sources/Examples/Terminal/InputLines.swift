import Dispatch

/// The lines of standard input, as they arrive.
///
/// They are read on a separate thread, because waiting for a user must not block the store.
enum InputLines {
  static func all() -> AsyncStream<String> {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    DispatchQueue(label: "standard input").async {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
    return lines
  }
}
