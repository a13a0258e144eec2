public import Reactive

extension Effect {
  /// Subscribes to a publisher, and sends its values. The effect completes when the publisher does.
  ///
  /// The publisher is made when the effect starts, in the store's isolation, and its values reach
  /// the reducer synchronously: only the queue of actions is between them.
  public static func publisher<P: Publisher>(_ create: @escaping () -> P) -> Effect
  where P.Output == Action, P.Failure == Never {
    let values = DependencyValues.current
    return Effect { job, outlet in
      let handle = DependencyValues.$current.withValue(values) {
        create().sink(
          receiveCompletion: { _ in outlet.finish() }, receiveValue: outlet.receive)
      }
      job.onStop { handle.cancel() }
    }
  }
}
