import Expressions
import Reactive
import Values

/// A hot stream that operators and inputs feed while others play: with values on which expressions
/// failed, and with late records.
///
/// A value that is sent while the playback makes its first subscriptions comes once all are made, so
/// that nobody misses it. It finishes as soon as nothing that feeds it is running, at the end of that instant. If
/// something that feeds it is subscribed to again, later subscribers receive what comes then.
final class SideOutput {
  private let scheduler: any Scheduler
  private var subject = PassthroughSubject<Value, StreamFailure>()
  /// The number of subscriptions to streams that feed it.
  private var feedCount = 0
  /// The values that are held back; nil if none are to be.
  private var held: ArraySlice<Value>?
  private var hasEnded = false
  /// The check whether anything feeds it still, at the end of an instant.
  private var check: AnyCancellable?

  /// Whether anything receives it in this playback.
  private let isReceived: Bool

  init(on scheduler: any Scheduler, isReceived: Bool) {
    self.isReceived = isReceived
    self.scheduler = scheduler
  }

  /// The stream, for subscribers from now on.
  var publisher: Chain.Values {
    Deferred { [self] in subject }.eraseToAnyPublisher()
  }

  func send(_ value: Value) {
    guard isReceived else { return }
    if held == nil { subject.send(value) } else { held?.append(value) }
  }

  /// Holds back what is sent, because subscribers are still to come.
  func hold() {
    if isReceived { held = [] }
  }

  /// Sends what was held back, in order.
  func release() {
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

  /// Finishes behind what is due already, unless something feeds it then.
  func finishInTurn() {
    guard isReceived, feedCount == 0, !hasEnded else { return }
    check = scheduler.schedule(after: .zero) { [weak self] in
      guard let self, feedCount == 0, !hasEnded else { return }
      finish()
    }
  }

  /// Cancels what is scheduled, because the playback has ended.
  func cancel() {
    check.take()?.cancel()
    hasEnded = true
  }

  private func finish() {
    hasEnded = true
    subject.send(completion: .finished)
  }
}

extension SideOutput {
  private static let failureShape = ObjectShape(shared: ["value", "error"])
  private static let latenessShape = ObjectShape(shared: ["value", "lateBy"])

  /// Returns the event of a value on which an expression failed.
  static func event(of value: Value, failing failure: StreamFailure) -> Value {
    .object(Object(shape: failureShape, [value, .string(Text(failure.message))]))
  }

  /// Returns the event of a record that is late, by seconds.
  static func event(of record: Value, lateBy nanoseconds: Int64) -> Value {
    .object(
      Object(
        shape: latenessShape, [record, .double(Frame(nanoseconds: nanoseconds).seconds)]))
  }
}

// MARK: - Saving

extension SideOutput {
  /// Whether it has ended. Those who feed it and its subscribers arrive again by themselves.
  var state: Bool { hasEnded }

  func restore(_ hasEnded: Bool) {
    if hasEnded { finish() }
  }
}

/// A stream that feeds side outputs: these do not end while it is running.
struct FeedingPublisher: Publisher {
  typealias Output = Value
  typealias Failure = StreamFailure

  let upstream: Chain.Values
  let outputs: [SideOutput]

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    for output in outputs { output.beginFeed() }
    var isRunning = true
    let end = { [outputs] in
      guard isRunning else { return }
      isRunning = false
      for output in outputs { output.endFeed() }
    }
    upstream.handleEvents(receiveCompletion: { _ in end() }, receiveCancel: end)
      .receive(subscriber: subscriber)
  }
}
