import Foundation
import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import Playing
@testable import Records

/// The formats of records: the records of each text, however it is cut into blocks.
@Suite struct RecordFormatTests {
  /// Returns the records of an input with their lines, and the mistakes of bad ones.
  private func read(
    _ bytes: [UInt8], as format: RecordFormat, stride: Int = .max, isAhead: Bool = false,
    lengthLimit: Int = RecordFormat.lengthLimit
  ) -> [String] {
    let records = TextRecords(
      PartedBytes(bytes, stride: stride), format: format, lengthLimit: lengthLimit, name: "")
    if isAhead {
      records.readAhead(
        ReadingAhead.Plan(firstByte: 0, batchSize: 3, queueLength: 2, needsProcessor: false))
    }
    var read: [String] = []
    while true {
      switch records.next() {
      case .record(let value):
        let text = String(decoding: JSONWriter.text(of: value), as: UTF8.self)
        read.append("\(records.place.line) \(text)")
      case .bad(let mistake):
        // A guess at the format depends on the bytes that have been read.
        let known = mistake.components(separatedBy: "; it looks like")[0]
        read.append("\(records.place.line) ! \(known)")
      case .end: return read
      case .failed(let reason): return read + ["failed: \(reason)"]
      case .notYet: return read + ["not yet"]
      }
    }
  }

  private func read(_ text: String, as format: RecordFormat) -> [String] {
    read(Array(text.utf8), as: format)
  }

  private static let lost =
    "reading continues at the next line with a bracket in the column of this record"

  static let elements: [(text: String, records: [String])] = [
    ("", []), (" \n", []), ("[]", []), ("[[]]", ["1 []"]),
    ("1 2\n\"a\"", ["1 1", "1 2", "2 \"a\""]),
    (
      "[1,\n {\"a\": [2, \"]\"]}\n,3]\n[4]{}\n",
      ["1 1", "2 {\"a\":[2,\"]\"]}", "3 3", "4 4", "4 {}"]
    ),
    ("\u{1E}{\"a\":1}\n\u{1E}{\"a\":2}\n", ["1 {\"a\":1}", "2 {\"a\":2}"]),
    ("\"\\\"\\\\\" true null", ["1 \"\\\"\\\\\"", "1 true", "1 null"]),
    ("{\n\"a\":\n1}\n2", ["1 {\"a\":1}", "4 2"]),
    (
      "[1, nope, 2]",
      ["1 1", "1 ! not JSON at byte 1: unknown word 'nope', expected a value", "1 2"]
    ),
    (
      "[1,, 2,]",
      ["1 1", "1 ! found ',', expected an element", "1 2", "1 ! found ']', expected an element"]
    ),
    ("[1,\n2", ["1 1", "2 2", "2 ! the file ends within an array, expected ']'"]),
    (
      "[{\"a\":1}\n{\"a\":2}]",
      ["1 {\"a\":1}", "2 ! found '{', expected ',' or ']'", "2 {\"a\":2}"]
    ),
    (
      "[\n{\"a\":1},\n\"b\" : 2},\n{\"a\":3}\n]",
      [
        "2 {\"a\":1}", "3 \"b\"", "3 ! found ':', expected ',' or ']'; \(lost)",
      ]
    ),
    (
      "[\n {\"a\": \"x\n\"},\n {\"b\": 1}\n]",
      [
        "2 ! not JSON at byte 7: string without an end; \(lost)",
        "4 {\"b\":1}",
      ]
    ),
  ]

  @Test(arguments: elements)
  func `JSON is read in any layout`(text: String, records: [String]) {
    #expect(read(text, as: .json) == records)
  }

  @Test func `a nested element is refused at the limit of nesting`() {
    let deep = String(repeating: "[", count: 100_000)
    let read = read(deep + "\n", as: .json)
    #expect(read.count == 1 && read[0].contains("nest"))
  }

  @Test func `lines are strings`() {
    #expect(read("a\r\n\nb\u{0}é", as: .text()) == ["1 \"a\"", "2 \"\"", "3 \"b\\u0000é\""])
    #expect(
      read(Array("a\n".utf8) + [0xFF, 0x0A], as: .text()) == [
        "1 \"a\"", "2 ! found bytes that are not UTF-8",
      ])
  }

  @Test func `a record contains the lines up to the next beginning`() throws {
    let start = try LinePattern(#"^\d"#)
    #expect(
      read("x\n1 a\r\n b\r\n\n2\n", as: .text(startsWith: start))
        == ["1 \"x\"", "2 \"1 a\\n b\\n\"", "5 \"2\""])
    #expect(
      read(
        "1 a\n at b\n2 c",
        as: .lines(try LinePattern(#"(?s)(?P<n>\d) (?P<rest>.*)"#), startsWith: start))
        == ["1 {\"n\":\"1\",\"rest\":\"a\\n at b\"}", "3 {\"n\":\"2\",\"rest\":\"c\"}"])
  }

  @Test func `a line becomes an object of the named groups`() throws {
    let pattern = try LinePattern(#"^(?P<name>\w+)=(?:(?P<n>\d+)|-)$"#)
    #expect(
      read("a=1\n\nb=-\r\nc\n", as: .lines(pattern)) == [
        "1 {\"name\":\"a\",\"n\":\"1\"}", "3 {\"name\":\"b\",\"n\":null}",
        "4 ! the pattern does not match the line",
      ])
  }

  @Test func `tables have delimiters, headers and types`() {
    #expect(
      read("a;b\n1;x,y\n", as: .table(RecordTable(delimiter: ";")))
        == ["2 {\"a\":1,\"b\":\"x,y\"}"])
    #expect(
      read("1,x\n2,y\n3\n", as: .table(RecordTable(header: .none))) == [
        "1 {\"c1\":1,\"c2\":\"x\"}", "2 {\"c1\":2,\"c2\":\"y\"}",
        "3 ! found 1 field, expected 2 as in the first row",
      ])
    #expect(
      read("1|x\n", as: .table(RecordTable(delimiter: "|", header: .names(["n", "t"]))))
        == ["1 {\"n\":1,\"t\":\"x\"}"])
    #expect(
      read(
        "zip,n,d,b\n01,2,3,true\n,,,\n1,x,2,true\n\"1\",1,2,\"false\"\n",
        as: .table(
          RecordTable(types: .columns(["zip": .string, "n": .int, "d": .double, "b": .bool]))))
        == [
          "2 {\"zip\":\"01\",\"n\":2,\"d\":3.0,\"b\":true}",
          "3 {\"zip\":\"\",\"n\":null,\"d\":null,\"b\":null}",
          "4 ! found 'x' in the column 'n', expected a whole number of 64 bits",
          "5 {\"zip\":\"1\",\"n\":1,\"d\":2.0,\"b\":false}",
        ])
    #expect(
      read("a,b\n1,true\n", as: .table(RecordTable(types: .all(.string))))
        == ["2 {\"a\":\"1\",\"b\":\"true\"}"])
    #expect(
      read("a,b\n1,2\n", as: .table(RecordTable(types: .columns(["ab": .int]))))
        .first?.contains("'types' names the column 'ab', which does not exist") == true)
  }

  /// Returns text with the characters that formats look for, in any order.
  private func randomText(_ random: inout SplitMix64) -> [UInt8] {
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\n", "\r\n", " ", "1", "-2.5e3", "true", "nul",
      "\"a\"", "{\"a\":1}", "[1,2]", "a=1", "\u{FEFF}", "é", ";", "\u{0}", "\u{1E}", "x",
    ]
    var text: [UInt8] = []
    for _ in 0..<random.below(40) {
      if random.oneIn(60) {
        text.append(0xFF)
      } else {
        text += pieces[random.below(pieces.count)].utf8
      }
    }
    return text
  }

  @Test func `blocks and threads make no difference`() throws {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    let formats: [RecordFormat] = [
      .json, .text(), .text(startsWith: try LinePattern("^a")),
      .lines(try LinePattern("(?P<k>[a-z]+)=?(?P<v>.*)")),
      .lines(try LinePattern("(?P<k>.)"), startsWith: try LinePattern("[{1]")),
      .table(
        RecordTable(delimiter: ";", header: .names(["a", "b"]), types: .columns(["a": .string]))),
      .table(RecordTable(header: .none)),
    ]
    for round in 0..<(RandomCampaign.cases ?? 8) {
      let text = randomText(&random)
      for format in formats {
        let whole = read(text, as: format)
        for (stride, isAhead) in [(1, false), (1 + random.below(7), true)]
        where read(text, as: format, stride: stride, isAhead: isAhead) != whole {
          Issue.record(
            "seed \(seed), round \(round): \(format) of \(text) by \(stride), \(isAhead)")
          return
        }
      }
    }
  }

  @Test func `elements of an array are read like those on lines`() {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    func blank() -> String { ["", " ", "\n", "\t", "\r\n  "][random.below(5)] }
    func value(_ depth: Int) -> String {
      switch random.below(depth > 0 ? 7 : 5) {
      case 0: "\(random.below(1000))"
      case 1: "\"\\\"]},{[\\\\\""
      case 2: "null"
      case 3: "-1.5e3"
      case 4: "\"é\""
      case 5: "[\(value(depth - 1)),\(value(depth - 1))]"
      default: "{\"a\":\(value(depth - 1)),\"b\":\(value(depth - 1))}"
      }
    }
    for round in 0..<(RandomCampaign.cases ?? 40) {
      let values = (0..<random.below(9)).map { _ in value(3) }
      let array =
        blank() + "["
        + values.map { blank() + $0 + blank() }.joined(separator: ",")
        + (values.isEmpty ? "" : blank())
        + "]" + blank()
      func texts(_ read: [String]) -> [Substring] { read.map { $0.drop { $0 != " " } } }
      let lines = values.map { $0 + "\n" }.joined()
      #expect(
        texts(read(array, as: .json)) == texts(read(lines, as: .ndjson)),
        "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: [RecordFormat.json, .text(), .ndjson, .csv], [7, 999, 60_000])
  func `a record that is too long is bad, and the next line is read`(
    format: RecordFormat, stride: Int
  ) {
    let long = "\(format == .csv ? "x\n" : "[")\"\(String(repeating: "x", count: 10_000))"
    let read = read(
      Array("\(long)\n[1]\n".utf8), as: format, stride: stride, lengthLimit: 8_000)
    let next = format == .text() ? "2 \"[1]\"" : format == .csv ? "3 {\"x\":\"[1]\"}" : "2 [1]"
    // No line of the JSON text has a bracket in the column of the string.
    if format != .json { #expect(read.count == 2 && read.last == next) }
    #expect(read[0].contains("! too long; the limit for a record is 8000 bytes"))
  }

  /// If each piece were scanned from the beginning of the row, this would take minutes.
  @Test func `a cell that arrives in many pieces is scanned once`() {
    for cell in [
      "\"\(String(repeating: "a\n", count: 500_000))\"", String(repeating: "b", count: 1_000_000),
    ] {
      let read = read(Array("x,y\n1,\(cell)\n2,c\n".utf8), as: .csv, stride: 100)
      #expect(read.count == 2 && read[0].utf8.count > 1_000_000)
      #expect(read.last == (cell.hasPrefix("b") ? "3" : "500003") + " {\"x\":2,\"y\":\"c\"}")
    }
  }
}
