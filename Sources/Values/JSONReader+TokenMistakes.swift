// The mistakes within a string or a number, in words.

extension JSONReader {
  /// Returns the mistake for a control character in a string, or for a document that ends before
  /// the string does.
  @inline(never)
  func controlCharacterMistake(at place: Int, inStringAt quote: Int) -> ReadError {
    if place == count {
      return ReadError("string without an end", hint: "close it with '\"'", offset: quote)
    }
    switch unsafe bytes[place] {
    case .lineFeed, .carriageReturn:
      return ReadError(
        "line break in a string", hint: "close the string with '\"', or write '\\n'",
        offset: place)
    case .tab:
      return ReadError("tab in a string", hint: "write '\\t'", offset: place)
    default:
      return ReadError(
        "control character \(codePoint(at: place)) in a string",
        hint: "write '\\u\(codePoint(at: place).dropFirst(2))'", offset: place)
    }
  }

  @inline(never)
  func escapeMistake(at backslash: Int) -> ReadError {
    let byte = unsafe bytes[backslash + 1]
    if backslash + 1 == count {
      return ReadError("string without an end", hint: "close it with '\"'", offset: backslash)
    }
    if byte == .lowercaseU {
      return ReadError(
        "'\\u' without four hexadecimal digits", hint: "write, for example, '\\u00e9'",
        offset: backslash)
    }
    let hint = "write '\\\\' for a backslash"
    guard byte > .space && byte < 0x7F else {
      return ReadError("backslash that does not begin an escape", hint: hint, offset: backslash)
    }
    let escape = "\\\(Character(Unicode.Scalar(byte)))"
    return ReadError("unknown escape '\(escape)'", hint: hint, offset: backslash)
  }

  @inline(never)
  func surrogateMistake(at backslash: Int) -> ReadError {
    ReadError(
      "lone surrogate '\(shortened(backslash..<backslash + 6))'",
      hint: "surrogates come in pairs, '\\ud83d\\ude00'; or write the character itself",
      offset: backslash)
  }

  @inline(never)
  func encodingMistake(at place: Int) -> ReadError {
    let byte = unsafe String(bytes[place], radix: 16, uppercase: true)
    return ReadError("invalid UTF-8: byte 0x\(byte)", hint: "save it as UTF-8", offset: place)
  }

  /// Returns the mistake for something that should be a number.
  @inline(never)
  func numberMistake(at start: Int) -> ReadError {
    guard unsafe bytes[start] == .minus else {
      return valueMistake(at: start, expected: "a number")
    }
    let next = unsafe bytes[start + 1]
    if next == .point {
      return ReadError(
        "number begins with '.'", hint: "write a digit before it: '-0.'", offset: start)
    }
    if next | 0x20 == UInt8(ascii: "i") {
      return ReadError(
        "unknown word '-Infinity', expected a value",
        hint: "JSON has no such number; use null or a string", offset: start)
    }
    return ReadError("'-' without a digit, expected a number", offset: start)
  }

  @inline(never)
  func leadingZeroMistake(at start: Int) -> ReadError {
    ReadError("number with a leading zero", hint: "remove the zero", offset: start)
  }

  /// Returns the mistake for a missing digit.
  @inline(never)
  func missingDigitMistake(after part: String) -> ReadError {
    ReadError(
      "missing digit after \(part)", hint: part == "'.'" ? "write '.0', or nothing" : nil,
      offset: position)
  }

  /// Returns the mistake for a number that is followed directly by letters.
  @inline(never)
  func numberEndMistake(at start: Int) -> ReadError {
    let isHexadecimal = unsafe bytes[position] | 0x20 == UInt8(ascii: "x")
    let digits = shortened(start..<position)
    return ReadError(
      isHexadecimal
        ? "hexadecimal number, expected decimal digits"
        : unsafe "number '\(digits)' runs into '\(Character(Unicode.Scalar(bytes[position])))'",
      offset: isHexadecimal ? start : position)
  }

  @inline(never)
  func tooLargeMistake(_ range: Range<Int>) -> ReadError {
    ReadError(
      "number \(shortened(range)) is too large for a double", hint: "the largest is about 1.8e308",
      offset: range.lowerBound)
  }
}
