import Marbles
import Testing

@Suite struct `Mistakes in marbles` {
  private func errors(
    _ text: String, frame: Duration = .seconds(1), allowsStart: Bool = false
  ) -> [String] {
    do throws(MarbleErrors) {
      _ = try MarbleDiagram(text, frame: frame, allowsStart: allowsStart)
      return []
    } catch {
      return error.items.map { "\($0.range) \($0.code.rawValue): \($0.message)" }
        + error.items.compactMap { $0.hint.map { "hint: \($0)" } }
    }
  }

  @Test(
    arguments: [
      (
        "a|b",
        [
          "2..<3 after-end: 'b' after the end, expected only spaces and '-'",
          "hint: a stream ends only once",
        ]
      ),
      (
        "#- (bc) -|-",
        [
          "3..<10 after-end: '(' after the end, expected only spaces and '-'",
          "hint: a stream ends only once",
        ]
      ),
      (
        "(a|) 3s",
        [
          "5..<7 after-end: '3s' after the end, expected only spaces and '-'",
          "hint: a stream ends only once",
        ]
      ),
      (
        "-(|ab)", ["2..<3 end-not-last: found the end before 'a' in a group, expected the end last"]
      ),
      ("[a||]", ["2..<3 end-not-last: found the end before '|' in a group, expected the end last"]),
      (
        "-(ab", ["1..<2 unclosed-group: '(' without ')'", "hint: every group must be closed"]
      ),
      ("[", ["0..<1 unclosed-group: '[' without ']'", "hint: every group must be closed"]),
      ("ab)", ["2..<3 unopened-group: ')' without '(' before it"]),
      ("-]-", ["1..<2 unopened-group: ']' without '[' before it"]),
      ("(a]", ["2..<3 mismatched-group: ']' after '(', expected ')'"]),
      ("[a)", ["2..<3 mismatched-group: ')' after '[', expected ']'"]),
      (
        "(a(b)c)d",
        [
          "2..<3 nested-group: '(' inside a group, expected values or the end",
          "hint: close '(' first",
        ]
      ),
      (
        "-( )",
        [
          "1..<4 empty-group: found an empty group, expected values or the end",
          "hint: write '-' for a frame without events",
        ]
      ),
      (
        "[--]",
        [
          "0..<4 empty-group: found an empty group, expected values or the end",
          "hint: write '-' for a frame without events",
        ]
      ),
      (
        "(a 3s b)",
        [
          "3..<5 time-span-in-group: time span '3s' inside a group, expected values or the end",
          "hint: the events of a group are at one instant",
        ]
      ),
      (
        "-^a",
        [
          "1..<2 start-not-allowed: '^' in a diagram that is not hot, expected a value, '-' or the"
            + " end", "hint: only a hot diagram marks its start",
        ]
      ),
      (
        "a\tb",
        ["1..<2 blank: blank character U+0009, expected a space or a symbol", "hint: use spaces"]
      ),
      (
        "é\r\nb",
        [
          "1..<3 blank: blank character U+000D U+000A, expected a space or a symbol",
          "hint: use spaces",
        ]
      ),
      (
        "\u{A0}b",
        ["0..<1 blank: blank character U+00A0, expected a space or a symbol", "hint: use spaces"]
      ),
      (
        "-\u{7F}",
        ["1..<2 blank: blank character U+007F, expected a space or a symbol", "hint: use spaces"]
      ),
      (
        "-\u{85}",
        ["1..<2 blank: blank character U+0085, expected a space or a symbol", "hint: use spaces"]
      ),
      (
        "a 9223372037s",
        [
          "2..<13 beyond-end-of-time: '9223372037s' beyond the end of time",
          "hint: time ends after 292 years",
        ]
      ),
      (
        "99999999999999999999999m abc 1s",
        [
          "0..<24 beyond-end-of-time: '99999999999999999999999m' beyond the end of time",
          "hint: time ends after 292 years",
        ]
      ),
      (
        "9223372036s-a",
        []
      ),
      (
        "9223372036s -a|",
        [
          "13..<14 beyond-end-of-time: 'a' beyond the end of time",
          "hint: time ends after 292 years",
        ]
      ),
    ] as [(String, [String])])
  func `report what was found, where, and a hint`(text: String, expected: [String]) {
    #expect(errors(text) == expected)
  }

  @Test(
    arguments: [
      ("^-^", ["2..<3 repeated-start: second '^', expected at most one"]),
      (
        "(a^)b",
        [
          "2..<3 start-in-group: '^' inside a group, expected values or the end",
          "hint: write it before or after the group",
        ]
      ),
      (
        "|^^",
        [
          "2..<3 after-end: '^' after the end, expected only spaces and '-'",
          "hint: a stream ends only once",
        ]
      ),
    ] as [(String, [String])])
  func `in hot diagrams include those of the start`(text: String, expected: [String]) {
    #expect(errors(text, allowsStart: true) == expected)
  }

  @Test(
    arguments: [
      (.zero, "0..<0 frame: a frame of 0.0 seconds, expected at least 1 nanosecond"),
      (.seconds(-1), "0..<0 frame: a frame of -1.0 seconds, expected at least 1 nanosecond"),
      (.nanoseconds(0.4), "0..<0 frame: a frame of 4e-10 seconds, expected at least 1 nanosecond"),
      (.seconds(1e10), "0..<0 beyond-end-of-time: a frame beyond the end of time"),
    ] as [(Duration, String)])
  func `can be in the frame`(frame: Duration, expected: String) {
    #expect(errors("--", frame: frame) == [expected])
  }

  @Test(
    arguments: [
      (.seconds(5_000_000_000), "-(ab)", nil), (.seconds(5_000_000_000), "--a", 2),
      (.seconds(3_000_000_000), "(ab)c", 4), (.seconds(3_000_000_000), "[ab]c-de", 7),
    ] as [(Duration, String, Int?)])
  func `include events beyond the end of time, which are not clamped`(
    frame: Duration, text: String, offset: Int?
  ) {
    #expect(
      errors(text, frame: frame).first
        == offset.map { offset in
          "\(offset)..<\(offset + 1) beyond-end-of-time: '\(text.suffix(1))'"
            + " beyond the end of time"
        })
  }

  @Test func `are all reported, in the order of their places`() {
    #expect(
      errors("-^(a(b)]\t)(c 3s [|d").filter { !$0.hasPrefix("hint") }.map {
        $0.prefix { $0 != ":" }
      }
        == [
          "1..<2 start-not-allowed", "4..<5 nested-group", "7..<8 mismatched-group", "8..<9 blank",
          "9..<10 unopened-group", "10..<11 unclosed-group", "13..<15 time-span-in-group",
          "16..<17 nested-group", "17..<18 end-not-last",
        ])
  }

  @Test func `are only counted beyond a hundred`() throws {
    let error = #expect(throws: MarbleErrors.self) {
      try MarbleDiagram(String(repeating: ")", count: 1000))
    }
    #expect(error?.items.count == 100)
    #expect(error?.omittedCount == 900)
    #expect(error?.description.hasSuffix("\nand 900 more") == true)
  }

  @Test func `print on one line each`() {
    let error = #expect(throws: MarbleErrors.self) { try MarbleDiagram(")a|b") }
    #expect(
      error?.description == """
        column 1: ')' without '(' before it
        column 4: 'b' after the end, expected only spaces and '-'; a stream ends only once
        """)
  }

  @Test func `are never empty`() {
    #expect(MarbleErrors([]) == nil)
  }
}
