extension DecimalNumber {
  /// Creates the shortest decimal form that reads back as a double; nil if the double is not
  /// finite.
  public init?(_ double: Double) {
    guard double.isFinite else { return nil }
    if let short = double.shortDecimal {
      self.init(
        isNegative: double.sign == .minus, coefficient: short.digits, exponent: -short.places,
        isWrittenAsInteger: false)
    } else {
      self.init(double.description)
    }
  }

  /// The nearest double, if plain arithmetic is certain to find it, as it is for most numbers that
  /// people and programs write.
  var exactDouble: Double? {
    if coefficient == 0 { return isNegative && !isWrittenAsInteger ? -0.0 : 0 }
    guard !isTruncated, exponent >= -19, exponent <= 22 else { return nil }
    let magnitude: Double
    if coefficient <= 1 << 53 {
      // Both operands are exact, so the single operation rounds correctly.
      let power = exactPowersOfTen[exponent.magnitude < 23 ? Int(exponent.magnitude) : 0]
      magnitude = exponent < 0 ? Double(coefficient) / power : Double(coefficient) * power
    } else if exponent < 0 {
      magnitude = quotient(dividingBy: powersOfTen[-exponent])
    } else {
      return nil
    }
    return isNegative ? -magnitude : magnitude
  }

  /// Divides in 128 bits, which leaves more bits than a double has, and rounds once.
  private func quotient(dividingBy divisor: UInt64) -> Double {
    let shift = coefficient.leadingZeroBitCount + 64
    let (whole, rest) = (UInt128(coefficient) << UInt128(shift))
      .quotientAndRemainder(dividingBy: UInt128(divisor))
    // The quotient has at least 64 bits. Its lowest bit shows whether there was a remainder.
    let extra = 128 - whole.leadingZeroBitCount - 64
    var bits = UInt64(truncatingIfNeeded: whole >> UInt128(extra))
    let lost = whole & ((1 << UInt128(extra)) - 1)
    if rest != 0 || lost != 0 { bits |= 1 }
    // Converting 64 bits to 53 rounds to nearest, and the lowest bit breaks false ties.
    return Double(
      sign: .plus, exponent: extra - shift, significand: Double(bits))
  }
}

extension DecimalNumber {
  /// Returns a double, which is a number of seconds, as whole nanoseconds: those of its shortest
  /// decimal form, rounded to the nearest; nil if it is not finite or does not fit in 64 bits.
  public static func nanoseconds(ofSeconds seconds: Double) -> Int64? {
    // Most times are whole milliseconds. Below 2⁴³ of them all products are exact.
    let scaled = seconds * 1000
    if scaled.magnitude < 0x1p43 {
      let milliseconds = Int64(scaled + (scaled < 0 ? -0.5 : 0.5))
      if Double(milliseconds) / 1000 == seconds { return milliseconds &* 1_000_000 }
    }
    return DecimalNumber(seconds)?.nanoseconds
  }
}

extension Double {
  /// The digits of the shortest decimal form and the number of digits after the point, at least
  /// one, if there are only a few, as in times and prices; nil if there are, or may be, more.
  var shortDecimal: (digits: UInt64, places: Int)? {
    var power = 1.0
    for places in 1...9 {
      power *= 10
      let digits = (magnitude * power).rounded()
      // Below 2⁵² a step of the last place is wider than the gap between doubles. So no other
      // number with as many places reads as this double, and neither does any shorter number.
      guard digits < 0x1p52 else { return nil }
      // Both operands are exact, so the quotient is the double nearest to the decimal.
      if digits / power == magnitude { return (UInt64(digits), places) }
    }
    return nil
  }
}

/// The powers of ten that doubles represent exactly.
let exactPowersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]
