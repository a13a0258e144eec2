import Reactive
import StreamModels
import Values

/// Records the events that a stage emits.
struct TraceExit: Publisher {
  typealias Output = Value
  typealias Failure = StreamFailure

  let upstream: Chain.Values
  let site: Int
  let recorder: TraceRecorder

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    let run = TraceExitRun(recorder.run(ofSite: site), of: recorder)
    recorder.subscribing(run.run) {
      upstream.receive(
        subscriber: TraceExitStage(downstream: subscriber, run: run, recorder: recorder))
    }
  }
}

/// The handle of a stage's run. It is notified of a cancellation, and then releases the run's
/// origin.
private final class TraceExitRun: PassingRun {
  let run: TraceRecorder.Run
  let recorder: TraceRecorder
  var origin: TraceRecorder.Origin?
  var subscription: (any Subscription)?
  var isOver = false

  init(_ run: TraceRecorder.Run, of recorder: TraceRecorder) {
    self.run = run
    self.recorder = recorder
    origin = recorder.origin()
  }

  func cancel() {
    guard !isOver else { return }
    isOver = true
    origin = nil
    subscription.take()?.cancel()
    recorder.cancel(run)
  }
}

private struct TraceExitStage<Downstream: Subscriber>: Subscriber
where Downstream.Input == Value, Downstream.Failure == StreamFailure {
  let downstream: Downstream
  let run: TraceExitRun
  let recorder: TraceRecorder

  var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  func receive(subscription: any Subscription) {
    run.subscription = subscription
    downstream.receive(subscription: run)
  }

  func receive(_ input: Value) {
    guard !run.isOver else { return }
    downstream.receive(recorder.emit(input, from: run.run, begunBy: run.origin))
  }

  func receive(completion: Subscribers.Completion<StreamFailure>) {
    guard !run.isOver else { return }
    run.isOver = true
    _ = run.subscription.take()
    recorder.emit(completion, from: run.run)
    downstream.receive(completion: completion)
    run.origin = nil
  }
}
