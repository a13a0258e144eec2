import Expressions
import Reactive
import StreamModels
import Values

/// A run of a playback with hot diagrams, inputs or listeners.
final class PlaybackRootRun: Subscriber, SavableRun, ScheduledWork {
  typealias Input = Value
  typealias Failure = StreamFailure

  /// The subscriptions to make, in order.
  struct Parts {
    let noteRecord: () -> Void
    let stream: () -> Void
    let listeners: [(run: SideRun, subscribe: () -> Void)]
  }

  private let downstream: AnySubscriber<Value, StreamFailure>
  private let scheduler: any Scheduler
  let inputs: InputSession?
  private let playing: Playing
  private var diagrams: [PlaybackRoot.Diagram]
  private let latest: [LatestStream]
  private var subscription: (any Subscription)?
  private var isOver = false
  /// The subscribers that are played beside the stream.
  private var listeners: [SideRun] = []
  /// The completion of a stream that ended during its subscription, before there were listeners.
  private var endAtStart: Subscribers.Completion<StreamFailure>?
  private var isStarting = false
  /// The completion of a stream whose listeners first receive the other events of its instant.
  private var ending: (completion: Subscribers.Completion<StreamFailure>, booking: Booking)?

  init(
    downstream: AnySubscriber<Value, StreamFailure>, playing: Playing,
    diagrams: [PlaybackRoot.Diagram], latest: [LatestStream], inputs: InputSession?
  ) {
    self.playing = playing
    scheduler = playing.scheduler
    self.downstream = downstream
    self.diagrams = diagrams
    self.latest = latest
    self.inputs = inputs
  }

  /// Starts diagrams and inputs, subscribes to the stream, and then subscribes the listeners.
  func start(_ parts: Parts) {
    for diagram in diagrams { CallDepth.current.withFreshDepth { diagram.start(on: scheduler) } }
    inputs?.begin(
      for: self, on: scheduler, playing.sideOutputs, noteRecord: parts.noteRecord)
    isStarting = true
    for output in playing.sideOutputs { output.hold() }
    for stream in latest { stream.startIfReading() }
    parts.stream()
    if !isOver {
      listeners = parts.listeners.map(\.run)
      for listener in parts.listeners { CallDepth.current.withFreshDepth { listener.subscribe() } }
    }
    for output in playing.sideOutputs { output.release() }
    for output in playing.sideOutputs { output.finishInTurn() }
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
    subscription = nil
    ending = (
      completion, scheduler.schedule(self, at: scheduler.takeTicket(due: scheduler.now))
    )
  }

  func run(at instant: Instant) -> NextRun {
    if let ending = ending.take() { finish(ending.completion) }
    return .never
  }

  private func finish(_ completion: Subscribers.Completion<StreamFailure>) {
    endListeners()
    end()
    downstream.receive(completion: completion)
  }

  /// Values pass straight through.
  var _batchUse: _BatchUse { downstream._batchUse }
  func _receive(_ batch: _Batch<Value>) -> Int { downstream._receive(batch) }

  func cancel() {
    guard !isOver else { return }
    let subscription = subscription
    endListeners()
    end()
    subscription?.cancel()
  }

  private func endListeners() {
    let running = listeners
    listeners = []
    for listener in running { listener.cancel() }
  }

  private func end() {
    isOver = true
    subscription = nil
    if let ending = ending.take() { scheduler.cancel(ending.booking) }
    let running = diagrams
    diagrams = []
    for diagram in running { diagram.cancel() }
    for stream in latest { stream.cancel() }
    inputs?.end()
    for output in playing.sideOutputs { output.cancel() }
  }
}

// MARK: - Stopping

extension PlaybackRootRun {
  /// Finishes the stream at the current instant, whatever is due later.
  func finishHere() {
    guard !isOver else { return }
    cancel()
    downstream.receive(completion: .finished)
  }

  /// Counts the values that wait for later instants, because the playback ends before these.
  func noteWaiting(on scheduler: WallClockScheduler) {
    let tickets = scheduler.pendingTickets
    for upstream in upstreams {
      forEachRun(from: upstream, in: ExpressionPlace?.none) { next, place in
        if let waiting = (next as? any WaitingRun)?
          .waiting(in: tickets, limit: DroppedValues.keptCount)
        {
          playing.dropped.add(waiting, at: place)
        }
        return (next as? PlacedRun)?.place ?? place
      }
    }
  }
}

// MARK: - Saving

extension PlaybackRootRun {
  /// The state of a playback, without the states of its stages.
  struct State: Codable {
    let inputs: InputSession.State?
    /// The ends of the hot diagrams; nil for each one that has not ended.
    let ends: [SavedEnd?]
    /// The streams that are played once; nil if there are none. Earlier versions did not save them.
    let latest: [LatestStream.State]?
    let outputs: [SideOutputState]
    let dropped: [DroppedValues.Count]
    /// The completion that the listeners precede, and its ticket.
    let ending: SavedEnd?
    let endingTicket: Ticket?
  }

  var upstreams: [(any Subscription)?] {
    diagrams.map(\.subscription) + latest.map(\.subscription) + [subscription]
      + listeners.map(\.subscription)
  }

  func state(in line: PendingTickets) -> State {
    State(
      inputs: inputs?.state(in: line), ends: diagrams.map(\.end),
      latest: latest.isEmpty ? nil : latest.map(\.state),
      outputs: playing.sideOutputs.map { $0.state(in: line) },
      dropped: playing.dropped.state,
      ending: ending.map { SavedEnd($0.completion) }, endingTicket: line[ending?.booking])
  }

  /// Continues where another playback stopped.
  func resume(_ parts: Parts, from restoration: Restoration) {
    let first = diagrams.count + latest.count
    let count = first + 1 + parts.listeners.count
    guard let (state, isRunning) = restoration.next(State.self, upstreams: count) else { return }
    guard state.ends.count == diagrams.count, (state.inputs != nil) == (inputs != nil),
      (state.latest?.count ?? 0) == latest.count, state.outputs.count == playing.sideOutputs.count
    else {
      return restoration.fail("the state of other diagrams or inputs")
    }
    for (output, state) in zip(playing.sideOutputs, state.outputs) { output.restore(state) }
    playing.dropped.restore(state.dropped, of: playing.dropSiteCount)
    for (diagram, end) in zip(diagrams, state.ends) { diagram.resume(end, on: scheduler) }
    if let inputs, let saved = state.inputs {
      inputs.begin(
        for: self, on: scheduler, playing.sideOutputs, noteRecord: parts.noteRecord)
      if !inputs.restore(saved) { return restoration.fail("the state of other inputs") }
    }
    listeners = parts.listeners.map(\.run)
    // Each one subscribes only after all states of the previous one have been taken.
    let depth = CallDepth.current
    for (number, (stream, saved)) in zip(latest, state.latest ?? []).enumerated() {
      depth.withFreshDepth {
        stream.resume(saved, isRunning: isRunning[diagrams.count + number])
      }
    }
    if isRunning[first] {
      depth.withFreshDepth { parts.stream() }
    } else {
      downstream.receive(subscription: self)
    }
    if let end = state.ending, let ticket = state.endingTicket {
      ending = (end.completion, scheduler.schedule(self, at: ticket))
    }
    for (listener, isRunning) in zip(parts.listeners, isRunning[(first + 1)...])
    where isRunning {
      depth.withFreshDepth { listener.subscribe() }
    }
    inputs?.beginNew(on: scheduler)
  }
}
