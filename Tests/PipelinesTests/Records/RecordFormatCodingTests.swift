import Pipelines
import Testing
import Values

/// `path` and `records`, as they are written and read.
@Suite struct RecordFormatCodingTests {
  static let inputs = [
    #"{"input":"a","path":"a.csv"}"#, #"{"input":"a","path":["a.csv"]}"#,
    #"{"input":"a","time":"$0.t","path":["a.csv","b/*.csv"],"records":"csv"}"#,
    #"{"input":"a","records":"ndjson"}"#, #"{"input":"a","records":"json"}"#,
    #"{"input":"a","records":"text"}"#, #"{"input":"a","records":"tsv"}"#,
    #"{"input":"a","records":{"csv":{}}}"#,
    #"{"input":"a","records":{"csv":{"delimiter":","}}}"#,
    #"{"input":"a","records":{"csv":{"delimiter":";","header":["a","b"],"types":{"b":"int"}}}}"#,
    #"{"input":"a","records":{"$c":1,"csv":{"types":"string","$d":2,"header":true}}}"#,
    #"{"input":"a","records":{"tsv":{"header":false}}}"#,
    #"{"input":"a","records":{"lines":"(?P<a>.)"}}"#,
    #"{"input":"a","records":{"lines":{"pattern":"(?P<a>.)","startsWith":"^x"}}}"#,
    #"{"input":"a","records":{"lines":{"pattern":"(?P<a>.)"}}}"#,
    #"{"input":"a","records":{"text":{"startsWith":"^\\d"}}}"#,
  ]

  @Test(arguments: inputs)
  func `an input is written as it was read`(text: String) throws {
    let model = try StreamModel<Value>(SourceText(name: "", bytes: Array(text.utf8)))
    let written = JSONWriter.text(of: try ValueEncoder().encode(model))
    #expect(String(decoding: written, as: UTF8.self) == text)
    let decoded = try ValueDecoder().decode(
      StreamModel<Value>.self, from: try ValueEncoder().encode(model))
    #expect(decoded == model)
  }

  @Test func `formats made in Swift are written in their shortest form`() throws {
    let formats: [(RecordFormat, String)] = [
      (.csv, #""csv""#), (.tsv, #""tsv""#), (.text(), #""text""#), (.ndjson, #""ndjson""#),
      (.table(RecordTable(delimiter: ";")), #"{"csv":{"delimiter":";"}}"#),
      (
        .table(RecordTable(header: .none, types: .columns(["c2": .int, "c1": .bool]))),
        #"{"csv":{"header":false,"types":{"c1":"bool","c2":"int"}}}"#
      ),
      (.lines(try LinePattern("(?P<a>.)")), #"{"lines":"(?P<a>.)"}"#),
      (.text(startsWith: try LinePattern("^a")), #"{"text":{"startsWith":"^a"}}"#),
    ]
    for (format, text) in formats {
      let model = StreamModel<Value>(source: .input(InputSource("a", records: format)))
      let written = JSONWriter.text(of: try ValueEncoder().encode(model))
      #expect(String(decoding: written, as: UTF8.self) == #"{"input":"a","records":\#(text)}"#)
    }
  }

  @Test func `a changed format is written`() throws {
    let text = #"{"input":"a","path":["a"],"records":{"csv":{}}}"#
    var model = try StreamModel<Value>(SourceText(name: "", bytes: Array(text.utf8)))
    guard case .input(var input) = model.source else { return #expect(Bool(false)) }
    input.records = .json
    input.paths = ["b"]
    model.source = .input(input)
    let written = JSONWriter.text(of: try ValueEncoder().encode(model))
    #expect(
      String(decoding: written, as: UTF8.self) == #"{"input":"a","path":"b","records":"json"}"#)
  }

  static let mistakes: [(detail: String, message: String)] = [
    (
      #""records": "cvs""#,
      "1:28: error: found 'cvs', expected 'ndjson', 'json', 'csv', 'tsv', 'text', or an "
        + "object such as { \"csv\": { \"delimiter\": \";\" } }; did you mean 'csv'? "
        + "[invalid-value]"
    ),
    (
      #""records": 1"#,
      "1:28: error: found a number, expected 'ndjson', 'json', 'csv', 'tsv', 'text', or "
        + "an object such as { \"csv\": { \"delimiter\": \";\" } } [invalid-value]"
    ),
    (
      #""records": {"csv": {"delimeter": ";"}}"#,
      "1:37: error: unknown key 'delimeter' in 'csv'; did you mean 'delimiter'? "
        + "[unknown-key]"
    ),
    (
      #""records": {"csv": {"delimiter": "||"}}"#,
      "1:50: error: found '||' for 'delimiter', expected one ASCII character other than "
        + "a letter, a digit, a quote, a line break, '.', '+' and '-'; read lines with a longer "
        + "one by { \"lines\": \"…\" } [invalid-value]"
    ),
    (
      #""records": {"csv": {"header": ["a"], "types": {"b": "int"}}}"#,
      "1:69: error: the header has no column 'b'; did you mean 'a'? [invalid-value]"
    ),
    (
      #""records": {"csv": {"types": {"b": "integer"}}}"#,
      "1:52: error: found the type 'integer', expected 'string', 'int', 'double' or "
        + "'bool'; did you mean 'int'? [invalid-value]"
    ),
    (
      #""records": {"lines": "a"}"#,
      "1:38: error: found a pattern without named groups, expected one for each key of a "
        + "record; write '(?P<name>…)', or \"records\": \"text\" for lines as strings "
        + "[invalid-value]"
    ),
    (
      #""records": {"lines": "(?P<a>"}"#,
      "1:39: error: bad pattern: found '(' without ')', expected ')' at the end; write "
        + "'\\(' for the character [invalid-value]"
    ),
    (
      #""path": []"#,
      "1:25: error: found no paths, expected at least one; remove 'path' "
        + "[invalid-value]"
    ),
    (
      #""path": "-""#,
      "1:25: error: found '-', expected the path of a file; bind standard input with '--input NAME=-' [invalid-value]"
    ),
    (
      #""path": 1"#,
      "1:25: error: found a number, expected the path of a file in a string, or a list "
        + "of paths; put it in double quotes [wrong-type]"
    ),
    (
      #""path": ["a", "b["]"#,
      "1:31: error: the pattern 'b[' has a '[' without a ']'; write \"\\\\[\" for a "
        + "bracket [invalid-value]"
    ),
  ]

  @Test(arguments: mistakes)
  func `mistakes have places and hints`(detail: String, message: String) {
    let text = #"{ "input": "a", \#(detail) }"#
    do {
      _ = try StreamModel<Value>(SourceText(name: "f", bytes: Array(text.utf8)))
      Issue.record("no mistake in \(text)")
    } catch {
      #expect(error.report.split(separator: "\n").first.map(String.init) == "f:\(message)")
    }
  }

  @Test func `uses of one input must state the same files`() {
    let text = #"{ "merge": [ { "input": "a", "path": "x" }, { "input": "a", "path": "y" } ] }"#
    #expect(throws: Diagnostics.self) {
      try Program(SourceText(name: "f", bytes: Array(text.utf8)))
    }
  }
}
