import Expressions
import Reactive
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
  func before(_ upstream: Upstream, in context: CompileContext) -> Upstream {
    context.probed(watchesEnd ? ends(of: upstream, entry, in: context) : upstream) {
      [entry] value in
      if value == .null { entry.nulls.add() }
      entry.values.add()
    } subscribed: { [entry] in
      entry.subscriptions.add()
    }
  }

  /// Returns the operator's output with a probe.
  func after(_ upstream: Upstream, in context: CompileContext) -> Upstream {
    context.probed(watchesEnd ? ends(of: upstream, exit, in: context) : upstream) { [exit] _ in
      exit.values.add()
    } subscribed: { [exit] in
      exit.subscriptions.add()
    }
  }

  private func ends(of upstream: Upstream, _ side: Side, in context: CompileContext) -> Upstream {
    context.stage(upstream, emitting: upstream.type) { upstream, _ in
      upstream.handleEvents(receiveCompletion: { completion in
        switch completion {
        case .finished: side.ends.add()
        case .failure: side.failures.add()
        }
      }).eraseToAnyPublisher()
    }
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

extension CompileContext {
  /// Adds a transform that reports values and subscriptions without changing them.
  func probed(
    _ upstream: Upstream, value receive: @escaping @Sendable (Value) -> Void,
    subscribed: @escaping @Sendable () -> Void
  ) -> Upstream {
    let transform = Transform(hasOwnBody: true) {
      subscribed()
      return { (value, _) throws(EvaluationError) in
        receive(value)
        return true
      }
    }
    return self.transform(upstream, with: transform, emitting: upstream.type)
  }
}
