import Values

extension Timestamp {
  /// Reads the form of RFC 3339, such as `2009-02-13T23:31:30.5+01:00`. Fails with the string and
  /// the reason.
  init(_ text: Text) throws(EvaluationFailure) {
    if let usual = Timestamp(usual: text) {
      self = usual
      return
    }
    do {
      self = try Timestamp(reading: text)
    } catch {
      let failure = error.failure(of: text, as: "a timestamp")
      guard let wayOut = TimeForm.wayOut(reading: text.string, of: "x") else { throw failure }
      throw .foreignTime(failure.message, wayOut: wayOut)
    }
  }

  /// Reads the form of RFC 3339. Digits beyond the nanosecond are cut off.
  init(reading text: Text) throws(TimeTextError) {
    var reader = TimeTextReader(text)
    let date = try reader.readDate()
    try reader.expect("T", "between date and time")
    let second = try reader.readTime()
    let nanoseconds = reader.skip(".") ? try reader.readNanoseconds() : 0
    let offset = try reader.readOffset()
    if !reader.isAtEnd { throw reader.unexpected("the end") }
    do {
      try self.init(
        seconds: Int64(date.dayNumber * 86_400 + second - offset.seconds),
        nanoseconds: nanoseconds)
    } catch {
      throw reader.mistake(error.message, in: 0..<reader.index)
    }
  }

  /// The timestamp in the form of RFC 3339, in UTC, with as many digits after the point as
  /// necessary.
  var text: String {
    let (day, second) = Int(seconds).dividedDown(by: 86_400)
    return "\(CivilDate(dayNumber: day).text)T\(TimeText.clock(second))"
      + fraction(ofNanoseconds: nanoseconds) + "Z"
  }
}

extension TimeTextReader {
  fileprivate mutating func readDate() throws(TimeTextError) -> CivilDate {
    let start = index
    let year = try readNumber("year", digits: 4, in: 0...9_999)
    let isLonger = !readDigits().isEmpty
    if isLonger || year == 0 {
      throw mistake(
        "found the year \(quotation(start..<index)), expected 0001 to 9999", in: start..<index)
    }
    try expect("-", "after the year")
    let month = try readNumber("month", digits: 2, in: 1...12)
    try expect("-", "after the month")
    let days = CivilDate.days(in: month, of: year)
    return CivilDate(year: year, month: month, day: try readNumber("day", digits: 2, in: 1...days))
  }

  /// Reads the time of day, in seconds.
  fileprivate mutating func readTime() throws(TimeTextError) -> Int {
    let hour = try readNumber("hour", digits: 2, in: 0...23)
    try expect(":", "after the hour")
    let minute = try readNumber("minute", digits: 2, in: 0...59)
    try expect(":", "after the minute")
    if bytes[index...].starts(with: "60".utf8) {
      throw mistake(
        "found the second '60', expected 00 to 59; leap seconds are not counted",
        in: index..<(index + 2))
    }
    let second = try readNumber("second", digits: 2, in: 0...59)
    return (hour * 60 + minute) * 60 + second
  }

  fileprivate mutating func readNanoseconds() throws(TimeTextError) -> Int {
    let digits = readDigits()
    if digits.isEmpty { throw unexpected("a digit after the point") }
    return (0..<9).reduce(0) { number, place in
      let position = digits.lowerBound + place
      return number * 10 + (position < digits.upperBound ? bytes[position].digit : 0)
    }
  }

  fileprivate mutating func readOffset() throws(TimeTextError) -> UTCOffset {
    if skip("Z") { return .utc }
    guard peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") else {
      throw unexpected("'Z' or an offset such as '+01:00'")
    }
    return try readSignedOffset()
  }
}
