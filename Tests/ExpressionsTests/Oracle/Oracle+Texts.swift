import Foundation
import Values

@testable import Expressions

// Values that become text in a special way, with the C library for the digits of doubles.
extension Oracle {
  func quote(_ text: [Unicode.Scalar]) -> Thing {
    let escapes: [Unicode.Scalar: String] = [
      "\u{07}": "\\a", "\u{08}": "\\b", "\u{0C}": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t",
      "\u{0B}": "\\v", "\\": "\\\\", "\"": "\\\"",
    ]
    return Thing("\"" + text.map { escapes[$0] ?? String($0) }.joined() + "\"")
  }

  func trim(_ text: [Unicode.Scalar]) -> Thing {
    let isKept = text.map { !$0.properties.isWhitespace }
    guard let first = isKept.firstIndex(of: true), let last = isKept.lastIndex(of: true) else {
      return Thing("")
    }
    return .string(Array(text[first...last]))
  }

  func format(_ text: [Unicode.Scalar], _ arguments: [Thing]) -> Thing? {
    var rest = Array(text[...])
    var left = arguments
    var result = ""
    while let scalar = rest.first {
      rest.removeFirst()
      if scalar != "%" {
        result.unicodeScalars.append(scalar)
        continue
      }
      if rest.first == "%" {
        rest.removeFirst()
        result += "%"
        continue
      }
      var precision = 6
      if rest.first == "." {
        let digits = rest.dropFirst().prefix { ("0"..."9").contains($0) }
        precision = Int(digits.map { String($0) }.joined()) ?? 0
        rest.removeFirst(1 + digits.count)
      }
      guard precision <= 1_000, let verb = rest.first, !left.isEmpty else { return nil }
      rest.removeFirst()
      guard let written = write(left.removeFirst(), verb, precision) else { return nil }
      result += written
    }
    return Thing(result)
  }

  private func write(_ value: Thing, _ verb: Unicode.Scalar, _ precision: Int) -> String? {
    switch (verb, value) {
    case ("s", _): return write(value)
    case ("d", .int), ("d", .double): return write(value)
    case ("b", .bool(let flag)): return flag ? "1" : "0"
    case ("b", .int(let number)): return String(number, radix: 2)
    case ("o", .int(let number)): return String(number, radix: 8)
    case ("x", .int(let number)): return String(number, radix: 16)
    case ("X", .int(let number)): return String(number, radix: 16).uppercased()
    case ("x", .string), ("X", .string):
      let text = (value.string ?? "").utf8.map { String(format: "%02x", $0) }.joined()
      return verb == "x" ? text : text.uppercased()
    case ("f", _), ("e", _):
      guard let number = value.number else { return nil }
      if !number.isFinite { return number.text }
      return String(format: "%.\(precision)\(verb)", number)
    default: return nil
    }
  }

  private func write(_ value: Thing) -> String? {
    switch value {
    case .null: return "null"
    case .bool(let flag): return "\(flag)"
    case .int(let number): return "\(number)"
    case .double(let number): return number.isFinite ? plain(number) : number.text
    case .string: return value.string
    case .type(let name): return name
    case .timestamp(let time): return time.text
    case .duration(let span): return span.text
    case .optional: return nil
    case .list(let elements):
      let parts = elements.map { write($0) }
      return parts.contains(nil) ? nil : "[\(parts.compactMap { $0 }.joined(separator: ", "))]"
    case .map(let entries):
      let parts = entries.map { (write($0.key), write($0.value)) }
      if parts.contains(where: { $0.0 == nil || $0.1 == nil }) { return nil }
      let sorted = parts.map { (Text($0.0 ?? ""), $0.1 ?? "") }.enumerated().sorted {
        ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
      }
      let texts = sorted.map { "\($0.element.0): \($0.element.1)" }
      return "{\(texts.joined(separator: ", "))}"
    }
  }

  /// The fewest digits that read as the same double, without an exponent.
  private func plain(_ number: Double) -> String {
    for places in 0..<1_100 {
      let text = String(format: "%.\(places)f", number)
      guard Double(text) == number else { continue }
      // Digits beyond the precision of a double are zeros.
      for significant in 1..<18 {
        let short = String(format: "%.\(significant - 1)e", number)
        guard Double(short) == number else { continue }
        let digits = short.prefix { $0 != "e" }.filter { $0.isNumber }
        let whole = text.prefix { $0 != "." }.filter { $0.isNumber }
        if places > 0 || whole.count <= digits.count { return text }
        let sign = number.sign == .minus ? "-" : ""
        return sign + digits + String(repeating: "0", count: whole.count - digits.count)
      }
      return text
    }
    return number.description
  }
}
