// Mistakes caused by a character anywhere, and the way characters are shown.

extension JSONReader {
  /// Returns the mistake for a character that is wrong wherever a token is expected.
  func characterMistake(at place: Int) -> ReadError? {
    switch unsafe bytes[place] {
    case .apostrophe:
      return ReadError("string in single quotes", hint: "use double quotes", offset: place)
    case UInt8(ascii: "`"):
      return ReadError("string in backquotes", hint: "use double quotes", offset: place)
    case .slash where unsafe bytes[place + 1] == .slash || bytes[place + 1] == UInt8(ascii: "*"),
      UInt8(ascii: "#"):
      return ReadError(
        "JSON has no comments", hint: "use a key such as \"$comment\"", offset: place)
    case 0x80...0xFF:
      return nonASCIIMistake(at: place)
    default:
      return nil
    }
  }

  private func nonASCIIMistake(at place: Int) -> ReadError {
    if place == 0, unsafe bytes[0] == 0xEF, unsafe bytes[1] == 0xBB, unsafe bytes[2] == 0xBF {
      return ReadError(
        "found a byte order mark at the start",
        hint: "save it as UTF-8 without a byte order mark", offset: 0)
    }
    if place == 0,
      unsafe bytes[0] == 0xFE && bytes[1] == 0xFF || bytes[0] == 0xFF && bytes[1] == 0xFE
    {
      return ReadError("found UTF-16, expected UTF-8", hint: "save it as UTF-8", offset: 0)
    }
    if lengthOfScalar(at: place) == 0 { return encodingMistake(at: place) }
    let found = described(place)
    switch found {
    case "'\u{201C}'", "'\u{201D}'", "'\u{201E}'", "'\u{2018}'", "'\u{2019}'", "'\u{AB}'",
      "'\u{BB}'":
      return ReadError(
        "typographic quote \(found)", hint: "use straight double quotes", offset: place)
    case "'\u{A0}'", "'\u{FEFF}'", "'\u{200B}'", "'\u{3000}'", "'\u{2028}'", "'\u{2029}'":
      return ReadError(
        "invisible character \(codePoint(at: place)) between tokens", hint: "remove it",
        offset: place)
    default:
      return ReadError("unexpected character \(found)", offset: place)
    }
  }

  /// Returns the character at a place, in single quotes, or its number if it is invisible.
  func described(_ place: Int) -> String {
    let byte = unsafe bytes[place]
    if byte < .space || byte == 0x7F { return "control character \(codePoint(at: place))" }
    return byte == .apostrophe ? "\"'\"" : "'\(scalar(at: place))'"
  }

  func codePoint(at place: Int) -> String {
    let digits = String(scalar(at: place).value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private func scalar(at place: Int) -> Unicode.Scalar {
    let length = max(1, lengthOfScalar(at: place))
    let buffer = unsafe UnsafeBufferPointer(start: bytes + place, count: length)
    return unsafe String(decoding: buffer, as: UTF8.self).unicodeScalars.first ?? "?"
  }

  /// Returns the word that begins at a place, or its first forty characters.
  func word(at place: Int) -> String {
    var end = place
    while unsafe isPartOfWord(bytes[end]) && end < place + 40 { end += 1 }
    return unsafe String(
      decoding: UnsafeBufferPointer(start: bytes + place, count: end - place), as: UTF8.self)
  }

  /// Returns the text of a range, or its beginning and an ellipsis.
  func shortened(_ range: Range<Int>) -> String {
    let shown = unsafe UnsafeBufferPointer(
      start: bytes + range.lowerBound, count: min(range.count, 40))
    return unsafe String(decoding: shown, as: UTF8.self) + (range.count > 40 ? "…" : "")
  }
}
