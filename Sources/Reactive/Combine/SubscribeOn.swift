extension Publisher {
  /// Subscribes to upstream on a scheduler, after the work that is already scheduled for this
  /// instant.
  ///
  ///     -1-2|
  ///     subscribe(on: scheduler)
  ///     -1-2|
  ///
  /// A cancel reaches upstream at once; Combine sends it through the scheduler as well.
  public func subscribe(on scheduler: any Scheduler) -> Publishers.SubscribeOn<Self> {
    Publishers.SubscribeOn(upstream: self, scheduler: scheduler)
  }
}

extension Publishers {
  /// Subscribes to upstream on a scheduler.
  public struct SubscribeOn<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The scheduler on which the publisher subscribes.
    public let scheduler: any Scheduler

    /// Creates a publisher that subscribes to `upstream`.
    public init(upstream: Upstream, scheduler: any Scheduler) {
      self.upstream = upstream
      self.scheduler = scheduler
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let run = SubscribeOnRun(downstream: subscriber, scheduler: scheduler)
      subscriber.receive(subscription: run)
      let depth = unsafe CallDepth.current.depth
      run.start { [upstream] in
        // The depth is the same as if it had been subscribed to at once.
        CallDepth.current.enter(asDeepAs: depth) {
          upstream.receive(subscriber: SubscribeOnSide(run: run))
        }
      }
    }
  }

  private final class SubscribeOnRun<Downstream: Subscriber>: Subscription {
    let downstream: Downstream
    private let scheduler: any Scheduler
    private(set) var isOver = false
    private var booking: Booking?
    private var subscription: (any Subscription)?

    init(downstream: Downstream, scheduler: any Scheduler) {
      self.downstream = downstream
      self.scheduler = scheduler
    }

    func start(_ subscribe: @escaping () -> Void) {
      CallDepth.current.inTurn {
        guard !self.isOver else { return }
        let booking = self.scheduler.book { _ in
          subscribe()
          return .never
        }
        // This is stored first, because an immediate scheduler runs the work now.
        self.booking = booking
        self.scheduler.enqueue(booking, at: self.scheduler.takeTicket(due: self.scheduler.now))
      }
    }

    func receive(subscription: any Subscription) {
      guard !isOver else { return subscription.cancel() }
      self.subscription = subscription
    }

    func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
      _ = subscription.take()
      guard !isOver else { return }
      isOver = true
      downstream.receive(completion: completion)
    }

    func cancel() {
      isOver = true
      if let booking = booking.take() { scheduler.cancel(booking) }
      subscription.take()?.cancel()
    }
  }

  private struct SubscribeOnSide<Downstream: Subscriber>: Subscriber {
    let run: SubscribeOnRun<Downstream>
    let downstream: Downstream

    var combineIdentifier: CombineIdentifier { CombineIdentifier(run) }

    init(run: SubscribeOnRun<Downstream>) {
      self.run = run
      downstream = run.downstream
    }

    func receive(subscription: any Subscription) {
      run.receive(subscription: subscription)
    }

    func receive(_ input: Downstream.Input) {
      if !run.isOver { downstream.receive(input) }
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
      run.end(completion)
    }
  }
}
