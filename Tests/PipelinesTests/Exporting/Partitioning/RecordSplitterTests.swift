import TestSupport
import Testing
import Values

@testable import Exporting
@testable import Pipelines

/// The parts of lines, and their times.
@Suite struct RecordSplitterTests {
  private func splitter(_ input: String, key: String? = "$0.k") throws -> RecordSplitter {
    let operators =
      key.map { #", "operators": [{"groupBy": {"key": "\#($0)", "operators": [{"count": {}}]}}]"# }
      ?? ""
    let source = SourceText(name: "pipe.json", "{\"input\": \"a\", \(input)\(operators)}")
    return RecordSplitter(try #require(try Partitioning(source).inputs.first))
  }

  /// Returns the answers, with the letter of the part in place of its number: `A` for the first
  /// one.
  private func answers(
    _ splitter: RecordSplitter, _ blocks: String...
  ) throws -> [String] {
    var splitter = splitter
    var letters: [String: String] = ["!": "!", "-": "-"]
    var result: [String] = []
    for block in blocks {
      var answers: [UInt8] = []
      try splitter.split(Array(block.utf8), into: &answers)
      #expect(answers.last == UInt8(ascii: "\n") || answers.isEmpty)
      for answer in String(decoding: answers, as: UTF8.self).split(separator: "\n") {
        let fields = answer.split(separator: "\t", omittingEmptySubsequences: false)
        let part = String(fields[0])
        if letters[part] == nil {
          letters[part] = String(UnicodeScalar(UInt8(63 + letters.count)))
        }
        result.append(
          ([letters[part] ?? ""] + fields.dropFirst().map(String.init)).joined(separator: " "))
      }
    }
    return result
  }

  @Test func `lines with one key have one part, and each has its time`() throws {
    let splitter = try splitter(#""time": "$0.t""#)
    #expect(
      try answers(
        splitter, #"{"t":1,"k":1}"# + "\n" + #"{"t":2.5,"k":"1"}"# + "\r\n",
        #"{"t":-3,"k":1.0}"# + "\n\n" + #"{"t":"1970-01-01T00:00:01Z","k":[1]}"#)
        == [
          #"A 1000000000 {"t":1,"k":1}"#, #"B 2500000000 {"t":2.5,"k":"1"}"#,
          #"A -3000000000 {"t":-3,"k":1.0}"#, "-  ",
          #"C 1000000000 {"t":"1970-01-01T00:00:01Z","k":[1]}"#,
        ])
  }

  @Test func `every line has an answer, even malformed and blank ones`() throws {
    let splitter = try splitter(#""time": "$0.t""#)
    let text = "\n\n{\"t\":1,\"k\":1}\nbad\n  \n{\"k\":1}\n{\"t\":2}\n\n"
    let answers = try answers(splitter, text)
    #expect(answers.count == 8)
    #expect(answers.map { $0.prefix(1) } == ["-", "-", "A", "!", "-", "!", "B", "-"])
    #expect(answers[3] == "! not JSON at byte 1: unknown word 'bad', expected a value bad")
    #expect(answers[5].hasSuffix(#" {"k":1}"#))
  }

  @Test func `a byte order mark is recognized only at the beginning of a file`() throws {
    let splitter = try splitter(#""time": "$0.t""#)
    let answers = try answers(splitter, "{\"t\":1,\"k\":1}\n", "\u{FEFF}{\"t\":1,\"k\":1}\n")
    #expect(answers.map { $0.prefix(1) } == ["A", "!"])
  }

  @Test func `rows of a table are split, unless a cell has a line break`() throws {
    let splitter = try splitter(
      #""time": "$0.t", "records": {"csv": {"header": ["t", "k"]}}"#)
    #expect(
      try answers(splitter, "1,a\n2,\"b,\"\n3,a\n").map { $0.prefix(1) } == ["A", "B", "A"])
    for text in ["1,a\n2,\"b\nc\"\n", "1,\"a\n", "1,a\n2,\"b"] {
      #expect(throws: RecordSplitter.Failure.self) { _ = try answers(splitter, text) }
    }
  }

  @Test func `lines and strings are split by their content`() throws {
    let lines = try splitter(
      #""time": "double($0.t)", "records": {"lines": "(?P<t>\\d+) (?P<k>\\w+)"}"#)
    #expect(
      try answers(lines, "1 a\n2 b\nnone\n3 a\n").map { $0.prefix(1) } == ["A", "B", "!", "A"])
    let text = try splitter(#""time": "0", "records": "text""#, key: "$0")
    #expect(try answers(text, "x\ny\nx\n").map { $0.prefix(1) } == ["A", "B", "A"])
  }

  @Test func `the numbers of parts never change`() throws {
    var splitter = try splitter(#""time": "0""#)
    #expect(splitter.part(of: ["k": "web1"]) == Self.web1)
    #expect(splitter.part(of: ["k": 1]) == splitter.part(of: ["k": 1.0]))
    #expect(
      splitter.part(of: ["k": [1, ["a": 2.0]]]) == splitter.part(of: ["k": [1.0, ["a": 2]]]))
    #expect(splitter.part(of: ["k": 0.0]) == splitter.part(of: ["k": -0.0]))
    // No operator needs the key that is missing here.
    #expect(splitter.part(of: ["j": 1]) == 0)
  }

  private static let web1: Int64 = 4_660_066_296_022_480_549
}
