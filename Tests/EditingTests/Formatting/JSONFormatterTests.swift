import Editing
import Foundation
import TestSupport
import Testing
import Values

struct JSONFormatterTests {
  private func formatted(_ text: String) throws -> String {
    let source = SourceText(name: "a.json", text)
    let bytes = try JSONFormatter.formatted(source)
    // The edits produce the same text.
    #expect(try JSONFormatter.edits(for: source).applied(to: source) == bytes)
    #expect(try JSONFormatter.edits(for: SourceText(name: "a.json", bytes: bytes)) == [])
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("1", "1\n"), (" \n\"a\\u0062\" ", "\"a\\u0062\"\n"), ("{ }", "{}\n"), ("[ ]\n\n", "[]\n"),
    ("\u{FEFF}null", "null\n"), ("{\"a\":1.50e+3}\r\n", "{\n  \"a\": 1.50e+3\n}\n"),
    ("[[1,2],[ ],[{}]]", "[\n  [1, 2],\n  [],\n  [ {} ]\n]\n"),
  ])
  func `keys, numbers and strings keep their bytes`(text: String, expected: String) throws {
    #expect(try formatted(text) == expected)
  }

  @Test func `each step and event has a line, and an only member shares its line`() throws {
    let text = #"""
      {"marbles":"a-b|","values":{"a":{"n":1},"b":[1,2]},

      "operators":[{"groupBy":{"key":"$0.n","operators":[{"count":{}},{"map":{"expression":"[$key, $0]"}}]}}],
      "definitions":{"one":{"marbles":"1|"}},
      "tests":[{"name":"t","inputs":{"x":"a|"},"expect":[{"time":0,"value":1},{"time":1,"completion":"finished"}]}]}
      """#
    #expect(
      try formatted(text) == #"""
        {
          "marbles": "a-b|",
          "values": { "a": { "n": 1 }, "b": [1, 2] },
          "operators": [
            { "groupBy": {
                "key": "$0.n",
                "operators": [
                  { "count": {} },
                  { "map": { "expression": "[$key, $0]" } }
                ]
            } }
          ],
          "definitions": { "one": { "marbles": "1|" } },
          "tests": [
            {
              "name": "t",
              "inputs": { "x": "a|" },
              "expect": [
                { "time": 0, "value": 1 },
                { "time": 1, "completion": "finished" }
              ]
            }
          ]
        }

        """#)
  }

  @Test func `a line has 100 columns, of which a wide character takes two`() throws {
    func line(_ text: String) throws -> Int {
      try formatted("{\"a\": [\"\(text)\", {}]}").split(separator: "\n").count
    }
    // `  "a": [ "…", {} ]`
    #expect(try line(String(repeating: "x", count: 83)) == 3)
    #expect(try line(String(repeating: "x", count: 84)) == 6)
    #expect(try line(String(repeating: "é", count: 83)) == 3)
    #expect(try line(String(repeating: "字", count: 41)) == 3)
    #expect(try line(String(repeating: "字", count: 42)) == 6)
  }

  @Test func `short scalars share lines, and a long text cannot be broken`() throws {
    let numbers = (0..<60).map(String.init).joined(separator: ",")
    let lines = try formatted("{\"sequence\":[\(numbers)]}").split(separator: "\n")
    #expect(lines.count == 7)
    #expect(lines.allSatisfy { $0.count <= 100 })
    let long = String(repeating: "x", count: 120)
    #expect(
      try formatted(#"{"operators":[{"map":{"expression":"\#(long)"}}]}"#)
        == "{\n  \"operators\": [\n    { \"map\": { \"expression\": \"\(long)\" } }\n  ]\n}\n")
  }

  @Test(arguments: ["{", "[1,]", "{\"a\" 1}", "01", "\"\u{1}\"", "1 2", ""])
  func `text that is not JSON has no canonical form`(text: String) {
    #expect(throws: ReadError.self) { try formatted(text) }
  }

  @Test func `a part can be changed without the rest`() throws {
    let source = SourceText(name: "a", "{\n  \"a\":1,\n  \"b\":2,\n  \"c\":3\n}")
    let place = try #require(source.offsets(of: [["b"]])[0])
    let edits = try JSONFormatter.edits(for: source, in: place..<place + 1)
    #expect(
      String(decoding: edits.applied(to: source), as: UTF8.self)
        == "{\n  \"a\":1,\n  \"b\": 2,\n  \"c\":3\n}")
  }

  @Test func `any text has one canonical form, whatever its blanks`() throws {
    for index in 0..<2000 {
      var random = SplitMix64(seed: UInt64(index))
      var text = RandomJSON(random: random).text
      let value = try JSONReader.value(of: SourceText(name: "a", text)).value
      let once = try formatted(text)
      #expect(try JSONReader.value(of: SourceText(name: "a", once)).value == value)
      text = blanks(mutated: once, &random)
      #expect(try formatted(text) == once, "seed \(index)")
      #expect(once.split(separator: "\n").allSatisfy { $0.last != " " })
    }
  }

  /// Changes the blanks between tokens at random.
  private func blanks(mutated text: String, _ random: inout SplitMix64) -> String {
    var result = ""
    var (isInString, isEscaped) = (false, false)
    for character in text.unicodeScalars {
      let isBlank = character == " " || character == "\n"
      if isInString || !isBlank || random.oneIn(2) {
        result.unicodeScalars.append(character)
      }
      if !isInString, "{}[],:\n ".unicodeScalars.contains(character) {
        for _ in 0..<random.below(3) { result += [" ", "\n", "\t", "\r\n"][random.below(4)] }
      }
      if isInString {
        if !isEscaped, character == "\"" { isInString = false }
        isEscaped = !isEscaped && character == "\\"
      } else {
        isInString = character == "\""
      }
    }
    return result
  }

  @Test func `a deep or long document takes linear time`() throws {
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(try formatted(deep).utf8.count < 512 * 200)
    let nested =
      String(repeating: "{\"a\":[1,", count: 250) + "1"
      + String(
        repeating: "]}", count: 250)
    #expect(try formatted(nested).utf8.count < 250 * 400)
    let item =
      #"{"value":{"id":123,"name":"something","tags":["a","b"]},"operators":[{"delay":{"seconds":1}}]},"#
    func time(_ count: Int) throws -> Duration {
      let source = SourceText(name: "a", "{\"stream\":[\(String(repeating: item, count: count))1]}")
      return try threadTime { _ = try JSONFormatter.formatted(source) }
    }
    _ = try time(1000)
    // Ten times the length may take twenty times as long.
    #expect(try time(20_000) < time(2000) * 20 + .milliseconds(200))
  }
}

/// A random JSON text, with blanks in some places.
struct RandomJSON {
  var random: SplitMix64

  var text: String {
    var copy = self
    return copy.value(depth: 0)
  }

  mutating func value(depth: Int) -> String {
    let keys = ["a", "operators", "expect", "b c", "definitions", "time", "\\u0041", "字", "stream"]
    let kind = depth == 0 ? 6 + random.below(2) : random.below(depth > 6 ? 6 : 9)
    switch kind {
    case 0: return "null"
    case 1: return ["true", "false"][random.below(2)]
    case 2: return ["0", "-1", "1.50", "2E+3", "12345678901"][random.below(5)]
    case 3, 4: return "\"\(keys[random.below(keys.count)])\""
    case 5: return "\"" + String(repeating: "long text ", count: random.below(12)) + "\\n\""
    case 6:
      let items = (0..<random.below(5)).map { _ in value(depth: depth + 1) }
      return "[" + blank + items.joined(separator: blank + "," + blank) + "]"
    default:
      var used: Set<String> = []
      let members = (0..<random.below(5)).compactMap { _ -> String? in
        let key = keys[random.below(keys.count)]
        guard used.insert(key).inserted else { return nil }
        return "\"\(key)\"" + blank + ":" + blank + value(depth: depth + 1)
      }
      return "{" + blank + members.joined(separator: "," + blank) + blank + "}"
    }
  }

  private var blank: String {
    mutating get { ["", " ", "\n", "  "][random.below(4)] }
  }
}
