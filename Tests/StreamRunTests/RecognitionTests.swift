import Foundation
import Testing

/// Inputs that are written in a different form from the one in which they are read: what they seem
/// to be, and how to read them.
@Suite struct RecognitionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(#"{"input": "a"}"#, to: "play.json")
  }

  /// Returns the messages on standard error when a file is the input, and the exit code.
  private func told(_ name: String, _ options: String = "") throws -> (String, Int32) {
    let outcome = try Command.shell(
      "cd '\(folder.path)' && \"$0\" play.json --input a=\(name) \(options)")
    // A record has its place before it, and the summary after it. A file that cannot be read has
    // none.
    let summary = "stream-run: the stream failed at 0 s"
    let errors = outcome.errors.trimmingCharacters(in: .newlines)
    if errors.hasPrefix(summary) { return (String(errors.dropFirst(summary.count)), outcome.code) }
    #expect(errors.hasSuffix("\n\(summary)"))
    return (String(errors.dropLast(summary.count + 1)), outcome.code)
  }

  static let texts: [(name: String, text: String, told: String)] = [
    (
      "pretty.ndjson", "{\n  \"a\": 1\n}\n",
      "not JSON at byte 2: the JSON ends within an object, expected a key in double quotes; it "
        + "looks like JSON over several lines; write \"records\": \"json\" beside the input, or "
        + "'--input-format json'"
    ),
    (
      "array.ndjson", "[{\"a\": 1},\n{\"a\": 2}]\n",
      "not JSON at byte 11: the JSON ends within an array, expected a value; it looks like a "
        + "JSON array; write \"records\": \"json\" beside the input, or "
        + "'--input-format json'"
    ),
    (
      "line.json", "[{\"a\": 1}, {\"a\": 2}]\n",
      "found one list of 2 objects, expected one record on each line; write '--input-format ndjson' "
        + "to read it as one value; it looks like a JSON array; write \"records\": \"json\" beside the input, or "
        + "'--input-format json'"
    ),
    (
      "table.ndjson", "a,b\n1,2\n",
      "not JSON at byte 1: unknown word 'a', expected a value; it looks like CSV; write \"records\": \"csv\" beside the input, or "
        + "'--input-format csv'"
    ),
    (
      "tabs.txt", "a\tb\n1\t2\n",
      "not JSON at byte 1: unknown word 'a', expected a value; it looks like a table with tabs; "
        + "write \"records\": \"tsv\" beside the input, or "
        + "'--input-format tsv'"
    ),
    (
      "semicolons.csv", "a;b\n1;2\n",
      "the header is a single column, 'a;b'; it looks like a table with ';'; write "
        + "\"records\": { \"csv\": { \"delimiter\": \";\" } } beside the input"
    ),
    (
      "decimals.csv", "a;b\n1,5;2\n",
      "the header is a single column, 'a;b'; it looks like a table with ';'; write "
        + "\"records\": { \"csv\": { \"delimiter\": \";\" } } beside the input"
    ),
    (
      "tabs.csv", "a\tb\n1\t2\n",
      "the header is a single column, 'a\\tb'; it looks like a table with tabs; write \"records\": \"tsv\" beside the input, or "
        + "'--input-format tsv'"
    ),
    (
      "commas.tsv", "a,b\n1,2\n",
      "the header is a single column, 'a,b'; it looks like CSV; write \"records\": \"csv\" beside the input, or "
        + "'--input-format csv'"
    ),
    (
      "lines.csv", "{\"a\": 1}\n",
      "found a quote inside a field that is not quoted; it looks like JSON, one value on each line; write \"records\": \"ndjson\" beside the input, or "
        + "'--input-format ndjson'"
    ),
    ("strange.ndjson", "hello\n", "not JSON at byte 1: unknown word 'hello', expected a value"),
  ]

  @Test(arguments: texts)
  func `the first bad record reports what all of them seem to be`(
    name: String, text: String, told: String
  ) throws {
    try folder.write(text, to: name)
    #expect(try self.told(name) == ("\(name):1: input 'a': \(told)", 2))
  }

  @Test(arguments: [
    ("one.csv", "name\nAnn; Bob\n", #"{"name":"Ann; Bob"}"#),
    ("odd.csv", "a;b\nplain\n", #"{"a;b":"plain"}"#),
    ("header.csv", "a;b\n", ""),
    ("list.json", "[1, 2]\n", "[1,2]"),
    ("lists.json", "[{\"a\": 1}]\n[{\"a\": 2}]\n", "[{\"a\":1}]\n[{\"a\":2}]"),
    ("lists.ndjson", "[{\"a\": 1}]\n", "[{\"a\":1}]"),
    ("brace.ndjson", "\"{\"\n", "\"{\""),
    ("empty.json", "", ""), ("blank.json", "\n \n", ""), ("object.json", "{\"a\": 1}", #"{"a":1}"#),
  ])
  func `readable data is not guessed at`(name: String, text: String, values: String) throws {
    try folder.write(text, to: name)
    let outcome = try Command.shell(
      "cd '\(folder.path)' && \"$0\" play.json --input a=\(name) --format values")
    #expect(outcome == Outcome(output: values + (values.isEmpty ? "" : "\n"), errors: "", code: 0))
  }

  @Test func `a later bad record is reported for what it is`() throws {
    try folder.write("1\n{\n", to: "late.ndjson")
    #expect(
      try told("late.ndjson").0
        == "late.ndjson:2: input 'a': not JSON at byte 2: the JSON ends within an object, expected a key "
        + "in double quotes")
  }

  @Test(arguments: [
    ("iconv -f UTF-8 -t UTF-16", "UTF-16", "iconv -f UTF-16 -t UTF-8", "UTF-8"),
    ("iconv -f UTF-8 -t UTF-16LE", "UTF-16", "iconv -f UTF-16LE -t UTF-8", "UTF-8"),
    ("iconv -f UTF-8 -t UTF-16BE", "UTF-16", "iconv -f UTF-16BE -t UTF-8", "UTF-8"),
  ])
  func `data in another encoding is reported with a way to convert it`(
    tool: String, found: String, wayOut: String, expected: String
  ) throws {
    try folder.write("{\"a\": 1}\n", to: "plain")
    _ = try Command.shell("cd '\(folder.path)' && \(tool) <plain >packed")
    let message =
      ": input 'a': cannot read 'packed': it is \(found), expected \(expected); run "
      + "'\(wayOut) packed | stream-run … --input NAME=-'"
    for option in ["", "--on-bad-record skip", "--input-format csv"] {
      #expect(try told("packed", option) == (message, 74))
    }
    #expect(
      try told("- <packed").0
        == message.replacingOccurrences(of: "'packed'", with: "'<stdin>'")
        .replacingOccurrences(of: " packed |", with: " FILE |"))
    // The guess is correct.
    let piped = try Command.shell(
      "cd '\(folder.path)' && \(wayOut) packed | \"$0\" play.json --input a=- -f values")
    #expect(piped == Outcome(output: "{\"a\":1}\n", errors: "", code: 0))
  }

  @Test func `a device of zeros ends at once`() throws {
    #expect(
      try told("/dev/zero") == (
        ": input 'a': cannot read '/dev/zero': it is zeros instead of text", 74
      ))
  }

  @Test func `a byte order mark among the records is reported`() throws {
    try folder.write("\u{FEFF}1\n\u{FEFF}2\n", to: "marks.ndjson")
    #expect(
      try told("marks.ndjson").0
        == "marks.ndjson:2: input 'a': found a byte order mark between the records")
  }

  @Test func `a name that a shell would split is not pasted`() throws {
    _ = try Command.shell("cd '\(folder.path)' && echo 1 | iconv -t UTF-16LE >'a b'")
    #expect(
      try told("'a b'").0.hasSuffix(
        "run 'iconv -f UTF-16LE -t UTF-8 FILE | stream-run … --input NAME=-'"))
  }
}
