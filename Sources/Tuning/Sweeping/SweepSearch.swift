import Platform
import Playing

/// A search for the best point of a sweep that plays only some of them.
///
/// If there are not more points than it may play, it plays all. Otherwise, a third are spread over all
/// parameters: each parameter's range is divided evenly, its ends included, and the values of different
/// parameters are combined at random (a Latin hypercube). From the best one on, it tries the neighbors in each parameter, at first a quarter of the range
/// away, and moves to the best of them; if none is better, it halves the distance. At the distance of
/// one value it starts again from the best of a few further random points. The same seed tries the
/// same points.
package struct SweepSearch: Sendable {
  private let sweep: Sweep
  private let goal: SweepGoal
  /// The number of points that it may play.
  private let budget: Int
  private let seed: UInt64

  package init(_ sweep: Sweep, for goal: SweepGoal, budget: Int, seed: UInt64) {
    (self.sweep, self.goal, self.budget, self.seed) = (sweep, goal, budget, seed)
  }

  /// A point that was tried.
  package struct Trial: Sendable {
    package let row: SweepRow
    package let rank: SweepGoal.Rank
  }

  /// Plays points until the budget is spent.
  ///
  /// - Parameter play: Plays points, and returns their rows; fewer if it was interrupted.
  package func run(_ play: ([Int]) async -> [SweepRow]) async -> [Trial] {
    var state = State(random: SplitMix(seed: seed))
    if sweep.count <= budget {
      await state.try(Array(0..<sweep.count), self, play)
      return state.trials
    }
    await state.try(spreadPoints(max(2, budget / 3), &state), self, play)
    var place = state.best
    while let point = place, !state.isInterrupted, state.trials.count < budget {
      await descend(from: point, &state, play)
      let more = randomPoints(4, &state)
      let count = state.trials.count
      await state.try(more, self, play)
      place = state.trials[count...].min { $0.rank < $1.rank }?.row.number
    }
    return state.trials
  }

  /// Moves from a point to better neighbors until there are none.
  private func descend(
    from start: Int, _ state: inout State, _ play: ([Int]) async -> [SweepRow]
  ) async {
    var point = start
    var step = max(1, (sweep.parameters.map(\.values.count).max() ?? 1) / 4)
    while !state.isInterrupted, state.trials.count < budget {
      let neighbors = neighbors(of: point, step: step)
      await state.try(neighbors, self, play)
      let best = neighbors.compactMap { number in state.ranks[number].map { (number, $0) } }
        .min { $0.1 < $1.1 }
      if let best, let own = state.ranks[point], best.1 < own {
        point = best.0
      } else if step > 1 {
        step /= 2
      } else {
        return
      }
    }
  }

  /// Returns the points that differ in one parameter, by a number of values or up to the edge.
  private func neighbors(of point: Int, step: Int) -> [Int] {
    var found: [Int] = []
    var stride = 1
    for parameter in sweep.parameters.reversed() {
      let count = parameter.values.count
      let index = point / stride % count
      for other in [max(0, index - step), min(count - 1, index + step)] where other != index {
        found.append(point + (other - index) * stride)
      }
      stride *= count
    }
    return found
  }

  /// Returns points that cover the range of each parameter evenly.
  private func spreadPoints(_ count: Int, _ state: inout State) -> [Int] {
    var points = [Int](repeating: 0, count: count)
    for parameter in sweep.parameters {
      let last = parameter.values.count - 1
      var places = (0..<count).map { $0 * last / (count - 1) }
      // The order of one parameter does not matter.
      if sweep.parameters.count > 1 { places.shuffle(using: &state.random) }
      for index in points.indices {
        points[index] = points[index] * parameter.values.count + places[index]
      }
    }
    var seen: Set<Int> = []
    return points.filter { seen.insert($0).inserted }
  }

  private func randomPoints(_ count: Int, _ state: inout State) -> [Int] {
    var found: [Int] = []
    // Most points are untried, unless almost all are tried.
    for _ in 0..<count * 16 where found.count < count {
      let point = Int.random(in: 0..<sweep.count, using: &state.random)
      if state.ranks[point] == nil, !found.contains(point) { found.append(point) }
    }
    return found
  }

  private struct State {
    var random: SplitMix
    var trials: [Trial] = []
    var ranks: [Int: SweepGoal.Rank] = [:]
    var isInterrupted = false

    init(random: SplitMix) { self.random = random }

    var best: Int? { trials.min { $0.rank < $1.rank }?.row.number }

    mutating func `try`(
      _ points: [Int], _ search: SweepSearch, _ play: ([Int]) async -> [SweepRow]
    ) async {
      let new = points.filter { ranks[$0] == nil }.prefix(search.budget - trials.count)
      guard !new.isEmpty else { return }
      let rows = await play(Array(new))
      isInterrupted = rows.count < new.count
      for row in rows {
        let rank = search.goal.rank(of: row, in: search.sweep)
        ranks[row.number] = rank
        trials.append(Trial(row: row, rank: rank))
      }
    }
  }
}
