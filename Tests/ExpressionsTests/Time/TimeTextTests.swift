import Testing
import Values

@testable import Expressions

struct TimeTextTests {
  private static let pieces = [
    "0", "1", "9", "00", "60", "2024", "-", "+", ":", "T", "Z", ".", "h", "m", "s", "ns", "µs", "µ",
    "d", " ", "é",
    "9223372036854775807", "2024-02-29T", "12:34:56", ".123456789", "+01:30", "UTC", "\u{0}", "😀",
  ]

  @Test(arguments: [31, 32] as [UInt64])
  func `any text is read or rejected with a place`(seed: UInt64) {
    var random = RandomExpressions(seed: seed)
    for _ in 0..<5_000 {
      let text = (0..<random.next() % 7)
        .map { _ in Self.pieces[Int(random.next() % UInt64(Self.pieces.count))] }.joined()
      check(text, seed) { _ = try Timestamp(reading: $0) }
      check(text, seed) { _ = try TimeSpan(reading: $0) }
      check(text, seed) { _ = try Zone(reading: $0) }
    }
  }

  @Test(arguments: [51, 52] as [UInt64])
  func `only the usual form is read at once, with the same result as in pieces`(seed: UInt64) {
    var random = RandomExpressions(seed: seed)
    var usualCount = 0
    func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
    func expectSame(_ text: Text) {
      let usual = Timestamp(usual: text)
      if usual != nil { usualCount += 1 }
      let whole = try? Timestamp(reading: text)
      if usual != nil, usual != whole { Issue.record("seed \(seed): '\(text.string)'") }
    }
    for _ in 0..<5_000 {
      // Each part may be slightly out of its range.
      let date = [padded(below(10_000), 4), padded(below(14), 2), padded(below(33), 2)]
      let time = [below(26), below(62), below(62)].map { padded($0, 2) }
      var text = date.joined(separator: "-") + "T" + time.joined(separator: ":")
      let places = below(12)
      if places > 0 { text += "." + (1..<places).map { _ in String(below(10)) }.joined() }
      text += "Z"
      expectSame(Text(text))
      var bytes = Array(text.utf8)
      bytes[below(bytes.count)] = UInt8(below(128))
      expectSame(Text(validUTF8: bytes))
    }
    #expect(usualCount > 2_000)
  }

  @Test(
    arguments: [
      (0, nil, "1970-01-01T00:00:00Z"), (1_700_003_600_500_000_000, nil, "2023-11-14T23:13:20.5Z"),
      (1_700_003_600_500_000_000, 0, "2023-11-14T23:13:20.5+00:00"),
      (1_700_000_000_000_000_000, 19_800, "2023-11-15T03:43:20+05:30"),
      (1_700_000_000_000_000_001, -18_000, "2023-11-14T17:13:20.000000001-05:00"),
      (0, -2_670, "1969-12-31T23:15:30-00:44:30"),
      (-1, nil, "1969-12-31T23:59:59.999999999Z"),
      (.max, 50_400, "2262-04-12T13:47:16.854775807+14:00"),
      (.min, -43_200, "1677-09-20T12:12:43.145224192-12:00"),
    ] as [(Int64, Int?, String)])
  func `an instant is written in a zone`(nanoseconds: Int64, offset: Int?, text: String) {
    #expect(TimeText.text(ofNanoseconds: nanoseconds, offset: offset) == text)
  }

  private func check(_ text: String, _ seed: UInt64, read: (Text) throws -> Void) {
    do {
      try read(Text(text))
    } catch {
      let range = (error as? TimeTextError)?.range ?? -1 ..< -1
      let isInside = range.lowerBound >= 0 && range.upperBound <= text.unicodeScalars.count
      if !isInside { Issue.record("seed \(seed): '\(text)': \(error)") }
    }
  }

  @Test(arguments: [41] as [UInt64])
  func `written text is read as the same value`(seed: UInt64) throws {
    var random = RandomExpressions(seed: seed)
    for _ in 0..<2_000 {
      let span = TimeSpan(nanoseconds: Int64(bitPattern: random.next()) >> (random.next() % 64))
      let spanAgain = try TimeSpan(Text(span.text))
      #expect(spanAgain == span, "seed \(seed)")
      let timestamp = try Timestamp(
        seconds: Int64(random.next() % 315_537_897_600) - 62_135_596_800,
        nanoseconds: Int(random.next() % 1_000_000_000))
      let timestampAgain = try Timestamp(Text(timestamp.text))
      #expect(timestampAgain == timestamp, "seed \(seed)")
    }
  }

  @Test(arguments: [51] as [UInt64])
  func `an addition can be undone`(seed: UInt64) throws {
    var random = RandomExpressions(seed: seed)
    for _ in 0..<2_000 {
      // This is far enough from both ends for any duration.
      let timestamp = try Timestamp(
        seconds: Int64(random.next() % 290_000_000_000) - 49_000_000_000,
        nanoseconds: Int(random.next() % 1_000_000_000))
      let span = TimeSpan(nanoseconds: Int64(bitPattern: random.next()) >> (random.next() % 64))
      let later = try timestamp + span
      let back = try later - span
      let difference = try later - timestamp
      #expect(back == timestamp, "seed \(seed)")
      #expect(difference == span, "seed \(seed)")
    }
  }
}
