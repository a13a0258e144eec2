package import Values

/// JSON as people write it: on one line if it fits.
package enum JSONLayout {
  /// The width of the lines, unless a value needs more.
  package static let width = 76

  /// Returns the lines of a value that comes after some other text.
  package static func lines(
    of value: Value, width: Int = JSONLayout.width, behind start: String = ""
  ) -> [String] {
    let line = "\(start)\(line(of: value))"
    guard line.count > width else { return [line] }
    switch value {
    case .array(let elements) where !elements.isEmpty:
      return ["\(start)["] + inner(elements.map { ("", $0) }, width) + ["]"]
    case .object(let object) where !object.isEmpty:
      return ["\(start){"] + inner(object.members.map { ("\(key($0)): ", $0.value) }, width) + ["}"]
    default: return [line]
    }
  }

  private static func inner(_ values: [(start: String, value: Value)], _ width: Int) -> [String] {
    values.enumerated().flatMap { index, entry in
      var lines = lines(of: entry.value, width: width - 3, behind: entry.start)
      if index < values.count - 1 { lines[lines.count - 1] += "," }
      return lines.map { "  \($0)" }
    }
  }

  private static func line(of value: Value) -> String {
    switch value {
    case .object(let object) where !object.isEmpty:
      let members = object.members.map { "\(key($0)): \(line(of: $0.value))" }
      return "{ \(members.joined(separator: ", ")) }"
    case .array(let elements) where !elements.isEmpty:
      let inner = elements.map(line).joined(separator: ", ")
      return elements.contains(where: isContainer) ? "[ \(inner) ]" : "[\(inner)]"
    default: return value.text
    }
  }

  private static func key(_ member: Member) -> String { Value.string(member.key).text }

  private static func isContainer(_ value: Value) -> Bool {
    switch value {
    case .array, .object: true
    case .null, .bool, .int, .double, .string: false
    }
  }
}
