import Reactive
import StreamModels
import Values

/// A stream that is played once, and whose latest value is kept.
///
/// A later subscriber receives the latest value at once, and then what comes; after the stream has
/// completed, the latest value and the completion; after it has failed, only the failure. It begins
/// with its first subscriber or, if inputs lead to it, with the playback, and is cancelled with the
/// playback.
final class LatestStream: Publisher {
  typealias Output = Value
  typealias Failure = StreamFailure

  private let plan: LatestPlan
  private let source: () -> Chain.Values?
  private let subject = PassthroughSubject<Value, StreamFailure>()
  private var latest: Value?
  /// The run of the stream; nil before it begins.
  private var run: SideRun?

  init(_ plan: LatestPlan, of whole: Plan, in playing: Playing) {
    self.plan = plan
    // The playback holds this stream.
    source = { [weak playing] in
      playing.map { Chain(plan: whole, playing: $0).publisher(of: plan.source) }
    }
  }

  var node: Int { plan.node }
  var subscription: (any Subscription)? { run?.subscription }

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    if CallDepth.isRestoring { return subject.receive(subscriber: subscriber) }
    var latest = latest
    if case .failure? = subject.end { latest = nil }
    subject.receive(subscriber: LatestReceiver(downstream: subscriber, latest: latest))
    if run == nil { start() }
  }

  /// Begins with the playback, if inputs lead to it.
  func startIfReading() {
    if plan.readsInput, run == nil { start() }
  }

  private func start() {
    let run = SideRun(
      receiveCompletion: { [weak self] in self?.subject.hand(completion: $0) },
      receiveValue: { [weak self] in self?.pass($0) })
    self.run = run
    source()?.receive(subscriber: run)
  }

  private func pass(_ value: Value) {
    latest = value
    subject.hand(value)
  }

  func cancel() { run?.cancel() }
}

/// Receives the latest value before those of the stream.
private struct LatestReceiver<Downstream: Subscriber>: Subscriber
where Downstream.Input == Value, Downstream.Failure == StreamFailure {
  let downstream: Downstream
  let latest: Value?

  var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
    guard let latest else { return }
    CallDepth.current.inTurn { downstream.receive(latest) }
  }

  func receive(_ input: Value) { downstream.receive(input) }

  func receive(completion: Subscribers.Completion<StreamFailure>) {
    downstream.receive(completion: completion)
  }
}

// MARK: - Saving

extension LatestStream {
  /// The state of the stream, without its stages and subscribers.
  struct State: Codable {
    let hasBegun: Bool
    let latest: Value?
    let end: SavedEnd?
  }

  var state: State {
    State(hasBegun: run != nil, latest: latest, end: subject.end.map(SavedEnd.init))
  }

  /// Continues where another playback stopped.
  func resume(_ state: State, isRunning: Bool) {
    latest = state.latest
    if let end = state.end { subject.send(completion: end.completion) }
    if isRunning { return start() }
    if state.hasBegun { run = SideRun(receiveCompletion: { _ in }, receiveValue: { _ in }) }
  }
}
