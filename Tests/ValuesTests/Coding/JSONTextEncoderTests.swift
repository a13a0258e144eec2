import Testing
import Values

/// The text of `JSONTextEncoder` is that of the value that `ValueEncoder` makes.
@Suite struct JSONTextEncoderTests {
  private struct Pair<First: Codable, Second: Codable>: Codable {
    var first: First
    var second: Second
  }

  private enum Shape: Codable {
    case point
    case circle(radius: Double)
    case polygon([Pair<Int, Int>], name: String?)
  }

  private struct Nothing: Codable {}

  /// Nests containers by hand, and returns to the outer ones.
  private struct Nested: Encodable {
    enum Key: CodingKey {
      case before, list, inner, after
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encodeNil(forKey: .before)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode(1)
      var inner = list.nestedContainer(keyedBy: Key.self)
      try inner.encode("x", forKey: .inner)
      _ = list.nestedUnkeyedContainer()
      try list.encodeNil()
      try list.encode(list.count)
      _ = container.nestedContainer(keyedBy: Key.self, forKey: .inner)
      try Pair(first: true, second: [Int]()).encode(to: container.superEncoder())
      try container.encode(2.5, forKey: .after)
    }
  }

  private func check(_ value: some Encodable) throws {
    let encoder = JSONTextEncoder()
    try encoder.encode(value)
    let expected = JSONWriter.text(of: try ValueEncoder().encode(value))
    #expect(
      String(decoding: encoder.writer.buffer.bytes, as: UTF8.self)
        == String(decoding: expected, as: UTF8.self))
  }

  @Test func `scalars are written`() throws {
    try check(-7)
    try check(UInt8(200))
    try check(Int32.min)
    try check(UInt64(7))
    try check(0.1)
    try check(Float(0.1))
    try check(1.0)
    try check("a \"quoted\" line\n")
    try check(false)
    try check(Int?.none)
    try check(Duration.milliseconds(-1500))
    try check(Text("ä"))
  }

  @Test func `structures are written`() throws {
    try check(Pair(first: [1, 2], second: Pair(first: "x", second: Int?.none)))
    try check([Shape.point, .circle(radius: 2), .polygon([Pair(first: 1, second: 2)], name: "p")])
    try check([Nothing(), Nothing()])
    try check(["one": [1: true]])
    try check(Nested())
    try check([[Nested()], []])
    try check(Value.array([.object(Object([Member(key: "a", value: .null)])), .double(1)]))
  }

  @Test func `numbers that JSON cannot represent are refused`() {
    #expect(throws: EncodingError.self) { try JSONTextEncoder().encode([Double.infinity]) }
    #expect(throws: EncodingError.self) { try JSONTextEncoder().encode(UInt64.max) }
  }
}
