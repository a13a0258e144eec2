import Marbles
import Playing
public import Reactive
import Records
import StreamModels
public import Tracing

/// A playback that can be moved forward and back, one event at a time.
///
/// The position is the number of entries of the trace that have happened. Going back does not undo
/// anything. A snapshot of the stages at a position is made by playing again up to there, because a
/// program plays the same way every time.
public final class TracedPlayback {
  /// The number of entries that one piece of work may add. A stream that does not end at one instant
  /// is stopped there, as at a limit: nothing can be shown while it plays.
  public static let entryLimitOfWork = 100_000

  /// The entries of the trace that are known so far.
  public private(set) var entries: [TraceRecorder.Entry] = []
  /// The stages of the trace.
  public let stages: [Trace.Stage]
  /// The number of entries that have happened.
  public private(set) var position = 0
  /// The end of the playback; nil if it can continue.
  public private(set) var end: PlaybackEnd?
  /// The failure that ended the playback from outside, which is a lack of memory. It is not an event
  /// of a stage.
  package private(set) var failure: StreamFailure?

  private let program: Program
  private let playback: Playback
  private let start: Instant
  private let openInputs: () throws(InputError) -> InputSession?
  private let run: Run

  /// Creates a playback of a program; nil if the program was created without `isTraced`.
  ///
  /// - Parameters:
  ///   - start: The instant at which it starts without inputs; these have their own.
  ///   - openInputs: Opens the inputs anew, because they are read again for each snapshot.
  public init?(
    _ program: Program, _ playback: Playback = Playback(), from start: Instant = .zero,
    openInputs: @escaping () throws(InputError) -> InputSession? = { () throws(InputError) in nil }
  ) throws(InputError) {
    guard let stages = program.tracedStages else { return nil }
    self.stages = stages
    self.program = program
    self.playback = playback
    self.start = start
    self.openInputs = openInputs
    guard let run = try Run(program, playback, from: start, inputs: openInputs()) else {
      return nil
    }
    self.run = run
    run.begin()
    take()
  }

  /// The trace up to the position.
  public var trace: Trace {
    var trace = Trace(stages: stages)
    for entry in entries[..<position] { trace.append(entry) }
    return trace
  }

  /// The most recent entry; nil at the beginning.
  public var last: TraceRecorder.Entry? { position == 0 ? nil : entries[position - 1] }

  /// The instant of the most recent entry.
  public var instant: Instant {
    switch last {
    case .event(let event): event.instant
    case .end(let end): end.instant
    case .cancellation(let cancellation): cancellation.instant
    case nil: run.start
    }
  }

  /// Moves to the next entry, and returns it; nil if the playback has ended.
  public func step() -> TraceRecorder.Entry? {
    var steps = Int.max
    return step(within: &steps)
  }

  /// Moves to the next entry, and returns it; nil if the playback has ended, or if that takes more
  /// than the given number of scheduler steps. Subtracts the steps that were taken from the number.
  package func step(within steps: inout Int) -> TraceRecorder.Entry? {
    while position == entries.count {
      guard end == nil, steps > 0 else { return nil }
      steps -= 1
      run.step()
      take()
    }
    position += 1
    return entries[position - 1]
  }

  /// Moves back by one entry. Returns false at the beginning.
  public func stepBack() -> Bool {
    guard position > 0 else { return false }
    position -= 1
    return true
  }

  /// The events that stages keep at the position, and the work that they have scheduled.
  public func snapshot() throws(InputError) -> TraceRecorder.Snapshot? {
    guard let again = try Run(program, playback, from: start, inputs: openInputs()) else {
      return nil
    }
    return again.snapshot(after: position)
  }

  private func take() {
    entries += run.taken()
    end = run.end
    failure = run.failure
  }

  /// A playback on its own clock.
  private final class Run {
    let start: Instant
    private(set) var end: PlaybackEnd?
    /// The failure of the playback, unless it is one of its events.
    private(set) var failure: StreamFailure?
    private var hasFailedOutput = false
    private var entries: [TraceRecorder.Entry] = []
    private let publisher: Chain.Values
    private let playback: Playback
    private let scheduler: VirtualScheduler
    private let recorder: TraceRecorder
    private var audience: PlaybackAudience<ValueReceiver, VirtualScheduler>?
    private let sink: Sink

    /// Receives entries as long as they are wanted.
    private final class Sink {
      var receive: (TraceRecorder.Entry) -> Void = { _ in }
    }

    init?(
      _ program: Program, _ playback: Playback, from start: Instant, inputs: InputSession?
    ) {
      let sink = Sink()
      let recorder = TraceRecorder(program) { entry in
        // A cancellation is not a step: its effects are.
        if case .cancellation = entry { return }
        sink.receive(entry)
      }
      guard let recorder else { return nil }
      self.sink = sink
      self.recorder = recorder
      self.playback = playback
      self.start = inputs?.start ?? start
      scheduler = VirtualScheduler(now: self.start)
      publisher = program.publisher(
        on: scheduler, inputs: inputs, trace: recorder)
      sink.receive = { [unowned self] in add($0) }
    }

    private func add(_ entry: TraceRecorder.Entry) {
      entries.append(entry)
      if case .event(let event) = entry, case .failure = event.kind,
        recorder.plan.stages[event.stage].role == .output
      {
        hasFailedOutput = true
      }
      if entries.count == TracedPlayback.entryLimitOfWork { audience?.stopAtLimit() }
    }

    func begin() {
      let receiver = ValueReceiver(
        receiveCompletion: { [unowned self] completion, _ in
          if case .failure(let error) = completion, !hasFailedOutput { failure = error }
        },
        receiveValue: { _, _ in true })
      let audience = PlaybackAudience(
        receiver, on: scheduler, limit: playback.limit, isTraced: true)
      self.audience = audience
      finish(audience.listen(to: publisher))
    }

    /// Runs the next task that is due.
    func step() {
      guard end == nil, let audience else { return }
      let outcome = audience.run(until: playback.until, steps: 1)
      recorder.settle()
      guard outcome != .reachedSteps else { return }
      recorder.finish()
      finish(audience.leave(after: outcome))
    }

    private func finish(_ end: PlaybackEnd?) {
      guard let end else { return }
      recorder.finish()
      self.end = end
    }

    /// Returns the entries since the last call.
    func taken() -> [TraceRecorder.Entry] {
      defer { entries = [] }
      return entries
    }

    /// Returns a snapshot of the stages after the given number of entries.
    func snapshot(after count: Int) -> TraceRecorder.Snapshot {
      guard count > 0 else { return TraceRecorder.Snapshot(kept: [], timers: []) }
      var found: TraceRecorder.Snapshot?
      var seen = 0
      // The last entry has been received everywhere before the next one is recorded.
      sink.receive = { [recorder] _ in
        seen += 1
        if seen == count + 1 { found = recorder.snapshot }
      }
      begin()
      while found == nil, seen < count, end == nil { step() }
      let snapshot = found ?? recorder.snapshot
      audience?.cancel()
      return snapshot
    }
  }
}
