/// Finds the end of a JSON value by its brackets and quotes, across as many blocks as necessary.
///
/// It reads each byte once: while a value is incomplete, it remembers how far it has read.
struct ValueScanner: Sendable {
  private enum Kind {
    case container, string, word
  }

  private var kind: Kind?
  /// The number of bytes that have been scanned.
  private var length = 0
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// The number of line breaks in the value.
  private(set) var lineBreaks = 0
  /// Whether all brackets and quotes are closed.
  private(set) var isWhole = true

  /// Returns the end of the value that begins at `start`; nil if it is not complete yet. A string
  /// ends before a line break, because strings cannot contain one.
  mutating func end(
    of text: UnsafeBufferPointer<UInt8>, from start: Int, isAtEnd: Bool
  ) -> Int? {
    var place = start + length
    if kind == nil, place < text.count {
      switch unsafe text[place] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): kind = .container
      case UInt8(ascii: "\""): kind = .string
      default: kind = .word
      }
    }
    if kind == .word {
      if place == start { place += 1 }
      while place < text.count, unsafe !Self.endsWord(text[place]) { place += 1 }
      length = place - start
      return place < text.count || isAtEnd ? place : nil
    }
    while place < text.count {
      let byte = unsafe text[place]
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
          if depth == 0 { return place + 1 }
        }
        if byte == UInt8(ascii: "\n") {
          isWhole = false
          return place
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          if depth == 0 { return place + 1 }
        case UInt8(ascii: "\n"): lineBreaks += 1
        default: break
        }
      }
      place += 1
    }
    length = place - start
    if isAtEnd { isWhole = false }
    return isAtEnd ? place : nil
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "["),
      UInt8(ascii: "{"), UInt8(ascii: "\""):
      true
    default: false
    }
  }
}
