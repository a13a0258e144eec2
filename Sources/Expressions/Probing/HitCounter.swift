import Synchronization

/// Counts how often something happened, for who asks later; playings on other threads may add to it.
package final class HitCounter: Sendable {
  private let hits = Atomic<Int>(0)

  package init() {}

  package var count: Int { hits.load(ordering: .relaxed) }

  package func add() {
    hits.add(1, ordering: .relaxed)
  }
}
