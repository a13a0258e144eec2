import Pipelines
import Reactive
import Values

/// The result of a search, for people.
package struct SweepAnswer {
  private let trials: [SweepSearch.Trial]
  private let sweep: Sweep
  private let goal: String
  private let isMaximum: Bool
  private let constraint: String?

  package init(
    _ trials: [SweepSearch.Trial], of sweep: Sweep, for goal: String, isMaximum: Bool,
    where constraint: String?
  ) {
    (self.trials, self.sweep, self.goal) = (trials, sweep, goal)
    (self.isMaximum, self.constraint) = (isMaximum, constraint)
  }

  /// The best point, or how near a condition was to being met, and how many points were tried.
  package var sentence: String {
    let tried = "\(trials.count) of \(sweep.count) points tried"
    guard let best = trials.min(by: { $0.rank < $1.rank }), let score = best.rank.score else {
      return "no point has a number for '\(goal)'; \(tried)"
    }
    let place = zip(sweep.parameters, best.row.values).map { "\($0.name)=\($1)" }
      .joined(separator: ", ")
    let number = Int64(exactly: score).map { "\($0)" } ?? "\(score)"
    guard best.rank.violation > 0 else {
      return
        "the \(isMaximum ? "greatest" : "least") '\(goal)' is \(number), with \(place); \(tried)"
    }
    let distance = Int64(exactly: best.rank.violation).map { "\($0)" } ?? "\(best.rank.violation)"
    return "no point meets '\(constraint ?? "")'; the nearest, by \(distance), is \(place), where "
      + "'\(goal)' is \(number); \(tried)"
  }
}
