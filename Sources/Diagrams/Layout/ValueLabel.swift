import Marbles
package import Values

/// The short text of a value in a diagram.
///
/// Strings have no quotes unless they could be mistaken for another value, and objects have no
/// quotes around their keys: `{host: a, n: 1}`.
package enum ValueLabel {
  /// Returns the text of a value, on one line, with at most `limit` columns.
  package static func text(of value: Value, limit: Int = DiagramMetrics.longestText) -> String {
    var text = ""
    append(value, to: &text, limit: limit, isNested: false)
    return ChartText.line(text, limit: limit)
  }

  /// Appends a value, and stops soon after the limit, however large the value is.
  private static func append(
    _ value: Value, to text: inout String, limit: Int, isNested: Bool
  ) {
    switch value {
    case .null, .bool, .int, .double: text += value.description
    case .string(let string): text += Self.text(of: string.string, limit: limit, isNested)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += ", " }
        guard text.utf8.count <= 4 * limit else { return }
        append(element, to: &text, limit: limit, isNested: true)
      }
      text += "]"
    case .object(let object):
      text += "{"
      for (index, member) in object.members.enumerated() {
        if index > 0 { text += ", " }
        guard text.utf8.count <= 4 * limit else { return }
        text += Self.text(of: member.key.string, limit: limit, true) + ": "
        append(member.value, to: &text, limit: limit, isNested: true)
      }
      text += "}"
    }
  }

  private static func text(of string: String, limit: Int, _ isNested: Bool) -> String {
    let start = String(string.prefix(limit + 1))
    let isAmbiguous =
      start.isEmpty || ["true", "false", "null"].contains(start) || Double(start) != nil
      || start.first == " " || start.last == " "
      || start.first.map { "\"[{".contains($0) } ?? false
      || (isNested && start.contains { ",:]}".contains($0) })
    return isAmbiguous ? "\"\(start)\"" : start
  }
}
