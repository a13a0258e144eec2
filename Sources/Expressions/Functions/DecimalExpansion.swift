import Values

/// All decimal digits of a double. A double is a sum of powers of two, so their number is finite.
struct DecimalExpansion {
  let isNegative: Bool
  /// The digits, without leading zeros; empty for zero.
  private(set) var digits: [UInt8]
  /// The number of digits before the point; negative for zeros after it.
  private(set) var pointPosition: Int

  /// Expands a finite double.
  init(_ double: Double) {
    isNegative = double.sign == .minus
    // m · 2^e is an integer, or m · 5^-e with -e digits after the point.
    let isSmall = double.exponentBitPattern == 0
    let exponent = isSmall ? -1_074 : Int(double.exponentBitPattern) - 1_075
    let significand = double.significandBitPattern | (isSmall ? 0 : 1 << 52)
    let places = max(0, -exponent)
    digits = Self.product(of: significand, exponent < 0 ? 5 : 2, times: Swift.abs(exponent))
    pointPosition = digits.count - places
  }

  /// Rounds to a number of digits after the point. Halves are rounded to the even digit.
  mutating func round(toPlaces places: Int) { round(toDigits: pointPosition + places) }

  /// Rounds to a number of digits in total. Halves are rounded to the even digit.
  mutating func round(toDigits count: Int) {
    guard count < digits.count else { return }
    guard count >= 0 else {
      digits = []
      return
    }
    let next = digits[count]
    let isTie = next == 5 && digits[(count + 1)...].allSatisfy { $0 == 0 }
    let isOdd = count > 0 && digits[count - 1] % 2 == 1
    digits.removeSubrange(count...)
    if next < 5 || (isTie && !isOdd) { return }
    var position = count - 1
    while position >= 0, digits[position] == 9 {
      digits[position] = 0
      position -= 1
    }
    if position >= 0 {
      digits[position] += 1
    } else {
      digits.insert(1, at: 0)
      pointPosition += 1
    }
  }

  /// Returns the digit for a power of ten.
  private func digit(at power: Int) -> Character {
    let position = pointPosition - 1 - power
    let digit = digits.indices.contains(position) ? digits[position] : 0
    return Character(Unicode.Scalar(UInt8(ascii: "0") + digit))
  }

  /// Returns the number with the given count of digits after the point.
  func fixed(places: Int) -> String {
    var text = isNegative ? "-" : ""
    for power in (0..<max(1, pointPosition)).reversed() { text.append(digit(at: power)) }
    if places > 0 { text += "." }
    for place in 0..<places { text.append(digit(at: -1 - place)) }
    return text
  }

  /// Returns the number with one digit before the point, the given count after it, and a power of
  /// ten.
  func scientific(places: Int) -> String {
    let power = digits.isEmpty ? 0 : pointPosition - 1
    var text = isNegative ? "-" : ""
    text.append(digit(at: power))
    if places > 0 { text += "." }
    for place in 0..<places { text.append(digit(at: power - 1 - place)) }
    let exponent = String(Swift.abs(power))
    return text + (power < 0 ? "e-" : "e+") + (exponent.count < 2 ? "0" : "") + exponent
  }

  /// Returns the digits of a number times a power.
  private static func product(of number: UInt64, _ factor: UInt64, times: Int) -> [UInt8] {
    // Nine digits per word, lowest first.
    let base: UInt64 = 1_000_000_000
    var limbs: [UInt64] = [number % base, number / base % base, number / base / base]
    var left = times
    while left > 0 {
      let count = min(left, factor == 5 ? 13 : 30)
      let step = (0..<count).reduce(1 as UInt64) { power, _ in power * factor }
      left -= count
      var carry: UInt64 = 0
      for index in limbs.indices {
        let (high, low) = limbs[index].multipliedFullWidth(by: step)
        let (quotient, remainder) = base.dividingFullWidth(
          low.addingCarry(carry, to: high))
        limbs[index] = remainder
        carry = quotient
      }
      while carry > 0 {
        limbs.append(carry % base)
        carry /= base
      }
    }
    let text = limbs.reversed().map { limb in
      let part = String(limb)
      return String(repeating: "0", count: 9 - part.count) + part
    }.joined()
    return text.utf8.drop { $0 == UInt8(ascii: "0") }.map { $0 - UInt8(ascii: "0") }
  }
}

extension UInt64 {
  /// Returns the sum of a two-word number and a one-word number.
  fileprivate func addingCarry(_ carry: UInt64, to high: UInt64) -> (high: UInt64, low: UInt64) {
    let (sum, overflow) = addingReportingOverflow(carry)
    return (overflow ? high + 1 : high, sum)
  }
}

extension Double {
  /// The digits without an exponent, as few as are needed to read back the same double; or `NaN`,
  /// `Infinity` or `-Infinity`, which JSON does not have.
  var plainText: String {
    guard let number = DecimalNumber(self) else { return text }
    var digits = String(number.coefficient)
    if number.exponent >= 0 {
      if number.coefficient != 0 { digits += String(repeating: "0", count: number.exponent) }
    } else {
      let places = -number.exponent
      if digits.count <= places {
        digits = String(repeating: "0", count: places - digits.count + 1) + digits
      }
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -places))
      while digits.last == "0" { digits.removeLast() }
      if digits.last == "." { digits.removeLast() }
    }
    return (sign == .minus ? "-" : "") + digits
  }
}
