import Expressions
import Reactive
import StreamModels
import Values

/// Counts the events before and after an operator while it plays.
struct OperatorProbe {
  /// The counts of one side.
  private struct Side {
    let subscriptions = HitCounter()
    let values = HitCounter()
    let nulls = HitCounter()
    let ends = HitCounter()
    let failures = HitCounter()
  }

  private let entry = Side()
  private let exit = Side()
  /// The number of values dropped because of an error.
  let tolerated = HitCounter()
  /// Whether completions are also counted.
  private let watchesEnd: Bool

  init(_ spec: OperatorSpec) {
    watchesEnd =
      spec.category == .failing
      || spec.outcomes.contains { [.end, .fail, .catch, .again].contains($0.event) }
  }

  /// Returns the operator's upstream with a probe.
  func before(_ node: Int, in builder: PlanBuilder, at place: ExpressionPlace) -> Int {
    builder.probed(
      watchesEnd ? ends(of: node, entry, in: builder, at: place) : node, at: place
    ) { [entry] value in
      if value == .null { entry.nulls.add() }
      entry.values.add()
    } subscribed: { [entry] in
      entry.subscriptions.add()
    }
  }

  /// Returns the operator's output with a probe.
  func after(_ node: Int, in builder: PlanBuilder, at place: ExpressionPlace) -> Int {
    builder.probed(
      watchesEnd ? ends(of: node, exit, in: builder, at: place) : node, at: place
    ) { [exit] _ in
      exit.values.add()
    } subscribed: { [exit] in
      exit.subscriptions.add()
    }
  }

  private func ends(
    of node: Int, _ side: Side, in builder: PlanBuilder, at place: ExpressionPlace
  ) -> Int {
    let plan = StagePlan { inputs, _ in
      inputs[0].handleEvents(receiveCompletion: { completion in
        switch completion {
        case .finished: side.ends.add()
        case .failure: side.failures.add()
        }
      }).eraseToAnyPublisher()
    }
    return builder.add(.stage(inputs: [node], inner: [], plan), at: place)
  }

  /// The number of times that the operator received an event to work on.
  var reached: Int {
    max(entry.values.count, exit.values.count, entry.failures.count)
  }

  func count(of event: OperatorOutcome.Event) -> Int {
    let count =
      switch event {
      case .pass: exit.values.count
      case .drop: entry.values.count - exit.values.count - tolerated.count
      case .end: exit.ends.count - entry.ends.count
      case .fail: exit.failures.count - entry.failures.count
      case .catch: entry.failures.count
      case .again: entry.subscriptions.count - exit.subscriptions.count
      case .null: entry.nulls.count
      case .fill: exit.values.count - entry.values.count
      case .tolerate: tolerated.count
      }
    return max(count, 0)
  }
}
