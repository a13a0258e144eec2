extension ByteBuffer {
  /// Writes an integer in decimal.
  package mutating func appendDecimal(_ int: Int64) {
    unsafe write(atMost: 20) { target in
      if int >= 0 { return unsafe writeDigits(int.magnitude, to: target) }
      unsafe target[0] = .minus
      return unsafe 1 + writeDigits(int.magnitude, to: target + 1)
    }
  }

  /// Writes nanoseconds as seconds, exactly and as briefly as possible: `1`, `2.5`, `-0.000000001`.
  package mutating func appendSeconds(nanoseconds: Int64) {
    unsafe write(atMost: 32) { target in
      var length = 0
      if nanoseconds < 0 {
        unsafe target[0] = .minus
        length = 1
      }
      let (seconds, fraction) = nanoseconds.magnitude.quotientAndRemainder(
        dividingBy: 1_000_000_000)
      unsafe length += writeDigits(seconds, to: target + length)
      return unsafe length + writeFraction(fraction, places: 9, to: target + length)
    }
  }

  /// Writes a double in the fewest digits that read back as the same double, with a fraction or an
  /// exponent. Writes null for an infinity or NaN.
  package mutating func appendJSON(_ double: Double) {
    if appendShortDecimal(double) { return }
    guard double.isFinite else { return append("null") }
    var text = double.description
    text.withUTF8 { unsafe append($0) }
  }

  /// Writes a double with few decimal places, as most have. This is three times as fast as finding
  /// the shortest digits of an arbitrary double. Returns false, and writes nothing, for any other
  /// double.
  private mutating func appendShortDecimal(_ double: Double) -> Bool {
    // Smaller doubles are written with an exponent. Zero may be negative, which only its sign
    // shows.
    guard double.magnitude >= 1e-3 || double == 0, let short = double.shortDecimal else {
      return false
    }
    writeDecimal(short.digits, places: short.places, isNegative: double.sign == .minus)
    return true
  }

  private mutating func writeDecimal(_ digits: UInt64, places: Int, isNegative: Bool) {
    unsafe write(atMost: 32) { target in
      var length = 0
      if isNegative {
        unsafe target[0] = .minus
        length = 1
      }
      let (whole, fraction) = digits.quotientAndRemainder(dividingBy: powersOfTen[places])
      unsafe length += writeDigits(whole, to: target + length)
      if fraction > 0 {
        return unsafe length + writeFraction(fraction, places: places, to: target + length)
      }
      unsafe target[length] = .point
      unsafe target[length + 1] = .digit0
      return length + 2
    }
  }
}

/// Writes decimal digits and returns their count.
private func writeDigits(_ number: UInt64, to target: UnsafeMutablePointer<UInt8>) -> Int {
  let count = countOfDigits(number)
  var rest = number
  var place = count
  while rest >= 100 {
    let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
    rest = quotient
    place -= 2
    unsafe writePair(Int(truncatingIfNeeded: pair), to: target + place)
  }
  if rest >= 10 {
    unsafe writePair(Int(truncatingIfNeeded: rest), to: target)
  } else {
    unsafe target[0] = .digit0 + UInt8(truncatingIfNeeded: rest)
  }
  return count
}

/// Writes a point and the digits after it, without trailing zeros. Writes nothing for zero.
private func writeFraction(
  _ fraction: UInt64, places: Int, to target: UnsafeMutablePointer<UInt8>
) -> Int {
  if fraction == 0 { return 0 }
  unsafe target[0] = .point
  var rest = fraction
  var place = places
  while place > 0 {
    let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
    unsafe target[place] = .digit0 + UInt8(truncatingIfNeeded: digit)
    rest = quotient
    place -= 1
  }
  var length = places
  while unsafe target[length] == .digit0 { length -= 1 }
  return length + 1
}

@inline(__always)
private func countOfDigits(_ number: UInt64) -> Int {
  if number < 10 { return 1 }
  if number < 100 { return 2 }
  if number < 1000 { return 3 }
  // log₁₀ 2 is about 1233/4096. The guess is either right or one too small.
  let guess = (64 - number.leadingZeroBitCount) * 1233 / 4096
  return guess < 20 && number >= powersOfTen[guess] ? guess + 1 : guess
}

private let pairs: StaticString = """
  00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748\
  49505152535455565758596061626364656667686970717273747576777879808182838485868788899091929394959697\
  9899
  """

@inline(__always)
private func writePair(_ pair: Int, to target: UnsafeMutablePointer<UInt8>) {
  let digits = unsafe pairs.utf8Start + pair * 2
  unsafe target[0] = unsafe digits[0]
  unsafe target[1] = unsafe digits[1]
}
