extension Publisher {
  /// The values of one run as an asynchronous sequence; a failure is thrown.
  ///
  ///     for try await value in publisher.values { … }
  ///
  /// The run begins when the loop begins, and is cancelled when the loop is left or its task is
  /// cancelled. Values that arrive faster than the loop takes them wait in order, and none is
  /// dropped. Publisher and loop stay in one isolation.
  public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

/// The values of a publisher as an asynchronous sequence.
public struct AsyncPublisher<Upstream: Publisher>: AsyncSequence {
  public typealias Element = Upstream.Output
  public typealias Failure = Upstream.Failure

  private let publisher: Upstream

  /// Creates a sequence of the values of a publisher.
  public init(_ publisher: Upstream) {
    self.publisher = publisher
  }

  public func makeAsyncIterator() -> Iterator {
    let inbox = Inbox()
    CallDepth.current.withFreshDepth { publisher.receive(subscriber: inbox) }
    return Iterator(inbox: inbox, handle: AnyCancellable { inbox.cancel() })
  }

  /// Waits for one value after another.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let inbox: Inbox
    /// Cancels the run when the loop releases its iterator.
    fileprivate let handle: AnyCancellable

    public mutating func next() async throws(Failure) -> Element? {
      try await next(isolation: nil)
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Failure) -> Element? {
      while true {
        if let value = inbox.waiting.popFirst() { return value }
        if let completion = inbox.completion {
          // The failure is thrown only once.
          inbox.completion = .finished
          guard case .failure(let failure) = completion else { return nil }
          throw failure
        }
        guard await inbox.waitForNews(isolation: actor) else {
          handle.cancel()
          return nil
        }
      }
    }
  }

  /// The values that have arrived but have not been taken. Only the notice that something arrived
  /// crosses into the runtime, so the values need not be sendable.
  fileprivate final class Inbox: Subscriber {
    typealias Input = Upstream.Output

    var waiting = Ring<Input>()
    var completion: Subscribers.Completion<Failure>?
    private var subscription: (any Subscription)?
    private let news: AsyncStream<Void>.Continuation
    private var iterator: AsyncStream<Void>.Iterator

    init() {
      let (stream, news) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      self.news = news
      iterator = stream.makeAsyncIterator()
    }

    /// Waits until something has arrived. Returns false if the task was cancelled instead.
    func waitForNews(isolation actor: isolated (any Actor)?) async -> Bool {
      var iterator = iterator
      return await iterator.next(isolation: actor) != nil
    }

    func receive(subscription: any Subscription) {
      guard completion == nil else { return subscription.cancel() }
      self.subscription = subscription
    }

    func receive(_ input: Input) {
      waiting.append(input)
      news.yield()
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      self.completion = completion
      _ = subscription.take()
      news.yield()
    }

    func cancel() {
      completion = .finished
      let dropped = waiting.removeAll()
      withExtendedLifetime(dropped) { subscription.take()?.cancel() }
    }
  }
}
