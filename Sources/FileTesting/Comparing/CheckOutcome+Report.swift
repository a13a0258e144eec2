import Expressions
public import Pipelines
import Reactive
import Values

extension CheckOutcome {
  /// Returns the message about a check that was not met, with its location and the difference
  /// between the expected and the actual timeline. Nil if it was met.
  public func report(of check: StreamCheck, width: Int = 80) -> String? {
    switch self {
    case .passed, .skipped: nil
    case .differs(let difference):
      difference.all.map { difference in
        Self.heading(of: check, output: difference.output, at: difference.location)
          + difference.report(width: width - 2).split(
            separator: "\n", omittingEmptySubsequences: false
          ).map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
      }.joined(separator: "\n\n")
    case .endless(let playing):
      Self.heading(of: check, at: playing.location ?? check.location) + "  \(playing)"
    case .unsteady(let difference):
      Self.heading(of: check, at: difference.checkLocation) + "  \(difference)"
    case .mistaken(let mistakes): "\(check.place): \(check.title.onOneLine)\n\(mistakes.report)"
    }
  }

  private static func heading(
    of check: StreamCheck, output: String? = nil, at location: SourceLocation
  ) -> String {
    let place = "\(location.file):\(location.line):\(location.column)".onOneLine
    let excerpt = location.excerpt.isEmpty ? "" : "\(location.excerpt)\n"
    let beside = output.map { ", output '\($0.abbreviated)'" } ?? ""
    return "\(place): \(check.title.abbreviated)\(beside)\n\(excerpt)\n"
  }
}

extension StreamCheck {
  /// The location as a string: `a.json:12:3`.
  public var place: String {
    "\(location.file):\(location.line):\(location.column)".onOneLine
  }
}

extension EndlessPlaying: CustomStringConvertible {
  /// A sentence about the work that was left when the playback was stopped.
  public var description: String {
    let given = "\(valueCount) \(valueCount == 1 ? "value" : "values")"
    var text = "stopped after \(steps) steps at \(phrase(of: instant)): \(given) and no completion"
    if let nextDue {
      text +=
        "\n  still pending: \(pendingCount) \(pendingCount == 1 ? "timer" : "timers"), the next "
        + "due "
        + "at \(phrase(of: nextDue))"
    } else {
      text += "\n  nothing is pending: everything happens at one instant"
    }
    return text + "\n  add 'prefix' after a stream that never ends, or allow more steps with "
      + "'--steps'"
  }

  private func phrase(of instant: Instant) -> String {
    instant.phrase(countsFrom1970: countsFrom1970)
  }
}

extension Instant {
  /// The instant for people: a date, or seconds.
  func phrase(countsFrom1970: Bool) -> String {
    if countsFrom1970 { return TimeText.text(ofNanoseconds: nanoseconds) }
    var buffer = ByteBuffer()
    buffer.appendSeconds(nanoseconds: nanoseconds)
    return String(decoding: buffer.bytes, as: UTF8.self) + " s"
  }
}
