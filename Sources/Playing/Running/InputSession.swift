import Checking
public import Reactive
public import Records
import StreamModels
import Values

/// The inputs of one playback. All of them are open and, for inputs whose records have times, the
/// first record has been read.
///
///     let session = try InputSession(program, InputBindings(["trades": .file("trades.csv")]))
///     let scheduler = VirtualScheduler(now: session.start)
///     program.publisher(on: scheduler, inputs: session)
public final class InputSession {
  /// The instant at which the playback must start.
  public private(set) var start = Instant.zero
  let clock: InputClock
  /// The readings of inputs, by number.
  private let readings: [Int: InputReading]
  private let order: [Int]
  /// The time since 1970 of the first record that a test states; nil if there is none.
  private let firstOfStated: Int64?
  /// The relation to the calendar; nil if the playback does not follow it.
  private(set) var live: LiveClock?
  /// The time since 1970 at the instant zero, if the times of records count from 1970.
  private(set) var calendarZero: Int64?
  /// Whether a record is being delivered.
  package var isDelivering: Bool { usedReadings.contains(where: \.isRunning) }
  /// Whether the playback follows the calendar.
  var isLive: Bool { live != nil }
  /// The playback that reads the inputs.
  private(set) weak var playback: PlaybackRootRun?
  /// Whether a stream follows the calendar, so that the playback starts at the origin.
  private let followsCalendar: Bool
  /// Notes for people about the positions at which the inputs continue.
  package var notes: [String] = []
  /// Whether the inputs that are held open end once nothing else is pending.
  private var isEndingHeld = false
  /// The runs that wait until all inputs have ended.
  private var watchers: [(run: ObjectIdentifier, call: () -> Void)] = []

  /// Opens all inputs that a program reads, and waits for the first records; this blocks the
  /// thread.
  public convenience init(_ program: Program, _ bindings: InputBindings) throws(InputError) {
    try self.init(opening: bindings, for: program)
    try setStart(bindings)
  }

  /// Opens all inputs that a program reads, and waits for the first records; this suspends the task
  /// for those from an asynchronous sequence.
  public convenience init(
    awaiting program: Program, _ bindings: InputBindings,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(InputError) {
    try self.init(opening: bindings, for: program)
    if bindings.resumed == nil {
      for number in order { await readings[number]?.waitForFirst(isolation: isolation) }
    }
    try setStart(bindings)
  }

  private init(opening bindings: InputBindings, for program: Program) throws(InputError) {
    let plan = program.plan
    let outputs = [program.output] + program.taps.values + program.outputNodes
    let used = plan.usedInputs
    order = plan.inputs.indices.filter(used.contains)
    followsCalendar = plan.facts.followsCalendar
    firstOfStated =
      order.compactMap { plan.inputs[$0].stated }.filter(\.setsStart).compactMap(\.firstTime).min()
    let statesDates = order.contains { plan.inputs[$0].stated?.setsStart == true }
    clock = InputClock(statesDates ? .epoch : plan.origin, bindings.window)
    let files = try Self.files(of: program, bindings)
    var readings: [Int: InputReading] = [:]
    for number in order {
      let input = plan.inputs[number]
      if let mistake = bindings.window.mistake(in: input) { throw mistake }
      if let stated = input.stated {
        let reader = StatedRecordReader(stated)
        let records = RecordLookahead(input, reader, bindings, stated: reader)
        readings[number] = InputReading(records, clock: clock)
        continue
      }
      let name = input.source.name
      guard let binding = bindings.bindings[name] ?? files[name].map({ .files($0) }) else {
        throw .unbound(name, isNamed: !input.source.paths.isEmpty)
      }
      let reader = try binding.open(bindings.stop, input.source.records)
      if let silence = bindings.catchingUp?.silence, input.time != nil {
        reader._limitWaiting(to: Int32(clamping: silence.wholeNanoseconds / 1_000_000))
      }
      let records = RecordLookahead(input, reader, bindings)
      if let fields = plan.fieldsRead(ofInput: number, outputs: outputs) {
        records.readOnly(fields)
      }
      readings[number] = InputReading(records, clock: clock)
    }
    self.readings = readings
  }

  /// Finds the files of inputs that are not bound to anything else, if reading them is allowed.
  private static func files(
    of program: Program, _ bindings: InputBindings
  ) throws(InputError) -> [String: [InputFile]] {
    guard let access = bindings.pathAccess else { return [:] }
    do throws(Diagnostics) {
      return try program.inputFiles(access, besides: Set(bindings.bindings.keys))
    } catch {
      throw InputError(.unreadable, error.report)
    }
  }

  private func setStart(_ bindings: InputBindings) throws(InputError) {
    if let positions = bindings.resumed {
      try resume(positions, bindings.catchingUp)
    } else {
      setStart(bindings.catchingUp)
    }
    for number in order { readings[number]?.records.stated?.setStart(start) }
  }

  private func resume(
    _ positions: InputPositions, _ catchingUp: CatchingUp?
  ) throws(InputError) {
    (start, calendarZero) = (positions.start, positions.calendarZero)
    if let catchingUp, let zero = positions.calendarZero {
      let live = LiveClock(catchingUp, zero: zero, of: self)
      self.live = live
      let distance = positions.instant.nanoseconds.distance(downTo: live.present.nanoseconds)
      if live.present < positions.instant {
        notes.append(
          "the clock of this machine is \(Seconds(nanoseconds: distance).text) s before the "
            + "checkpoint; no timer fires until it has reached it")
      }
    }
    for reading in usedReadings where reading.records.stated == nil {
      try move(reading.records, to: positions)
    }
  }

  private func setStart(_ catchingUp: CatchingUp?) {
    var first =
      clock.window.origin?.nanoseconds ?? order.compactMap { readings[$0]?.firstTime() }.min()
    let isFirstStart = clock.origin == .epoch || followsCalendar
    let hasTimes = usedReadings.contains(where: \.records.hasTimes)
    // Without a record, a live playback begins now.
    if hasTimes, let start = first ?? catchingUp?.time.calendar {
      if isFirstStart || start >= Self.firstOfCalendar {
        calendarZero = isFirstStart ? 0 : start
      }
      if let catchingUp, let calendarZero {
        first = start
        live = LiveClock(catchingUp, zero: calendarZero, of: self)
      } else if let catchingUp {
        let text = RecordTime.text(of: start, origin: clock.origin)
        catchingUp.report(
          "the times of the records, which start at \(text), do not count from 1970; they are "
            + "replayed from the first record, as with '--speed 1'")
      }
    }
    if let first { clock.setFirst(first) }
    let starts = [isFirstStart ? first : nil, firstOfStated].compactMap(\.self)
    start = Instant(nanoseconds: starts.min() ?? 0)
  }

  /// The first time that certainly counts from 1970. Earlier times, those before March 1973,
  /// usually have another origin.
  private static let firstOfCalendar: Int64 = 100_000_000_000_000_000

  /// An input for whose next record a playback in virtual time has to wait, if there is one.
  package var awaited: InputReading? {
    for number in order {
      if let reading = readings[number], reading.isAwaited { return reading }
    }
    return nil
  }

  /// The record that is being delivered, if there is one.
  var delivered: FailureCause.Record? {
    for number in order {
      if let record = readings[number]?.delivered { return record }
    }
    return nil
  }

  /// The readings, in document order.
  var usedReadings: [InputReading] { order.compactMap { readings[$0] } }

  /// A report on the records of each input, in document order.
  public var reports: [InputReport] { order.compactMap { readings[$0]?.report } }

  func reading(of number: Int) -> InputReading? { readings[number] }

  func begin(
    for playback: PlaybackRootRun?, on scheduler: any Scheduler,
    _ sideOutputs: [SideOutput<Value, StreamFailure>],
    noteRecord: @escaping () -> Void
  ) {
    self.playback = playback
    clock.begin(at: scheduler.now)
    let kind = scheduler._join(self)
    if kind != .calendar { live = nil }
    for reading in usedReadings {
      reading.begin(on: scheduler, kind, live, sideOutputs, noteRecord: noteRecord) { [weak self] in
        for watcher in self?.watchers ?? [] { watcher.call() }
        self?.endHeldInTurn()
      }
    }
    let ranked = usedReadings.filter { $0.records.plan.rank != nil }
    for reading in ranked.sorted(by: { $0.records.plan.rank ?? 0 < $1.records.plan.rank ?? 0 }) {
      reading.standing = scheduler.takeTicket(due: scheduler.now)
    }
  }

  /// Whether an input stays open as long as something else is pending.
  var areHeldOpen: Bool { usedReadings.contains { $0.records.plan.source.end == .hold } }

  /// Ends the inputs that are held open once nothing else is pending, if all others have ended.
  func endHeldInTurn() {
    guard let scheduler = usedReadings.first(where: \.isHeldOpen)?.scheduler, areOnlyHeldOpen,
      !isEndingHeld
    else { return }
    isEndingHeld = true
    scheduler._whenIdle { [weak self] in
      guard let self else { return }
      isEndingHeld = false
      // Something may have subscribed to an input in the meantime.
      guard areOnlyHeldOpen else { return }
      for reading in usedReadings { reading.finishHeld() }
    }
  }

  private var areOnlyHeldOpen: Bool {
    usedReadings.allSatisfy { !$0.isBeingRead || $0.isHeldOpen }
  }

  /// Whether every input that was read has ended, or no longer has subscribers.
  var isOver: Bool {
    usedReadings.contains(where: \.wasRead) && usedReadings.allSatisfy { !$0.isBeingRead }
  }

  /// Calls a closure for a run whenever an input ends or loses its last subscriber.
  func watch(as run: AnyObject, _ call: @escaping () -> Void) {
    watchers.append((ObjectIdentifier(run), call))
  }

  func unwatch(_ run: AnyObject) {
    watchers.removeAll { $0.run == ObjectIdentifier(run) }
  }

  package func end() {
    watchers = []
    for number in order { readings[number]?.end() }
  }
}
