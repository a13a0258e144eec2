import Foundation

/// Runs a test's body on a thread whose stack has the size of a main thread's, or less.
///
/// `STREAMS_STACK_FACTOR` multiplies the size, because frames of code that a sanitizer instruments
/// are larger.
func onStack(megabytes: Int = 8, _ body: @escaping @Sendable () -> Void) async {
  let factor = ProcessInfo.processInfo.environment["STREAMS_STACK_FACTOR"].flatMap { Int($0) } ?? 1
  await withCheckedContinuation { continuation in
    let thread = Thread {
      body()
      continuation.resume()
    }
    thread.stackSize = (megabytes * factor) << 20
    thread.start()
  }
}
