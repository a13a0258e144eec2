import FileTesting
import Foundation
import Pipelines
import TestSupport
import Testing
import Values

/// The text that accepting writes, byte for byte.
@Suite struct AcceptanceTests {
  /// Returns the text of a file after all actual events have been accepted.
  private func accepted(_ text: String, name: String = "a.json") throws -> String {
    let folder = try Folder()
    try folder.write(text, to: name)
    try accept(folder / name)
    return try String(contentsOfFile: folder / name, encoding: .utf8)
  }

  private func accept(_ path: String) throws {
    let file = try StreamFile(path)
    var acceptances: [Acceptance] = []
    for (number, document) in file.documents.enumerated() {
      for check in document.checks {
        guard case .differs(let difference) = document.play(check) else { continue }
        acceptances.append(Acceptance(document: number, check: check, difference))
      }
    }
    try file.accept(acceptances)
    for document in try StreamFile(path).documents {
      for check in document.checks {
        guard case .passed = document.play(check) else {
          Issue.record("\(check.title) is not met after all")
          continue
        }
      }
    }
  }

  /// Expectations of a diagram with its own frame, and the results.
  @Test(arguments: [
    ("0.1", #""""#, #"{ "marbles": "a-b-c|", "frame": 0.1 }"#),
    ("0.1", #"{"marbles": "x"}"#, #"{"marbles": "a-b-c|", "frame": 0.1}"#),
    ("0.1", #"{"marbles": "x", "frame": 0.3}"#, #"{"marbles": "a-b-c|", "frame": 0.1}"#),
    ("0.1", #"{"marbles": "x", "frame": 0.05}"#, #"{"marbles": "a---b---c-|", "frame": 0.05}"#),
    ("2", #""x""#, #"{ "marbles": "a-b-c|", "frame": 2 }"#),
    ("\"500ms\"", #""x""#, #"{ "marbles": "a-b-c|", "frame": 0.5 }"#), ("1", #""x""#, #""a-b-c|""#),
  ])
  func `an expectation is written in the frame of its input`(
    frame: String, old: String, new: String
  ) throws {
    func text(_ expectation: String) -> String {
      #"{ "marbles": "a-b-c|", "frame": \#(frame), "expect": \#(expectation) }"#
    }
    #expect(try accepted(text(old)) == text(new))
  }

  /// Streams whose inputs have a frame, or several.
  @Test(arguments: [
    (
      #""merge": [{ "marbles": "a|", "frame": 0.1 }, { "marbles": "-b|", "frame": 0.1 }]"#, "ab|",
      0.1
    ),
    (
      #""merge": [{ "marbles": "a|", "frame": 0.1 }, { "marbles": "-b|", "frame": 0.4 }]"#,
      "a-(b|)", 0
    ),
    (
      #""from": "i", "definitions": { "i": { "marbles": "a|" } }, "tests": [ { "inputs": { "i": { "marbles": "a-b|", "frame": 0.5 } }, "expect": "|" } ]"#,
      "a-b|", 0.5
    ),
    (
      #""from": "i", "definitions": { "i": { "marbles": "-a|", "frame": 0.25 } }, "operators": [ { "delay": { "seconds": 0.25 } } ]"#,
      "--a|", 0.25
    ),
  ])
  func `the frame is that of all inputs`(stream: String, marbles: String, frame: Double) throws {
    let isTest = stream.contains("tests")
    let document = isTest ? "{ \(stream) }" : "{ \(stream), \"expect\": \"x\" }"
    let text = try accepted(document)
    if frame > 0 {
      #expect(text.contains(##"{ "marbles": "\##(marbles)", "frame": \##(frame) }"##), "\(text)")
    } else {
      #expect(!text.contains(#""expect": "x""#) && !text.contains(#""frame": 0.1 } }"#), "\(text)")
    }
  }

  /// Expectations of the same stream, and what becomes of them.
  @Test(arguments: [
    (#""-x|""#, #""-a-b|""#),
    (#""""#, #""-a-b|""#),
    (
      "[]",
      "[\n   { \"time\": 1, \"value\": \"a\" },\n   { \"time\": 3, \"value\": \"b\" },\n   { \"time\": 4, \"completion\": \"finished\" }\n ]"
    ),
    (#"{ "$c": 1, "marbles"  :"x" }"#, #"{ "$c": 1, "marbles"  :"-a-b|" }"#),
    (#"{"marbles": "x", "frame": 0.5}"#, #"{"marbles": "--a---b-|", "frame": 0.5}"#),
    (#"{"marbles": "x", "frame": 3}"#, #"{"marbles": "-a-b|", "frame": 1}"#),
    (
      #"{"values": {"A": "a", "c": 1},"marbles":"A"}"#,
      #"{"values": {"A": "a", "c": 1},"marbles":"-A-b|"}"#
    ),
    (
      #"{"values": {"a": 1}, "marbles": "a"}"#,
      #"{"values": {"a": 1, "c": "a"}, "marbles": "-c-b|"}"#
    ),
    (
      #"[{"$why": 1, "time": 2,  "value": "a"}, {"time":3,"value":"x"},{"time":4,"completion":"finished"}]"#,
      #"[{"$why": 1, "time": 1,  "value": "a"}, {"time":3,"value":"b"},{"time":4,"completion":"finished"}]"#
    ),
    (
      #"[{"time":1,"value":"a"},{"time":4,"completion":"finished"}]"#,
      #"[{"time":1,"value":"a"},{"time":3,"value":"b"},{"time":4,"completion":"finished"}]"#
    ),
    (
      #"[{"time":3,"value":"b"} , {"time":4,"completion":"finished"}]"#,
      #"[{"time":1,"value":"a"} , {"time":3,"value":"b"} , {"time":4,"completion":"finished"}]"#
    ),
    (
      #"[{"time":1,"value":"a"}, {"time":3,"value":"b"}]"#,
      #"[{"time":1,"value":"a"}, {"time":3,"value":"b"}, {"time":4,"completion":"finished"}]"#
    ),
    (
      #"[ {"time":1,"value":"a"}, {"time":2,"value":"a"}, {"time":3,"value":"b"}, {"time":4,"completion":"finished"} ]"#,
      #"[ {"time":1,"value":"a"}, {"time":3,"value":"b"}, {"time":4,"completion":"finished"} ]"#
    ),
    (
      "[{\r\n \"time\": 1,\r\n \"value\": \"a\"\r\n}]",
      "[{\r\n \"time\": 1,\r\n \"value\": \"a\"\r\n}, {\r\n \"time\": 3,\r\n \"value\": \"b\"\r\n}, {\r\n \"time\": 4,\r\n \"completion\": \"finished\"\r\n}]"
    ),
    (
      "[\r\n\t{\"time\": 9, \"value\": 1}\r\n]",
      "[\r\n\t{\"time\": 1, \"value\": \"a\"},\r\n\t{\"time\": 3, \"value\": \"b\"},\r\n\t{\"time\": 4, \"completion\": \"finished\"}\r\n]"
    ),
  ])
  func `the expectation keeps its form, and nothing else changes`(old: String, new: String) throws {
    let before = "{\n \"name\":\t\"é\",  \"marbles\": \"-a-b|\","
    let after = " , \"$x\":[ ]}\n\n"
    #expect(
      try accepted("\(before)\"expect\"  : \(old)\(after)")
        == "\(before)\"expect\"  : \(new)\(after)")
  }

  @Test(arguments: [
    (
      #""sequence": [10, { "k": [1, {}] }, "x\"y"]"#,
      #"{ "marbles": "(abc|)", "values": { "a": 10, "b": { "k": [ 1, {} ] }, "c": "x\"y" } }"#
    ),
    (#""marbles": "ab", "frame": 0.05"#, #"{ "marbles": "ab", "frame": 0.05 }"#),
    (#""marbles": "-#", "error": "no""#, #""-#""#),
    (#""sequence": []"#, #""|""#),
    (#""marbles": "a-""#, #""a""#),
    (#""sequence": ["\"", "\\"]"#, #""(\"\\|)""#),
    (#""sequence": [1, 1.0]"#, #"{ "marbles": "(1a|)", "values": { "a": 1.0 } }"#),
  ])
  func `marbles stay marbles, and become an object if they cannot express more`(
    source: String, expectation: String
  ) throws {
    #expect(
      try accepted(#"{ \#(source), "expect": "x" }"#)
        == #"{ \#(source), "expect": \#(expectation) }"#)
  }

  /// Tables of symbols for 20 and then `{ "n": 2, "k": [1, 2] }`, and the results.
  @Test(arguments: [
    (
      #"{"marbles": "(xy|)", "values": {"x": 10, "y": { "n" : 1,  "k": [1,2] }}}"#,
      #"{"marbles": "(xy|)", "values": {"x": 20, "y": { "n" : 2,  "k": [1,2] }}}"#
    ),
    // The symbol of a value that still occurs stays, and so does a symbol for a value of another
    // kind.
    (
      #"{"marbles": "(xy|)", "values": {"x": 20, "y": "ten", "z": 3}}"#,
      #"{"marbles": "(xa|)", "values": {"x": 20, "y": "ten", "z": 3, "a": {"n": 2, "k": [1, 2]}}}"#
    ),
    // One symbol represents one of the two.
    (
      #"{"marbles": "(xx|)", "values": {"x": {"n": 1}}}"#,
      #"{"marbles": "(ax|)", "values": {"x": {"n": 2, "k": [1, 2]}, "a": 20}}"#
    ),
  ])
  func `a symbol whose value changed gets the new one`(old: String, new: String) throws {
    let source = #"{"sequence": [20, {"n": 2, "k": [1, 2]}], "expect": "#
    #expect(try accepted(source + old + "}") == source + new + "}")
  }

  @Test func `the values of a test are used for its diagram`() throws {
    let start = #"{ "definitions": { "i": { "sequence": [] } }, "from": "i", "tests": [ "#
    let inputs = #""inputs": { "i": [ { "time": 0, "value": 10 }, { "time": 1, "value": 1 } ] }"#
    #expect(
      try accepted(
        start + #"{ \#(inputs), "values": { "a": 10, "1": "x", "b": 1 }, "expect": "" } ] }"#)
        == start + #"{ \#(inputs), "values": { "a": 10, "1": "x", "b": 1 }, "expect": "ab" } ] }"#)
  }

  @Test func `a failure stays generic if it was, and has its message where possible`() throws {
    let source = #"{ "marbles": "a#", "error": "no", "expect": "#
    for (old, new) in [
      (##"{ "marbles": "#" }"##, ##"{ "marbles": "a#" }"##),
      (#"{ "marbles": "|" }"#, #"{ "marbles": "a#", "error": "no" }"#),
      (##"{ "marbles": "#", "error": "yes" }"##, #"{ "marbles": "a#", "error": "no" }"#),
      (
        #"[ { "time": 0, "completion": "failure" } ]"#,
        "[\n  { \"time\": 0, \"value\": \"a\" },\n  { \"time\": 1, \"completion\": \"failure\" }\n]"
      ),
      (
        #"[ { "time": 0, "value": "a" }, { "time": 0, "completion": "failure", "error": "x" } ]"#,
        #"[ { "time": 0, "value": "a" }, { "time": 1, "completion": "failure", "error": "no" } ]"#
      ),
    ] {
      #expect(try accepted(source + old + " }") == source + new + " }")
    }
  }

  @Test(arguments: [
    (#""b|""#, #""a|""#), (#"{"marbles": "b|"}"#, #"{"marbles": "a|"}"#),
    (
      #"[{"time":0,"value":1}]"#,
      #"[{"time":0,"value":"a"},{"time":1,"completion":"finished"}]"#
    ),
  ])
  func `hundreds of differences are accepted in linear time`(
    old: String, new: String
  ) throws {
    func time(of count: Int) throws -> Duration {
      func text(_ expectation: String) -> String {
        let test = #"{ "inputs": { "i": "a|" }, "expect": \#(expectation) }"#
        let tests = repeatElement(test, count: count).joined(separator: ",\n")
        return
          #"{ "definitions": { "i": { "sequence": [] } }, "from": "i", "tests": [ \#(tests) ] }"#
      }
      return try threadTime {
        let accepted = try accepted(text(old))
        #expect(accepted == text(new))
      }
    }
    #expect(try time(of: 500) < time(of: 50) * 50)
  }

  @Test func `a list that grows too long is laid out, but a line without blanks is not`()
    throws
  {
    #expect(
      try accepted(#"  { "marbles": "-a-b-c|", "expect": [] }"#) == """
          { "marbles": "-a-b-c|", "expect": [
            { "time": 1, "value": "a" },
            { "time": 3, "value": "b" },
            { "time": 5, "value": "c" },
            { "time": 6, "completion": "finished" }
          ] }
        """)
    #expect(
      try accepted(#"{"marbles":"-a-b-c|","expect":[]}"#)
        == #"{"marbles":"-a-b-c|","expect":[{"time":1,"value":"a"},{"time":3,"value":"b"},{"time":5,"value":"c"},{"time":6,"completion":"finished"}]}"#
    )
  }

  @Test func `only the differing parts of a value change`() throws {
    let text = #"""
      { "sequence": [ { "a": [1, {"b": 2}], "c": "x" } ],
        "expect": [ { "time": 0, "value": {
                      "a":  [ 1,
                              { "b" : 3 } ],
                      "c":"y" } }, { "time": 0, "completion": "finished" } ] }
      """#
    #expect(
      try accepted(text)
        == text.replacing(#"{ "b" : 3 }"#, with: #"{ "b" : 2 }"#)
        .replacing(#""c":"y""#, with: #""c":"x""#))
  }

  @Test func `a Markdown page is updated in its blocks`() throws {
    let page = """
      # Page

      ```json stream
      { "marbles": "-a|", "expect": "-b|" }
      ```
      ```json other
      { "marbles": "-a|", "$": "-b|" }
      ```
      ```json
      { "marbles": "-a-b|",
        "expect": [] }
      ```
      * é
        ~~~json stream shown
        { "marbles": "-é|",
          "expect": "-e|" }
        ~~~
      """
    #expect(
      try accepted(page, name: "page.md")
        == page.replacing(
          "stream\n{ \"marbles\": \"-a|\", \"expect\": \"-b|\"",
          with: "stream\n{ \"marbles\": \"-a|\", \"expect\": \"-a|\""
        )
        .replacing("-e|", with: "-é|").replacing(
          "[]",
          with: """
            [
                { "time": 1, "value": "a" },
                { "time": 3, "value": "b" },
                { "time": 4, "completion": "finished" }
              ]
            """))
  }

  @Test func `a file keeps its mode, and a link stays a link`() throws {
    let folder = try Folder(["a.json": #"{"marbles": "-a|", "expect": ""}"#])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: folder / "a.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder / "link.json", withDestinationPath: "a.json")
    try accept(folder / "link.json")
    let mode =
      try FileManager.default.attributesOfItem(atPath: folder / "a.json")[.posixPermissions] as? Int
    #expect(mode == 0o640)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder / "link.json") == "a.json")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["a.json", "link.json"])
  }

  @Test func `a file that has changed in the meantime is left alone`() throws {
    let folder = try Folder(["a.json": #"{"marbles": "-a|", "expect": ""}"#])
    let file = try StreamFile(folder / "a.json")
    let document = file.documents[0]
    guard case .differs(let difference) = document.play(document.checks[0]) else { return }
    let other = #"{"marbles": "-b|", "expect": ""}"#
    try folder.write(other, to: "a.json")
    #expect(throws: AcceptanceError.self) {
      try file.accept([
        Acceptance(document: 0, check: document.checks[0], difference)
      ])
    }
    #expect(try String(contentsOfFile: folder / "a.json", encoding: .utf8) == other)
  }
}
