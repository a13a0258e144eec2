extension Publisher {
  /// Subscribes with closures. The run lasts until it ends, or until the handle is cancelled or
  /// released.
  @inlinable
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let run = SinkRun()
    let sink = ClosureSink(
      run: run, receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    CallDepth.current.withFreshDepth { receive(subscriber: sink) }
    return AnyCancellable(run)
  }
}

extension Publisher where Failure == Never {
  /// Subscribes with a closure to a publisher that cannot fail.
  @inlinable
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

/// The subscriber of `sink`. The chain holds it, and it releases the closures when the run is over.
@usableFromInline
struct ClosureSink<Input, Failure: Error>: Subscriber {
  @usableFromInline let run: SinkRun
  @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void
  @usableFromInline let receiveValue: (Input) -> Void

  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(run) }

  @inlinable
  init(
    run: SinkRun, receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Input) -> Void
  ) {
    self.run = run
    self.receiveCompletion = receiveCompletion
    self.receiveValue = receiveValue
  }

  @inlinable
  func receive(subscription: any Subscription) {
    run.begin(subscription)
  }

  @inlinable
  func receive(_ input: Input) {
    if unsafe !run.isOver { receiveValue(input) }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard unsafe !run.isOver else { return }
    run.end()
    receiveCompletion(completion)
  }
}

/// The object that the handle of a sink holds.
@usableFromInline
final class SinkRun: Cancellable {
  @usableFromInline @exclusivity(unchecked) private(set) var isOver = false
  @exclusivity(unchecked) private var subscription: (any Subscription)?

  @usableFromInline
  init() {}

  @usableFromInline
  func begin(_ subscription: any Subscription) {
    guard unsafe !isOver, unsafe self.subscription == nil else { return subscription.cancel() }
    unsafe self.subscription = subscription
  }

  @usableFromInline
  func end() {
    unsafe isOver = true
    _ = unsafe subscription.take()
  }

  @usableFromInline
  func cancel() {
    unsafe isOver = true
    unsafe subscription.take()?.cancel()
  }
}

extension Subscribers {
  /// Passes values and the completion to closures, and releases the closures at the end.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
    private var sink: ClosureSink<Input, Failure>?
    private let run = SinkRun()

    /// The closure for values. It does nothing once the run is over.
    public var receiveValue: (Input) -> Void { sink?.receiveValue ?? { _ in } }
    /// The closure for the completion. It does nothing once the run is over.
    public var receiveCompletion: (Completion<Failure>) -> Void {
      sink?.receiveCompletion ?? { _ in }
    }

    /// Creates a subscriber that calls one closure for each value and another at the end.
    public init(
      receiveCompletion: @escaping (Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) {
      sink = ClosureSink(
        run: run, receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    }

    public func receive(subscription: any Subscription) {
      run.begin(subscription)
    }

    public func receive(_ input: Input) {
      sink?.receive(input)
    }

    public func receive(completion: Completion<Failure>) {
      sink.take()?.receive(completion: completion)
    }

    public func cancel() {
      let sink = sink.take()
      withExtendedLifetime(sink) { run.cancel() }
    }
  }
}
