extension Publisher {
  /// Calls the closures at each event, just before it is sent downstream or upstream.
  ///
  ///     -1-2-3-|
  ///     handleEvents(receiveOutput: { log($0) })
  ///     -1-2-3-|
  ///
  /// `receiveCancel` is called once, if downstream cancels before the end. There is no
  /// `receiveRequest`, because there is no demand.
  @inlinable
  public func handleEvents(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (() -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> {
    Publishers.HandleEvents(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion, receiveCancel: receiveCancel)
  }
}

extension Publishers {
  /// Calls closures at each event.
  public struct HandleEvents<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The closure for the subscription.
    public let receiveSubscription: ((any Subscription) -> Void)?
    /// The closure for each value.
    public let receiveOutput: ((Output) -> Void)?
    /// The closure for the completion.
    public let receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    /// The closure that is called when the subscriber cancels.
    public let receiveCancel: (() -> Void)?

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(
      upstream: Upstream, receiveSubscription: ((any Subscription) -> Void)?,
      receiveOutput: ((Output) -> Void)?,
      receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?,
      receiveCancel: (() -> Void)?
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
      self.receiveCancel = receiveCancel
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: HandleEventsStage(
          downstream: subscriber, run: HandleEventsRun(receiveCancel: receiveCancel),
          receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
          receiveCompletion: receiveCompletion))
    }
  }

  @usableFromInline
  struct HandleEventsStage<Downstream: Subscriber>: EndingStage {
    @usableFromInline typealias State = Void
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let run: HandleEventsRun
    @usableFromInline let receiveSubscription: ((any Subscription) -> Void)?
    @usableFromInline let receiveOutput: ((Downstream.Input) -> Void)?
    @usableFromInline let receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?

    @inlinable
    init(
      downstream: Downstream, run: HandleEventsRun,
      receiveSubscription: ((any Subscription) -> Void)?,
      receiveOutput: ((Downstream.Input) -> Void)?,
      receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    ) {
      self.downstream = downstream
      self.run = run
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
    }

    @inlinable
    func receive(subscription: any Subscription) {
      run.subscription = subscription
      // A restored run has already been subscribed to.
      if !CallDepth.isRestoring { receiveSubscription?(subscription) }
      downstream.receive(subscription: run)
    }

    @inlinable
    func receive(_ input: Downstream.Input) {
      guard !run.isOver else { return }
      receiveOutput?(input)
      // The closure may have cancelled the run.
      if !run.isOver { downstream.receive(input) }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      guard run.upstreamDidEnd() else { return }
      receiveCompletion?(completion)
      end(completion)
    }
  }

  @usableFromInline
  final class HandleEventsRun: EndingHandle {
    @safe @usableFromInline @exclusivity(unchecked) var isUpstreamDone = false
    @safe @usableFromInline @exclusivity(unchecked) var isOver = false
    @safe @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?
    @usableFromInline let receiveCancel: (() -> Void)?

    @usableFromInline
    init(receiveCancel: (() -> Void)?) {
      self.receiveCancel = receiveCancel
    }

    @usableFromInline
    func cancel() {
      guard !isOver else { return }
      isOver = true
      receiveCancel?()
      cancelUpstream()
    }
  }
}
