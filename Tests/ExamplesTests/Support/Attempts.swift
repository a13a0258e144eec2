import Synchronization

/// A counter that can be used from any isolation.
final class Attempts: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
