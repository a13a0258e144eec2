import Reactive
import StreamModels
import Values

extension MarblePlan {
  /// The completion of a diagram that ends before its start; nil for any other diagram.
  var endBeforeStart: Subscribers.Completion<StreamFailure>? {
    guard let last = events.last, last.time < 0 else { return nil }
    switch last.kind {
    case .value: return nil
    case .finished: return .finished
    case .failure(let failure): return .failure(failure)
    }
  }
}

/// Starts the hot diagrams of a playback and its inputs, and then subscribes to its chain.
///
/// A hot diagram runs from the start, with or without subscribers. Its events are treated as
/// scheduled then; those of several diagrams, in document order. All diagrams stop when the
/// playback ends or is cancelled.
struct PlaybackRoot: Publisher {
  typealias Output = Value
  typealias Failure = StreamFailure

  let plan: Plan
  let output: Int
  let scheduler: any Scheduler
  let inputs: InputSession?
  var taps: [Tap] = []
  var dropped = DroppedValues()
  var trace: TraceRecorder?
  var postponesSources = false

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    let playing = Playing(
      plan, on: scheduler, inputs: inputs, dropped: dropped, trace: trace,
      postponesSources: postponesSources)
    trace?.begin(playing)
    let diagrams = plan.hotDiagrams.compactMap { node -> Diagram? in
      guard case .marbles(let plan) = plan.nodes[node] else { return nil }
      let subject = PassthroughSubject<Value, StreamFailure>()
      playing.hot[node] = subject
      return Diagram(plan, subject)
    }
    let latest = plan.latest.map { LatestStream($0, of: plan, in: playing) }
    for stream in latest { playing.latest[stream.node] = stream }
    let run = PlaybackRootRun(
      downstream: AnySubscriber(subscriber), playing: playing, diagrams: diagrams, latest: latest,
      inputs: inputs)
    let chain = Chain(plan: plan, playing: playing)
    let listeners = taps.map { tap in
      SideRun(
        receiveCompletion: { tap.receive(.completion($0), scheduler.now) },
        receiveValue: { tap.receive(.value($0), scheduler.now) })
    }
    let parts = PlaybackRootRun.Parts(
      noteRecord: { playing.noteRecord() },
      stream: { chain.countedPublisher(of: output).receive(subscriber: run) },
      listeners: Swift.zip(taps, listeners).map { tap, listener in
        (listener, { chain.countedPublisher(of: tap.node).receive(subscriber: listener) })
      })
    if let restoration = CallDepth.restoration {
      run.resume(parts, from: restoration)
    } else {
      run.start(parts)
    }
  }
}

extension PlaybackRoot {
  /// A subscriber to a definition that is played beside the stream.
  struct Tap {
    let node: Int
    let receive: (PlaybackEvent, Instant) -> Void
  }
}

extension PlaybackRoot {
  /// A hot diagram, and the subject that emits its events.
  final class Diagram {
    private let plan: MarblePlan
    private let subject: PassthroughSubject<Value, StreamFailure>
    private let run: SideRun

    init(_ plan: MarblePlan, _ subject: PassthroughSubject<Value, StreamFailure>) {
      self.plan = plan
      self.subject = subject
      run = SideRun(
        receiveCompletion: { subject.send(completion: $0) }, receiveValue: { subject.send($0) })
    }

    var subscription: (any Subscription)? { run.subscription }
    var end: SavedEnd? { subject.end.map(SavedEnd.init) }

    func start(on scheduler: any Scheduler) {
      if let end = plan.endBeforeStart {
        subject.send(completion: end)
      } else {
        play(on: scheduler)
      }
    }

    /// Continues where the diagram stopped, or completes again if it had ended.
    func resume(_ end: SavedEnd?, on scheduler: any Scheduler) {
      if let end { subject.send(completion: end.completion) } else { play(on: scheduler) }
    }

    private func play(on scheduler: any Scheduler) {
      StatedPublisher(source: .diagram(plan), scheduler: scheduler).receive(subscriber: run)
    }

    func cancel() { run.cancel() }
  }
}
