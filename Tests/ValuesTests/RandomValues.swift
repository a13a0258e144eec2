import TestSupport
import Values

extension SplitMix64 {
  /// Returns a value that JSON can represent, at most `depth` containers deep.
  mutating func value(depth: Int = 4) -> Value {
    switch below(depth > 0 ? 8 : 5) {
    case 0: .null
    case 1: .bool(below(2) == 0)
    case 2: .int(int())
    case 3: .double(double())
    case 4: .string(text())
    case 5: .array((0..<below(5)).map { _ in value(depth: depth - 1) })
    case 6: .object(object(count: below(5), depth: depth - 1))
    default: .object(object(count: below(30), depth: min(depth - 1, 1)))
    }
  }

  /// Returns an integer of any size. Small ones are as likely as large ones.
  mutating func int() -> Int64 {
    Int64(truncatingIfNeeded: next()) >> Int64(below(64))
  }

  /// Returns a finite double: any pattern of bits, or one with few decimal places.
  mutating func double() -> Double {
    if below(2) == 0 {
      return Double(int() % 1_000_000_000_000) / [1, 10, 100, 1000, 1e4, 1e5, 1e7][below(7)]
    }
    let double = Double(bitPattern: next())
    return double.isFinite ? double : -0.0
  }

  mutating func text() -> Text {
    let scalars: [Unicode.Scalar] = [
      "a", "Z", "\"", "\\", "/", "\n", "\t", "\u{0}", "\u{1F}", "\u{7F}", "é", "漢", "😀", "\u{301}",
      "\u{2028}", " ", "'",
    ]
    var string = String.UnicodeScalarView()
    for _ in 0..<below(20) { string.append(scalars[below(scalars.count)]) }
    return Text(String(string))
  }

  /// Returns an object with distinct keys.
  mutating func object(count: Int, depth: Int) -> Object {
    var members: [Member] = []
    var keys: Set<Text> = []
    for _ in 0..<count {
      let key = below(2) == 0 ? text() : Text("key\(below(100))")
      if keys.insert(key).inserted { members.append(Member(key: key, value: value(depth: depth))) }
    }
    return Object(members)
  }
}
