import Marbles
import Reactive
import Values

extension MarblePlan {
  /// How the diagram has ended before it begins, if it has.
  fileprivate var endBeforeStart: Subscribers.Completion<StreamFailure>? {
    guard let last = events.last, last.time < 0 else { return nil }
    switch last.kind {
    case .value: return nil
    case .finished: return .finished
    case .failure(let failure): return .failure(failure)
    }
  }
}

/// Starts the hot diagrams of a playing and what it reads, and then subscribes to its chain.
///
/// A hot diagram runs from the start, whoever listens; its events count as scheduled then, those of
/// several diagrams in the order in which they stand in the document. All of them stop when the
/// playing ends or is cancelled.
struct HotStart: Publisher {
  typealias Output = Value
  typealias Failure = StreamFailure

  let plan: Plan
  let output: Int
  let scheduler: any Scheduler
  let inputs: InputSession?
  var hasClockAlone = false
  var joinsSources = true
  var taps: [Tap] = []

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    let playing = Playing(
      plan, on: scheduler, inputs: inputs, hasClockAlone: hasClockAlone, joinsSources: joinsSources)
    var running: [AnyCancellable] = []
    for node in plan.hotDiagrams {
      guard case .marbles(let diagram) = plan.nodes[node] else { continue }
      let subject = PassthroughSubject<Value, StreamFailure>()
      playing.hot[node] = subject
      if let end = diagram.endBeforeStart {
        subject.send(completion: end)
      } else {
        running.append(
          RowsPublisher(
            recipe: .marbles(diagram, clockStandsStill: scheduler.clockStandsStill),
            scheduler: scheduler
          ).sink(
            receiveCompletion: { subject.send(completion: $0) },
            receiveValue: { subject.send($0) }))
      }
    }
    if let inputs {
      inputs.begin(on: scheduler) { playing.noteRecord() }
      running.append(AnyCancellable { inputs.end() })
    }
    let run = HotRun(
      downstream: AnySubscriber(subscriber), scheduler: scheduler, diagrams: running)
    let chain = Chain(plan: plan, playing: playing)
    run.start {
      chain.countedPublisher(of: output).receive(subscriber: run)
    } thenListening: {
      taps.map { tap in
        chain.countedPublisher(of: tap.node).sink(
          receiveCompletion: { tap.receive(.completion($0), scheduler.now) },
          receiveValue: { tap.receive(.value($0), scheduler.now) })
      }
    }
  }
}

extension HotStart {
  /// Who listens to a definition beside the stream that plays.
  struct Tap {
    let node: Int
    let receive: (PlaybackEvent, Instant) -> Void
  }
}

/// One playing with hot diagrams, inputs or listeners.
private final class HotRun: Subscriber, RowSubscriber, Subscription {
  typealias Input = Value
  typealias Failure = StreamFailure

  private let downstream: AnySubscriber<Value, StreamFailure>
  private let scheduler: any Scheduler
  private var diagrams: [AnyCancellable]
  private var subscription: (any Subscription)?
  private var isOver = false
  /// Those who listen beside the stream.
  private var listeners: [AnyCancellable] = []
  /// What came of the stream while it was subscribed to, before there were listeners.
  private var endAtStart: Subscribers.Completion<StreamFailure>?
  private var isStarting = false

  init(
    downstream: AnySubscriber<Value, StreamFailure>, scheduler: any Scheduler,
    diagrams: [AnyCancellable]
  ) {
    self.scheduler = scheduler
    self.downstream = downstream
    self.diagrams = diagrams
  }

  /// Subscribes to the stream, and then to what is listened to beside it.
  func start(_ subscribe: () -> Void, thenListening listen: () -> [AnyCancellable]) {
    isStarting = true
    subscribe()
    if !isOver { listeners = listen() }
    isStarting = false
    if let end = endAtStart { receive(completion: end) }
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    downstream.receive(subscription: self)
  }

  func receive(_ input: Value) {
    downstream.receive(input)
  }

  func receive(completion: Subscribers.Completion<StreamFailure>) {
    guard !isOver else { return }
    guard !isStarting else {
      endAtStart = completion
      return
    }
    guard !listeners.isEmpty else { return finish(completion) }
    // Those beside the stream hear first what else happens at this instant.
    scheduler.schedule { [self] in if !isOver { finish(completion) } }
  }

  private func finish(_ completion: Subscribers.Completion<StreamFailure>) {
    listeners = []
    end()
    downstream.receive(completion: completion)
  }

  /// What comes goes right through.
  var rowReceiver: (any RowReceiver)? { downstream.rowReceiver }

  func cancel() {
    guard !isOver else { return }
    let subscription = subscription
    listeners = []
    end()
    subscription?.cancel()
  }

  private func end() {
    isOver = true
    subscription = nil
    let running = diagrams
    diagrams = []
    for diagram in running { diagram.cancel() }
  }
}
