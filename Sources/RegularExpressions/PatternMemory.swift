import Synchronization

/// The memory of searches with one pattern, which one search after another uses. A search that finds
/// it in use takes other memory; nothing ever waits.
final class PatternMemory: Sendable {
  private let idle = Mutex<PathSearch?>(nil)

  /// Returns the memory if no search is using it.
  func take() -> PathSearch? {
    idle.withLockIfAvailable { $0.take() } ?? nil
  }

  /// Leaves memory for the next search. There may be many patterns, so each keeps little.
  func put(_ search: consuming PathSearch) {
    guard search.isSmall else { return }
    idle.withLockIfAvailable { $0 = search }
  }
}
