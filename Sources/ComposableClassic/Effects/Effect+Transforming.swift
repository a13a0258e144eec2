public import Composable
public import Reactive

// Publishers have these, too. Those here keep the effect a description, so that its ids still mean
// something to whoever cancels by them.

extension Effect {
  /// Makes other values of those that come.
  public func map<T>(_ transform: @escaping (Output) -> T) -> Effect<T, Failure> {
    Effect<T, Failure>(base.map { $0.map(transform) })
  }

  /// Makes another failure of the one that comes.
  public func mapError<T: Error>(_ transform: @escaping (Failure) -> T) -> Effect<Output, T> {
    Effect<Output, T>(base.map { $0.mapError(transform) })
  }

  /// Gives what comes as results, and does not fail.
  public func catchToEffect() -> Effect<Result<Output, Failure>, Never> {
    catchToEffect { $0 }
  }

  /// Makes actions of what comes, the failure too:
  /// `.catchToEffect(AppAction.numberFactResponse)`.
  public func catchToEffect<T>(
    _ transform: @escaping (Result<Output, Failure>) -> T
  ) -> Effect<T, Never> {
    Effect<T, Never>(base.map { .success(transform($0)) })
  }

  /// The effect itself.
  public func eraseToEffect() -> Effect { self }

  /// Makes other values of those that come.
  public func eraseToEffect<T>(_ transform: @escaping (Output) -> T) -> Effect<T, Failure> {
    map(transform)
  }

  /// Gives what comes on a scheduler.
  public func receive(on scheduler: any Scheduler) -> Effect {
    Effect(base.scheduled(after: .zero, on: scheduler))
  }

  /// Gives what comes so much later.
  public func delay(for interval: SchedulerStride, scheduler: any Scheduler) -> Effect {
    Effect(base.scheduled(after: interval.duration, on: scheduler))
  }

  /// Does the work and gives nothing.
  public func fireAndForget<NewOutput, NewFailure: Error>(
    outputType: NewOutput.Type = NewOutput.self, failureType: NewFailure.Type = NewFailure.self
  ) -> Effect<NewOutput, NewFailure> {
    Effect<NewOutput, NewFailure>(base.withoutActions())
  }
}

extension Publisher {
  /// The publisher as an effect.
  public func eraseToEffect() -> Effect<Output, Failure> { Effect(self) }

  /// The publisher as an effect, with other values.
  public func eraseToEffect<T>(_ transform: @escaping (Output) -> T) -> Effect<T, Failure> {
    Effect(self).map(transform)
  }

  /// The publisher as an effect of results, which does not fail.
  public func catchToEffect() -> Effect<Result<Output, Failure>, Never> {
    Effect(self).catchToEffect()
  }

  /// The publisher as an effect of actions, which does not fail.
  public func catchToEffect<T>(
    _ transform: @escaping (Result<Output, Failure>) -> T
  ) -> Effect<T, Never> {
    Effect(self).catchToEffect(transform)
  }

  /// Does the publisher's work and gives nothing.
  public func fireAndForget<NewOutput, NewFailure: Error>(
    outputType: NewOutput.Type = NewOutput.self, failureType: NewFailure.Type = NewFailure.self
  ) -> Effect<NewOutput, NewFailure> {
    Effect(self).fireAndForget()
  }
}

#if !canImport(SwiftUI)
  extension Effect {
    /// The effect as it is, because there are no views.
    public func animation(_ animation: Animation? = .default) -> Effect { self }
  }
#endif
