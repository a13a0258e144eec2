import Reactive
package import ReactiveTesting

/// Runs one test under many orders, and compares the outcomes.
package struct Explorer<Outcome: Sendable & Equatable> {
  let bounds: Bounds
  let place: SourcePlace
  let test: @Sendable (VirtualClock) async throws -> Outcome

  package init(
    bounds: Bounds, place: SourcePlace,
    test: @escaping @Sendable (VirtualClock) async throws -> Outcome
  ) {
    self.bounds = bounds
    self.place = place
    self.test = test
  }

  /// The outcome of a run. Two equal failures are equal outcomes.
  enum Answer: Sendable, Equatable, CustomStringConvertible {
    case outcome(Outcome)
    case failure(String)

    var description: String {
      switch self {
      case .outcome(let outcome): "\(outcome)"
      case .failure(let message): "failure: \(message)"
      }
    }
  }

  struct Run: Sendable {
    let answer: Answer
    let error: (any Error)?
    let choices: [JobTrace.Choice]

    /// The choice taken at each point.
    var path: [Int] { choices.map(\.chosen) }
  }

  func run(_ order: JobOrder) async -> Run {
    let settings = VirtualRun.Settings(order: order, bounds: bounds, isTraced: true, place: place)
    let outcome = await VirtualRun.outcome(of: test, settings)
    let choices = outcome.trace?.choices ?? []
    switch outcome.result {
    case .success(let value):
      return Run(answer: .outcome(value), error: nil, choices: choices)
    case .failure(let error):
      return Run(answer: .failure("\(error)"), error: error, choices: choices)
    }
  }

  /// Tries all orders up to `limit`, varying the last choice first, and then `samples` seeds.
  ///
  /// Throws the error that the test has in the order of arrival, because then there is nothing to
  /// compare with.
  package func explore(limit: Int, samples: Int) async throws -> Exploration<Outcome> {
    let first = await run(.arrival)
    guard case .outcome(let expected) = first.answer else {
      throw first.error ?? CancellationError()
    }
    var runs = 1
    var path = first.choices
    while let next = Self.next(after: path), runs < limit {
      let run = await run(.scripted(next))
      runs += 1
      if run.answer != first.answer {
        return await found(run, besides: first, expected, runs: runs)
      }
      path = run.choices
    }
    if Self.next(after: path) == nil {
      return Exploration(outcome: expected, runs: runs, isExhaustive: true, difference: nil)
    }
    for seed in 0..<UInt64(max(0, samples)) {
      let run = await run(.seeded(seed))
      runs += 1
      if run.answer != first.answer {
        return await found(run, besides: first, expected, runs: runs)
      }
    }
    return Exploration(outcome: expected, runs: runs, isExhaustive: false, difference: nil)
  }

  /// Returns the next path in the tree of choices; nil after the last one.
  private static func next(after choices: [JobTrace.Choice]) -> [Int]? {
    guard let index = choices.lastIndex(where: { $0.chosen + 1 < $0.jobs.count }) else {
      return nil
    }
    return choices[..<index].map(\.chosen) + [choices[index].chosen + 1]
  }

  /// Reverts one change of order after another, as long as the outcome still differs.
  private func found(
    _ run: Run, besides first: Run, _ expected: Outcome, runs: Int
  ) async -> Exploration<Outcome> {
    var smallest = run
    var index = run.path.count - 1
    while index >= 0 {
      defer { index -= 1 }
      guard index < smallest.path.count, smallest.path[index] != 0 else { continue }
      var path = smallest.path
      path[index] = 0
      let candidate = await self.run(.scripted(path))
      if candidate.answer != first.answer { smallest = candidate }
    }
    let last = smallest.path.lastIndex { $0 != 0 } ?? -1
    let changes = smallest.choices.filter { $0.chosen != 0 }.map { choice in
      "\(choice.jobs[choice.chosen]) runs before \(choice.jobs[0]) at \(choice.instant.brief)"
    }
    return Exploration(
      outcome: expected, runs: runs, isExhaustive: false,
      difference: OrderDifference(
        order: .scripted(Array(smallest.path[...last])), changes: changes,
        expected: "\(first.answer)", actual: "\(smallest.answer)"))
  }
}
