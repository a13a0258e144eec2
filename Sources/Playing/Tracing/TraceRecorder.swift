import Marbles
import Reactive
import Records
import StreamModels
public import Tracing
import Values

/// Records the events that the stages of one playback receive and emit, and reports them as they
/// happen.
///
/// A stage is observed from both sides. Its emitted events are numbered. Their causes are the
/// values they contain, and the event that the stage is receiving at that moment. Its received
/// events are marked. If the stage releases the last copy of one without having emitted anything
/// because of it, the event has ended there. The event that the stage is receiving at that moment
/// has ended it.
public final class TraceRecorder {
  /// A subscription to a stage.
  final class Run {
    let site: Int
    let stage: Int
    let number: Int
    let memory: StageMemory
    /// The key or the value for which it plays; nil outside inner streams, and after it has been
    /// reported with an event.
    fileprivate(set) var owner: Value?
    /// Whether it plays for a key or a value.
    fileprivate(set) var isInner = false
    /// The last value that it received, if the stage remembers it.
    var received: (event: Int, mark: DeliveryMark)?
    /// The event of the last value that it emitted.
    var emitted: Int?
    /// The numbers of the deliveries from which a result is being computed.
    var summarized: [Int] = []
    /// The last events because of which it may drop another one, up to the one that does.
    private var rivals: [Earlier] = []
    /// The index of the oldest of them in the list, which is used as a ring once it is full.
    private var first = 0
    private let rivalRule: Rival

    init(site: Int, stage: Int, number: Int, _ plan: TracePlan) {
      memory = plan.memories[stage]
      rivalRule = plan.rivals[stage]
      self.site = site
      self.stage = stage
      self.number = number
    }

    /// Notes that it passes an event.
    func notePassing(_ event: Int, at instant: Instant) {
      if case .passed = rivalRule { noteRival(Earlier(event: event, instant: instant)) }
    }

    /// Notes that it keeps an event that it has received.
    func noteKeeping(_ event: Int, at instant: Instant) {
      if case .kept = rivalRule { noteRival(Earlier(event: event, instant: instant)) }
    }

    private func noteRival(_ event: Earlier) {
      guard rivals.count == rivalDistance else { return rivals.append(event) }
      rivals[first] = event
      first = (first + 1) % rivalDistance
    }

    private var rivalDistance: Int {
      switch rivalRule {
      case .none: 0
      case .passed(let count): count
      case .kept: 1
      }
    }

    /// The earlier event because of which it drops another one; nil if there is none.
    var rival: Earlier? {
      rivalDistance > 0 && rivals.count == rivalDistance ? rivals[first] : nil
    }
  }

  /// An event for which a stage drops a later one.
  struct Earlier {
    let event: Int
    let instant: Instant
  }

  /// An event that a run is receiving.
  struct Frame {
    let run: Run
    /// The number of the event; nil for a completion whose event is not known.
    let event: Int?
    /// The number of the delivery; -1 for a completion, which does not end anywhere.
    let delivery: Int
    /// The mark of the value; nil once the stage has released it.
    weak var mark: DeliveryMark?

    var isCompletion: Bool { delivery < 0 }
  }

  /// An event that a run has received.
  struct Delivery {
    let event: Int
    let instant: Instant
    let run: Run
    /// Whether the run has emitted anything because of it.
    var isUsed = false
    /// The instant until which the stage delays it.
    var due: Instant?
    /// The rule that ends it in words, if the stage says so: the expression that failed on it, say.
    var phrase: String?
    /// The earlier event for which the run drops it, if that depends on its value.
    var rival: Earlier?
  }

  /// A report of a recorder.
  public enum Entry: Sendable, Equatable {
    /// A stage emitted an event.
    case event(Trace.Event)
    /// An event ended at a stage.
    case end(Trace.End)
    /// A subscription of an inner stream was cancelled.
    case cancellation(Trace.Cancellation)
  }

  /// Work that a stage has scheduled.
  struct Timer {
    /// The number of the stage; nil for a source.
    let stage: Int?
    let due: Instant
  }

  /// The work that stages have scheduled and not cancelled.
  var timers: [Booking: Timer] = [:]
  package let plan: TracePlan
  let receive: (Entry) -> Void
  private var clock: (any Scheduler)?
  private var inputs: InputSession?
  private(set) var frames: [Frame] = []
  private var subscribers: [Run] = []
  /// The keys and values for which inner streams are being subscribed to, from the outermost in.
  private var owners: [Value] = []
  /// The events that stages keep, by number.
  var deliveries: [Int: Delivery] = [:]
  private var nextDelivery = 0
  private var nextEvent = 0
  /// The reason of the next event, if nothing has arrived for it.
  var reason: String?
  private var runCounts: [Int]
  let released = ReleasedDeliveries()
  /// The event of the completion that is being passed to the next stage.
  private var completion: Int?
  var hasFinished = false

  /// Creates a recorder for one playback of a program; nil if the program was created without
  /// `isTraced`.
  ///
  /// - Parameter receive: Receives the entries in order.
  public init?(_ program: Program, receive: @escaping (Entry) -> Void) {
    guard let plan = program.plan.trace else { return nil }
    self.plan = plan
    self.receive = receive
    runCounts = plan.stages.map { _ in 0 }
  }

  /// Returns the clock of a site's stage, or the clock of the sources if the site is nil.
  func scheduler(_ scheduler: any Scheduler, ofSite site: Int?) -> any Scheduler {
    let stage = site.flatMap { plan.numbers[$0] }
    return (scheduler as? TracedScheduler)?.clock(ofStage: stage)
      ?? TracedScheduler(scheduler, stage: stage, recorder: self)
  }

  /// Begins to record a playback.
  func begin(_ playing: Playing) {
    clock = playing.scheduler
    inputs = playing.inputs
  }

  var now: Instant { clock?.now ?? .zero }

  /// Returns the run of a new subscription to a stage.
  func run(ofSite site: Int) -> Run {
    guard let stage = plan.numbers[site] else { preconditionFailure("a stage that nothing plays") }
    defer { runCounts[stage] += 1 }
    let run = Run(site: site, stage: stage, number: runCounts[stage], plan)
    run.owner = owners.last
    run.isInner = !owners.isEmpty
    return run
  }

  /// Calls `subscribe`, which starts an inner stream for a key or a value.
  func playing(for owner: Value, _ subscribe: () -> Void) {
    owners.append(owner.withoutTraces())
    subscribe()
    owners.removeLast()
  }

  /// Calls `subscribe`, with which a run subscribes to the inputs of its stage.
  func subscribing(_ run: Run, _ subscribe: () -> Void) {
    subscribers.append(run)
    subscribe()
    subscribers.removeLast()
  }

  /// Returns the run that is now subscribing to an input of a site: either it is being subscribed
  /// to itself, or it is receiving the event that makes it subscribe. Returns nil if a timer makes
  /// it subscribe.
  func subscriber(atSite site: Int) -> Run? {
    subscribers.last { $0.site == site } ?? frames.last { $0.run.site == site }?.run
  }

  func isOutput(_ run: Run) -> Bool { plan.stages[run.stage].role == .output }

  // MARK: - Receiving

  /// The innermost event that is being received.
  var frame: Frame? { frames.last }

  /// Notes that a run receives a value, and calls `deliver` with the value to receive.
  func receive(_ value: Value, in run: Run, deliver: (Value) -> Void) {
    guard let traced = value.traced else { return deliver(value) }
    if let mark = traced.mark { use(mark.delivery) }
    let delivery = add(Delivery(event: traced.event, instant: now, run: run))
    frames.append(Frame(run: run, event: traced.event, delivery: delivery))
    if run.memory == .received {
      let mark = DeliveryMark(delivery, reportingTo: released)
      deliver(marked(traced, with: mark))
      run.received = (traced.event, mark)
    } else {
      deliver(marked(traced, with: DeliveryMark(delivery, reportingTo: released)))
    }
    settle()
    frames.removeLast()
    if deliveries[delivery] != nil { run.noteKeeping(traced.event, at: now) }
  }

  /// Returns a value with the mark of a delivery. Only the stage that receives the value keeps the
  /// mark, which is therefore released with the stage's last copy of it.
  private func marked(_ traced: TracedValue, with mark: DeliveryMark) -> Value {
    frames[frames.count - 1].mark = mark
    return Value(TracedValue(traced.value, event: traced.event, mark: mark))
  }

  /// Notes that a run receives a completion, and calls `deliver`.
  func receiveCompletion(in run: Run, deliver: () -> Void) {
    frames.append(Frame(run: run, event: completion.take(), delivery: -1))
    deliver()
    settle()
    frames.removeLast()
  }

  private func add(_ delivery: Delivery) -> Int {
    settle()
    defer { nextDelivery += 1 }
    deliveries[nextDelivery] = delivery
    return nextDelivery
  }

  /// Notes that a run has emitted something because of a delivery.
  private func use(_ delivery: Int) {
    deliveries[delivery]?.isUsed = true
  }

  /// Notes the rule that ends the event of a delivery, in words.
  func notePhrase(_ phrase: String, of delivery: Int) { deliveries[delivery]?.phrase = phrase }

  /// Notes the earlier event because of which the value that is being received is dropped.
  func noteRival(_ earlier: Earlier) {
    if let frame { deliveries[frame.delivery]?.rival = earlier }
  }

  /// Notes that a stage delays the value that it is receiving.
  func noteWait(of stage: Int, until due: Instant) {
    guard due > now, let frame = frames.last(where: { $0.run.stage == stage }) else { return }
    deliveries[frame.delivery]?.due = due
  }

  // MARK: - Emitting

  /// Numbers a value that a run emits. Returns the value to send.
  func emit(_ value: Value, from run: Run, begunBy origin: Origin?) -> Value {
    settle()
    var causes: Set<Int> = []
    let plain = value.withoutTraces { traced in
      causes.insert(traced.event)
      if let mark = traced.mark { use(mark.delivery) }
    }
    let isMade = causes.isEmpty
    addTrigger(to: &causes, of: run)
    if isMade { causes.formUnion(takeSummary(of: run).map(\.event)) }
    if causes.isEmpty, let origin {
      causes.insert(origin.event)
      use(origin.mark?.delivery ?? -1)
    }
    addMemory(to: &causes, of: run)
    let event = record(.value(plain), of: run, because: causes)
    if run.memory == .emitted { run.emitted = event }
    return isOutput(run) ? plain : Value(TracedValue(plain, event: event))
  }

  /// Numbers a completion that a run emits.
  func emit(_ end: Subscribers.Completion<StreamFailure>, from run: Run) {
    settle()
    var causes: Set<Int> = []
    addTrigger(to: &causes, of: run)
    completion = record(Timeline.Kind(end), of: run, because: causes)
    run.received = nil
    settle()
    endSummary(of: run)
  }

  /// Notes that a run is cancelled.
  func cancel(_ run: Run) {
    run.received = nil
    settle()
    endSummary(of: run)
    // The value that it plays for is known from its first event. The end of the playback at a limit
    // is not a cancellation.
    guard run.isInner, run.owner == nil, !hasFinished else { return }
    if let frame, isOutput(frame.run) { return }
    receive(
      .cancellation(Trace.Cancellation(stage: run.stage, run: run.number, instant: now)))
  }

  /// Returns the events from which a run has been computing a result. Its next result begins with
  /// none.
  func takeSummary(of run: Run) -> [Delivery] {
    defer { run.summarized = [] }
    return run.summarized.compactMap { deliveries.removeValue(forKey: $0) }
  }

  /// Adds the event that a run is receiving, as the cause of an event that it emits.
  private func addTrigger(to causes: inout Set<Int>, of run: Run) {
    guard let frame = frames.last(where: { $0.run === run }) else { return }
    if let event = frame.event {
      causes.insert(event)
      run.notePassing(event, at: now)
    }
    use(frame.delivery)
  }

  /// Adds the event that a run remembers.
  private func addMemory(to causes: inout Set<Int>, of run: Run) {
    if let emitted = run.emitted { causes.insert(emitted) }
    guard let received = run.received else { return }
    causes.insert(received.event)
    use(received.mark.delivery)
  }

  private func record(
    _ kind: Timeline<Value>.Kind, of run: Run, because causes: Set<Int>
  ) -> Int {
    let stage = plan.stages[run.stage]
    var event = Trace.Event(
      number: nextEvent, instant: now, stage: run.stage, run: run.number, kind: kind,
      causes: causes.sorted(), owner: run.owner.take(), because: reason.take())
    if stage.name == "input", stage.role == .source, case .value = kind {
      event.record = inputs?.delivered.map { record in
        Trace.Record(input: record.input, source: record.place.source, line: record.place.line)
      }
    }
    nextEvent += 1
    receive(.event(event))
    return event.number
  }

  /// The event during which a source was subscribed to, and which is the cause of its events.
  struct Origin {
    let event: Int
    /// Kept as long as the source runs.
    let mark: DeliveryMark?
  }

  /// Returns the origin of a source that is subscribed to now; nil if no event led to the
  /// subscription.
  func origin() -> Origin? {
    frames.last.flatMap { frame in frame.event.map { Origin(event: $0, mark: frame.mark) } }
  }
}
