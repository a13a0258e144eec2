import Synchronization

/// Counts occurrences, to be read later; playbacks on other threads may add to it.
package final class HitCounter: Sendable {
  private let hits = Atomic<Int>(0)

  package init() {}

  package var count: Int { hits.load(ordering: .relaxed) }

  package func add() {
    hits.add(1, ordering: .relaxed)
  }
}
