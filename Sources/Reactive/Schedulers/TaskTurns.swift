/// The turns that a test lets other tasks have before it moves time.
package enum TaskTurns {
  /// How many turns in a row without news show that the others wait, and how many there are at most:
  /// work that never comes to rest is not waited for.
  private static let (calmTurns, allTurns) = (20, 10_000)

  /// Lets other tasks run until they have come to rest, as far as that can be seen.
  ///
  /// When tasks on the shared threads wait for something cannot be known. They go first, turn after
  /// turn, because each turn waits for a task of the lowest priority. `newsCount` counts what they
  /// visibly did: as long as it grows they get more turns.
  package static func letOthersRun(
    isolation: isolated (any Actor)?, newsCount: () -> Int
  ) async {
    var (calm, count) = (0, newsCount())
    for _ in 0..<allTurns where calm < calmTurns {
      await Task.yield()
      await Task.detached(priority: .background) { await Task.yield() }.value
      let newCount = newsCount()
      (calm, count) = (newCount == count ? calm + 1 : 0, newCount)
    }
  }
}
