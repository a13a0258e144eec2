import Values

extension TimeSpan {
  /// Reads numbers with units, such as `1h30m`, `-1.5s` or `20ms`. Fails with the string and the
  /// reason.
  init(_ text: Text) throws(EvaluationFailure) {
    do {
      self = try TimeSpan(reading: text)
    } catch {
      throw error.failure(of: text, as: "a duration")
    }
  }

  /// Reads numbers with units; `0` needs no unit. Fractions of a nanosecond are cut off.
  init(reading text: Text) throws(TimeTextError) {
    var reader = TimeTextReader(text)
    let isNegative = reader.skip("-")
    if !isNegative { _ = reader.skip("+") }
    if reader.bytes.dropFirst(reader.index).elementsEqual("0".utf8) {
      self.init(nanoseconds: 0)
      return
    }
    // The smallest duration has no positive counterpart.
    let limit = isNegative ? Int64.min.magnitude : Int64.max.magnitude
    var sum: UInt64 = 0
    repeat {
      let (next, isOverflow) = sum.addingReportingOverflow(try reader.readTerm())
      guard !isOverflow, next <= limit else { throw reader.tooLong }
      sum = next
    } while !reader.isAtEnd
    self.init(nanoseconds: isNegative ? Int64(truncatingIfNeeded: 0 &- sum) : Int64(sum))
  }

  /// The length in seconds, such as `5400s` or `-1.5s`.
  var text: String {
    let sign = nanoseconds < 0 ? "-" : ""
    return sign + String(seconds.magnitude)
      + fraction(ofNanoseconds: Int(subseconds.magnitude)) + "s"
  }
}

extension TimeTextReader {
  fileprivate var tooLong: TimeTextError {
    mistake(TimeSpan.outOfRange.message, in: 0..<index)
  }

  /// Reads a number and its unit. Returns the nanoseconds.
  fileprivate mutating func readTerm() throws(TimeTextError) -> UInt64 {
    let start = index
    let whole = readDigits()
    let fraction = skip(".") ? readDigits() : index..<index
    if whole.isEmpty, fraction.isEmpty {
      index = start
      throw unexpected("a number with a unit, as in '1h30m'")
    }
    let unit = try readUnit()
    var number: UInt64 = 0
    for byte in bytes[whole] {
      let (tens, isTooLong) = number.multipliedReportingOverflow(by: 10)
      let (next, isOverflow) = tens.addingReportingOverflow(UInt64(byte.digit))
      if isTooLong || isOverflow { throw tooLong }
      number = next
    }
    let (nanoseconds, isTooLong) = number.multipliedReportingOverflow(by: unit)
    // This goes from the last digit to the first, so that no intermediate result is rounded.
    let rest = bytes[fraction].reversed().reduce(0) { rest, byte in
      (UInt64(byte.digit) * unit + rest) / 10
    }
    let (sum, isOverflow) = nanoseconds.addingReportingOverflow(rest)
    if isTooLong || isOverflow { throw tooLong }
    return sum
  }

  /// Reads a unit. Returns its nanoseconds.
  private mutating func readUnit() throws(TimeTextError) -> UInt64 {
    let start = index
    while let byte = peek(), !byte.isDigit, byte != UInt8(ascii: ".") { index += 1 }
    let units = "expected 'h', 'm', 's', 'ms', 'us' or 'ns'"
    switch text(start..<index) {
    case "ns": return 1
    // The micro sign, and the Greek letter that looks like it.
    case "us", "\u{B5}s", "\u{3BC}s": return 1_000
    case "ms": return 1_000_000
    case "s": return 1_000_000_000
    case "m": return 60_000_000_000
    case "h": return 3_600_000_000_000
    case "": throw unexpected("a unit: 'h', 'm', 's', 'ms', 'us' or 'ns'")
    case "d": throw mistake("found the unit 'd', \(units); a day is '24h'", in: start..<index)
    default:
      throw mistake("found the unit \(quotation(start..<index)), \(units)", in: start..<index)
    }
  }
}
