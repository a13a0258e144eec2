import Pipelines
import Testing
import Values

/// Mistakes as people see them: with the line of the file, and a caret below the place.
@Suite struct ReportTests {
  private func report(_ text: String) -> String {
    let source = SourceText(name: "t.json", text)
    return mistakes(in: source).report
  }

  /// Returns the line shown and the line with the caret, for a single mistake.
  private func excerpt(_ text: String) -> String {
    report(text).split(separator: "\n").dropFirst().joined(separator: "\n")
  }

  @Test func `each mistake is above its line`() {
    #expect(
      report("{\n  \"stream\": [\n    { \"valu\": 1 },\n    7\n  ]\n}\n") == """
        t.json:3:7: error: unknown key 'valu' in an item; did you mean 'value'? [unknown-key]
         3 |     { "valu": 1 },
           |       ^
        t.json:4:5: error: found a number, expected an item, which is an object with a 'value'; \
        write { "value": … } [wrong-type]
         4 |     7
           |     ^
        """)
  }

  @Test func `counts the rest after the last mistake`() {
    let items = Array(repeating: "7", count: 101).joined(separator: ",")
    #expect(report(#"{"stream": [\#(items)]}"#).hasSuffix("^\nand 1 more"))
  }

  @Test(arguments: [
    // Tabs and other blanks of all kinds are one column each.
    ("{\"stream\":\t\t7}", " 1 | {\"stream\":  7}\n   |             ^"),
    ("\t{\"stream\":\t7}\r\n", " 1 |  {\"stream\": 7}\n   |             ^"),
    // Wide characters take two columns, combining ones none.
    (
      #"{"name": "世界", "stream": 7}"#,
      " 1 | {\"name\": \"世界\", \"stream\": 7}\n   |                            ^"
    ),
    (
      #"{"name": "😀👩‍👩‍👧", "stream": 7}"#,
      " 1 | {\"name\": \"😀👩‍👩‍👧\", \"stream\": 7}\n   |                            ^"
    ),
    (
      #"{"name": "é", "stream": 7}"#,
      " 1 | {\"name\": \"é\", \"stream\": 7}\n   |                         ^"
    ),
    (
      "{\"name\": \"e\u{301}\", \"stream\": 7}",
      " 1 | {\"name\": \"e\u{301}\", \"stream\": 7}\n   |                         ^"
    ),
    // Characters that change the direction of text are shown as blanks.
    (
      "{\"name\": \"\u{202E}\", \"stream\": 7}",
      " 1 | {\"name\": \" \", \"stream\": 7}\n   |                         ^"
    ),
    // The last line, and no line at all.
    ("{\"stream\": [\n", " 2 |\n   | ^"),
    ("", " 1 |\n   | ^"),
  ])
  func `the caret is below the place`(text: String, shown: String) {
    #expect(excerpt(text) == shown)
  }

  @Test func `longer line numbers move the caret along`() {
    #expect(
      excerpt(String(repeating: "\n", count: 99) + "7") == " 100 | 7\n     | ^")
  }

  @Test func `a long line is cut on both sides`() {
    let items = Array(repeating: #"{"value": 1}"#, count: 1000).joined(separator: ",")
    let shown = excerpt(#"{"stream": [\#(items),7,\#(items)]}"#)
    let lines = shown.split(separator: "\n").map(Array.init)
    #expect(lines.count == 2)
    #expect(lines[0].count < 130 && lines[0].contains("…") && lines[0].last == "…")
    #expect(lines[0][lines[1].count - 1] == "7")
  }

  @Test func `a cut falls between characters`() {
    for shift in 0..<4 {
      let name = String(repeating: "x", count: shift) + String(repeating: "é世😀", count: 40)
      let shown = excerpt(#"{"name": "\#(name)", "stream": 7, "description": "\#(name)"}"#)
      #expect(!shown.contains("\u{FFFD}"))
      #expect(shown.contains("…") && shown.contains(#", "stream": 7, "#))
    }
  }

  @Test func `shows bytes that are not UTF-8`() {
    let source = SourceText(
      name: "t.json", bytes: Array(#"{"stream": [], "name": "a"#.utf8) + [0xC3, 0x28, 0x22, 0x7D])
    #expect(
      mistakes(in: source).report == """
        t.json:1:26: error: invalid UTF-8: byte 0xC3; save it as UTF-8 [syntax]
         1 | {"stream": [], "name": "a\u{FFFD}("}
           |                          ^
        """)
  }

  @Test func `a mistake without a place has no excerpt`() {
    let mistake = Diagnostic(.invalidValue, "found nan", at: ["stream", 3, "value"])
    #expect(
      Diagnostics([mistake]).report == "stream[3].value: error: found nan [invalid-value]")
  }
}
