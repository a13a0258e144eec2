import Pipelines
import Platform
import Reactive

/// The requested part of a playback, on its clock.
struct PlayWindow {
  var until = Instant.endOfTime
  var inputs = InputWindow()

  /// Converts the times of options to the clock of a program.
  init(_ settings: PlaySettings, for program: Program) throws(UsageError) {
    if settings.isShard {
      inputs = try Self.shard(settings, of: program)
      return
    }
    if settings.origin != nil, !program.hasTimedInputs, !program.followsCalendar {
      throw UsageError(
        "option '--origin' does not apply: the stream has no input whose records have times",
        hint: "leave it out")
    }
    if !settings.inputEnds.isEmpty, program.inputs.used.isEmpty {
      throw UsageError(
        "option '--input-end' does not apply: the stream has no inputs", hint: "use '--until'")
    }
    inputs.origin = settings.origin.map { Instant(nanoseconds: $0.nanoseconds) }
    if let end = settings.inputEnds.first {
      inputs.end = try Self.instant(of: end.time, for: "--input-end", settings.playing, program)
    }
    if let time = settings.until {
      until = try Self.instant(of: time, for: "--until", settings.playing, program)
      inputs.until = until
    }
  }

  /// Ends the window at an instant, unless it ends earlier.
  mutating func end(at end: Instant) {
    guard end < until else { return }
    until = end
    inputs.until = end
  }

  /// The instant at which a playback without inputs starts. It is that of the origin. On a real
  /// clock that follows the calendar, it is now.
  func start(of program: Program, _ settings: PlaySettings) -> Instant {
    guard program.followsCalendar else { return .zero }
    let now = settings.isRealTime ? Instant(nanoseconds: CalendarClock.nanoseconds) : .zero
    return inputs.origin ?? now
  }

  /// Converts the time of an option to the clock of a program.
  static func instant(
    of time: PlayTime, for option: String, _ settings: PlayingSettings, _ program: Program
  ) throws(UsageError) -> Instant {
    guard case .date(let date, let text) = time else {
      return Instant(nanoseconds: time.nanoseconds)
    }
    if program.countsFrom1970 { return Instant(nanoseconds: date) }
    guard let origin = settings.origin else {
      let hasTimes = program.hasTimedInputs
      throw UsageError(
        "option '\(option)' is the date \(text), but the times count from "
          + (hasTimes ? "the first record" : "the start of the playback"),
        hint: hasTimes
          ? #"write seconds, name the date from which they count with '--origin', or give the "#
            + #"inputs "origin": "epoch""# : "write seconds")
    }
    let (distance, overflow) = date.subtractingReportingOverflow(origin.nanoseconds)
    guard !overflow, distance >= 0 else {
      throw UsageError(
        "option '\(option)' is the date \(text), which is before that of '--origin'",
        hint: "expected a later one")
    }
    return Instant(nanoseconds: distance)
  }
}
