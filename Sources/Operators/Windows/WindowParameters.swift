import Checking
import Expressions
import Reactive
import StreamModels
import Values

/// The parameters of an operator for windows.
struct WindowParameters: Hashable, Sendable {
  var count: Int?
  var seconds: Seconds?
  var every: Seconds?
  var sliding: Bool?
  var by: String?
  var grace: Seconds?
  var late: ErrorPolicy?
  var empty: Bool?
  var gap: Seconds?
  var maximum: Seconds?
  var endsWhen: String?
  var startsWhen: String?
  var bounds: Bool?
  var atEnd: Publishers.PendingAtEnd?

  /// The kind of windows.
  enum Kind {
    /// One, which ends with the stream.
    case whole
    /// Windows that begin at multiples of a time.
    case aligned(length: Duration, every: Duration)
    /// Windows that lie on a time of the values.
    case timed(length: Duration, every: Duration)
    /// Windows that slide with the values.
    case sliding(Publishers.SlidingExtent)
    /// Windows that begin with a value.
    case limited
  }

  var kind: Kind {
    if sliding == true {
      return .sliding(
        seconds.map { .length($0.nanoseconds) } ?? .last(count ?? 1))
    }
    if let seconds {
      let (length, every) = (seconds.duration, (every ?? seconds).duration)
      return by == nil
        ? .aligned(length: length, every: every) : .timed(length: length, every: every)
    }
    if let count, let every { return .sliding(.count(count, every: Int(every.wholeNumber ?? 1))) }
    let hasLimit =
      gap != nil || maximum != nil || count != nil || endsWhen != nil || startsWhen != nil
    return hasLimit ? .limited : .whole
  }

  var emitsAtEnd: Bool { atEnd != .drop }

  /// The maximum number of empty windows in a row. Without a limit, a stream that never completes
  /// could emit them forever.
  static let emptyLimit = 10_000_000

  static func emptyFailure(of name: String) -> String {
    "more than \(emptyLimit) empty windows in a row, which is the limit of '\(name)'"
  }
}

extension Seconds {
  /// The number, if it is written as a whole one without a unit.
  var wholeNumber: Int64? {
    spelling == nil && nanoseconds % 1_000_000_000 == 0 ? nanoseconds / 1_000_000_000 : nil
  }
}

// MARK: - The specs

/// An operator with parameters for windows.
protocol WindowedOperator: DeclaredParameters {
  var window: WindowParameters { get set }
  /// The name of '$1' in the conditions, for their summaries.
  static var soFar: String { get }
}

extension WindowedOperator {
  static var windowParameters: [OperatorParameter<Self>] {
    [
      .init(
        "count", \.window.count, "The number of values of a window.", isPositive: true,
        measured: ["3"]),
      .init(
        "seconds", \.window.seconds, "The length of a window.", isPositive: true, measured: ["10"]),
      .init(
        "every", \.window.every,
        "The time from one window to the next; with 'count', the number of values.",
        isPositive: true, measured: ["5"]),
      .init(
        "sliding", \.window.sliding,
        "Whether a window ends with each value and holds the last 'seconds' or 'count'."),
      .init(
        "by", \.window.by,
        "The time of '$0' by which windows take it, read like the 'time' of an input.",
        role: .result, measured: [#""$0#""#]),
      .init("grace", \.window.grace, "How long a window waits for late values after its end."),
      .init(
        "late", \.window.late,
        "What happens to a value whose windows have closed; 'drop' by default.",
        words: ["drop", "fail"]),
      .init(
        "empty", \.window.empty,
        "Whether windows without values are emitted, from the first value on."),
      .init("gap", \.window.gap, "The time without a value that ends a session."),
      .init(
        "maximum", \.window.maximum, "The longest time since the first value of a window.",
        isPositive: true, measured: ["10"]),
      .init(
        "endsWhen", \.window.endsWhen,
        "Whether '$0' ends its window; '$1' is the \(soFar) so far, including '$0'.",
        role: .comparison, measured: [#""$0# % 10 == 9""#]),
      .init(
        "startsWhen", \.window.startsWhen,
        "Whether '$0' starts the next window; '$1' is the \(soFar) so far, including '$0'.",
        role: .comparison, measured: [#""$0# % 10 == 0""#]),
      .init("bounds", \.window.bounds, "Whether windows are objects that state their bounds."),
      .init(
        "atEnd", \.window.atEnd, "What happens to open windows at the end; 'emit' by default.",
        words: ["emit", "drop"]),
    ]
  }

  /// The valid combinations, after some other parameters.
  static func windowForms(after first: [String] = [], eachTime: [String] = []) -> [[String]] {
    [
      first + ["bounds?"] + eachTime, first + ["seconds", "every?", "empty?", "bounds?", "atEnd?"],
      first + ["seconds", "by", "every?", "grace?", "late?", "empty?", "bounds?", "atEnd?"],
      first + ["seconds", "sliding", "bounds?"] + eachTime,
      first + ["count", "sliding", "bounds?"] + eachTime,
      first + ["count", "every", "bounds?", "atEnd?"],
      first + ["count|gap|maximum|endsWhen|startsWhen", "bounds?", "atEnd?"],
    ]
  }
}

// MARK: - Mistakes

extension WindowParameters {
  /// The most windows that one value may be in, if they are not made of panes.
  private static let mostWindows: Int64 = 10_000

  /// Checks the words of windows, and notes the values that they drop. `soFar` is the type of '$1' in
  /// conditions.
  func check(_ step: CheckStep, soFar: ValueType) throws(Diagnostics) {
    var mistakes = Diagnostics()
    if let mistake = mistakeInEvery {
      mistakes.append(
        Diagnostic(.invalidValue, mistake.message, hint: mistake.hint, at: step.place(of: "every")))
    }
    let type = step.upstream.type
    for (key, text) in [("startsWhen" as Text, startsWhen), ("endsWhen", endsWhen)] {
      guard let text else { continue }
      do throws(Diagnostics) {
        try step.check(text, in: .pair(type, soFar), as: .condition, at: key)
      } catch {
        mistakes.append(contentsOf: error)
      }
    }
    if let by {
      do throws(Diagnostics) {
        try step.check(by, in: .value(type), at: "by")
        try step.noteDrops(.late, late ?? ErrorPolicy(.drop), at: "late")
      } catch {
        mistakes.append(contentsOf: error)
      }
    }
    if mistakes.hasErrors { throw mistakes }
  }

  private var mistakeInEvery: (message: String, hint: String)? {
    guard let every else { return nil }
    if count != nil, seconds == nil {
      if let number = every.wholeNumber, number > 0 { return nil }
      let written = every.spelling.map { "\"\($0)\"" } ?? every.text
      return (
        "'every' is \(written), expected a whole number of values, because the windows have a 'count'",
        "to begin windows at times, write 'seconds' instead of 'count'"
      )
    }
    guard by != nil, let seconds, every.nanoseconds > 0,
      seconds.nanoseconds / every.nanoseconds > Self.mostWindows
    else { return nil }
    return (
      "a value is in more than \(Self.mostWindows) windows, because 'seconds' is so much longer than "
        + "'every'", "make 'every' longer"
    )
  }
}
