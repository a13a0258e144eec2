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

/// Returns the number that four hexadecimal digits spell, or nil if one of them is not such a
/// digit.
func hexadecimal(_ digits: UnsafePointer<UInt8>) -> UInt32? {
  var value: UInt32 = 0
  for position in 0..<4 {
    let byte = unsafe digits[position]
    switch byte {
    case .digit0 ... .digit9: value = value << 4 | UInt32(byte - .digit0)
    case UInt8(ascii: "a")...UInt8(ascii: "f"):
      value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"):
      value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
    default: return nil
    }
  }
  return value
}
