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
  func `any text is read or refused with a place`(seed: UInt64) {
    var random = RandomExpressions(seed: seed)
    for _ in 0..<5_000 {
      let text = (0..<random.next() % 7)
        .map { _ in Self.pieces[Int(random.next() % UInt64(Self.pieces.count))] }.joined()
      check(text, seed) { _ = try Timestamp(reading: $0) }
      check(text, seed) { _ = try TimeSpan(reading: $0) }
      check(text, seed) { _ = try UTCOffset(reading: $0) }
    }
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
  func `what is written is read as the same`(seed: UInt64) throws {
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
  func `what is added can be taken away`(seed: UInt64) throws {
    var random = RandomExpressions(seed: seed)
    for _ in 0..<2_000 {
      // Far enough from both ends for any duration.
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
