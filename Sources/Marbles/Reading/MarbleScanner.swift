/// Splits a marble text into tokens: symbols, group brackets and time spans.
struct MarbleScanner {
  enum Token {
    case space
    case nothing
    case value
    case finished
    case failure
    case start
    case open
    case close
    /// White space or a control character.
    case blank
    /// A time span; nil if it does not fit in 64 bits.
    case timeSpan(nanoseconds: Int64?)
  }

  private let text: String
  private var index: String.Index
  private var offset = 0
  /// Whether the next character is the first one, or comes after a space.
  private var isSetOff = true

  init(_ text: String) {
    self.text = text
    start = text.startIndex
    index = text.startIndex
  }

  private var start: String.Index
  /// The text of the last token.
  var lexeme: Substring { text[start..<index] }
  /// The range of the last token, in Unicode scalars.
  private(set) var range = 0..<0

  /// Returns the next token; nil at the end.
  mutating func next() -> Token? {
    guard index < text.endIndex else { return nil }
    if isSetOff, let span = timeSpan() { return span }
    let grapheme = grapheme(at: index)
    take(upTo: grapheme.end, scalarCount: grapheme.scalarCount)
    let token = grapheme.ascii.map(token) ?? (isBlank(text[start]) ? .blank : .value)
    isSetOff = grapheme.ascii == UInt8(ascii: " ")
    return token
  }

  private mutating func take(upTo end: String.Index, scalarCount: Int) {
    start = index
    range = offset..<(offset + scalarCount)
    index = end
    offset += scalarCount
  }

  private func token(_ ascii: UInt8) -> Token {
    switch ascii {
    case UInt8(ascii: " "): .space
    case UInt8(ascii: "-"): .nothing
    case UInt8(ascii: "|"): .finished
    case UInt8(ascii: "#"): .failure
    case UInt8(ascii: "^"): .start
    case UInt8(ascii: "("), UInt8(ascii: "["): .open
    case UInt8(ascii: ")"), UInt8(ascii: "]"): .close
    case 0..<0x20, 0x7F: .blank
    default: .value
    }
  }

  private func isBlank(_ character: Character) -> Bool {
    character.isWhitespace
      || character.unicodeScalars.first?.properties.generalCategory == .control
  }

  /// Returns the grapheme at a place, and its byte, if it is a single ASCII byte.
  private func grapheme(
    at start: String.Index
  ) -> (ascii: UInt8?, end: String.Index, scalarCount: Int) {
    let bytes = text.utf8
    let byte = bytes[start]
    let next = bytes.index(after: start)
    // The only two adjacent ASCII characters that form one grapheme are CR and LF.
    if byte < 0x80, byte != 0x0D, next == bytes.endIndex || bytes[next] < 0x80 {
      return (byte, next, 1)
    }
    let end = text.index(after: start)
    if byte < 0x80, end == next { return (byte, end, 1) }
    return (nil, end, text.unicodeScalars.distance(from: start, to: end))
  }
}

extension MarbleScanner {
  /// Returns the time span that begins here, if there is one and it is followed by a space or the
  /// end of the text.
  private mutating func timeSpan() -> Token? {
    let (whole, afterWhole) = digits(from: index)
    guard !whole.isEmpty else { return nil }
    var fraction = text[index..<index].utf8
    var end = afterWhole
    if let point = next(end), point.ascii == UInt8(ascii: ".") {
      (fraction, end) = digits(from: point.end)
      if fraction.isEmpty { return nil }
    }
    let unitStart = end
    while let letter = next(end), letter.ascii == UInt8(ascii: "m") || isS(letter.ascii),
      text.utf8.distance(from: unitStart, to: end) < 2
    {
      end = letter.end
    }
    guard let unit = MarbleTimeSpan.unit(text[unitStart..<end]) else { return nil }
    if let after = next(end), after.ascii != UInt8(ascii: " ") { return nil }
    take(upTo: end, scalarCount: text.utf8.distance(from: index, to: end))
    isSetOff = false
    return .timeSpan(
      nanoseconds: MarbleTimeSpan.nanoseconds(whole: whole, fraction: fraction, unit: unit))
  }

  private func isS(_ ascii: UInt8?) -> Bool { ascii == UInt8(ascii: "s") }

  private func next(_ place: String.Index) -> (ascii: UInt8?, end: String.Index)? {
    guard place < text.endIndex else { return nil }
    let grapheme = grapheme(at: place)
    return (grapheme.ascii, grapheme.end)
  }

  private func digits(from start: String.Index) -> (Substring.UTF8View, String.Index) {
    var end = start
    while let digit = next(end), let ascii = digit.ascii, 0x30...0x39 ~= ascii { end = digit.end }
    return (text[start..<end].utf8, end)
  }
}
