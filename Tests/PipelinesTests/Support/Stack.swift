import Foundation

/// Runs the body of a test on a thread whose stack is at most as large as that of a main thread.
///
/// `STREAMS_STACK_FACTOR` multiplies the size, because code that a sanitizer instruments has larger
/// stack frames.
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
