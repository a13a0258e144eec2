import TestSupport
import Testing
import Values

/// The compact text of a value.
func written(_ value: Value) -> String {
  String(decoding: JSONWriter.text(of: value), as: UTF8.self)
}

@Suite struct JSONWriterTests {
  static let texts: [(Value, String)] = [
    (.null, "null"), (true, "true"), (false, "false"), (0, "0"), (-7, "-7"), (10, "10"), (99, "99"),
    (100, "100"), (12345, "12345"), (.int(.max), "9223372036854775807"),
    (.int(.min), "-9223372036854775808"), ([], "[]"), ([:], "{}"), ([1, [2, []]], "[1,[2,[]]]"),
    (["a": ["b": .null], "c": [1]], #"{"a":{"b":null},"c":[1]}"#),
    (
      "a\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}é😀\u{2028}",
      "\"a\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u{7F}é😀\u{2028}\""
    ),
    ("", "\"\""), ("0123456789\"", #""0123456789\"""#),
  ]

  @Test(arguments: texts)
  func `a value is written compactly`(value: Value, text: String) {
    #expect(written(value) == text)
  }

  static let doubles: [(Double, String)] = [
    (0, "0.0"), (-0.0, "-0.0"), (4, "4.0"), (-4, "-4.0"), (0.1, "0.1"), (0.3, "0.3"),
    (101.25, "101.25"), (1e9, "1000000000.0"), (123456.789, "123456.789"), (0.001, "0.001"),
    (0.0001, "0.0001"), (1e22, "1e+22"), (1e16, "1e+16"), (1e-7, "1e-07"),
    (.leastNonzeroMagnitude, "5e-324"),
    (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (0.1 + 0.2, "0.30000000000000004"),
    (1 / 3, "0.3333333333333333"), (999999999.99999, "999999999.99999"), (.infinity, "null"),
    (-.infinity, "null"), (.nan, "null"),
  ]

  @Test(arguments: doubles)
  func `a double is written as short as can be, and never as an int`(double: Double, text: String) {
    #expect(written(.double(double)) == text)
  }

  @Test func `doubles are as short as Swift's own`() {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    for _ in 0..<20_000 {
      let double = random.double()
      let (text, own) = (written(.double(double)), double.description)
      // Where exponents begin may differ, not the number of digits.
      #expect(
        text == own || Double(text) == double && text.utf8.count <= own.utf8.count,
        "\(text) \(own), seed \(seed)")
    }
  }

  @Test func `strings of any length are escaped wherever that is needed`() {
    for length in 0..<40 {
      let plain = (0..<length).map { UInt8(0x41 + $0) }
      for special in [nil, 0x22, 0x5C, 0x0A, 0x00, 0x1F, 0x20, 0x21, 0x7F] as [UInt8?] {
        for place in special == nil || length == 0 ? [0] : Array(0..<length) {
          var bytes = plain.map { $0 < 0x5B ? $0 : $0 + 0x10 }
          if let special, length > 0 { bytes[place] = special }
          let expected = bytes.map { byte -> String in
            switch byte {
            case 0x22: "\\\""
            case 0x5C: "\\\\"
            case 0x0A: "\\n"
            case 0x00: "\\u0000"
            case 0x1F: "\\u001f"
            default: String(UnicodeScalar(byte))
            }
          }.joined()
          let text = Value.string(Text(validUTF8: bytes))
          #expect(String(decoding: JSONWriter.text(of: text), as: UTF8.self) == "\"\(expected)\"")
        }
      }
    }
  }

  @Test func `a value a thousand containers deep is written`() {
    var value: Value = 1
    var depth = 0
    for _ in 0..<1000 {
      value = depth % 2 == 0 ? [value] : ["a": value]
      depth += 1
    }
    #expect(written(value).utf8.count == 1 + 500 * 2 + 500 * 6)
    #expect(PrettyJSONWriter.text(of: value).count > 1000)
  }

  @Test func `a buffer that has been emptied is used again`() {
    var writer = JSONWriter()
    writer.write(["a", 1])
    writer.buffer.truncate()
    let isEmpty = writer.buffer.isEmpty
    #expect(isEmpty)
    writer.write([2.5])
    writer.buffer.append(10)
    let (bytes, count) = (writer.buffer.bytes, writer.buffer.withUnsafeBytes { $0.count })
    #expect(bytes == Array("[2.5]\n".utf8))
    #expect(count == 6)
  }
}

@Suite struct PrettyJSONWriterTests {
  func pretty(_ text: String, width: Int = 40) throws -> String {
    String(decoding: PrettyJSONWriter.text(of: try read(text), width: width), as: UTF8.self)
  }

  @Test func `values that fit on a line are written on one`() throws {
    let text =
      #"{"name":"a","stream":[{"value":1,"operators":[{"delay":{"seconds":1}}]},{"value":2}]}"#
    #expect(
      try pretty(text, width: 70) == """
        {
          "name": "a",
          "stream": [
            { "value": 1, "operators": [ { "delay": { "seconds": 1 } } ] },
            { "value": 2 }
          ]
        }

        """)
    #expect(
      try pretty(text) == """
        {
          "name": "a",
          "stream": [
            {
              "value": 1,
              "operators": [
                { "delay": { "seconds": 1 } }
              ]
            },
            { "value": 2 }
          ]
        }

        """)
  }

  @Test(arguments: [
    ("1", "1\n"), ("[]", "[]\n"), ("{}", "{}\n"), ("[[],{}]", "[\n  [],\n  {}\n]\n"),
  ])
  func `scalars and empty containers stay on their line`(text: String, expected: String) throws {
    #expect(try pretty(text) == expected)
  }

  @Test func `no line is longer than the width if it can be helped`() throws {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let value = Value.array([random.value()])
      let text = String(decoding: PrettyJSONWriter.text(of: value, width: 60), as: UTF8.self)
      #expect(try read(text) == value, "seed \(seed)")
      for line in text.split(separator: "\n") where line.utf8.count > 60 {
        // A container on the line, with what may follow it, would have been spread.
        #expect(!line.hasSuffix(" ]") && !line.hasSuffix(" },"), "\(line), seed \(seed)")
      }
    }
  }
}
