import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import Playing
@testable import Records
@testable import StreamModels

/// Parameters that specify where records are, and how they are written.
@Suite struct ParameterPathTests {
  private func input(_ text: String, with values: KeyValuePairs<String, Value> = [:]) throws
    -> InputSource
  {
    let program = try Program(
      SourceText(name: "test.json", text), stream: nil, taps: [], inputs: [],
      settings: ParameterSettings(values))
    return try #require(program.plan.inputs.first?.source)
  }

  static let paths: [(declared: String, path: String, paths: [String])] = [
    (#""log": "a.csv""#, #""$log""#, ["a.csv"]),
    (#""log": ["a.csv", "b/*.csv"]"#, #""$log""#, ["a.csv", "b/*.csv"]),
    (#""log": "a.csv", "more": ["b", "c"]"#, #"["$log", "x", "$more"]"#, ["a.csv", "x", "b", "c"]),
    (#""log": "7d""#, #"["$log"]"#, ["7d"]),
    (#""log": "a""#, #""$$log""#, ["$log"]),
    (#""log": "a""#, #""logs/$log""#, ["logs/$log"]),
  ]

  @Test(arguments: paths)
  func `a parameter provides a path, or a list of paths`(
    declared: String, path: String, paths: [String]
  ) throws {
    let text = #"{"parameters": {\#(declared)}, "input": "log", "path": \#(path)}"#
    #expect(try input(text).paths == paths)
    #expect(try isWrittenAsRead(text))
  }

  @Test func `a string is a literal path where no parameter is in scope`() throws {
    #expect(try input(#"{"input": "log", "path": "$log"}"#).paths == ["$log"])
    let inner = #"""
      {"definitions": {"a": {"parameters": {"log": 1}, "sequence": []}},
       "input": "log", "path": ["$log", "$$log"], "records": {"text": {"startsWith": "$x"}}}
      """#
    #expect(try input(inner).paths == ["$log", "$$log"])
    #expect(try input(inner).records == .text(startsWith: LinePattern("$x")))
  }

  static let formats: [(declared: String, records: String, found: String)] = [
    (#""form": "csv""#, #""$form""#, #""csv""#),
    (#""form": {"value": {"lines": "(?P<a>.)"}}"#, #""$form""#, #"{"lines":"(?P<a>.)"}"#),
    (
      #""by": ";", "names": ["x", "y"]"#,
      #"{"csv": {"delimiter": "$by", "header": "$names", "$note": "$no"}}"#,
      #"{"csv":{"delimiter":";","header":["x","y"]}}"#
    ),
    (
      #""x": "string""#, #"{"csv": {"types": {"zip": "$x"}}}"#,
      #"{"csv":{"types":{"zip":"string"}}}"#
    ),
    (#""start": "^a""#, #"{"text": {"startsWith": "$start"}}"#, #"{"text":{"startsWith":"^a"}}"#),
    (
      #""start": "^a""#, #"{"text": {"startsWith": "$$start"}}"#,
      #"{"text":{"startsWith":"$start"}}"#
    ),
  ]

  @Test(arguments: formats)
  func `a parameter provides a format, or a string in it`(
    declared: String, records: String, found: String
  ) throws {
    let text = #"{"parameters": {\#(declared)}, "input": "log", "records": \#(records)}"#
    #expect(try input(text).records?.encoded.description == found)
    #expect(try isWrittenAsRead(text))
  }

  @Test func `values that are set replace the defaults`() throws {
    let text = #"""
      {"parameters": {"log": {"value": "a.csv", "type": "any"}, "form": {"type": "any"}}, "input": "log", "path": "$log",
       "records": "$form"}
      """#
    let found = try input(text, with: ["log": ["b", "c"], "form": "text"])
    #expect(found.paths == ["b", "c"] && found.records == .text())
    let read = try input(
      #"""
      {"definitions": {"log": {"parameters": {"file": {"type": "string"}}, "input": "x", "path": "$file"}},
       "from": "log", "with": {"file": "y.ndjson"}}
      """#)
    #expect(read.paths == ["y.ndjson"])
  }

  @Test func `an output's format can be a parameter`() throws {
    let text = #"""
      {"parameters": {"form": "csv"}, "sequence": [0],
       "outputs": {"o": {"from": {"sequence": [1]}, "records": "$form"},
                   "p": {"from": {"sequence": [1]}, "path": "p.csv", "records": "$form"}}}
      """#
    let program = { (values: KeyValuePairs<String, Value>) in
      try Program(
        SourceText(name: "test.json", text), stream: nil, taps: [], inputs: [],
        settings: ParameterSettings(values),
        playsOutputs: true)
    }
    #expect(try program([:]).outputs.map(\.path.text) == ["o.csv", "p.csv"])
    #expect(try program(["form": "text"]).outputs.map(\.path.text) == ["o.txt", "p.csv"])
    #expect(try program(["form": "text"]).outputs.map(\.records) == [.text, .text])
    #expect(try isWrittenAsRead(text))
  }

  static let mistakes: [(text: String, mistake: String)] = [
    (
      #"{"parameters": {"log": 1}, "input": "log", "path": "$log"}"#,
      """
      1:52: error: 1 for a path, expected a string or a list of strings
      """
    ),
    (
      #"{"parameters": {"log": []}, "input": "log", "path": ["x", "$log"]}"#,
      "1:59: error: found no paths, expected at least one"
    ),
    (
      #"{"parameters": {"log": "s3://x"}, "input": "log", "path": "$log"}"#,
      "1:59: error: found the address 's3://…', expected the path of a file"
    ),
    (
      #"{"parameters": {"log": "x"}, "input": "log", "path": "$lgo"}"#,
      "1:54: error: unknown parameter '$lgo'; did you mean '$log'?"
    ),
    (
      #"{"parameters": {"form": "cvs"}, "input": "log", "records": "$form"}"#,
      "1:60: error: found 'cvs', expected 'ndjson', 'json', 'csv', 'tsv', 'text'"
    ),
    (
      #"{"input": "log", "records": "$form"}"#,
      "1:29: error: found '$form', expected 'ndjson', 'json'"
    ),
    (
      #"{"input": "log", "records": {"csv": {"delimiter": "$by"}}}"#,
      "error: found '$by' for 'delimiter', expected one ASCII character"
    ),
    (
      #"{"parameters": {"by": "long"}, "input": "log", "records": {"csv": {"delimiter": "$by"}}}"#,
      "error: found 'long' for 'delimiter', expected one ASCII character"
    ),
    (
      #"{"sequence": [], "outputs": {"o": {"from": {"sequence": []}, "records": "$form"}}}"#,
      "1:73: error: found '$form' for 'records', expected"
    ),
    (
      #"{"parameters": {"form": "xml"}, "sequence": [], "outputs": {"o": {"from": {"sequence": []}, "records": "$form"}}}"#,
      "1:104: error: found 'xml', expected 'ndjson', 'csv', 'tsv' or 'text'"
    ),
  ]

  @Test(arguments: mistakes)
  func `mistakes have places`(text: String, mistake: String) {
    let found = mistakeLines(in: text)
    #expect(found.contains(mistake), "\(found)")
  }

  private func mistakeLines(in text: String) -> String {
    do throws(Diagnostics) {
      _ = try Program(
        SourceText(name: "t.json", text), stream: nil, taps: [], inputs: [],
        settings: ParameterSettings([:]), playsOutputs: true)
      return ""
    } catch {
      return error.description
    }
  }

  private func isWrittenAsRead(_ text: String) throws -> Bool {
    let source = SourceText(name: "t.json", text)
    let written = try ValueEncoder().encode(StreamModel<Value>(source))
    return written == (try JSONReader.value(of: source).value)
  }

  // MARK: - Streams given by parameters

  @Test func `a stream given by a parameter can feed side outputs of the document`() throws {
    let bad = #"{"map": {"expression": "6 / $0", "onError": {"output": "bad"}}}"#
    let stream = #"{"marbles": "10|", "operators": [\#(bad)]}"#
    let end = #", {"from": "bad", "operators": [{"map": {"expression": "$0.value"}}]}]}"#
    for text in [
      #"{"parameters": {"s": {"type": "stream", "value": \#(stream)}}, "merge": ["$s"\#(end)"#,
      #"""
      {"definitions": {"a": {"parameters": {"s": {"type": "stream"}}, "from": "$s"}},
       "merge": [{"from": "a", "with": {"s": \#(stream)}}\#(end)
      """#,
      #"""
      {"definitions": {"both": {"parameters": {"s": {"type": "stream"}}, "operators": [
         {"merge": {"streams": ["$s"]}}]}},
       "merge": [{"sequence": [], "operators": [{"both": {"s": \#(stream)}}]}\#(end)
      """#,
    ] {
      #expect(try played(text) == "6@0 0@1 |@2", "\(text)")
    }
    let policy = #"""
      {"parameters": {"p": {"value": {"output": "bad"}}}, "merge": [
        {"marbles": "10|", "operators": [{"map": {"expression": "6 / $0", "onError": "$p"}}]}\#(end)
      """#
    #expect(try played(policy) == "6@0 0@1 |@2")
  }

  @Test func `a stream given by a parameter has no outputs`() {
    let stream = #"{"sequence": [1], "outputs": {"o": {"from": {"sequence": []}}}}"#
    for text in [
      #"{"parameters": {"s": {"type": "stream", "value": \#(stream)}}, "from": "$s"}"#,
      #"""
      {"definitions": {"a": {"parameters": {"s": {"type": "stream"}}, "from": "$s"}},
       "from": "a", "with": {"s": \#(stream)}}
      """#,
    ] {
      #expect(
        mistakeLines(in: text).contains(
          "only the top level of a stream file can have 'outputs'"), "\(text)")
    }
  }
}
