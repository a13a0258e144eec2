import Reactive

/// The failure that tests use.
struct Broken: Error, Hashable {
  var number = 0
}

typealias Numbers = AnyPublisher<Int, Broken>

/// Counts the objects that it has created and that are still alive.
final class Lifetimes {
  private(set) var alive = 0
  private(set) var made = 0

  /// An object for closures to capture and values to hold.
  func object() -> Tracked { Tracked(self) }

  final class Tracked {
    private let lifetimes: Lifetimes

    fileprivate init(_ lifetimes: Lifetimes) {
      self.lifetimes = lifetimes
      lifetimes.alive += 1
      lifetimes.made += 1
    }

    deinit { lifetimes.alive -= 1 }

    /// Passes a value on. A closure that calls it holds the object.
    func pass<Value>(_ value: Value) -> Value { value }
  }
}

/// The surroundings of a law's run: a clock, upstreams made to measure, and a count of objects that
/// are alive.
final class World {
  /// How the values of an upstream arrive.
  enum Style: CaseIterable, Sendable {
    /// All values during the subscription.
    case burst
    /// One value per second, from a source that is in the scheduler's queue.
    case timed
    /// One value per second, sent to a subject.
    case sent
  }

  let scheduler: VirtualScheduler
  let lifetimes = Lifetimes()
  /// The number of values that a companion emits, so that a zip has a partner.
  var companionCount = 1000
  private(set) var upstreamCount = 0
  private var keyCount = 0
  private(set) var cancelledCount = 0
  private(set) var endedCount = 0
  private var feed: [AnyCancellable] = []

  init(scheduler: VirtualScheduler = VirtualScheduler()) {
    self.scheduler = scheduler
  }

  /// The number of upstream runs that have neither ended nor been cancelled.
  var runningCount: Int { upstreamCount - cancelledCount - endedCount }

  /// An upstream that is observed: each of its runs is counted, and holds a tracked object.
  func upstream(
    _ style: Style, _ values: [Int], end: Subscribers.Completion<Broken>? = .finished
  ) -> Numbers {
    switch style {
    case .burst:
      let tail: Numbers =
        switch end {
        case .finished: Empty().eraseToAnyPublisher()
        case .failure(let failure): Fail(error: failure).eraseToAnyPublisher()
        case nil: Empty(completeImmediately: false).eraseToAnyPublisher()
        }
      let head = Publishers.Sequence<[Int], Broken>(sequence: values).eraseToAnyPublisher()
      return watched(Publishers.ConcatenateMany([head, tail]))
    case .timed:
      let elements = values.enumerated().map { (Duration.seconds($0.offset + 1), $0.element) }
      return watched(
        TimedSequence(
          elements, end: end.map { _ in .seconds(values.count + 1) }, completion: end ?? .finished,
          on: scheduler))
    case .sent:
      let subject = PassthroughSubject<Int, Broken>()
      for (index, value) in values.enumerated() {
        after(index + 1) { subject.send(value) }
      }
      if let end { after(values.count + 1) { subject.send(completion: end) } }
      return watched(subject)
    }
  }

  /// An upstream that never ends: 1, 2, 3 …
  func endless(_ style: Style) -> Numbers {
    switch style {
    case .burst: return watched(Publishers.Sequence<_, Broken>(sequence: 1...))
    case .timed: return watched(Endless(scheduler: scheduler))
    case .sent:
      let subject = PassthroughSubject<Int, Broken>()
      var value = 0
      feed.append(
        scheduler.schedule(after: .seconds(1), interval: .seconds(1)) {
          value += 1
          subject.send(value)
        })
      return watched(subject)
    }
  }

  /// 1, 2, 3 …, all at once, for an operator that needs a second input.
  var companion: Numbers {
    Publishers.Sequence<_, Broken>(sequence: 1...companionCount).eraseToAnyPublisher()
  }

  /// Runs all due work, however long it takes. Endless work is bounded.
  func run(until time: Duration = .seconds(1_000)) {
    scheduler.run(until: Instant.zero.advanced(by: time))
  }

  /// Returns a number that it has not returned before.
  func nextKey() -> Int {
    keyCount += 1
    return keyCount
  }

  /// Stops sending to subjects, and releases them.
  func stopFeeding() {
    feed = []
  }

  private func after(_ seconds: Int, _ action: @escaping () -> Void) {
    feed.append(scheduler.schedule(after: .seconds(seconds), action))
  }

  private func watched(_ upstream: some Publisher<Int, Broken>) -> Numbers {
    Watched(upstream: upstream, world: self).eraseToAnyPublisher()
  }

  /// Counts runs, and how each of them ends.
  private struct Watched<Upstream: Publisher<Int, Broken>>: Publisher {
    typealias Output = Int
    typealias Failure = Broken
    let upstream: Upstream
    let world: World

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Broken {
      world.upstreamCount += 1
      upstream.receive(subscriber: WatchedStage(downstream: subscriber, world: world))
    }
  }

  private final class WatchedStage<Downstream: Subscriber<Int, Broken>>: Subscriber, Subscription {
    private var downstream: Downstream?
    private let world: World
    private let object: Lifetimes.Tracked
    private var subscription: (any Subscription)?

    init(downstream: Downstream, world: World) {
      self.downstream = downstream
      self.world = world
      object = world.lifetimes.object()
    }

    func receive(subscription: any Subscription) {
      self.subscription = subscription
      downstream?.receive(subscription: self)
    }

    func receive(_ input: Int) { downstream?.receive(input) }

    func receive(completion: Subscribers.Completion<Broken>) {
      world.endedCount += 1
      _ = subscription.take()
      downstream.take()?.receive(completion: completion)
    }

    func cancel() {
      guard let downstream = downstream.take() else { return }
      world.cancelledCount += 1
      withExtendedLifetime(downstream) { subscription.take()?.cancel() }
    }
  }

  private struct Endless: Publisher {
    typealias Output = Int
    typealias Failure = Broken
    let scheduler: VirtualScheduler

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Broken {
      let run = Run(subscriber: subscriber, scheduler: scheduler)
      subscriber.receive(subscription: run)
      run.start()
    }

    final class Run<S: Subscriber<Int, Broken>>: ScheduledWork, Subscription {
      private var subscriber: S?
      private let scheduler: VirtualScheduler
      private var booking: Booking?
      private var count = 0

      init(subscriber: S, scheduler: VirtualScheduler) {
        self.subscriber = subscriber
        self.scheduler = scheduler
      }

      func start() {
        guard subscriber != nil else { return }
        let due = scheduler.now.advanced(by: .seconds(1))
        booking = scheduler.schedule(self, at: scheduler.takeTicket(due: due))
      }

      func run(at instant: Instant) -> NextRun {
        count += 1
        subscriber?.receive(count)
        return .at(instant.advanced(by: .seconds(1)))
      }

      func cancel() {
        _ = subscriber.take()
        if let booking { scheduler.cancel(booking) }
      }
    }
  }
}
