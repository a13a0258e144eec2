/// The turns of other tasks before a test moves time.
package enum TaskTurns {
  /// The number of consecutive turns without news after which the other tasks count as waiting, and
  /// the limit of all turns, because some work never becomes idle.
  private static let (calmTurns, allTurns) = (20, 10_000)

  /// Lets other tasks run until they are idle, as far as that can be observed.
  ///
  /// It is impossible to know whether tasks on the shared threads are waiting. They run first in
  /// each turn, because the turn waits for a task of the lowest priority. `isBusy` returns whether
  /// one of them is known to have something to do, and `newsCount` returns the number of their
  /// visible actions: as long as it grows, they get more turns.
  package static func letOthersRun(
    isolation: isolated (any Actor)?, isBusy: () -> Bool = { false }, newsCount: () -> Int
  ) async {
    var (calm, count) = (0, newsCount())
    for _ in 0..<allTurns where calm < calmTurns {
      await Task.yield()
      await Task.detached(priority: .background) { await Task.yield() }.value
      let newCount = newsCount()
      (calm, count) = (newCount == count && !isBusy() ? calm + 1 : 0, newCount)
    }
  }
}
