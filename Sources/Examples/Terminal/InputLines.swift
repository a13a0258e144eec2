import Dispatch

/// The lines of standard input, as they come.
///
/// They are read on a thread of their own: to wait for a person must not hold up the store.
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
