import Reactive
import StreamModels
import Values

/// Records the events that a stage receives from one of its inputs.
struct TraceEntry: Publisher {
  typealias Output = Value
  typealias Failure = StreamFailure

  let upstream: Chain.Values
  let site: Int
  let recorder: TraceRecorder
  /// The run that subscribed most recently, for subscriptions that a timer makes.
  private let latest = LatestRun()

  init(upstream: Chain.Values, site: Int, recorder: TraceRecorder) {
    self.upstream = upstream
    self.site = site
    self.recorder = recorder
  }

  private final class LatestRun {
    var run: TraceRecorder.Run?
  }

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    let run =
      recorder.subscriber(atSite: site) ?? latest.run ?? recorder.run(ofSite: site)
    latest.run = run
    upstream.receive(
      subscriber: TraceEntryStage(downstream: subscriber, run: run, recorder: recorder))
  }
}

private struct TraceEntryStage<Downstream: Subscriber>: Subscriber
where Downstream.Input == Value, Downstream.Failure == StreamFailure {
  let downstream: Downstream
  let run: TraceRecorder.Run
  let recorder: TraceRecorder

  var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }

  func receive(_ input: Value) {
    recorder.receive(input, in: run) { downstream.receive($0) }
  }

  func receive(completion: Subscribers.Completion<StreamFailure>) {
    recorder.receiveCompletion(in: run) { downstream.receive(completion: completion) }
  }
}
