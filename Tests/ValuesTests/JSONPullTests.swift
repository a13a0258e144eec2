import Testing
import Values

@Suite struct JSONPullTests {
  static let keys = KeyTable(["value", "operators", "seconds"])

  @Test func `offsets are those of the key, of its value, and of the text after it`() throws {
    let text = #"[ { "value" : 123 , "operators": [] } ]"#
    try JSONReader.reading(SourceText(name: "", text)) { reader in
      #expect(try reader.peek() == .array)
      #expect(reader.offset == 0)
      try reader.beginArray()
      #expect(try reader.nextElement())
      #expect(reader.offset == 2)
      try reader.beginObject()
      #expect(try reader.nextKey(in: Self.keys) == .known(0))
      #expect(reader.offset == 4)
      #expect(try reader.peek() == .number)
      #expect(reader.offset == 14)
      #expect(try reader.readValue() == 123)
      #expect(reader.offset == 17)
      #expect(try reader.nextKey(in: Self.keys) == .known(1))
      #expect(reader.offset == 20)
      try reader.skipValue()
      #expect(reader.offset == 35)
      #expect(try reader.nextKey(in: Self.keys) == .end)
      #expect(try reader.nextElement() == false)
      try reader.finish()
    }
  }

  @Test func `each kind is seen before it is read`() throws {
    let text = #"[null, true, false, -1, 2.5, "a", [], {}]"#
    try JSONReader.reading(SourceText(name: "", text)) { reader in
      try reader.beginArray()
      var kinds: [ValueKind] = []
      while try reader.nextElement() {
        kinds.append(try reader.peek())
        try reader.skipValue()
      }
      #expect(kinds == [.null, .bool, .bool, .number, .number, .string, .array, .object])
    }
  }

  @Test func `each kind is read as itself`() throws {
    let text = #"[null, true, "a", 0.1]"#
    try JSONReader.reading(SourceText(name: "", text)) { reader in
      try reader.beginArray()
      #expect(try reader.nextElement())
      try reader.readNull()
      #expect(try reader.nextElement())
      #expect(try reader.readBool())
      #expect(try reader.nextElement())
      #expect(try reader.readText() == "a")
      #expect(try reader.nextElement())
      #expect(try reader.readDecimal().nanoseconds == 100_000_000)
      #expect(try reader.nextElement() == false)
    }
  }

  typealias Reading = @Sendable (inout JSONReader) throws -> Void
  static let misreadings: [(String, Reading, String)] = [
    ("1", { _ = try $0.readText() }, "found '1', expected a string"),
    ("[", { try $0.beginObject() }, "found '[', expected an object"),
    ("{", { try $0.beginArray() }, "found '{', expected an array"),
    ("\"", { _ = try $0.readDecimal() }, "found '\"', expected a number"),
    ("null", { _ = try $0.readBool() }, "found null, expected true or false"),
    ("true", { try $0.readNull() }, "found true, expected null"),
  ]

  @Test(arguments: misreadings)
  func `reading as another kind names what was expected`(
    text: String, reading: Reading, message: String
  ) {
    #expect(throws: ReadError(message, offset: 0)) {
      try JSONReader.reading(SourceText(name: "", text), reading)
    }
  }

  static let repetitions: [(String, Bool)] = [
    ("1,1", true), ("1,12", false), ("1,1.5", false), ("1,1e5", false), ("1, 1 ", true),
    ("true,true", true), ("12,1", false), ("[1,{}],[1,{}]", true), ("[1],[1 ]", false),
    (#""a","a""#, true), (#""a","ab""#, false), ("{\"a\":1},{\"a\":1}", true), ("1,2", false),
  ]

  @Test(arguments: repetitions)
  func `a value is a repetition only if spelled the same`(text: String, expected: Bool) throws {
    try JSONReader.reading(SourceText(name: "", "[\(text)]")) { reader in
      try reader.beginArray()
      #expect(try reader.nextElement())
      let start = reader.offset
      try reader.skipValue()
      let range = start..<reader.offset
      #expect(try reader.nextElement())
      #expect(reader.skipsRepetition(of: range) == expected)
      if !expected { try reader.skipValue() }
      #expect(try reader.nextElement() == false)
      try reader.finish()
    }
  }

  @Test func `a repetition does not bypass the nesting limit`() throws {
    let half = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
    let deep = String(repeating: "[", count: 300)
    try JSONReader.reading(SourceText(name: "", "[\(half),\(deep)\(half)")) { reader in
      try reader.beginArray()
      #expect(try reader.nextElement())
      let start = reader.offset
      try reader.skipValue()
      let range = start..<reader.offset
      for _ in 0..<300 {
        #expect(try reader.nextElement())
        try reader.beginArray()
      }
      #expect(try reader.nextElement())
      #expect(reader.skipsRepetition(of: range) == false)
      #expect(throws: ReadError.self) { try reader.skipValue() }
    }
  }

  @Test func `a type is decoded at its place`() throws {
    struct Point: Decodable, Equatable { var x: Int, y: Double? }
    try JSONReader.reading(SourceText(name: "", #"[{"x":1},{"x":1.0},[2]]"#)) { reader in
      try reader.beginArray()
      #expect(try reader.nextElement())
      #expect(try reader.read(Point.self) == Point(x: 1, y: nil))
      #expect(try reader.nextElement())
      #expect(throws: DecodingError.self) { try reader.read(Point.self) }
      #expect(try reader.nextElement())
      #expect(try reader.read([Int].self) == [2])
      #expect(try reader.nextElement() == false)
    }
  }

  @Test func `a buffer that continues after the text is read up to its zero`() throws {
    let bytes = Array("[1]".utf8) + [0] + Array("garbage".utf8)
    let value = try JSONReader.reading(padded: bytes, count: 3) { reader throws(ReadError) in
      let value = try reader.readValue()
      try reader.finish()
      return value
    }
    #expect(value == [1])
  }

  @Test func `a reader starts again at any record, even after a broken one`() throws {
    let text = "{\"a\":1}\n[[{\n[2]"
    try JSONReader.reading(SourceText(name: "", text)) { reader in
      #expect(try reader.readValue() == ["a": 1])
      #expect(reader.offset == 7)
      reader.start(at: 8)
      #expect(throws: ReadError.self) { try reader.readValue() }
      reader.start(at: 12)
      #expect(try reader.readValue() == [2])
      try reader.finish()
    }
  }
}
