/// The bytes with a meaning in JSON, by name.
extension UInt8 {
  package static let tab = UInt8(ascii: "\t")
  package static let lineFeed = UInt8(ascii: "\n")
  package static let carriageReturn = UInt8(ascii: "\r")
  package static let space = UInt8(ascii: " ")
  package static let quote = UInt8(ascii: "\"")
  package static let apostrophe = UInt8(ascii: "'")
  package static let backslash = UInt8(ascii: "\\")
  package static let dollar = UInt8(ascii: "$")
  package static let slash = UInt8(ascii: "/")
  package static let plus = UInt8(ascii: "+")
  package static let minus = UInt8(ascii: "-")
  package static let point = UInt8(ascii: ".")
  package static let comma = UInt8(ascii: ",")
  package static let colon = UInt8(ascii: ":")
  package static let digit0 = UInt8(ascii: "0")
  package static let digit9 = UInt8(ascii: "9")
  package static let openBrace = UInt8(ascii: "{")
  package static let closeBrace = UInt8(ascii: "}")
  package static let openBracket = UInt8(ascii: "[")
  package static let closeBracket = UInt8(ascii: "]")
  package static let lowercaseB = UInt8(ascii: "b")
  package static let lowercaseE = UInt8(ascii: "e")
  package static let lowercaseF = UInt8(ascii: "f")
  package static let lowercaseN = UInt8(ascii: "n")
  package static let lowercaseR = UInt8(ascii: "r")
  package static let lowercaseT = UInt8(ascii: "t")
  package static let lowercaseU = UInt8(ascii: "u")
  package static let uppercaseE = UInt8(ascii: "E")
}

extension UInt8 {
  /// The value of a hexadecimal digit.
  package var hexadecimalDigit: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}

/// Returns the number that four hexadecimal digits spell, or nil if one of them is not such a
/// digit.
func hexadecimal(_ digits: UnsafePointer<UInt8>) -> UInt32? {
  var value: UInt32 = 0
  for position in 0..<4 {
    guard let digit = unsafe digits[position].hexadecimalDigit else { return nil }
    value = value << 4 | digit
  }
  return value
}

extension Unicode.Scalar {
  package var isDigit: Bool { ("0"..."9").contains(self) }
  package var isNameStart: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_"
  }
  package var isNamePart: Bool { isNameStart || isDigit }

  package var hexadecimalDigit: UInt32? { UInt8(exactly: value)?.hexadecimalDigit }
}
