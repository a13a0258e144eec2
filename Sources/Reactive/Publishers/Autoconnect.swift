extension ConnectablePublisher {
  /// Connects when the first subscriber arrives, and disconnects when the last has cancelled.
  ///
  /// A subscriber that arrives after that connects it again. A completion does not disconnect: a
  /// later subscriber receives whatever the connectable publisher sends to latecomers.
  public func autoconnect() -> Publishers.Autoconnect<Self> {
    Publishers.Autoconnect(upstream: self)
  }
}

extension Publishers {
  /// Connects when the first subscriber arrives. It is a class, so that its copies count the same
  /// subscribers.
  public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    private var subscriberCount = 0
    private var isConnected = false
    private var connection: (any Cancellable)?

    /// Creates a publisher that subscribes to `upstream`.
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      subscriberCount += 1
      let stage = AutoconnectStage(downstream: subscriber, onCancel: { self.leave() })
      upstream.receive(subscriber: stage)
      CallDepth.current.inTurn { self.connect() }
    }

    private func connect() {
      guard subscriberCount > 0, !isConnected else { return }
      isConnected = true
      if let upstream = upstream as? any EarlyConnecting {
        upstream.connect { connection = $0 }
      } else {
        keep(upstream.connect())
      }
    }

    /// The last subscriber may have cancelled while the publisher was being connected.
    private func keep(_ connection: any Cancellable) {
      if isConnected { self.connection = connection } else { connection.cancel() }
    }

    private func leave() {
      subscriberCount -= 1
      guard subscriberCount == 0 else { return }
      isConnected = false
      connection.take()?.cancel()
    }
  }

  private final class AutoconnectStage<Downstream: Subscriber>: Subscriber, Subscription {
    private let downstream: Downstream
    private var onCancel: (() -> Void)?
    private var subscription: (any Subscription)?

    init(downstream: Downstream, onCancel: @escaping () -> Void) {
      self.downstream = downstream
      self.onCancel = onCancel
    }

    func receive(subscription: any Subscription) {
      self.subscription = subscription
      downstream.receive(subscription: self)
    }

    func receive(_ input: Downstream.Input) {
      if onCancel != nil { downstream.receive(input) }
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
      _ = subscription.take()
      if onCancel.take() != nil { downstream.receive(completion: completion) }
    }

    func cancel() {
      guard let onCancel = onCancel.take() else { return }
      subscription.take()?.cancel()
      onCancel()
    }
  }
}
