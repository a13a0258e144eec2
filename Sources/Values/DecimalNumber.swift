/// A number exactly as it is written in a document: ± coefficient × 10^exponent.
///
/// It never passes through binary floating point, so three times 0.1 is 0.3.
public struct DecimalNumber: Sendable, Hashable {
  /// Whether the number has a minus sign.
  public var isNegative: Bool
  /// The first nineteen significant digits, or all of them if there are fewer.
  public var coefficient: UInt64
  /// The power of ten that the coefficient is multiplied by.
  public var exponent: Int
  /// Whether digits after the coefficient, not all of them zero, were cut off.
  package var isTruncated: Bool
  /// Whether the text had neither a fraction nor an exponent.
  public var isWrittenAsInteger: Bool
  /// The first of the digits that were cut off.
  var nextDigit: UInt8 = 0
  /// The number of digits that were cut off.
  var cutDigits = 0

  /// Creates a number from an integer.
  public init(_ integer: Int64) {
    self.init(
      isNegative: integer < 0, coefficient: integer.magnitude, exponent: 0, isTruncated: false,
      isWrittenAsInteger: true)
  }

  /// Reads a number in JSON's notation; nil if the string is anything else.
  public init?(_ text: String) {
    let source = SourceText(name: "number", text)
    let number = JSONReader.reading(source) { reader -> DecimalNumber? in
      guard let number = try? reader.scanNumber(), reader.offset == source.count else {
        return nil
      }
      return number
    }
    guard let number else { return nil }
    self = number
  }

  init(
    isNegative: Bool = false, coefficient: UInt64 = 0, exponent: Int = 0,
    isTruncated: Bool = false, isWrittenAsInteger: Bool = true
  ) {
    self.isNegative = isNegative
    self.coefficient = coefficient
    self.exponent = exponent
    self.isTruncated = isTruncated
    self.isWrittenAsInteger = isWrittenAsInteger
  }
}

extension DecimalNumber {
  /// Returns the number times a power of ten, rounded to the nearest integer (halves away from
  /// zero); nil if the result does not fit in 64 bits.
  package func scaled(byPowerOfTen power: Int) -> Int64? {
    let (total, overflow) = exponent.addingReportingOverflow(power)
    if coefficient == 0 { return 0 }
    guard !overflow else { return exponent < 0 ? 0 : nil }
    var magnitude = coefficient
    if total > 0 {
      // A truncated coefficient has nineteen digits, so with one more digit it does not fit.
      guard total < 19 else { return nil }
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: powersOfTen[total])
      if overflow { return nil }
      magnitude = product
    } else if total == 0 {
      if nextDigit >= 5 { magnitude += 1 }
    } else {
      // Nineteen digits, shifted right by twenty places, are less than a half.
      guard total >= -19 else { return 0 }
      let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: powersOfTen[-total])
      magnitude = remainder >= powersOfTen[-total] / 2 ? quotient + 1 : quotient
    }
    if isNegative {
      return magnitude <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
    }
    return Int64(exactly: magnitude)
  }

  /// The number of seconds as whole nanoseconds, rounded to the nearest; nil if it does not fit in
  /// 64 bits.
  public var nanoseconds: Int64? { scaled(byPowerOfTen: 9) }

  /// The number as an integer, if it was written as an integer and fits in 64 bits.
  public var int: Int64? { isWrittenAsInteger ? scaled(byPowerOfTen: 0) : nil }

  /// Whether the number is below zero. -0 is not.
  package var isBelowZero: Bool { isNegative && coefficient != 0 }
}

/// 10⁰ … 10¹⁹: every power of ten that fits in 64 bits.
let powersOfTen: [UInt64] = [
  1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
  1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
  1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
]
