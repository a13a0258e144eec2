/// A hot stream that other publishers feed while they run, with values that they cannot use or with
/// reports.
///
///     let rejected = SideOutput<String, Never>(scheduler: scheduler)
///     let numbers = lines
///       .filter { line in
///         if Int(line) == nil { rejected.send(line) }
///         return Int(line) != nil
///       }
///       .feeding(rejected)
///     let all = numbers.merge(with: rejected).opening(rejected)
///
/// It completes at the end of the instant in which the last publisher that feeds it stops running.
/// A publisher that begins to feed it afterwards opens it again, for later subscribers.
public final class SideOutput<Output, Failure: Error>: Publisher {
  private let scheduler: any Scheduler
  @usableFromInline private(set) var subject = PassthroughSubject<Output, Failure>()
  /// The number of subscriptions to publishers that feed it.
  private var feedCount = 0
  /// The values that are being held back; nil if none should be.
  @usableFromInline private(set) var held: ArraySlice<Output>?
  package private(set) var hasEnded = false
  /// The check whether anything still feeds the output, at the end of an instant.
  private var check: Booking?
  /// Whether anything receives the output.
  @usableFromInline let isReceived: Bool

  /// Creates an output that ends at an instant of a scheduler.
  public convenience init(scheduler: any Scheduler) {
    self.init(scheduler: scheduler, isReceived: true)
  }

  /// Creates an output. An output that nothing receives ignores the values that are sent.
  package init(scheduler: any Scheduler, isReceived: Bool) {
    self.isReceived = isReceived
    self.scheduler = scheduler
  }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    subject.receive(subscriber: subscriber)
  }

  /// Sends a value to all subscribers. While a publisher is `opening` the output, the value is sent
  /// once that publisher has subscribed.
  @inlinable
  public func send(_ value: Output) {
    guard isReceived else { return }
    if held == nil { subject.send(value) } else { hold(value) }
  }

  @usableFromInline
  func hold(_ value: Output) {
    held?.append(value)
  }

  /// Holds back all values, because more subscribers are expected.
  package func hold() {
    if isReceived, held == nil { held = [] }
  }

  /// Sends the values that were held back, in order.
  package func release() {
    while let value = held?.first {
      held?.removeFirst()
      subject.send(value)
    }
    held = nil
  }

  fileprivate func beginFeed() {
    feedCount += 1
    guard hasEnded, !CallDepth.isRestoring else { return }
    hasEnded = false
    subject = PassthroughSubject()
  }

  fileprivate func endFeed() {
    feedCount -= 1
    finishInTurn()
  }

  /// Completes after the work that is already due, unless something feeds the output by then.
  package func finishInTurn() {
    guard isReceived, feedCount == 0, !hasEnded else { return }
    cancelCheck()
    check = scheduler.schedule(Check(output: self), at: scheduler.takeTicket(due: scheduler.now))
  }

  /// The check. It holds the output, because the publishers that fed the output are gone by then.
  private final class Check: ScheduledWork {
    private let output: SideOutput

    init(output: SideOutput) {
      self.output = output
    }

    func run(at instant: Instant) -> NextRun {
      output.check = nil
      if output.feedCount == 0, !output.hasEnded { output.finish() }
      return .never
    }
  }

  private func cancelCheck() {
    if let check = check.take() { scheduler.cancel(check) }
  }

  /// Ends without a completion, and cancels the scheduled work.
  package func cancel() {
    cancelCheck()
    hasEnded = true
  }

  private func finish() {
    hasEnded = true
    subject.send(completion: .finished)
  }
}

// MARK: - Saving

/// The state of a side output, without the publishers that feed it and its subscribers.
package struct SideOutputState: Codable {
  let hasEnded: Bool
  /// The ticket of the check whether anything still feeds it.
  let check: Ticket?
}

extension SideOutput {
  package func state(in line: PendingTickets) -> SideOutputState {
    SideOutputState(hasEnded: hasEnded, check: line[check])
  }

  package func restore(_ state: SideOutputState) {
    if state.hasEnded { finish() }
    check = state.check.map { scheduler.schedule(Check(output: self), at: $0) }
  }
}

// MARK: - Feeding

extension Publisher {
  /// Keeps side outputs from completing while a subscription to this publisher is running.
  ///
  /// Place it after the last publisher that sends to them, and around anything that may subscribe
  /// to that publisher again, such as `retry`.
  public func feeding<Value, ValueFailure: Error>(
    _ outputs: SideOutput<Value, ValueFailure>...
  ) -> Publishers.Feeding<Self, Value, ValueFailure> {
    Publishers.Feeding(upstream: self, outputs: outputs)
  }

  /// Holds back the values sent to side outputs while it subscribes, so that no subscriber to them
  /// comes too late, and then sends them. An output that nothing feeds by then completes.
  ///
  /// Place it after the publisher in which all of these outputs are used.
  public func opening<Value, ValueFailure: Error>(
    _ outputs: SideOutput<Value, ValueFailure>...
  ) -> Publishers.Feeding<Self, Value, ValueFailure> {
    Publishers.Feeding(upstream: self, outputs: outputs, opens: true)
  }
}

extension Publishers {
  /// Keeps side outputs from completing while a subscription is running or, if it opens them, holds
  /// back their values while it subscribes.
  public struct Feeding<Upstream: Publisher, Value, ValueFailure: Error>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The side outputs.
    public let outputs: [SideOutput<Value, ValueFailure>]
    /// Whether the outputs are open once it has subscribed.
    public let opens: Bool

    /// Creates a publisher that subscribes to `upstream`.
    public init(
      upstream: Upstream, outputs: [SideOutput<Value, ValueFailure>], opens: Bool = false
    ) {
      self.upstream = upstream
      self.outputs = outputs
      self.opens = opens
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      guard !opens else {
        for output in outputs { output.hold() }
        upstream.receive(subscriber: subscriber)
        for output in outputs { output.release() }
        for output in outputs { output.finishInTurn() }
        return
      }
      for output in outputs { output.beginFeed() }
      var isRunning = true
      let end = { [outputs] in
        guard exchange(&isRunning, with: false) else { return }
        for output in outputs { output.endFeed() }
      }
      upstream.handleEvents(receiveCompletion: { _ in end() }, receiveCancel: end)
        .receive(subscriber: subscriber)
    }
  }
}
