import Pipelines
import Testing
import Values

/// The text of a file that cannot play, and all of its diagnostics.
struct BrokenFile: CustomTestStringConvertible, Sendable {
  var label: String
  var source: SourceText
  var mistakes: String

  init(_ label: String, _ text: String, _ mistakes: String) {
    self.label = label
    source = SourceText(name: "t.json", text)
    self.mistakes = mistakes
  }

  var testDescription: String { label }

  static let all =
    syntaxMistakes + structureMistakes + operatorMistakes + expressionMistakes + streamMistakes
    + sourceMistakes + inputMistakes + nameMistakes + marbleMistakes + expectationMistakes
    + testMistakes + outputMistakes + parameterMistakes + operatorHabits + modelHabits
    + expressionHabits
}

/// Returns the mistakes that prevent a source from playing; empty if it plays.
func mistakes(in source: SourceText) -> Diagnostics {
  do throws(Diagnostics) {
    _ = try Program(source)
    return Diagnostics()
  } catch {
    return error
  }
}

@Suite struct DiagnosticsTests {
  @Test(arguments: BrokenFile.all)
  func `every mistake is reported at its place`(file: BrokenFile) {
    #expect(mistakes(in: file.source).description == file.mistakes)
  }

  @Test(arguments: BrokenFile.all)
  func `a message is in lower case, on one line, and without a full stop`(file: BrokenFile) {
    for mistake in mistakes(in: file.source).items {
      let first = mistake.message.first
      #expect(first.map { !$0.isUppercase || mistake.message.hasPrefix("JSON") } == true)
      for text in [mistake.message, mistake.hint ?? ""] {
        #expect(!text.contains("\n") && !text.hasSuffix("."))
      }
    }
  }

  @Test func `every code has a file`() {
    let codes = Set(BrokenFile.all.flatMap { mistakes(in: $0.source).items.map(\.code) })
    // `LintTests` and `PartitioningTests` have files for the others.
    #expect(
      codes
        == Set(DiagnosticCode.allCases.filter { !$0.isAboutMeaning && !$0.isAboutPartitions }))
  }

  @Test(arguments: BrokenFile.all)
  func `Windows line endings do not move any place`(file: BrokenFile) {
    // A line break inside a string is a separate mistake.
    guard file.label != "line break in string" else { return }
    let text = String(decoding: file.source.bytes, as: UTF8.self)
    let windows = SourceText(
      name: "t.json", String(text.map { $0 == "\n" ? "\r\n" : String($0) }.joined()))
    #expect(mistakes(in: windows).description == file.mistakes)
  }

  @Test(arguments: BrokenFile.all)
  func `a model that is read alone has the mistakes of its structure`(file: BrokenFile) {
    let whole = mistakes(in: file.source)
    do throws(Diagnostics) {
      _ = try StreamModel<Value>(file.source)
    } catch {
      #expect(error.items.allSatisfy(whole.items.contains))
    }
  }
}

/// Texts that are too large or too broken for the table.
@Suite struct HostileTextTests {
  private func told(_ bytes: [UInt8]) -> String {
    mistakes(in: SourceText(name: "t.json", bytes: bytes)).description
  }

  private func told(_ text: String) -> String { told(Array(text.utf8)) }

  @Test func `invalid UTF-8 is reported at the byte`() {
    let broken = Array(#"{"stream": [], "name": "é"#.utf8) + [0xFF, 0x22, 0x7D]
    #expect(told(broken) == "t.json:1:26: error: invalid UTF-8: byte 0xFF; save it as UTF-8")
    #expect(
      told([0xFF, 0xFE, 0x7B, 0x00])
        == "t.json:1:1: error: found UTF-16, expected UTF-8; save it as UTF-8")
    #expect(told([0x00]).hasPrefix("t.json:1:1: error: "))
  }

  @Test func `a byte order mark is not part of the text, and moves no place`() {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(told(mark + Array(#"{"stream": []}"#.utf8)) == "")
    #expect(
      told(mark + Array(#"{"stream": 7}"#.utf8))
        == "t.json:1:12: error: found a number, expected an array of items")
    #expect(told(mark + mark + Array(#"{"stream": []}"#.utf8)).hasPrefix("t.json:1:1: error: "))
  }

  @Test(arguments: ["[", "{\"stream\":", "{\"stream\":[{\"value\":"])
  func `100,000 nested brackets are refused, on any stack`(opening: String) async {
    await onStack(megabytes: 1) {
      let text = String(repeating: opening, count: 100_000)
      #expect(told(text).hasPrefix("t.json:1:"))
      let value = #"{"stream": [{"value": \#(String(repeating: "[", count: 100_000))"#
      #expect(
        told(value)
          == "t.json:1:532: error: too deeply nested; the limit is 512 levels")
    }
  }

  @Test func `reports the first hundred of many mistakes, and counts the rest`() {
    let items = Array(repeating: "7", count: 250).joined(separator: ", ")
    let found = mistakes(in: SourceText(name: "t.json", #"{"stream": [\#(items)]}"#))
    #expect(found.items.count == 100)
    #expect(found.omittedCount == 150)
    #expect(found.count == 250)
    #expect(found.description.hasSuffix("\nand 150 more"))
  }

  @Test func `reports the first hundred of many wrong expressions`() {
    let item = #"{"value": 1, "operators": [{"map": {"expression": "x + y"}}]}"#
    let items = Array(repeating: item, count: 250).joined(separator: ",\n")
    let found = mistakes(in: SourceText(name: "t.json", #"{"stream": [\#(items)]}"#))
    #expect(found.items.count == 100)
    #expect(found.count == 500)
    #expect(found.items.last?.location?.line == 50)
    // Each is in a separate list.
    let apart = (0..<4000).map { item.replacing("x + y", with: "x + y\($0)") }
      .joined(separator: ",\n")
    #expect(mistakes(in: SourceText(name: "t.json", #"{"stream": [\#(apart)]}"#)).count == 8000)
  }

  @Test func `the hundred reported mistakes of all kinds are in the order of the text`() {
    // Names, expressions and diagrams are checked after the whole structure has been read.
    let kinds = [
      #""nowhere""#, "7", #"{"sequence": "x"}"#, #"{"marbles": "("}"#,
      #"{"from": "./nowhere.json"}"#, #"{"sequence": [9223372036854775808], "nmae": ""}"#,
    ]
    for count in [60, 100, 250] {
      let inputs = (0..<count).map { kinds[$0 % kinds.count] }.joined(separator: ",\n")
      let found = mistakes(in: SourceText(name: "t.json", "{\"merge\": [\n\(inputs)]}"))
      let lines = found.items.compactMap { $0.location?.line }
      #expect(lines.count == found.items.count && lines == lines.sorted())
      // The last kind has a warning in addition to its error.
      #expect(found.count == count + count / 6)
      #expect(found.items.count == min(100, found.count))
      #expect(found.items.count { $0.severity == .error } == min(100, count))
    }
  }

  @Test func `finds a repeated key for people among many`() {
    for count in [2, 15, 16, 17, 5000] {
      let keys = (0..<count).map { #""$key\#($0)": \#($0)"# }.joined(separator: ", ")
      let text = #"{\#(keys), "$key1": 1, "stream": [{"value": 1, \#(keys), "$key0": 2}]}"#
      let found = mistakes(in: SourceText(name: "t.json", text)).items
      #expect(
        found.map(\.message) == [
          "key '$key1' is already in this object", "key '$key0' is already in this object",
        ])
    }
  }

  @Test func `does not count mistakes that are reported`() {
    let items = Array(repeating: "7", count: 100).joined(separator: ", ")
    let found = mistakes(in: SourceText(name: "t.json", #"{"stream": [\#(items)]}"#))
    #expect(found.items.count == 100 && found.omittedCount == 0)
    #expect(!found.description.contains("more"))
  }

  @Test(arguments: [99, 100, 101, 1500])
  func `a hundred warnings do not hide a mistake`(count: Int) {
    let large = Array(repeating: #"{"value": 9223372036854775808}"#, count: count)
    for mistaken in [#"{"value": 1, "operators": [{"map": {"expression": "x"}}]}"#, "7"] {
      let items = (large + [mistaken]).joined(separator: ", ")
      let found = mistakes(in: SourceText(name: "t.json", #"{"stream": [\#(items)]}"#))
      #expect(found.items.count { $0.severity == .error } == 1)
      #expect(found.count == count + 1)
    }
    let fine = #"{"stream": [\#(large.joined(separator: ", "))]}"#
    #expect(throws: Never.self) { try program(fine) }
  }

  @Test func `a mistake at the end of one long line has its column`() {
    let items = Array(repeating: #"{"value": "é😀"}"#, count: 10_000).joined(separator: ",")
    #expect(
      told(#"{"stream": [\#(items),7]}"#)
        == "t.json:1:160013: error: found a number, expected an item, which is an object with a "
        + #"'value'; write { "value": … }"#)
  }

  @Test func `a file cannot send commands to the terminal`() {
    let found = told(#"{"stream": [], "\u001b[31m\u009b\u202egnp\n": 1}"#)
    #expect(
      found.hasPrefix(
        #"t.json:1:16: error: unknown key '\u001b[31m\u009b\u202egnp\n' in a stream model; "#
          + "there are 'stream', "))
    let long = told(#"{"stream": [], "\#(String(repeating: "x", count: 10_000))": 1}"#)
    #expect(
      long.hasPrefix("t.json:1:16: error: unknown key '\(String(repeating: "x", count: 40))…'"))
    let name = String(repeating: "x", count: 50_000)
    #expect(
      told(#"{"stream": [{"value": 1, "operators": [{"map": {"expression": "\#(name)"}}]}]}"#).count
        < 1200)
  }
}
