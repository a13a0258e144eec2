import Expressions
import Reactive
import Values

/// Counts what goes into an operator and what comes out, while it plays.
struct OperatorProbe {
  /// What is counted on one side.
  private struct Side {
    let subscriptions = HitCounter()
    let values = HitCounter()
    let nulls = HitCounter()
    let ends = HitCounter()
    let failures = HitCounter()
  }

  private let entry = Side()
  private let exit = Side()
  /// Whether it matters how the stream ends.
  private let watchesEnd: Bool

  init(_ spec: OperatorSpec) {
    watchesEnd =
      spec.category == .failing
      || spec.outcomes.contains { [.end, .fail, .catch, .again].contains($0.event) }
  }

  /// The stream that the operator gets.
  func before(_ upstream: Upstream, in context: CompileContext) -> Upstream {
    context.probed(watchesEnd ? ends(of: upstream, entry, in: context) : upstream) {
      [entry] value in
      if value == .null { entry.nulls.add() }
      entry.values.add()
    } subscribed: { [entry] in
      entry.subscriptions.add()
    }
  }

  /// The stream that the operator gives.
  func after(_ upstream: Upstream, in context: CompileContext) -> Upstream {
    context.probed(watchesEnd ? ends(of: upstream, exit, in: context) : upstream) { [exit] _ in
      exit.values.add()
    } subscribed: { [exit] in
      exit.subscriptions.add()
    }
  }

  private func ends(of upstream: Upstream, _ side: Side, in context: CompileContext) -> Upstream {
    context.stage(upstream, giving: upstream.type) { upstream, _ in
      upstream.handleEvents(receiveCompletion: { completion in
        switch completion {
        case .finished: side.ends.add()
        case .failure: side.failures.add()
        }
      }).eraseToAnyPublisher()
    }
  }

  /// How often the operator got something to work on.
  var reached: Int {
    max(entry.values.count, exit.values.count, entry.failures.count)
  }

  func count(of event: OperatorOutcome.Event) -> Int {
    let count =
      switch event {
      case .pass: exit.values.count
      case .drop: entry.values.count - exit.values.count
      case .end: exit.ends.count - entry.ends.count
      case .fail: exit.failures.count - entry.failures.count
      case .catch: entry.failures.count
      case .again: entry.subscriptions.count - exit.subscriptions.count
      case .null: entry.nulls.count
      case .fill: exit.values.count - entry.values.count
      }
    return max(count, 0)
  }
}

extension CompileContext {
  /// Adds what tells of values and subscriptions, and changes nothing.
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
    return self.transform(upstream, with: transform, giving: upstream.type)
  }
}
