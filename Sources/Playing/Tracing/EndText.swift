import Tracing
import Values

/// A sentence that describes the end of an event.
struct EndText: CustomStringConvertible {
  let stage: Trace.Stage
  /// The rule of the operator in words; nil to use the general description.
  let phrase: String?
  let reason: Trace.Reason
  /// The event that ended it, and the name of the stage that received that event.
  let by: (event: Int, stage: String)?
  /// The earlier event for which the stage dropped it, and the time since.
  let rival: (event: Int, age: Duration)?
  /// How long the stage kept the event.
  let age: Duration

  var description: String {
    let name =
      stage.parameters.isEmpty
      ? "'\(stage.name)'" : "'\(stage.name)' (\(stage.parameters.abbreviated))"
    switch reason {
    case .dropped:
      return "\(name) dropped it: \(phrase ?? "it emits nothing for it")\(earlier)"
    case .replaced:
      return "\(name) dropped it: \(phrase ?? "a later value replaced it") (\(later))"
    case .completed:
      return "\(name) dropped it: \(phrase ?? "the stream ended before its turn") (\(after))"
    case .expired: return "\(name) dropped it: \(phrase ?? "its time was over") (\(after))"
    case .cancelled:
      guard let by else { return "\(name) was cancelled" }
      return "\(name) was cancelled by '\(by.stage)' (\(later))"
    case .held: return "\(name) still held it at the end: \(phrase ?? "its turn had not come")"
    }
  }

  private var earlier: String {
    guard let rival else { return "" }
    return rival.age == .zero
      ? " (event \(rival.event) came at the same instant)"
      : " (event \(rival.event) came \(rival.age.secondsText) s earlier)"
  }

  private var later: String {
    guard let by else { return after }
    return age == .zero
      ? "event \(by.event) came at the same instant"
      : "event \(by.event) came \(age.secondsText) s later"
  }

  private var after: String { "after \(age.secondsText) s" }
}
