import Expressions
import Marbles
import Pipelines
import Platform
import Reactive

/// The form of event times for people.
enum EventTimes: String, CaseIterable {
  /// Dates, for a clock that counts from 1970.
  case utc, local
  case seconds

  /// The widths of a column of dates: with milliseconds, and with the zone.
  private static let widths = (utc: "2009-02-13T23:31:30.125Z".count, local: 29)

  /// - Parameter choice: The requested form; nil if it depends on the clock of the playback.
  init(_ choice: EventTimes?, for program: Program) {
    self = choice ?? (program.countsFrom1970 ? .utc : .seconds)
  }

  func text(of instant: Instant) -> String {
    switch self {
    case .utc: TimeText.text(ofNanoseconds: instant.nanoseconds)
    case .local:
      TimeText.text(
        ofNanoseconds: instant.nanoseconds, offset: Self.localOffset(at: instant.nanoseconds))
    case .seconds: instant.secondsText
    }
  }

  /// Returns the time as part of a sentence: `2.5 s`.
  func phrase(of instant: Instant) -> String {
    self == .seconds ? "\(instant.secondsText) s" : text(of: instant)
  }

  /// Returns the numbers of blanks before and after a time in a column.
  func padding(of time: String) -> (before: Int, after: Int) {
    switch self {
    case .seconds: (max(0, 10 - time.utf8.count), 0)
    case .utc: (0, max(0, Self.widths.utc - time.utf8.count))
    case .local: (0, max(0, Self.widths.local - time.utf8.count))
    }
  }

  /// The dates on the axis of a picture; nil for seconds.
  var dates: ChartDates? {
    switch self {
    case .utc: .utc
    case .local:
      ChartDates(
        text: { EventTimes.local.text(of: Instant(nanoseconds: $0)) },
        offset: { Int64(Self.localOffset(at: $0)) * 1_000_000_000 })
    case .seconds: nil
    }
  }

  /// Returns the offset of the local zone from UTC at an instant, in seconds.
  private static func localOffset(at nanoseconds: Int64) -> Int {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return LocalTimeZone.secondsAheadOfUTC(at: rest < 0 ? seconds - 1 : seconds)
  }
}

extension EventTimes {
  /// Returns the error in the choice of times, if there is one.
  static func mistake(
    in settings: PlaySettings, _ format: OutputFormat, for program: Program
  ) -> UsageError? {
    guard let times = settings.times, times != .seconds else { return nil }
    guard format == .text else {
      return UsageError(
        "option '--time' is '\(times.rawValue)', but the format \(format.rawValue) has no dates",
        hint: "add '--format text', or leave it out")
    }
    guard program.countsFrom1970 else {
      return UsageError(
        "option '--time' is '\(times.rawValue)', but the times count from the start of the playback",
        hint: #"leave it out, or give the inputs "origin": "epoch""#)
    }
    return nil
  }
}
