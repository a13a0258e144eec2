extension JSONReader {
  /// Reads a number. It is an int if it is written as one and fits in 64 bits; otherwise, a double.
  @inline(__always)
  mutating func readNumber() throws(ReadError) -> Value {
    if let number = readPlainNumber() { return number }
    return try readUnusualNumber()
  }

  /// Reads a number of one of the two most common kinds: an int of up to eighteen digits, or a
  /// fraction of up to fifteen digits without an exponent. For any other number, or if there is
  /// none, returns nil and does not move.
  @inline(__always)
  mutating func readPlainNumber() -> Value? {
    var place = position
    let isNegative = unsafe bytes[place] == .minus
    if isNegative { place &+= 1 }
    let first = place
    let (short, length) = digits(at: place)
    // More digits may follow the first eight.
    if 1...7 ~= length, unsafe bytes[first] != .digit0 || length == 1,
      unsafe !continuesNumber(bytes[place &+ length])
    {
      position = place &+ length
      return .int(isNegative ? -short : short)
    }
    return readLongNumber()
  }

  /// Returns the next digits, at most eight, as a number, together with their count.
  @inline(__always)
  private func digits(at place: Int) -> (number: Int64, count: Int) {
    let word = unsafe (bytes + place).word ^ 0x3030_3030_3030_3030
    // The top bit is set in each byte that is not a digit. A byte that is too large may also set
    // that of the next byte, but only the lowest one counts.
    let others = (word &+ 0x7676_7676_7676_7676 | word) & 0x8080_8080_8080_8080
    let bits = others.trailingZeroBitCount & ~7
    guard bits > 0 else { return (0, 0) }
    // The shift puts zeros before the first digit.
    return (number(ofDigits: word &<< UInt64(64 &- bits)), bits / 8)
  }

  /// Returns the number spelled by eight digits, one in each byte. They are combined in pairs, then
  /// in fours, and then all eight.
  @inline(__always)
  private func number(ofDigits word: UInt64) -> Int64 {
    var digits = word
    digits = (digits &* 10 &+ digits &>> 8) & 0x00FF_00FF_00FF_00FF
    digits = (digits &* 100 &+ digits &>> 16) & 0x0000_FFFF_0000_FFFF
    digits = (digits &* 10_000 &+ digits &>> 32) & 0xFFFF_FFFF
    return Int64(digits)
  }

  /// Appends up to sixteen digits to a number, and moves past them.
  @inline(__always)
  private func appendDigits(to number: inout Int64, _ place: inout Int) {
    for _ in 0..<2 {
      let (more, count) = digits(at: place)
      number = number &* Int64(truncatingIfNeeded: powersOfTen[count]) &+ more
      place &+= count
      if count < 8 { return }
    }
  }

  @inline(never)
  private mutating func readLongNumber() -> Value? {
    var place = position
    let isNegative = unsafe bytes[place] == .minus
    if isNegative { place &+= 1 }
    let first = place
    var magnitude: Int64 = 0
    appendDigits(to: &magnitude, &place)
    while true {
      let digit = unsafe bytes[place] &- .digit0
      guard digit <= 9 else { break }
      magnitude = magnitude &* 10 &+ Int64(digit)
      place &+= 1
    }
    // Up to eighteen digits fit. A leading zero is allowed only by itself.
    let length = place &- first
    guard length > 0, length <= 18, unsafe bytes[first] != .digit0 || length == 1 else {
      return nil
    }
    if unsafe !continuesNumber(bytes[place]) {
      position = place
      return .int(isNegative ? -magnitude : magnitude)
    }
    if let double = readShortFraction(behind: magnitude, of: length, at: place) {
      return .double(isNegative ? -double : double)
    }
    return nil
  }

  /// Reads the fraction after the digits of a whole number, if there are so few digits in total
  /// that both they and the power of ten are exact as doubles, so that the quotient is the nearest
  /// double.
  @inline(__always)
  private mutating func readShortFraction(
    behind whole: Int64, of length: Int, at point: Int
  ) -> Double? {
    guard unsafe bytes[point] == .point else { return nil }
    let first = point &+ 1
    var place = first
    var digits = whole
    appendDigits(to: &digits, &place)
    let count = place &- first
    // A remaining digit also counts as part of a word.
    guard count > 0, length &+ count <= 15, unsafe !isPartOfWord(bytes[place]) else { return nil }
    position = place
    return Double(digits) / exactPowersOfTen[count]
  }

  /// Skips a number and checks it.
  @inline(__always)
  mutating func skipNumber() throws(ReadError) {
    var place = position
    if unsafe bytes[place] == .minus { place &+= 1 }
    let first = place
    while unsafe isDigit(bytes[place]) { place &+= 1 }
    let length = place &- first
    if unsafe length > 0 && (bytes[first] != .digit0 || length == 1)
      && !continuesNumber(bytes[place])
    {
      position = place
    } else {
      try skipUnusualNumber()
    }
  }

  @inline(never)
  private mutating func skipUnusualNumber() throws(ReadError) { _ = try scanNumber() }

  @inline(never)
  private mutating func readUnusualNumber() throws(ReadError) -> Value {
    let start = position
    let number = try scanNumber()
    if let int = number.int { return .int(int) }
    if readsBigIntegersAsText, number.isWrittenAsInteger {
      let digits = unsafe UnsafeBufferPointer(start: bytes + start, count: position - start)
      return unsafe .string(Text(validUTF8: Array(digits)))
    }
    let double = try double(of: number, in: start..<position)
    if number.isWrittenAsInteger {
      note(
        .integerBeyond64Bits,
        "integer \(shortened(start..<position)) does not fit 64 bits; it is read as the double "
          + Text(validUTF8: JSONWriter.text(of: .double(double))).string, at: start)
    }
    return .double(double)
  }

  /// Reads a number exactly.
  mutating func scanNumber() throws(ReadError) -> DecimalNumber {
    let start = position
    var number = DecimalNumber()
    if unsafe bytes[position] == .minus {
      number.isNegative = true
      position += 1
    }
    guard unsafe isDigit(bytes[position]) else { throw numberMistake(at: start) }
    if unsafe bytes[position] == .digit0 {
      position += 1
      if unsafe isDigit(bytes[position]) { throw leadingZeroMistake(at: start) }
    } else {
      scanDigits(into: &number, isFraction: false)
    }
    if unsafe bytes[position] == .point {
      position += 1
      guard unsafe isDigit(bytes[position]) else { throw missingDigitMistake(after: "'.'") }
      number.isWrittenAsInteger = false
      scanDigits(into: &number, isFraction: true)
    }
    if unsafe bytes[position] | 0x20 == .lowercaseE {
      try scanExponent(into: &number)
    }
    if unsafe isPartOfWord(bytes[position]) { throw numberEndMistake(at: start) }
    return number
  }

  private mutating func scanDigits(into number: inout DecimalNumber, isFraction: Bool) {
    // While the coefficient is below 10^18, one more digit is certain to fit.
    while unsafe isDigit(bytes[position]) {
      let digit = unsafe bytes[position] - .digit0
      if number.coefficient < 1_000_000_000_000_000_000 {
        number.coefficient = number.coefficient * 10 + UInt64(digit)
        if isFraction { number.exponent -= 1 }
      } else {
        if number.cutDigits == 0 { number.nextDigit = digit }
        number.cutDigits += 1
        if digit != 0 { number.isTruncated = true }
        if !isFraction { number.exponent += 1 }
      }
      position += 1
    }
  }

  private mutating func scanExponent(into number: inout DecimalNumber) throws(ReadError) {
    position += 1
    number.isWrittenAsInteger = false
    let isNegative = unsafe bytes[position] == .minus
    if unsafe isNegative || bytes[position] == .plus { position += 1 }
    guard unsafe isDigit(bytes[position]) else {
      throw missingDigitMistake(after: "the exponent's 'e'")
    }
    var exponent = 0
    while unsafe isDigit(bytes[position]) {
      // Beyond this limit no exponent can bring the number back into range.
      if exponent < 1_000_000_000_000_000 {
        exponent = unsafe exponent * 10 + Int(bytes[position] - .digit0)
      }
      position += 1
    }
    number.exponent += isNegative ? -exponent : exponent
  }

  /// Returns the double nearest to the number at `range`.
  private func double(
    of number: DecimalNumber, in range: Range<Int>
  ) throws(ReadError) -> Double {
    if let double = number.exactDouble { return double }
    let text = unsafe String(
      decoding: UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count),
      as: UTF8.self)
    guard let double = Double(text), double.isFinite else {
      throw tooLargeMistake(range)
    }
    return double
  }

  @inline(__always)
  private func isDigit(_ byte: UInt8) -> Bool { byte &- .digit0 <= 9 }

  /// Whether a byte after digits means that they are not an integer: a point, an exponent, a word.
  @inline(__always)
  private func continuesNumber(_ byte: UInt8) -> Bool {
    byte == .point || byte > .colon && isPartOfWord(byte)
  }
}
