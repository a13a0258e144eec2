import Testing
import Values

/// Reads a document that is a single value.
func read(_ text: String) throws(ReadError) -> Value {
  try JSONReader.value(of: SourceText(name: "test.json", text)).value
}

/// Reads bytes that are a single value.
func read(_ bytes: [UInt8]) throws(ReadError) -> Value {
  try JSONReader.value(of: SourceText(name: "test.json", bytes: bytes)).value
}

@Suite struct JSONReaderTests {
  static let documents: [(String, Value)] = [
    ("null", .null), (" true ", true), ("false\n", false), ("0", 0), ("-0", 0), ("-1", -1),
    ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
    ("123456789012345678", 123_456_789_012_345_678), ("1.0", 1.0), ("1e2", 100.0),
    ("1E+2", 100.0), ("12.5e-1", 1.25), ("-0.0", -0.0), ("0e0", 0.0), ("-0e5", -0.0),
    ("9223372036854775808", 9223372036854775808.0), ("1e-400", 0.0),
    ("5e-324", .double(.leastNonzeroMagnitude)),
    ("0.1", 0.1), ("123456789.123456789", 123456789.123456789),
    ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
    (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u6F22\ud83d\ude00\u0000""#, "Aé漢😀\u{0}"), ("\"é漢😀\u{7F}\"", "é漢😀\u{7F}"),
    ("[]", []), ("[ ]", []), ("[1,\t2 , [3]\r\n]", [1, 2, [3]]), ("{}", [:]), ("{ }", [:]),
    (#"{"a":1,"b":{"a":[{}]}}"#, ["a": 1, "b": ["a": [[:]]]]),
    (#"{"\u0061b":1}"#, ["ab": 1]), (#"{"":0}"#, ["": 0]),
  ]

  @Test(arguments: documents)
  func `a valid document is read as its value`(text: String, value: Value) throws {
    #expect(try read(text) == value)
    if case .double(let expected) = value, case .double(let double) = try read(text) {
      #expect(double.sign == expected.sign)
    }
  }

  @Test func `an int and a double stay different`() throws {
    #expect(try read("1") != read("1.0"))
  }

  @Test func `a number that a comma follows reads as the same number by itself`() throws {
    #expect(try read("[0,1.50,-7,1e3,true]") == [0, 1.5, -7, 1000.0, true])
  }

  @Test func `keys keep their order`() throws {
    guard case .object(let object) = try read(#"{"b":1,"a":2,"c":3}"#) else {
      Issue.record("another kind of value or error")
      return
    }
    #expect(object.members.map(\.key) == ["b", "a", "c"])
  }

  @Test func `512 nested containers are read and one more is refused at its bracket`() throws {
    let limit = JSONReader.nestingLimit
    let deepest = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    #expect(throws: Never.self) { try read(deepest) }
    #expect(throws: Never.self) { try skip("[\(deepest.dropFirst().dropLast())]") }
    let expected = ReadError(
      "too deeply nested; the limit is 512 levels", offset: limit, isLimit: true)
    #expect(throws: expected) { try read("[" + deepest + "]") }
    #expect(throws: expected) { try skip("[" + deepest + "]") }
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func `a hundred thousand open brackets are an error, not a crash`(bracket: String) {
    let text = String(repeating: bracket, count: 100_000)
    #expect(throws: ReadError.self) { try read(text) }
    #expect(throws: ReadError.self) { try skip(text) }
  }

  @Test func `the second of two equal keys is noted at its quote and the first one counts`() throws
  {
    let text = #"{"a":1,"b":{"x":1,"\u0078":[2]},"a":3}"#
    let (value, notes) = try JSONReader.value(of: SourceText(name: "", text))
    #expect(value == ["a": 1, "b": ["x": 1]])
    #expect(
      notes.map(\.message) == [
        "key 'x' is already in this object", "key 'a' is already in this object",
      ])
    #expect(notes.map(\.offset) == [18, 32])
    #expect(notes.allSatisfy { $0.kind == .duplicateKey && $0.severity == .error })
  }

  @Test func `equal keys are noted in large objects too`() throws {
    let members = (0..<100).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let text = "{\(members),\"k3\":0,\"k99\":0}"
    let (value, notes) = try JSONReader.value(of: SourceText(name: "", text))
    guard case .object(let object) = value else {
      Issue.record("another kind of value or error")
      return
    }
    #expect(object.count == 100)
    #expect(object["k3"] == 3)
    #expect(notes.map(\.offset) == [members.utf8.count + 2, members.utf8.count + 9])
  }

  @Test func `keys that share a place in the table of keys are distinguished`() throws {
    let keys = (0..<16).map { "key\($0)" }
    let object = "{" + keys.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    let (_, notes) = try JSONReader.value(
      of: SourceText(name: "", "[" + [object, object].joined(separator: ",") + "]"))
    #expect(notes.isEmpty)
  }

  @Test func `an integer beyond 64 bits is a double and leaves a warning`() throws {
    let (value, notes) = try JSONReader.value(
      of: SourceText(name: "", "[1, 9223372036854775808, -123456789012345678901234567890, 1e30]"))
    #expect(value == [1, 9223372036854775808.0, -123456789012345678901234567890.0, 1e30])
    #expect(notes.map(\.offset) == [4, 25])
    #expect(notes.map(\.severity) == [.warning, .warning])
    #expect(
      notes.first?.message
        == "integer 9223372036854775808 does not fit 64 bits; it is read as the double "
        + "9.223372036854776e+18")
  }

  @Test func `notes of one kind are counted beyond their limit but not kept`() throws {
    let text = "[" + repeatElement("99999999999999999999", count: 1500).joined(separator: ",") + "]"
    try JSONReader.reading(SourceText(name: "", text)) { reader in
      _ = try reader.readValue()
      #expect(reader.notes.count == JSONReader.noteLimit)
      #expect(reader.noteCounts[.integerBeyond64Bits] == 1500)
    }
  }

  /// Beyond some thousands, elements are gathered elsewhere, and equal neighbours share contents.
  @Test func `a long array has the elements of its text`() throws {
    let parts: [(text: String, value: Value)] = [
      ("1", 1), ("[1]", [1]), ("[1]", [1]), (" [1]", [1]), ("[1 ]", [1]), ("[12]", [12]),
      ("[]", []),
      ("[]", []), (#"{"a": [1]}"#, ["a": [1]]), (#"{"a": [1]}"#, ["a": [1]]), ("{}", [:]),
      ("{}", [:]),
      (#"["]", 2]"#, ["]", 2]), (#"["]", 2]"#, ["]", 2]), (#""a""#, "a"), (#""a""#, "a"),
    ]
    let chosen = (0..<20_000).map { parts[($0 * 7 + $0 / 16 * 3 + $0 / 900) % parts.count] }
    let twice = chosen.flatMap { [$0, $0] }
    for list in [chosen, twice, Array(repeating: parts[9], count: 10_000)] {
      let text = "[" + list.map(\.text).joined(separator: ",") + "]"
      #expect(try read(text) == .array(list.map(\.value)))
      #expect(
        try read("[[\(text)], {\"k\": \(text)}]") == [
          [.array(list.map(\.value))], ["k": .array(list.map(\.value))],
        ])
    }
    let start = "[" + String(repeating: "[1],", count: 10_000)
    #expect(throws: ReadError.self) { try read(start + "]") }
    #expect(throws: ReadError.self) { try read(start + "[1") }
    #expect(throws: ReadError.self) { try read(start + "[1] [1]]") }
  }

  @Test func `notes about repeated elements are counted`() throws {
    let text =
      "[" + Array(repeating: "[9223372036854775808]", count: 6000).joined(separator: ",") + "]"
    try JSONReader.reading(SourceText(name: "a.json", text)) { reader throws(ReadError) in
      _ = try reader.readValue()
      #expect(reader.noteCounts[.integerBeyond64Bits] == 6000)
    }
  }

  @Test func `repeated keys share one text`() throws {
    guard case .array(let elements) = try read(#"[{"price":1},{"price":2}]"#),
      case .object(let first) = elements[0], case .object(let second) = elements[1]
    else {
      Issue.record("another kind of value or error")
      return
    }
    let addresses = [first, second].map { object in
      object.members[0].key.utf8.withUnsafeBufferPointer { $0.baseAddress }
    }
    #expect(addresses[0] == addresses[1])
  }
}

/// Skips a string that is a single value.
func skip(_ text: String) throws(ReadError) {
  try JSONReader.reading(SourceText(name: "test.json", text)) { reader throws(ReadError) in
    try reader.skipValue()
    try reader.finish()
  }
}
