extension Publisher {
  /// Sends upstream's events to a subject, and so to all its subscribers, once it is connected.
  ///
  ///     -1-2|
  ///     multicast { PassthroughSubject() }.autoconnect()
  ///     -1-2|
  ///
  /// The subject is made once, when it is first needed. Each `connect()` subscribes to upstream.
  public func multicast<SubjectType: Subject>(
    _ createSubject: @escaping () -> SubjectType
  ) -> Publishers.Multicast<Self, SubjectType>
  where SubjectType.Output == Output, SubjectType.Failure == Failure {
    Publishers.Multicast(upstream: self, createSubject: createSubject)
  }

  /// Sends upstream's events to a subject, and so to all its subscribers, once it is connected.
  public func multicast<SubjectType: Subject>(
    subject: SubjectType
  ) -> Publishers.Multicast<Self, SubjectType>
  where SubjectType.Output == Output, SubjectType.Failure == Failure {
    multicast { subject }
  }

  /// Sends upstream's events to all subscribers once it is connected.
  ///
  ///     -1-2|
  ///     makeConnectable().autoconnect()
  ///     -1-2|
  public func makeConnectable() -> Publishers.MakeConnectable<Self> {
    multicast { PassthroughSubject() }
  }
}

extension Publishers {
  /// Sends upstream's events to all subscribers.
  public typealias MakeConnectable<Upstream: Publisher> =
    Multicast<Upstream, PassthroughSubject<Upstream.Output, Upstream.Failure>>

  /// Sends upstream's events to a subject. It is a class, so that its copies share the subject.
  public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
  where SubjectType.Output == Upstream.Output, SubjectType.Failure == Upstream.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The closure that makes the subject that all subscribers share.
    public let createSubject: () -> SubjectType
    private lazy var subject = createSubject()

    /// Creates a publisher that subscribes to `upstream`.
    public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
      self.upstream = upstream
      self.createSubject = createSubject
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      subject.receive(subscriber: subscriber)
    }

    public func connect() -> any Cancellable {
      upstream.subscribe(subject)
    }
  }
}

extension Publishers.Multicast: EarlyConnecting {
  func connect(keeping keep: (any Cancellable) -> Void) {
    let feed = SubjectFeed(subject)
    keep(AnyCancellable(feed))
    upstream.receive(subscriber: feed)
  }
}
