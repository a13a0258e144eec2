import Foundation

/// Runs a test's body on a thread whose stack has the size of a main thread's, or less.
func onStack(megabytes: Int = 8, _ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    let thread = Thread {
      body()
      continuation.resume()
    }
    thread.stackSize = megabytes << 20
    thread.start()
  }
}
