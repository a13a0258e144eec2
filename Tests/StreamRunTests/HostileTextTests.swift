import Foundation
import Testing

/// Strings of a file from a stranger. None of them moves a cursor, changes a color, changes the
/// direction of a line, or forges a separate line, whatever the command prints of it.
struct HostileTextTests {
  /// Escape codes in both alphabets, marks of direction, and line ends of all kinds.
  private static let text =
    "A\u{1B}[31mB\u{9B}2JC\u{202E}D\u{200F}E\u{2028}F\r\nok 99 - forged\rG\u{7F}\u{61C}H\u{2066}I"
    + "\nnot ok 98"

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let text = Self.text
    try folder.write(text, to: "text")
    for (name, document) in [
      "values": [
        "name": text, "description": text, "sequence": [text, [text: text]],
        "operators": [["print": ["prefix": text]]], "definitions": [text: ["sequence": [text]]],
        "expect": [["time": 0, "value": text + text + text + "!"]],
        "tests": [
          ["name": text, "expect": [["time": 0, "value": "x" + text]]],
          ["name": text + "#", "skip": text, "expect": "|"],
        ],
      ],
      "failing": [
        "sequence": [text], "operators": [["map": ["expression": "int($0)"]]], "expect": "-#",
      ],
      "mistaken": [text: 1, "sequence": [text], "operators": [[text: [:]]]],
      "reading": [
        "input": text, "time": "$0.t", "origin": "epoch",
        "operators": [["filter": ["expression": "$0.k == 1"]]],
      ],
    ] as [String: [String: Any]] {
      try folder.write(
        String(decoding: JSONSerialization.data(withJSONObject: document), as: UTF8.self),
        to: "\(name).json")
    }
    try folder.write("{\"t\":1,\"k\":\"\u{9B}\u{202E}\"}\n\u{9B}\u{202E}\n", to: "log.ndjson")
  }

  private func run(_ line: String) throws -> Outcome {
    try Command.shell("cd '\(folder.path)'; text=$(cat text); run() { \"$0\" \"$@\"; }; \(line)")
  }

  /// Whether the output consists only of lines and visible characters.
  private func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x0A: true
      case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: false
      default: true
      }
    }
      && !text.split(separator: "\n").contains {
        $0.hasPrefix("ok 99") || $0.hasPrefix("not ok 98")
      }
  }

  @Test(arguments: [
    "play values.json -f text", "play values.json -f json", "play values.json -f values",
    "play values.json -f marbles", "play values.json --summary",
    "play values.json -f text -o all; cat all",
    "play failing.json -f text", "play failing.json", "play failing.json --summary",
    "test values.json", "test values.json -v", "test values.json --list", "test values.json -f tap",
    "test values.json -f junit", "test values.json -f json", "test failing.json --coverage",
    "test mistaken.json", "test mistaken.json -f tap", "validate mistaken.json",
    "validate mistaken.json -f json", "validate mistaken.json -f github",
    "validate mistaken.json -f sarif", "diagram values.json", "diagram failing.json --ascii",
    "graph values.json", "graph values.json -f dot", "graph values.json -f svg",
    "why values.json --at 0", "why values.json --at 0 -f json", "why-not values.json --at 0",
    "emit-swift values.json", "emit-swift values.json --main", "partition reading.json",
    "partition reading.json --json", "export reading.json --target flink-sql -o job; cat job/*",
    "play reading.json", "play reading.json -i \"$text=log.ndjson\"",
    "play reading.json -i \"$text=log.ndjson\" --on-bad-record skip --summary",
    "why reading.json -i \"$text=log.ndjson\" --on-bad-record skip --at 1",
    "eval '$0' \"$(head -1 log.ndjson)\"", "eval \"$text\"", "play \"$text\"",
    "test \"$text\" -f tap",
    "list operators \"$text\"", "new x --from-input log.ndjson", "edit values.json set \"$text\" 1",
    "play values.json --stream \"$text\" -f text", "play values.json --set \"$text=1\"",
  ])
  func `a command prints only the visible characters of a string`(line: String) throws {
    let outcome = try run("run \(line)")
    #expect(isHarmless(outcome.output), "\(outcome.output.debugDescription)")
    #expect(isHarmless(outcome.errors), "\(outcome.errors.debugDescription)")
    #expect([0, 1, 2, 64, 65, 66].contains(outcome.code))
  }

  @Test func `a debugger does the same`() throws {
    let words = "step\\nstages\\nstep 9\\nbuffers\\nwhy\\nwhy-not\\nfoo"
    let outcome = try run("printf '\(words)\\u202e\\u009b\\n' | run debug values.json")
    #expect(isHarmless(outcome.output), "\(outcome.output.debugDescription)")
    #expect(outcome.output.contains("unknown command"))
  }

  @Test func `JSON reads back as the same value`() throws {
    let lines = try run("run play values.json 2>/dev/null").output.split(separator: "\n")
    let event = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
    #expect(event?["value"] as? String == Self.text)
  }

  @Test func `the lines of the print operator are its own`() throws {
    try folder.write(
      #"{"sequence": [1], "operators": [{"print": {"prefix": "a\nb\u001b[1m"}}]}"#, to: "print.json"
    )
    #expect(
      try run("run print.json").errors
        == #"""
        a\nb\u001b[1m: receive subscription
        a\nb\u001b[1m: receive value: (1)
        a\nb\u001b[1m: receive finished

        """#)
  }

  @Test func `the full text in a difference is on separate lines`() throws {
    let report = try run("run test values.json").output
    #expect(report.contains("got in full:"), "\(report)")
    #expect(report.contains(##"A\u001b[31mB\u009b2JC\u202eD\u200fE\u2028F\r\nok 99"##), "\(report)")
  }

  @Test func `a reason cannot end its TAP line`() throws {
    try folder.write(
      #"{"sequence": [], "tests": [{"name": "a#b\\c", "skip": "x\r\nok 2 - #y", "expect": "|"}]}"#,
      to: "skipped.json")
    #expect(
      try run("run test skipped.json -f tap").output
        == ##"""
        TAP version 14
        ok 1 - skipped.json:1:83: a\#b\\c # SKIP x\\r\\nok 2 - \#y
        1..1

        """##)
  }

  @Test func `the page of a job contains names unchanged`() throws {
    try folder.write(
      #"""
      {"input": "x|y\n# `z`", "time": "$0.t", "origin": "epoch", "operators": [
        {"filter": {"expression": "$0.k == 1"}}]}
      """#, to: "a`#_b.json")
    let outcome = try run(
      "run export 'a`#_b.json' --target flink-sql -o job 2>&1; grep -E '^#|lines of the' job/README.md"
    )
    #expect(
      outcome.lines.filter { $0.contains("_b") || $0.contains("'x") } == [
        ##"# a\`\#\_b.json as Flink SQL"##,
        ##"| `x_y____z_` | the lines of the input 'x\|y\\n\# \`z\`' |"##,
      ], "\(outcome)")
  }

  @Test func `a table and strings without quotes are printed unchanged`() throws {
    try folder.write(#"{"sequence": ["a\u202eb"]}"#, to: "exact.json")
    #expect(
      try run("run exact.json -f csv; run exact.json --raw; run exact.json --raw -f text").output
        == "value\na\u{202E}b\na\u{202E}b\n         0  a\\u202eb\n         0  | finished\n")
  }
}
