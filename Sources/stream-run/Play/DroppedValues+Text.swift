import Pipelines
import Values

extension DroppedValuesReport {
  /// The lines about the values that an operator has lost: their number, followed by the first few,
  /// each with the place and the reason of the failure, or with its time.
  func lines(times: EventTimes) -> [String] {
    let place = location.map { "\($0.file):\($0.line):\($0.column): " } ?? ""
    let examples =
      reason == .failed
      ? first.map(\.line)
      : firstValues.map { "at \(times.phrase(of: $0.time)): \(Self.text(of: $0.value))" }
    let rest = count > examples.count ? ", the first:" : ":"
    let name = operatorName.isEmpty ? "this stream" : "'\(operatorName)'"
    return ["\(place)\(name) \(summary)\(rest)".onOneLine]
      + examples.map { "  \($0)".onOneLine }
  }

  /// The loss as a verb with an object: `skipped 3 values because of an error`.
  private var summary: String {
    let values = count == 1 ? "1 value" : "\(count) values"
    let sent = output.map { "sent \(values) to '\($0)'" }
    return switch reason {
    case .failed: (sent ?? "skipped \(values)") + " because of an error"
    case .suppressed: "dropped \(values) above the limit"
    case .unmatched: "dropped \(values) without a partner"
    case .unmatchedOther: "dropped \(values) of the other stream without a partner"
    case .late: (sent ?? "dropped \(values)") + " whose windows had closed"
    case .notDue: "dropped \(values) not due yet"
    case .forgotten: count == 1 ? "forgot 1 group" : "forgot \(count) groups"
    }
  }

  /// A value as JSON, shortened.
  private static func text(of value: Value) -> String {
    let text = String(decoding: JSONWriter.text(of: value), as: UTF8.self)
    return text.unicodeScalars.count > 80
      ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(80))) + "…" : text
  }
}
