import Expressions
import Pipelines
import Platform
import Reactive
import Values

/// A time of a playback on the command line: seconds of its clock, or a date.
enum PlayTime: Sendable {
  case seconds(Instant)
  /// Nanoseconds since 1970, and the date as it was written.
  case date(Int64, text: String)

  /// The forms of a time, as the end of a message.
  static let expectation =
    "expected seconds, a duration or a date, such as 0.5, 1h30m or 2026-01-02T03:04Z"

  /// The nanoseconds of the time itself.
  var nanoseconds: Int64 {
    switch self {
    case .seconds(let instant): instant.nanoseconds
    case .date(let nanoseconds, _): nanoseconds
    }
  }
}

extension OptionValue where Value == PlayTime {
  /// Reads a time in the form of a stream file, or a date.
  static let playTime = playTime(isSigned: false)
  /// Does the same for the time of a record, which can be before zero.
  static let recordTime = playTime(isSigned: true)

  private static func playTime(isSigned: Bool) -> OptionValue {
    OptionValue(placeholder: "TIME", expectation: PlayTime.expectation) {
      (text, option) throws(UsageError) in
      try read(text, for: option, isSigned: isSigned)
    }
  }

  fileprivate static func read(
    _ text: String, for option: String, isSigned: Bool
  ) throws(UsageError) -> PlayTime {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else {
      return .seconds(try OptionValue<Instant>.time(isSigned: isSigned).read(text, for: option))
    }
    let nanoseconds: Int64?
    do throws(EvaluationError) {
      nanoseconds = try TimeText.nanoseconds(of: Text(completed(text)))
    } catch {
      throw UsageError("option '\(option)': \(error.message)", hint: PlayTime.expectation)
    }
    guard let nanoseconds, nanoseconds < Instant.endOfTime.nanoseconds else {
      throw UsageError(
        "option '\(option)' is beyond the end of time", hint: "expected a year from 1678 to 2261")
    }
    return .date(nanoseconds, text: text)
  }

  /// Returns a date completed with the parts that may be left out: the seconds, or the time of day,
  /// which is then midnight in UTC.
  private static func completed(_ text: String) -> String {
    let bytes = Array(text.utf8)
    if bytes.count == 10 { return text + "T00:00:00Z" }
    let colon = UInt8(ascii: ":")
    guard bytes.count >= 16, bytes[13] == colon, bytes.count == 16 || bytes[16] != colon else {
      return text
    }
    return String(decoding: bytes[..<16] + Array(":00".utf8) + bytes[16...], as: UTF8.self)
  }
}

/// The end of all inputs, or of one of them: `2026-01-02`, or `trades=2026-01-02`.
struct InputEndTime: Sendable {
  /// The name of the input; nil for all.
  let name: String?
  let time: PlayTime
}

extension OptionValue where Value == InputEndTime {
  static let inputEnd = OptionValue(
    placeholder: "[NAME=]TIME", expectation: PlayTime.expectation
  ) { (text, option) throws(UsageError) in
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      let time = try OptionValue<PlayTime>.read(text, for: option, isSigned: false)
      return InputEndTime(name: nil, time: time)
    }
    guard !parts[0].isEmpty else {
      throw UsageError(
        "option '\(option)' is '\(text)', which has no name of an input",
        hint: "expected a name and a time, such as trades=1h30m")
    }
    // Records can be before 1970, and so can the end of their input.
    let time = try OptionValue<PlayTime>.read(String(parts[1]), for: option, isSigned: true)
    return InputEndTime(name: String(parts[0]), time: time)
  }
}
