import Marbles
import Reactive
import Testing

@Suite struct `Reading marbles` {
  /// Returns the events of a diagram on one line: `a@2 b@4 |@5`, in milliseconds if frames are
  /// those of RxJS.
  private func events(
    _ text: String, frame: Duration = .seconds(1), allowsStart: Bool = false
  ) throws -> String {
    let unit: Int64 = frame == .milliseconds(1) ? 1_000_000 : 1_000_000_000
    return try MarbleDiagram(text, frame: frame, allowsStart: allowsStart).events.map { event in
      let sign =
        switch event.kind {
        case .value(let symbol): symbol
        case .finished: "|"
        case .failure: "#"
        }
      let nanoseconds = event.instant.nanoseconds
      return nanoseconds % unit == 0
        ? "\(sign)@\(nanoseconds / unit)" : "\(sign)@\(Double(nanoseconds) / Double(unit))"
    }.joined(separator: " ")
  }

  @Test(arguments: [
    ("", ""),
    ("-", ""),
    ("   ", ""),
    ("|", "|@0"),
    ("#", "#@0"),
    ("a", "a@0"),
    ("--a-b|", "a@2 b@4 |@5"),
    ("--a-b#", "a@2 b@4 #@5"),
    ("a|--  -", "a@0 |@1"),
    (" - a -- b ", "a@1 b@4"),
    ("0123", "0@0 1@1 2@2 3@3"),
    ("+*!.,:;=", "+@0 *@1 !@2 .@3 ,@4 :@5 ;@6 =@7"),
  ])
  func `counts a frame per character, none for a space`(text: String, expected: String) throws {
    #expect(try events(text) == expected)
  }

  @Test(arguments: [
    ("(ab)", "a@0 b@0"),
    ("(ab)c", "a@0 b@0 c@4"),
    ("-(ab|)", "a@1 b@1 |@1"),
    ("-( a b )c", "a@1 b@1 c@5"),
    ("(a-b)c", "a@0 b@0 c@5"),
    ("(a)(b)", "a@0 b@3"),
    ("(#)", "#@0"),
    ("(a|-)--", "a@0 |@0"),
    ("[ab]c", "a@0 b@0 c@1"),
    ("-[ab]-[cd|]", "a@1 b@1 c@3 d@3 |@3"),
    ("[a][b][c]", "a@0 b@1 c@2"),
    ("(3s)3s-", "3@0 s@0 3@4 s@5"),
  ])
  func `puts a group at one instant`(text: String, expected: String) throws {
    #expect(try events(text) == expected)
  }

  @Test(arguments: [
    ("3s a", "a@3"),
    ("3s", ""),
    ("a 3s b", "a@0 b@4"),
    ("a 3s", "a@0"),
    ("a 250ms b", "a@0 b@1.25"),
    ("a 1.5s b", "a@0 b@2.5"),
    ("a 2m b", "a@0 b@121"),
    ("1m 1s 1000ms a", "a@62"),
    ("0s a", "a@0"),
    ("0.1ms a", "a@0.0001"),
    ("007s a", "a@7"),
    ("0.0000000014s a", "a@1e-09"),
    ("0.0000000015s a", "a@2e-09"),
    ("0.00000000149999999999999999999999999999s a", "a@1e-09"),
    ("0.333333333333333333333333333333333333333m a", "a@20"),
    ("(a) 3s (b)", "a@0 b@6"),
  ])
  func `advances by a time span, exactly`(text: String, expected: String) throws {
    #expect(try events(text) == expected)
  }

  @Test(arguments: [
    ("a3s", "a@0 3@1 s@2"),
    ("3s-", "3@0 s@1"),
    ("3s|", "3@0 s@1 |@2"),
    ("-3s -", "3@1 s@2"),
    ("3h", "3@0 h@1"),
    ("3sm", "3@0 s@1 m@2"),
    ("3mss", "3@0 m@1 s@2 s@3"),
    ("3msm 4", "3@0 m@1 s@2 m@3 4@4"),
    ("3.s", "3@0 .@1 s@2"),
    (".5s", ".@0 5@1 s@2"),
    ("1.2.3s", "1@0 .@1 2@2 .@3 3@4 s@5"),
    ("3 s", "3@0 s@1"),
    ("3", "3@0"),
    ("3s\u{301}", "3@0 s\u{301}@1"),
    ("٣s", "٣@0 s@1"),
    ("-1s", "1@1 s@2"),
  ])
  func `reads text that only resembles a span as symbols`(text: String, expected: String) throws {
    #expect(try events(text) == expected)
  }

  // From the documentation of RxJS, "Testing RxJS Code with Marble Diagrams". One frame is 1 ms.
  @Test(arguments: [
    ("-", ""),
    ("------", ""),
    ("|", "|@0"),
    ("#", "#@0"),
    ("--a--", "a@2"),
    ("--a--b--|", "a@2 b@5 |@8"),
    ("--a--b--#", "a@2 b@5 #@8"),
    ("--(abc)-|", "a@2 b@2 c@2 |@8"),
    ("-----(a|)", "a@5 |@5"),
    ("a 9ms b 9s c|", "a@0 b@10 c@9011 |@9012"),
    ("--a|", "a@2 |@3"),
    (" -a--b--c---|", "a@1 b@4 c@7 |@11"),
    (" 9ms a 9ms b 9ms (c|)", "a@9 b@19 c@29 |@29"),
    ("  -a-b-c", "a@1 b@3 c@5"),
    (" --a 1s b 500ms c---|", "a@2 b@1003 c@1504 |@1508"),
  ])
  func `reads the examples of RxJS as RxJS does`(text: String, expected: String) throws {
    #expect(try events(text, frame: .milliseconds(1)) == expected)
  }

  @Test(arguments: [
    ("a-^-b", "a@-2 b@2"),
    ("^", ""),
    ("^a", "a@1"),
    ("a^", "a@-1"),
    ("--^--a--b--|", "a@3 b@6 |@9"),
    ("a 3s ^ 2s b|", "a@-4 b@3 |@4"),
    ("(ab)^(cd)", "a@-4 b@-4 c@1 d@1"),
    ("[ab]^", "a@-1 b@-1"),
    ("--a|", "a@2 |@3"),
  ])
  func `counts from the start of a hot diagram`(text: String, expected: String) throws {
    #expect(try events(text, allowsStart: true) == expected)
  }

  @Test func `treats a grapheme as one character, however many scalars it has`() throws {
    let text = "👨‍👩‍👧‍👦-🇩🇪🇫🇷-é(e\u{301}🏳️‍🌈)|"
    let diagram = try MarbleDiagram(text)
    #expect(
      try events(text)
        == "👨‍👩‍👧‍👦@0 🇩🇪@2 🇫🇷@3 é@5 e\u{301}@6 🏳️‍🌈@6 |@10")
    #expect(
      diagram.events.map(\.range) == [0..<7, 8..<10, 10..<12, 13..<14, 15..<17, 17..<21, 22..<23])
  }

  @Test func `records the place of every symbol`() throws {
    #expect(try MarbleDiagram(" a 10s (b|)").events.map(\.range) == [1..<2, 8..<9, 9..<10])
  }

  @Test(
    arguments: [
      (.milliseconds(250), 1_250_000_000), (.nanoseconds(1), 5),
      (.seconds(3600), 18_000_000_000_000), (.nanoseconds(1.5), 10),
    ] as [(Duration, Int64)])
  func `accepts any whole number of nanoseconds as a frame`(frame: Duration, last: Int64) throws {
    #expect(
      try MarbleDiagram("--a--b", frame: frame).events.last?.instant.nanoseconds == last)
  }

  @Test func `reaches the last instant before the end of time`() throws {
    let frame = Duration.nanoseconds(Int64.max - 1)
    #expect(
      try MarbleDiagram("-|", frame: frame).events.map(\.instant)
        == [Instant(nanoseconds: .max - 1)])
    #expect(try MarbleDiagram("9223372036.854775806s |").events.count == 1)
    #expect(throws: MarbleErrors.self) { try MarbleDiagram("9223372036.854775807s |") }
  }

  @Test func `compares by kind, time and place`() throws {
    #expect(try MarbleDiagram("-a") == MarbleDiagram("-a"))
    #expect(try Set([MarbleDiagram("-a"), MarbleDiagram("-a"), MarbleDiagram("-b")]).count == 2)
  }

  @Test func `reads a hundred thousand characters`() throws {
    let text = String(repeating: "-a(bc)[🇩🇪é] 3s 4x", count: 6000)
    #expect(try MarbleDiagram(text).events.count == 6000 * 7)
  }
}
