import TestSupport
import Testing
import Values

@testable import Pipelines

/// A file that is checked against the first records of its inputs.
@Suite struct DataWarningTests {
  private func warnings(
    _ text: String, _ files: [String: String], _ choose: (inout DataChoice) -> Void = { _ in }
  ) throws -> String {
    let folder = try Folder()
    for (name, text) in files { try folder.write(text, to: name) }
    let source = SourceText(name: folder / "t.json", text)
    var data = DataChoice()
    choose(&data)
    data.paths = data.paths.mapValues { folder / $0 }
    return folder.withoutPath(Validation(of: source, data: data).diagnostics.description)
  }

  private static let log = #"{"at":0,"size":1,"to":{"x":1}}"# + "\n" + #"{"at":5,"size":2}"# + "\n"

  @Test func `warns of a field that no record has`() throws {
    let text = #"""
      {"input": "log", "path": "log.ndjson", "time": "$0.at", "operators": [
        {"filter": {"expression": "$0.sise > 1 && $0.to.y == 1"}}, {"debounce": {"seconds": 1}},
        {"groupBy": {"key": "$0.hots", "operators": [{"map": {"expression": "$0.size + $0['no']"}}]}},
        {"map": {"expression": "$0.gone"}}]}
      """#
    #expect(
      try warnings(text, ["log.ndjson": Self.log]) == """
        t.json:2:33: warning: the 2 records of 'log' do not have 'sise'; did you mean 'size'?
        t.json:3:27: warning: the 2 records of 'log' do not have 'hots'; there are 'at', 'size' \
        and 'to'
        t.json:3:85: warning: the 2 records of 'log' do not have 'no'; did you mean 'to'?
        """)
  }

  @Test func `does not warn of a field that some records have, or that is tested for`() throws {
    let text = #"""
      {"input": "log", "path": "log.ndjson", "time": "$0.at", "operators": [
        {"filter": {"expression": "has($0.z) && $0.z > 1 || $0.to.x == 1"}},
        {"scan": {"initialValue": {"sum": 0}, "expression": "{'sum': $0.sum + $1.size}"}}]}
      """#
    #expect(try warnings(text, ["log.ndjson": Self.log]) == "")
  }

  @Test func `warns of a record without a time, and suggests how to read it`() throws {
    let text = #"{"input": "log", "path": "log.ndjson", "time": "$0.t"}"#
    #expect(
      try warnings(text, ["log.ndjson": #"{"t":"2026-03-01 08:00:00"}"#]) == """
        t.json:1:48: warning: a record of 'log' has no time: '2026-03-01 08:00:00' is not a \
        timestamp, at character 11: found ' ', expected 'T' between date and time (log.ndjson:1); \
        write 'timestamp($0.t, 'yyyy-MM-dd HH:mm:ss', 'UTC')'
        """)
    #expect(
      try warnings(text, ["log.ndjson": "{\"t\":1}\n{\"t\":null}\n"]) == """
        t.json:1:48: warning: a record of 'log' has no time: the time is null, expected seconds or \
        an RFC 3339 string in "$0.t" (log.ndjson:2)
        """)
  }

  @Test func `warns of a missing file, and of bad records`() throws {
    let text = #"{"input": "log", "path": "log.ndjson"}"#
    #expect(
      try warnings(text, [:]) == """
        t.json:1:26: warning: cannot read 'log.ndjson': No such file or directory; bind another \
        file with '--input log=PATH'
        """)
    #expect(
      try warnings(text, ["log.ndjson": "1\nx\n2\n"]) == """
        t.json:1:11: warning: 1 of the 3 records of 'log' are bad: log.ndjson:2: not JSON at \
        byte 1: unknown word 'x', expected a value; set 'records' to their format, or write \
        "malformed": "skip" beside the input
        """)
  }

  @Test func `suggests the field that looks like a time`() throws {
    let text = #"{"input": "log", "operators": [{"debounce": {"seconds": 1}}]}"#
    let files = ["my.ndjson": #"{"n":1,"ts":1767225600000}"#]
    #expect(
      try warnings(text, files) { $0.paths = ["log": "my.ndjson"] } == """
        t.json:1:33: warning: 'debounce' depends on time, but all records of 'log' arrive at one \
        instant; write "time": "double($0.ts) / 1e3" beside the input, or "every": 0 if this is \
        intended
        """)
  }

  @Test func `warns of records of two inputs at one instant`() throws {
    func text(_ name: String, _ operators: String = "") -> String {
      #"""
      {"definitions": {"b": {"input": "b", "path": "b.ndjson", "time": "$0.t"}},
       "input": "a", "path": "a.ndjson", "time": "$0.t", "operators": [\#(operators){"\#(name)": \#(
         name == "combineLatest" ? #"{"streams": ["b"]}"# : #"{"stream": "b"}"#)}]}
      """#
    }
    let files = ["a.ndjson": "{\"t\":1}\n{\"t\":3}\n", "b.ndjson": "{\"t\":2}\n{\"t\":3}\n"]
    for name in ["withLatestFrom", "combineLatest", "prefixUntilOutput", "dropUntilOutput"] {
      let found = try warnings(text(name), files)
      #expect(found.contains("have records at the same instant, such as 3 s"), "\(name)")
      #expect(found.contains("and their order in '\(name)'"), "\(name)")
      // A delay determines the order.
      #expect(try warnings(text(name, #"{"delay": {"seconds": "1ns"}}, "#), files) == "", "\(name)")
      let apart = ["a.ndjson": "{\"t\":1}\n", "b.ndjson": "{\"t\":2}\n"]
      #expect(try warnings(text(name), apart) == "", "\(name)")
    }
  }

  @Test func `reads only the first 1,000 records`() throws {
    let lines = (1...1500).map { #"{"t":\#($0)\#($0 > 1000 ? #","late":1"# : "")}"# }
    let text = #"""
      {"input": "log", "path": "log.ndjson", "time": "$0.t",
       "operators": [{"map": {"expression": "$0.late"}}]}
      """#
    #expect(
      try warnings(text, ["log.ndjson": lines.joined(separator: "\n")]) == """
        t.json:2:43: warning: the first 1000 records of 'log' do not have 'late'; there is only 't'
        """)
  }

  @Test func `does not warn if there is a mistake`() throws {
    let text =
      #"{"input": "log", "path": "log.ndjson", "operators": [{"map": {"expression": "$0.x +"}}]}"#
    #expect(try !warnings(text, ["log.ndjson": "{\"y\":1}"]).contains("warning"))
  }
}
