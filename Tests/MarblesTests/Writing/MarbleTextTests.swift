import Marbles
import Reactive
import Testing

@Suite struct `Writing marbles` {
  private func text(
    _ timeline: Timeline<String>, frame: Duration? = nil
  ) throws -> MarbleText<String> {
    try MarbleText(timeline, frame: frame) { $0 }
  }

  @Test(arguments: [
    "", "|", "#", "a", "--a-b|", "--a-b#", "---a", "(ab)", "-(ab|)", "(ab)c", "-(abc)--d",
    "[ab]c", "[ab][cd]-|", "[ab]-c", "a--------------------b", "a 21s b", "30s a 1m b|",
    "3 s", "1.5 m", "3 ms", "a 30s 3 s", "3s|", "3 s 25s 4 m 25s 5s|", "🇩🇪🇫🇷👨‍👩‍👧‍👦|",
    "🇩 🇪", "(🇩 🇪)a",
  ])
  func `chooses the plainest text that reads as the timeline`(text: String) throws {
    #expect(try self.text(.marbles(text)).text == text)
  }

  @Test(
    arguments: [
      ([0, 1000, 3000], ".seconds(1)", "ab-c"),
      ([60_000, 120_000], "1", "1m a 59s b"),
      ([500, 1000], "0.5", "-ab"),
      ([750, 1500], "0.25", "---a--b"),
      ([100, 300, 600], "0.1", "-a-b--c"),
      ([100, 3_661_250], "0.05", "--a 3661.1s b"),
      ([5, 1000], "0.005", "-a 990ms b"),
      ([1, 60_000], "0.001", "-a 59.998s b"),
      ([7], "0.001", "-------a"),
    ] as [([Int64], String, String)])
  func `chooses the largest round frame that divides all times`(
    milliseconds: [Int64], frame: String, expected: String
  ) throws {
    let letters = ["a", "b", "c"]
    let timeline = Timeline(
      zip(milliseconds, letters).map { .value($1, at: .milliseconds($0)) })
    let marbles = try text(timeline)
    #expect(marbles.text == expected)
    if let seconds = Double(frame) { #expect(marbles.frame == .nanoseconds(seconds * 1e9)) }
  }

  @Test(
    arguments: [
      ([3000, 8000], 0.000_001, "---a----b"),
      ([123_456_789], 1, "123.456789ms a"),
      ([123_456_789, 1_300_000_001], 1, "123.456789ms a 176.543212ms b"),
      ([1_000_000_000, 1_123_456_789], 0.1, "----------a 23.456789ms b"),
      ([0, 1, 1_000_000_000], 0.000_000_001, "ab 999.999998ms c"),
      ([Int64.max - 1], 1, "9223372036.854775806s a"),
    ] as [([Int64], Double, String)])
  func `uses time spans if the times have no common frame`(
    nanoseconds: [Int64], frame: Double, expected: String
  ) throws {
    let timeline = Timeline(
      zip(nanoseconds, ["a", "b", "c"]).map { time, letter in
        .init(instant: Instant(nanoseconds: time), kind: .value(letter))
      })
    let marbles = try text(timeline)
    #expect(marbles.text == expected)
    #expect(marbles.frame == .seconds(frame))
  }

  @Test func `uses the frame of the caller`() throws {
    let timeline: Timeline<String> = .marbles("-(ab)--c 3s d|", frame: .milliseconds(500))
    #expect(try text(timeline).text == "-(ab)--c------d|")
    #expect(try text(timeline, frame: .milliseconds(250)).text == "--(ab)--------c-------------d-|")
    #expect(
      try text(timeline, frame: .milliseconds(400)).text == "500ms (ab) 1.4s c 3.1s d 100ms |")
    #expect(throws: MarbleTextError.frame(longest: .milliseconds(500))) {
      try text(timeline, frame: .milliseconds(501))
    }
    #expect(throws: MarbleTextError.frame(longest: .milliseconds(500))) {
      try text(timeline, frame: .zero)
    }
  }

  @Test func `assigns letters to values without a symbol, the same to equal values`() throws {
    let timeline: Timeline<Int> = [
      .value(100, at: .zero), .value(7, at: .seconds(1)), .value(200, at: .seconds(2)),
      .value(100, at: .seconds(3)), .failure("too much", at: .seconds(3)),
    ]
    let marbles = try MarbleText(timeline) { (0...9).contains($0) ? String($0) : nil }
    #expect(marbles.text == "a7b(a#)")
    #expect(marbles.values.map(\.symbol) == ["a", "b"])
    #expect(marbles.values.map(\.value) == [100, 200])
    #expect(marbles.error == "too much")
  }

  @Test func `never assigns a letter that is a value's own symbol`() throws {
    let timeline: Timeline<String> = [
      .value("long", at: .zero), .value("a", at: .seconds(1)), .value("longer", at: .seconds(2)),
      .value("c", at: .seconds(3)),
    ]
    #expect(try text(timeline).text == "badc")
  }

  @Test(arguments: [
    "-", "|", "#", "(", ")", "[", "]", "^", " ", "\t", "\n", "\r\n", "\u{A0}", "\0", "", "ab",
    "\u{301}", "\u{200D}", "\u{600}",
  ])
  func `assigns a letter if a symbol would not read as its value`(sign: String) throws {
    let marbles = try text([.value(sign, at: .seconds(1)), .finished(at: .seconds(1))])
    #expect(marbles.text == "-(a|)")
    #expect(marbles.values.map(\.value) == [sign])
  }

  @Test func `assigns different symbols to two values with the same one`() throws {
    let timeline: Timeline<Int> = [.value(1, at: .zero), .value(2, at: .seconds(1))]
    let marbles = try MarbleText(timeline) { _ in "x" }
    #expect(marbles.text == "xa")
    #expect(marbles.values.map(\.value) == [2])
  }

  @Test func `continues after Z with Greek letters, then with ideographs`() throws {
    let timeline = Timeline((0..<80).map { .value($0, at: .seconds($0)) })
    #expect(
      try MarbleText(timeline) { _ in nil }.text
        == "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZαβγδεζηθικλμνξοπρστυφχψω一丁丂七")
  }

  @Test func `has no error message without a failure`() throws {
    #expect(try text(.marbles("a|")).error == nil)
    #expect(try text(.marbles("a#")).error == "error")
  }

  @Test(
    arguments: [
      (
        [.value("a", at: .seconds(2)), .value("b", at: .seconds(1))], .outOfOrder(index: 1),
        "event 1 is earlier than the previous event, expected increasing times"
      ),
      (
        [.value("a", at: .seconds(-1))], .outOfOrder(index: 0),
        "event 0 is earlier than the previous event, expected increasing times"
      ),
      (
        [.finished(at: .zero), .value("b", at: .seconds(1))], .afterEnd(index: 1),
        "event 1 is after the end, expected nothing there"
      ),
      (
        [.value("a", at: .nanoseconds(Int64.max))], .beyondEndOfTime(index: 0),
        "event 0 is at the end of time, expected it earlier"
      ),
    ] as [(Timeline<String>, MarbleTextError, String)])
  func `reports why a timeline has no marbles`(
    timeline: Timeline<String>, expected: MarbleTextError, description: String
  ) {
    #expect(throws: expected) { try text(timeline) }
    #expect(expected.description == description)
  }

  @Test func `reports the maximum number of different values`() {
    let timeline = Timeline((0..<63_789).map { .value($0, at: .zero) })
    #expect(throws: MarbleTextError.values(limit: 63_788)) {
      try MarbleText(timeline) { _ in nil }
    }
    #expect(
      MarbleTextError.values(limit: 63_788).description
        == "too many different values, expected at most 63788")
    #expect(
      MarbleTextError.frame(longest: .seconds(2)).description
        == "a frame that does not fit, expected at most 2.0 seconds")
  }

  @Test func `reads back as the same timeline, whatever it is`() throws {
    let firstSeed: UInt64 = 20_261_120
    for seed in firstSeed..<(firstSeed + 500) {
      var numbers = RandomNumbers(seed: seed)
      let timeline = RandomTimeline.make(&numbers)
      let marbles = try text(timeline, frame: RandomTimeline.frame(for: timeline, &numbers))
      let read = try Timeline(
        marbles: marbles.text, frame: marbles.frame,
        values: Dictionary(uniqueKeysWithValues: marbles.values), error: marbles.error ?? "error")
      #expect(read == timeline, "seed \(seed): \(marbles.text)")
      if read != timeline { return }
    }
  }
}

/// Timelines with everything that is hard to write.
private enum RandomTimeline {
  private static let values = [
    "a", "b", "m", "s", "3", "1", ".", "0", "-", "|", "(", "]", " ", "ms", "long", "", "é", "🇩",
    "🇪", "🇩🇪", "👨‍👩‍👧‍👦", "👩", "\u{301}", "क\u{94D}", "ष", "\u{600}", "ᄀ", "ᅡ", "\t", "^", "Z",
  ]
  private static let units: [Int64] = [
    1_000_000_000, 60_000_000_000, 500_000_000, 250_000_000, 1_000_000, 1000, 1, 1_234_567,
  ]

  static func make(_ numbers: inout RandomNumbers) -> Timeline<String> {
    let unit = units.randomElement(using: &numbers) ?? 1
    let longest: Int64 = [1, 3, 12, 100].randomElement(using: &numbers) ?? 1
    var time: Int64 = 0
    var timeline = Timeline<String>()
    for _ in 0..<Int.random(in: 0...12, using: &numbers) {
      if Bool.random(using: &numbers) {
        time += Int64.random(in: 0...longest, using: &numbers) * unit
      }
      let value = values.randomElement(using: &numbers) ?? "a"
      timeline.events.append(.value(value, at: .nanoseconds(time)))
    }
    if Bool.random(using: &numbers) { time += unit }
    switch Int.random(in: 0...2, using: &numbers) {
    case 0: timeline.events.append(.finished(at: .nanoseconds(time)))
    case 1: timeline.events.append(.failure("boom", at: .nanoseconds(time)))
    default: break
    }
    return timeline
  }

  /// Returns, half of the time, a frame that fits; otherwise nil.
  static func frame(
    for timeline: Timeline<String>, _ numbers: inout RandomNumbers
  ) -> Duration? {
    guard Bool.random(using: &numbers) else { return nil }
    let times = timeline.events.map(\.instant.nanoseconds)
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }
    return .nanoseconds(Int64.random(in: 1...(gaps.min() ?? 5), using: &numbers))
  }
}
