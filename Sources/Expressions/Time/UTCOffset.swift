import Values

/// A zone with a fixed offset from UTC.
struct UTCOffset: Sendable, Hashable {
  /// The offset in seconds. It is positive if the zone's clocks are ahead.
  let seconds: Int

  static let utc = UTCOffset(seconds: 0)

  init(seconds: Int) {
    self.seconds = seconds
  }

  /// Reads `UTC` or an offset such as `+01:30`, `-08:00` or `02:00`. `Zone` reads the names of
  /// other zones.
  init(reading text: Text) throws(TimeTextError) {
    if text == "UTC" {
      self = .utc
      return
    }
    var reader = TimeTextReader(text)
    let isOffset = reader.peek().map { $0.isDigit || "+-".utf8.contains($0) } ?? false
    guard isOffset else {
      throw reader.mistake(
        "expected 'UTC', an offset such as '+01:30', or a name such as 'Europe/Berlin'",
        in: 0..<reader.bytes.count)
    }
    self = try reader.readSignedOffset()
    if !reader.isAtEnd { throw reader.unexpected("the end") }
  }
}

extension UTCOffset {
  /// The offset as a string such as `+01:00`, with seconds if there are any, as in historical
  /// zones.
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
    try expect(":", "after the hour")
    let minutes = try readNumber("minute", digits: 2, in: 0...59)
    let seconds = (hours * 60 + minutes) * 60
    return UTCOffset(seconds: isBehind ? -seconds : seconds)
  }
}
