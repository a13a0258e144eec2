import Composable
public import Reactive

extension Effect: Publisher {
  /// Runs the effect as a publisher. Its ids then belong to this run alone, and functions that run
  /// as tasks emit nothing, because that requires a store.
  public func receive<S: Reactive.Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let run = EffectRun(subscriber)
    subscriber.receive(subscription: run)
    run.start(base)
  }
}

private final class EffectRun<S: Subscriber>: Subscription {
  private let host = EffectHost()
  private var subscriber: S?

  init(_ subscriber: S) {
    self.subscriber = subscriber
    host.onFirstRun = {
      IssueReporter.report(
        """
        an effect of 'task' or 'run' was used as a publisher, where it emits nothing; apply \
        operators to its values in the reducer
        """)
    }
  }

  func start(_ effect: Composable.Effect<Result<S.Input, S.Failure>>) {
    guard subscriber != nil else { return }
    let job = host.start(effect) { [weak self] result in
      switch result {
      case .success(let value): self?.subscriber?.receive(value)
      case .failure(let failure): self?.finish(.failure(failure))
      }
    }
    guard let job else { return finish(.finished) }
    job.onOver { [weak self] in self?.finish(.finished) }
  }

  private func finish(_ completion: Subscribers.Completion<S.Failure>) {
    guard let subscriber = subscriber.take() else { return }
    host.cancelAll()
    subscriber.receive(completion: completion)
  }

  func cancel() {
    subscriber = nil
    host.cancelAll()
  }
}
