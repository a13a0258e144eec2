import Pipelines
import Values

extension RecordField {
  /// The number of different strings in a field that can distinguish kinds of records.
  private static let kindLimit = 10

  /// Returns a first operator for records, as JSON, and the number of a record that it lets pass.
  static func firstStep(
    for fields: [RecordField], in records: [Value]
  ) -> (text: String, passing: Int) {
    var (condition, passing) = ("$0 != null", 0)
    if let kind = fields.first(where: { $0.count == records.count && $0.rarestText != nil }),
      let text = kind.rarestText
    {
      let quoted = text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      condition = "\(kind.access) == '\(quoted)'"
      passing = kind.values.firstIndex(of: .string(Text(text))) ?? 0
    } else if let number = fields.first(where: { $0.count == records.count && $0.isMeasure }),
      let first = number.values.first
    {
      condition = "\(number.access) >= \(first)"
    }
    return ("{ \"filter\": { \"expression\": \(OperatorLine.quoted(condition)) } }", passing)
  }

  /// The rarest string of a field with only a few; nil for a field with other values or too many
  /// strings.
  private var rarestText: String? {
    var counts: [String: Int] = [:]
    var order: [String] = []
    for value in values {
      guard case .string(let text) = value, text.utf8.count < 40,
        text.utf8.allSatisfy({ $0 >= 0x20 })
      else { return nil }
      if counts.updateValue(counts[text.string, default: 0] + 1, forKey: text.string) == nil {
        order.append(text.string)
      }
      if order.count > Self.kindLimit { return nil }
    }
    guard order.count > 1, order.count < count else { return nil }
    return order.min { counts[$0, default: 0] < counts[$1, default: 0] }
  }

  private var isMeasure: Bool {
    !isNamedLikeTime
      && values.allSatisfy {
        switch $0 {
        case .int, .double: true
        default: false
        }
      }
  }
}
