import Foundation
import TestSupport
import Testing
import Values

@Suite struct ValueCodingTests {
  struct Shape: Codable, Equatable {
    enum Kind: String, Codable { case circle, square }
    var kind: Kind
    var size: Double
    var weight: Float
    var count: UInt8
    var tags: [String]
    var note: String?
    var inner: [String: [Int]]
    var any: Value
    var flags: [Bool?]
    var wide: Int64
  }

  static let shape = Shape(
    kind: .square, size: 4, weight: 0.1, count: 255, tags: ["a", "é"], note: nil,
    inner: ["x": [1, 2]], any: ["deep": [1, 1.0, .null]], flags: [true, nil, false], wide: .min)

  static let value: Value = [
    "kind": "square", "size": 4.0, "weight": 0.1, "count": 255, "tags": ["a", "é"],
    "inner": ["x": [1, 2]], "any": ["deep": [1, 1.0, .null]], "flags": [true, .null, false],
    "wide": .int(.min),
  ]

  @Test func `a type is encoded as a value and decoded from it`() throws {
    #expect(try ValueEncoder().encode(Self.shape) == Self.value)
    #expect(try ValueDecoder().decode(Shape.self, from: Self.value) == Self.shape)
  }

  @Test func `members keep their order of encoding`() throws {
    guard case .object(let object) = try ValueEncoder().encode(Self.shape) else {
      Issue.record("another kind of value or error")
      return
    }
    #expect(object.members.first?.key == "kind")
    #expect(object.members.last?.key == "wide")
  }

  @Test func `values and scalars are encoded as themselves`() throws {
    #expect(try ValueEncoder().encode(Self.value) == Self.value)
    #expect(try ValueEncoder().encode(1) == 1)
    #expect(try ValueEncoder().encode(1.0) == 1.0)
    #expect(try ValueEncoder().encode("a") == "a")
    #expect(try ValueEncoder().encode(true) == true)
    #expect(try ValueEncoder().encode(Text("a")) == "a")
    #expect(try ValueEncoder().encode(Int?.none) == .null)
    #expect(try ValueEncoder().encode(Int?.some(1)) == 1)
    #expect(try ValueEncoder().encode([Value.int(1), .null]) == [1, .null])
    #expect(try ValueEncoder().encode(UInt64(7)) == 7)
    #expect(try ValueEncoder().encode([String: Int]()) == [:])
  }

  @Test func `a value that cannot be represented is rejected with its path`() {
    struct Holder: Encodable { var list: [Double] }
    let error = #expect(throws: EncodingError.self) {
      try ValueEncoder().encode(Holder(list: [1, .nan]))
    }
    guard case .invalidValue(_, let context) = error else {
      Issue.record("another kind of value or error")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["list", "Index 1"])
    #expect(throws: EncodingError.self) { try ValueEncoder().encode(UInt64.max) }
    #expect(throws: EncodingError.self) { try ValueEncoder().encode(Float.infinity) }
  }

  static let integers: [(Value, Bool)] = [
    (0, true), (255, true), (256, false), (-1, false), (1.0, false), ("1", false), (.null, false),
  ]

  @Test(arguments: integers)
  func `an integer type accepts only ints within its range`(value: Value, isTaken: Bool) {
    #expect(((try? ValueDecoder().decode(UInt8.self, from: value)) != nil) == isTaken)
    #expect(((try? ValueDecoder().decode([UInt8].self, from: [value])) != nil) == isTaken)
  }

  @Test func `a double can be decoded from an int, but not an int from a double`() throws {
    #expect(try ValueDecoder().decode(Double.self, from: 1) == 1.0)
    #expect(try ValueDecoder().decode(Float.self, from: 1) == 1.0)
    #expect(throws: DecodingError.self) { try ValueDecoder().decode(Int.self, from: 1.0) }
    #expect(throws: DecodingError.self) { try ValueDecoder().decode(Float.self, from: 1e300) }
  }

  /// Returns the kind of an error and the path at which it occurred.
  private func failure<Decoded: Decodable>(_ type: Decoded.Type, _ text: String) throws -> String {
    let value = try read(text)
    do {
      _ = try ValueDecoder().decode(type, from: value)
      return "none"
    } catch let error as DecodingError {
      func path(_ context: DecodingError.Context) -> String {
        context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
          .joined(separator: ".")
      }
      switch error {
      case .typeMismatch(_, let context):
        return "mismatch \(path(context)): \(context.debugDescription)"
      case .valueNotFound(_, let context):
        return "no value \(path(context)): \(context.debugDescription)"
      case .keyNotFound(let key, let context):
        return "no key \(key.stringValue) \(path(context))"
      case .dataCorrupted(let context):
        return "corrupted \(path(context)): \(context.debugDescription)"
      @unknown default: return "unknown"
      }
    }
  }

  @Test func `a mistake is reported with its path`() throws {
    struct Inner: Decodable { var x: Int8 }
    struct Outer: Decodable { var list: [Inner] }
    #expect(
      try failure(Outer.self, #"{"list":[{"x":1},{"x":"a"}]}"#)
        == "mismatch list.1.x: found a string, expected Int8")
    #expect(
      try failure(Outer.self, #"{"list":[{"x":128}]}"#)
        == "corrupted list.0.x: number 128 does not fit Int8")
    #expect(try failure(Outer.self, #"{"list":[{}]}"#) == "no key x list.0")
    #expect(
      try failure(Outer.self, #"{"list":[{"x":null}]}"#)
        == "no value list.0.x: found null, expected Int8")
    #expect(
      try failure(Outer.self, #"{"list":{}}"#)
        == "mismatch list: found an object, expected Array<Any>")
    #expect(try failure([Int: Int].self, #"{"a":1}"#).hasPrefix("mismatch"))
  }

  /// Uses every kind of container.
  struct Nest: Codable, Equatable {
    enum Keys: String, CodingKey { case a, b, c, list }
    var a = 1, b = "two", c = [3, 4], own = 5, list = true

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      let inner = try container.nestedContainer(keyedBy: Keys.self, forKey: .a)
      a = try inner.decode(Int.self, forKey: .a)
      b = try container.superDecoder(forKey: .b).singleValueContainer().decode(String.self)
      own = try container.superDecoder().singleValueContainer().decode(Int.self)
      var elements = try container.nestedUnkeyedContainer(forKey: .c)
      c = [try elements.decode(Int.self)]
      #expect(try elements.decodeNil() == false)
      var deeper = try elements.nestedUnkeyedContainer()
      c.append(try deeper.decode(Int.self))
      #expect(deeper.isAtEnd && elements.count == 4 && elements.currentIndex == 2)
      #expect(throws: DecodingError.self) { try deeper.decode(Int.self) }
      #expect(try elements.decodeNil())
      list = try elements.superDecoder().singleValueContainer().decode(Bool.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var inner = container.nestedContainer(keyedBy: Keys.self, forKey: .a)
      try container.superEncoder(forKey: .b).singleValue(b)
      try container.superEncoder().singleValue(own)
      var elements = container.nestedUnkeyedContainer(forKey: .c)
      try elements.encode(c[0])
      var deeper = elements.nestedUnkeyedContainer()
      try elements.encodeNil()
      try elements.superEncoder().singleValue(list)
      // Containers are filled in any order.
      try deeper.encode(c[1])
      try inner.encode(a, forKey: .a)
    }
  }

  @Test func `nested containers and super coders work in both directions`() throws {
    let value = try ValueEncoder().encode(Nest())
    #expect(value == ["a": ["a": 1], "b": "two", "super": 5, "c": [3, [4], .null, true]])
    #expect(try ValueDecoder().decode(Nest.self, from: value) == Nest())
  }

  @Test func `values decode to the same as Foundation decodes from text`() throws {
    let data = try JSONEncoder().encode(Self.shape)
    let value = try JSONReader.value(of: SourceText(name: "", bytes: Array(data))).value
    #expect(try ValueDecoder().decode(Shape.self, from: value).tags == Self.shape.tags)
    let dates = [Date(timeIntervalSince1970: 1.5)]
    #expect(try ValueDecoder().decode([Date].self, from: ValueEncoder().encode(dates)) == dates)
  }

  @Test func `values survive Foundation's coders, except for order and 1 point 0`() throws {
    let value: Value = ["b": [1, 2.5, .null, true, "x", [:]], "a": .int(.max), "c": []]
    let data = try JSONEncoder().encode(value)
    let back = try JSONDecoder().decode(Value.self, from: data)
    #expect(back == value)
    guard case .object(let object) = back else {
      Issue.record("another kind of value or error")
      return
    }
    #expect(object.members.map(\.key) == ["a", "b", "c"])
    #expect(try JSONDecoder().decode([Value].self, from: Data("[null, 1]".utf8)) == [.null, 1])
    let list = try PropertyListEncoder().encode(["a": value["a"], "b": "x"] as Value)
    #expect(
      try PropertyListDecoder().decode(Value.self, from: list) == ["a": .int(.max), "b": "x"])
  }

  @Test func `random values survive our own coders unchanged`() throws {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let value = random.value()
      #expect(try ValueDecoder().decode(Value.self, from: ValueEncoder().encode(value)) == value)
      #expect(
        try ValueDecoder().decode([Value].self, from: ValueEncoder().encode([value])) == [value],
        "seed \(seed)")
    }
  }
}

extension Encoder {
  fileprivate func singleValue(_ value: some Encodable) throws {
    var container = singleValueContainer()
    try container.encode(value)
  }
}

extension Value {
  fileprivate subscript(key: Text) -> Value {
    if case .object(let object) = self { object[key] ?? .null } else { .null }
  }
}
