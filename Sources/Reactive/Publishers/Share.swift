extension Publisher {
  /// Shares one run of upstream among its subscribers. The run begins with the first subscriber and
  /// is cancelled with the last.
  ///
  ///     -1-2|
  ///     share()
  ///     -1-2|
  ///
  /// A later subscriber receives the values that are emitted from then on. After the end, it
  /// receives only the completion.
  public func share() -> Publishers.Share<Self> {
    Publishers.Share(upstream: self)
  }
}

extension Publishers {
  /// Shares one run of upstream among its subscribers. It is a class, so that its copies share the
  /// same run.
  public final class Share<Upstream: Publisher>: Publisher, Equatable {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    private let shared: Autoconnect<MakeConnectable<Upstream>>

    /// Creates a publisher that subscribes to `upstream`.
    public init(upstream: Upstream) {
      self.upstream = upstream
      shared = upstream.makeConnectable().autoconnect()
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      shared.receive(subscriber: subscriber)
    }

    public static func == (left: Share, right: Share) -> Bool { left === right }
  }
}
