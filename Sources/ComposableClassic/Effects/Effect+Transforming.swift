public import Composable
public import Reactive

// Publishers also have these operators. The ones here keep the effect a description, so that it can
// still be cancelled by its ids.

extension Effect {
  /// Transforms the values of the effect.
  public func map<T>(_ transform: @escaping (Output) -> T) -> Effect<T, Failure> {
    Effect<T, Failure>(base.map { $0.map(transform) })
  }

  /// Transforms the failure of the effect.
  public func mapError<T: Error>(_ transform: @escaping (Failure) -> T) -> Effect<Output, T> {
    Effect<Output, T>(base.map { $0.mapError(transform) })
  }

  /// Emits values and the failure as results, and does not fail.
  public func catchToEffect() -> Effect<Result<Output, Failure>, Never> {
    catchToEffect { $0 }
  }

  /// Makes actions from values and from the failure:
  /// `.catchToEffect(AppAction.numberFactResponse)`.
  public func catchToEffect<T>(
    _ transform: @escaping (Result<Output, Failure>) -> T
  ) -> Effect<T, Never> {
    Effect<T, Never>(base.map { .success(transform($0)) })
  }

  /// Returns the effect itself.
  public func eraseToEffect() -> Effect { self }

  /// Transforms the values of the effect.
  public func eraseToEffect<T>(_ transform: @escaping (Output) -> T) -> Effect<T, Failure> {
    map(transform)
  }

  /// Delivers the values on a scheduler.
  public func receive(on scheduler: any Scheduler) -> Effect {
    Effect(base.scheduled(after: .zero, on: scheduler))
  }

  /// Delays the values.
  public func delay(for interval: SchedulerStride, scheduler: any Scheduler) -> Effect {
    Effect(base.scheduled(after: interval.duration, on: scheduler))
  }

  /// Does the work and emits nothing.
  public func fireAndForget<NewOutput, NewFailure: Error>(
    outputType: NewOutput.Type = NewOutput.self, failureType: NewFailure.Type = NewFailure.self
  ) -> Effect<NewOutput, NewFailure> {
    Effect<NewOutput, NewFailure>(base.withoutActions())
  }
}

extension Publisher {
  /// Returns the publisher as an effect.
  public func eraseToEffect() -> Effect<Output, Failure> { Effect(self) }

  /// Returns the publisher as an effect, with its values transformed.
  public func eraseToEffect<T>(_ transform: @escaping (Output) -> T) -> Effect<T, Failure> {
    Effect(self).map(transform)
  }

  /// Returns the publisher as an effect of results, which does not fail.
  public func catchToEffect() -> Effect<Result<Output, Failure>, Never> {
    Effect(self).catchToEffect()
  }

  /// Returns the publisher as an effect of actions, which does not fail.
  public func catchToEffect<T>(
    _ transform: @escaping (Result<Output, Failure>) -> T
  ) -> Effect<T, Never> {
    Effect(self).catchToEffect(transform)
  }

  /// Does the publisher's work and emits nothing.
  public func fireAndForget<NewOutput, NewFailure: Error>(
    outputType: NewOutput.Type = NewOutput.self, failureType: NewFailure.Type = NewFailure.self
  ) -> Effect<NewOutput, NewFailure> {
    Effect(self).fireAndForget()
  }
}

#if !canImport(SwiftUI)
  extension Effect {
    /// Returns the effect unchanged, because there are no views.
    public func animation(_ animation: Animation? = .default) -> Effect { self }
  }
#endif
