import Marbles
import Platform
import Reactive
import Values

@testable import Pipelines
@testable import Playing
@testable import Records

/// A real time that is controlled by a test. A wait ends at once, and events during it are
/// scripted.
final class ScriptedTime: RealTime {
  /// The 1st of March 2026, at eight.
  static let start: Int64 = 1_772_352_000_000_000_000

  private(set) var monotonic: Int64 = 0
  /// How far the calendar is off, because it was set or the machine was suspended.
  private var shift: Int64 = 0
  private var script: [(moment: Int64, action: () -> Void)] = []
  /// Called when a wait has no end and there are no more actions.
  var whenIdle: () -> Void = {}

  var calendar: Int64 { Self.start + monotonic + shift }

  /// The seconds since the start, according to the calendar.
  var seconds: Double { Double(calendar - Self.start) / 1e9 }

  /// Adds an action after a number of seconds of monotonic time. Actions at one moment run in
  /// order.
  func after(_ seconds: Double, _ action: @escaping () -> Void) {
    let moment = Int64((seconds * 1e9).rounded())
    let place = script.firstIndex { $0.moment > moment } ?? script.count
    script.insert((moment, action), at: place)
  }

  /// Sets the calendar forward or back, as after the machine was suspended.
  func setCalendar(by seconds: Double) {
    shift += Int64(seconds * 1e9)
  }

  func wait(on pipe: borrowing WakePipe, until moment: Int64?) {
    pass(until: moment)
  }

  /// Lets time pass up to a moment, or to the next action if that is earlier.
  func pass(until moment: Int64?) {
    if let next = script.first, next.moment <= moment ?? .max {
      monotonic = max(monotonic, next.moment)
      script.removeFirst().action()
    } else if let moment {
      monotonic = max(monotonic, moment)
    } else {
      whenIdle()
    }
  }
}

/// The bytes of a pipe or of a followed file, which a script writes.
final class ScriptedBytes: ByteSource {
  private var bytes: [UInt8] = []
  private var end: ByteReading?
  private var sender: WallClockScheduler.Sender<Void>?
  private let stop: ReadingStop?
  private let time: ScriptedTime
  /// The longest wait before the playback begins, in milliseconds.
  private var patience: Int32 = 0
  /// Whether it is a followed file, whose end is known.
  var isFollowed = false
  var onNews: (() -> Void)?

  init(_ text: String, in time: ScriptedTime, stop: ReadingStop) {
    bytes = Array(text.utf8)
    (self.time, self.stop) = (time, stop)
  }

  func limitWaiting(to milliseconds: Int32) {
    patience = isFollowed ? 0 : milliseconds
  }

  var isAtPresent: Bool { isFollowed }

  func begin(on scheduler: any Scheduler) {
    patience = 0
    sender = scheduler._makeSender(
      for: Void.self, closed: {}, receive: { [weak self] _ in self?.onNews?() })
    if end != nil { finish() }
  }

  func write(_ text: some Sequence<UInt8>) {
    bytes.append(contentsOf: text)
    sender?.send(())
  }

  func write(_ text: String) {
    write(text.utf8)
  }

  func finish(_ reading: ByteReading = .end) {
    end = end ?? reading
    sender?.send(())
    sender?.close()
  }

  func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading {
    let silent = time.monotonic + Int64(patience) * 1_000_000
    while bytes.isEmpty, end == nil, time.monotonic < silent { time.pass(until: silent) }
    let count = min(bytes.count, target.count)
    if count == 0 { return end ?? (stop?.isStopped == true ? .stopped : .notYet) }
    target.copyBytes(from: bytes[..<count])
    bytes.removeFirst(count)
    return .bytes(count)
  }

  func cancel() {}
}

/// A live playback whose time and inputs are scripted.
final class LiveRun {
  let time = ScriptedTime()
  let stop = ReadingStop()
  private var pipes: [(name: String, bytes: ScriptedBytes)] = []
  private(set) var reports: [String] = []
  private(set) var inputs: [InputReport] = []
  private(set) var dropped: [DroppedValuesReport] = []
  /// The events, with the real time of each in seconds since the start.
  private(set) var events: [(event: Timeline<Value>.Event, seconds: Double)] = []
  var playback = Playback()
  private var remote: WallClockScheduler.Remote?

  /// Adds an input that already has the beginning of its text.
  func pipe(_ name: String = "a", _ text: String = "") -> ScriptedBytes {
    let bytes = ScriptedBytes(text, in: time, stop: stop)
    pipes.append((name, bytes))
    return bytes
  }

  /// Plays until the stream ends or there are no more actions.
  func play(_ document: String) throws {
    var bindings = InputBindings(stop: stop)
    for (name, bytes) in pipes {
      bindings.bindings[name] = InputBinding { _ in
        TextRecords(bytes, format: .ndjson, nil, name: name)
      }
    }
    var catchingUp = CatchingUp { [weak self] in self?.reports.append($0) }
    catchingUp.time = time
    bindings.catchingUp = catchingUp
    let program = try program(document)
    let session = try InputSession(program, bindings)
    let scheduler = WallClockScheduler(following: session)
    let remote = scheduler.remote
    self.remote = remote
    time.whenIdle = { remote.stop() }
    let dropped = DroppedValues()
    playback.play(
      program.publisher(on: scheduler, inputs: session, dropped: dropped), on: scheduler
    ) {
      self.events.append(($0, self.time.seconds))
    }
    inputs = session.reports
    self.dropped = program.report(dropped)
  }

  /// Stops the playback as a signal does.
  func interrupt() {
    stop.stop()
    for pipe in pipes { pipe.bytes.finish(.stopped) }
    remote?.hurry()
  }

  /// The events as a string, with their times in seconds since the start, and with the real time of
  /// each event if it differs.
  var brief: String {
    events.map { event, real in
      let instant = event.instant.nanoseconds
      let time = instant - (instant > ScriptedTime.start / 2 ? ScriptedTime.start : 0)
      let moved = Timeline<Value>.Event(instant: Instant(nanoseconds: time), kind: event.kind)
      return Double(time) / 1e9 == real ? moved.brief : "\(moved.brief)(\(real))"
    }.joined(separator: " ")
  }

  var timeline: Timeline<Value> { Timeline(events.map(\.event)) }
}

/// Returns a record with a time, in seconds since the start of the scripted time.
func line(_ seconds: Double, _ value: String) -> String {
  let time = ScriptedTime.start + Int64((seconds * 1000).rounded()) * 1_000_000
  let (whole, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
  let digits = "\(1_000_000_000 + rest)".dropFirst()
  return #"{"t":\#(whole).\#(digits),"v":"\#(value)"}"# + "\n"
}
