import Foundation
import Values

@testable import Expressions

// Strings that are read in a notation, with Foundation's regular expressions and numbers.
extension Oracle {
  func regex(_ name: String, _ arguments: [Thing]) -> Thing? {
    guard let text = arguments[0].string, let pattern = arguments[1].string,
      let expression = try? NSRegularExpression(pattern: pattern)
    else { return nil }
    let groups = expression.numberOfCaptureGroups
    if name != "regex.replace", groups > 1 { return nil }
    let whole = text as NSString
    let matches = self.matches(of: expression, in: whole)
    func part(_ range: NSRange) -> String {
      range.location == NSNotFound ? "" : whole.substring(with: range)
    }
    switch name {
    case "regex.extract":
      guard let match = matches.first else { return .optional(nil) }
      let found = part(match.range(at: groups))
      return .optional(groups == 1 && found.isEmpty ? nil : Thing(found))
    case "regex.extractAll":
      let found = matches.map { part($0.range(at: groups)) }
      return .list(found.filter { groups == 0 || !$0.isEmpty }.map { Thing($0) })
    default:
      guard let replacement = arguments[2].string else { return nil }
      if arguments.count == 4, arguments[3].int == nil { return nil }
      let limit = arguments.count == 4 ? arguments[3].int ?? 0 : -1
      var (result, end) = ("", 0)
      for match in limit < 0 ? matches[...] : matches.prefix(Int(clamping: limit)) {
        if replacement.contains("\\1"), groups == 0 { return nil }
        result += part(NSRange(location: end, length: match.range.location - end))
        result += replacement.replacingOccurrences(of: "\\0", with: part(match.range))
          .replacingOccurrences(of: "\\1", with: groups > 0 ? part(match.range(at: 1)) : "")
        end = match.range.location + match.range.length
      }
      return Thing(result + whole.substring(from: end))
    }
  }

  /// Finds matches as in Go, without an empty match directly after another one.
  private func matches(
    of expression: NSRegularExpression, in text: NSString
  ) -> [NSTextCheckingResult] {
    var end = -1
    return expression.matches(
      in: text as String, range: NSRange(location: 0, length: text.length)
    ).filter { match in
      let isRepeated = match.range.length == 0 && match.range.location == end
      end = match.range.location + match.range.length
      return !isRepeated
    }
  }

  func number(_ text: String) -> Thing? {
    let form = "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?$"
    guard text.range(of: form, options: .regularExpression) != nil, !text.hasSuffix("\n") else {
      return nil
    }
    if let int = Int64(text) { return .int(int) }
    return Double(text).flatMap { $0.isFinite ? .double($0) : nil }
  }

  /// Reads the few forms that random expressions have.
  func keyValues(_ text: String) -> Thing? {
    var entries: [(key: Thing, value: Thing)] = []
    var rest = text[...]
    while true {
      rest = rest.drop { $0 == " " }
      if rest.isEmpty { return .map(entries) }
      let key = rest.prefix { !" =\"".contains($0) }
      rest = rest.dropFirst(key.count)
      if key.isEmpty || rest.first == "\"" { return nil }
      var value = Thing.bool(true)
      if rest.first == "=" {
        rest = rest.dropFirst()
        if rest.first == "\"" {
          let quoted = rest.dropFirst().prefix { $0 != "\"" }
          rest = rest.dropFirst(quoted.count + 1)
          guard rest.first == "\"" else { return nil }
          rest = rest.dropFirst()
          if let next = rest.first, next != " " { return nil }
          value = Thing(String(quoted))
        } else {
          let bare = rest.prefix { $0 != " " }
          rest = rest.dropFirst(bare.count)
          value = Thing(String(bare))
        }
      }
      let name = Thing(String(key))
      if let position = entries.firstIndex(where: { Thing.areEqual($0.key, name) }) {
        entries[position].value = value
      } else {
        entries.append((name, value))
      }
    }
  }

  func timestamp(_ number: Double) -> Thing? {
    guard number.isFinite, abs(number) < 1e12 else { return nil }
    let whole = number.rounded(.down)
    let nanoseconds = Int(((number - whole) * 1e9).rounded())
    return (try? Timestamp(seconds: Int64(whole), nanoseconds: nanoseconds)).map { .timestamp($0) }
  }

  /// Reads `yyyy-MM-dd HH:mm` at an offset.
  func timestamp(_ text: String, _ rest: [Thing]) -> Thing? {
    if rest.isEmpty { return nil }
    guard rest.count == 2, rest[0].string == "yyyy-MM-dd HH:mm", let zone = rest[1].string else {
      return nil
    }
    let offset = zone == "UTC" ? "Z" : zone
    let form = text.replacingOccurrences(of: " ", with: "T") + ":00" + offset
    return (try? Timestamp(Text(form))).map { .timestamp($0) }
  }
}
