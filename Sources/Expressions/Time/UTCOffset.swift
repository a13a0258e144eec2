import Values

/// A zone whose clocks are always equally far from UTC.
struct UTCOffset: Sendable, Hashable {
  /// How far its clocks are ahead.
  let seconds: Int

  static let utc = UTCOffset(seconds: 0)

  init(seconds: Int) {
    self.seconds = seconds
  }

  /// Reads `UTC` or an offset as `+01:30`, `-08:00` or `02:00`; fails with the text and why.
  init(_ text: Text) throws(EvaluationFailure) {
    do {
      self = try UTCOffset(reading: text)
    } catch {
      throw error.failure(of: text, as: "a zone")
    }
  }

  /// Reads `UTC` or an offset. Zones with a name are refused: their rules are not known here.
  init(reading text: Text) throws(TimeTextError) {
    if text == "UTC" {
      self = .utc
      return
    }
    var reader = TimeTextReader(text)
    let isOffset = reader.peek().map { $0.isDigit || "+-".utf8.contains($0) } ?? false
    guard isOffset else {
      throw reader.mistake(
        "only 'UTC' and fixed offsets such as '+01:30' are known as zones, no names",
        in: 0..<reader.bytes.count)
    }
    self = try reader.readSignedOffset()
    if !reader.isAtEnd { throw reader.unexpected("the end") }
  }
}

extension UTCOffset {
  /// `+01:00`; with seconds where there are any, as in zones of long ago.
  var text: String {
    let clock = TimeText.clock(Int(seconds.magnitude))
    return (seconds < 0 ? "-" : "+") + (clock.hasSuffix(":00") ? String(clock.dropLast(3)) : clock)
  }
}

extension TimeTextReader {
  /// Reads `+01:30`, `-08:00` or `02:00`.
  mutating func readSignedOffset() throws(TimeTextError) -> UTCOffset {
    let isBehind = skip("-")
    if !isBehind { _ = skip("+") }
    let hours = try readNumber("hour", digits: 2, in: 0...23)
    try expect(":", "behind the hour")
    let minutes = try readNumber("minute", digits: 2, in: 0...59)
    let seconds = (hours * 60 + minutes) * 60
    return UTCOffset(seconds: isBehind ? -seconds : seconds)
  }
}
