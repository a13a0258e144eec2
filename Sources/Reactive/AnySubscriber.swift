/// A subscriber whose type is hidden.
///
/// All calls go through closures instead of methods of a box: a closure is specialized where the
/// type of the subscriber is known, whereas a method of a generic class is not, and neither is
/// anything it calls. For a value, that is 2 ns instead of 60. At the end of a run, and each inner
/// stream has one, it avoids looking up the metadata of every type on the way. The closures are
/// fields of this struct instead of an object, because a field of an object is retained and
/// released around each call, which takes some 10 ns.
public struct AnySubscriber<Input, Failure: Error>: Subscriber {
  @usableFromInline let receiveValue: (Input) -> Void
  /// One closure for all rarer signals, because each closure retains the subscriber again.
  @usableFromInline let receiveSignal: (SubscriberSignal<Input, Failure>) -> Void

  @inlinable
  public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    if let erased = subscriber as? Self {
      self = erased
    } else {
      receiveValue = { subscriber.receive($0) }
      receiveSignal = { signal in
        switch signal {
        case .subscription(let subscription): subscriber.receive(subscription: subscription)
        case .completion(let completion): subscriber.receive(completion: completion)
        case .batch(let call): unsafe call.pointee.end = subscriber._receive(call.pointee.batch)
        case .question(let question):
          question.batchUse = subscriber._batchUse
          question.identifier = subscriber.combineIdentifier
        }
      }
    }
  }

  /// Cuts a long chain in two above `subscriber`.
  @usableFromInline
  init<S: Subscriber>(landing subscriber: S) where S.Input == Input, S.Failure == Failure {
    let landing = Landing(subscriber)
    receiveValue = { landing.receive($0) }
    receiveSignal = { signal in
      switch signal {
      case .subscription(let subscription): landing.receive(subscription: subscription)
      case .completion(let completion): landing.receive(completion: completion)
      case .batch: break
      case .question(let question):
        question.identifier = landing.combineIdentifier
      }
    }
  }

  /// Creates a subscriber that calls closures.
  public init(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveValue: ((Input) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
  ) {
    self.init(
      ClosureSubscriber(
        receiveSubscription: receiveSubscription ?? { _ in },
        receiveValue: receiveValue ?? { _ in },
        receiveCompletion: receiveCompletion ?? { _ in }))
  }

  /// Creates a subscriber that sends each event to a subject.
  public init(_ subject: some Subject<Input, Failure>) {
    self.init(SubjectFeed(subject))
  }

  /// Returns a subscriber that receives a different subscription in place of each one, and
  /// everything else as directly as this one.
  package func receivingSubscription(
    _ replace: @escaping (any Subscription) -> any Subscription
  ) -> AnySubscriber {
    AnySubscriber(receiveValue: receiveValue) { [receiveSignal] signal in
      if case .subscription(let subscription) = signal {
        receiveSignal(.subscription(replace(subscription)))
      } else {
        receiveSignal(signal)
      }
    }
  }

  private init(
    receiveValue: @escaping (Input) -> Void,
    receiveSignal: @escaping (SubscriberSignal<Input, Failure>) -> Void
  ) {
    self.receiveValue = receiveValue
    self.receiveSignal = receiveSignal
  }

  /// The identifier of the wrapped subscriber.
  public var combineIdentifier: CombineIdentifier {
    let question = SubscriberQuestion()
    receiveSignal(.question(question))
    return question.identifier
  }

  @inlinable
  public func receive(subscription: any Subscription) {
    receiveSignal(.subscription(subscription))
  }

  @inlinable
  public func receive(_ input: Input) {
    receiveValue(input)
  }

  @inlinable
  public func receive(completion: Subscribers.Completion<Failure>) {
    receiveSignal(.completion(completion))
  }

  public var _batchUse: _BatchUse {
    let question = SubscriberQuestion()
    receiveSignal(.question(question))
    return question.batchUse
  }

  @inlinable
  public func _receive(_ batch: _Batch<Input>) -> Int {
    var call = BatchCall(batch)
    unsafe withUnsafeMutablePointer(to: &call) { unsafe receiveSignal(.batch($0)) }
    return call.end
  }
}

/// A subscriber that calls closures and does not keep its subscription.
private struct ClosureSubscriber<Input, Failure: Error>: Subscriber {
  let combineIdentifier = CombineIdentifier()
  let receiveSubscription: (any Subscription) -> Void
  let receiveValue: (Input) -> Void
  let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

  func receive(subscription: any Subscription) { receiveSubscription(subscription) }
  func receive(_ input: Input) { receiveValue(input) }
  func receive(completion: Subscribers.Completion<Failure>) { receiveCompletion(completion) }
}

/// A signal that a subscriber receives besides single values.
@safe @usableFromInline
enum SubscriberSignal<Input, Failure: Error> {
  case subscription(any Subscription)
  case completion(Subscribers.Completion<Failure>)
  case batch(UnsafeMutablePointer<BatchCall<Input>>)
  case question(SubscriberQuestion)
}

/// A batch, and the row at which its subscriber stopped.
@usableFromInline
struct BatchCall<Input> {
  @usableFromInline let batch: _Batch<Input>
  @usableFromInline var end: Int

  @inlinable
  init(_ batch: _Batch<Input>) {
    self.batch = batch
    end = batch.rows.lowerBound
  }
}

/// Receives the answers of a wrapped subscriber: its identifier, and what it accepts of batches.
@usableFromInline
final class SubscriberQuestion {
  @usableFromInline var batchUse = _BatchUse.none
  @usableFromInline var identifier = CombineIdentifier()

  @usableFromInline
  init() {}
}

/// The point where a long chain is cut in two: below it, calls start to nest from zero again.
///
/// The name refers to the landing between two flights of stairs. A signal that arrives from above
/// while another landing is being called waits until that call has returned to the shallow part of
/// the stack. A cancel from below goes up at once, because it must reach the source before anything
/// else happens.
final class Landing<S: Subscriber>: PassingRun {
  private var subscriber: S?
  private(set) var subscription: (any Subscription)?

  init(_ subscriber: S) {
    self.subscriber = subscriber
  }

  deinit {
    CallDepth.current.release((subscriber.take(), subscription.take()))
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    land { self.subscriber?.receive(subscription: self) }
  }

  func receive(_ input: S.Input) {
    // The subscriber is looked up again when the value is delivered: it may have been cancelled by
    // then.
    land { self.subscriber?.receive(input) }
  }

  func receive(completion: Subscribers.Completion<S.Failure>) {
    land {
      _ = self.subscription.take()
      self.subscriber.take()?.receive(completion: completion)
    }
  }

  func cancel() {
    guard let subscription = subscription.take() else { return }
    let subscriber = subscriber.take()
    CallDepth.current.cancel {
      subscription.cancel()
      CallDepth.current.release(subscriber)
    }
  }

  private func land(_ call: @escaping () -> Void) {
    CallDepth.current.enterOrPutOff(call)
  }
}
