import Values

/// A token of a source that is meant to be JSON.
struct JSONToken {
  enum Kind {
    case openObject, closeObject, openArray, closeArray, colon, comma
    /// A string. The quote at its end may be missing.
    case string
    /// A number, `true`, `false`, `null`, or anything else without quotes.
    case word
  }

  let kind: Kind
  let range: Range<Int>
  /// Whether a string lacks the quote at its end.
  var isOpen = false
  /// Whether there is a line break before it.
  var beginsLine = false
  /// The numbers of the repairs inside it.
  var repairs = 0..<0
}

/// Divides a source into tokens, one after another. Everything that is not a token, such as a
/// comment, is left out, with a repair.
struct JSONTokenizer: IteratorProtocol {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private(set) var repairs: [TextEdit] = []

  init(_ source: SourceText) {
    bytes = source.bytes
    position = bytes.startIndex
  }

  mutating func next() -> JSONToken? {
    var beginsLine = position == bytes.startIndex
    while position < bytes.endIndex {
      switch bytes[position] {
      case .space, .tab, .carriageReturn: position += 1
      case .lineFeed:
        position += 1
        beginsLine = true
      case .slash where isComment: passComment()
      default: return readToken(beginsLine: beginsLine)
      }
    }
    return nil
  }

  private mutating func readToken(beginsLine: Bool) -> JSONToken {
    let start = position
    let kind = Self.kind(of: bytes[start])
    let firstRepair = repairs.count
    var isOpen = false
    switch kind {
    case .string: isOpen = !passString()
    case .word: passWord()
    default: position += 1
    }
    return JSONToken(
      kind: kind, range: start..<position, isOpen: isOpen, beginsLine: beginsLine,
      repairs: firstRepair..<repairs.count)
  }

  private static func kind(of byte: UInt8) -> JSONToken.Kind {
    switch byte {
    case .openBrace: .openObject
    case .closeBrace: .closeObject
    case .openBracket: .openArray
    case .closeBracket: .closeArray
    case .colon: .colon
    case .comma: .comma
    case .quote: .string
    default: .word
    }
  }

  private mutating func passWord() {
    while position < bytes.endIndex, Self.kind(of: bytes[position]) == .word,
      !bytes[position].isBlank, !isComment
    {
      position += 1
    }
  }

  private var isComment: Bool {
    bytes[position] == .slash && position + 1 < bytes.endIndex
      && (bytes[position + 1] == .slash || bytes[position + 1] == UInt8(ascii: "*"))
  }

  /// Skips a comment, which JSON does not have. Without it, the text may be JSON.
  private mutating func passComment() {
    let start = position
    let isLong = bytes[position + 1] == UInt8(ascii: "*")
    position += 2
    if isLong {
      while position < bytes.endIndex,
        bytes[position] != .slash || bytes[position - 1] != UInt8(ascii: "*")
          || position < start + 3
      {
        position += 1
      }
      position = min(position + 1, bytes.endIndex)
    } else {
      while position < bytes.endIndex, bytes[position] != .lineFeed { position += 1 }
    }
    repairs.append(TextEdit(range: start..<position, text: " "))
  }
}

extension JSONTokenizer {
  /// Skips a string, and returns whether it has a quote at its end. A string never continues on the
  /// next line.
  private mutating func passString() -> Bool {
    let start = position
    position += 1
    while position < bytes.endIndex, bytes[position] != .lineFeed {
      switch bytes[position] {
      case .quote:
        if let end = endOfOpenString(from: start, to: position) {
          position = end
          repairs.append(TextEdit(range: end..<end, text: "\""))
          return false
        }
        position += 1
        return true
      case .backslash: passEscape()
      case 0..<0x20:
        repairs.append(TextEdit(range: position..<position + 1, text: " "))
        position += 1
      default: passScalar()
      }
    }
    position = endWithoutClosers(from: start + 1, to: position)
    repairs.append(TextEdit(range: position..<position, text: "\""))
    return false
  }

  /// Skips a scalar. Bytes that are not UTF-8 get a repair.
  private mutating func passScalar() {
    let length = lengthOfScalar(at: position)
    if length == 0 { repairs.append(TextEdit(range: position..<position + 1, text: "?")) }
    position += max(length, 1)
  }

  /// Returns the number of bytes of the scalar at a place; 0 if they are not UTF-8.
  private func lengthOfScalar(at place: Int) -> Int {
    let first = bytes[place]
    if first < 0x80 { return 1 }
    let length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
    guard length > 0, place + length <= bytes.endIndex else { return 0 }
    let second = bytes[place + 1]
    switch first {
    case 0xE0 where second < 0xA0, 0xED where second > 0x9F, 0xF0 where second < 0x90,
      0xF4 where second > 0x8F:
      return 0
    default:
      return bytes[place + 1..<place + length].allSatisfy { $0 & 0xC0 == 0x80 } ? length : 0
    }
  }

  /// Skips an escape. An escape that JSON does not have gets a repair.
  private mutating func passEscape() {
    let start = position
    position += 1
    guard position < bytes.endIndex, bytes[position] != .lineFeed else {
      return repairs.append(TextEdit(range: start..<position, text: " "))
    }
    let letter = bytes[position]
    position += 1
    if letter == .lowercaseU { return passNumberedEscape(from: start) }
    if !"\"\\/bfnrt".utf8.contains(letter) {
      repairs.append(TextEdit(range: start..<start + 1, text: " "))
      position = start + 1
    }
  }

  private mutating func passNumberedEscape(from start: Int) {
    guard let unit = codeUnit(at: start) else {
      repairs.append(TextEdit(range: start..<start + 1, text: " "))
      return
    }
    position = start + 6
    guard unit & 0xF800 == 0xD800 else { return }
    if unit < 0xDC00, let low = codeUnit(at: position), low & 0xFC00 == 0xDC00 {
      position += 6
    } else {
      repairs.append(TextEdit(range: start..<position, text: "?"))
    }
  }

  /// Returns the code unit that an escape such as `\u00e9` spells; nil if there is none.
  private func codeUnit(at place: Int) -> UInt32? {
    guard place + 6 <= bytes.endIndex, bytes[place] == .backslash,
      bytes[place + 1] == .lowercaseU
    else { return nil }
    return bytes[place + 2..<place + 6].hexadecimalNumber
  }

  /// Returns the end of a string that probably lacks a quote, so that the quote at `quote` begins
  /// the next string: `"a, "b": 1`. Nil if the quote is the end of the string.
  private func endOfOpenString(from start: Int, to quote: Int) -> Int? {
    var next = quote + 1
    while next < bytes.endIndex, bytes[next] == .space || bytes[next] == .tab { next += 1 }
    guard next < bytes.endIndex, !bytes[next].isBlank, Self.kind(of: bytes[next]) == .word,
      bytes[next] != .slash
    else { return nil }
    var end = quote
    var hasPunctuation = false
    while end > start + 1, bytes[end - 1].isBlank || bytes[end - 1].isPunctuation {
      end -= 1
      if bytes[end].isPunctuation { hasPunctuation = true }
    }
    while end < quote, bytes[end].isBlank { end += 1 }
    return hasPunctuation && end < quote ? end : nil
  }

  /// Returns the end of a string without its last quote. Closing brackets that match brackets
  /// outside it are not part of it, as in `{"map": {"expression": "$0 + }}`.
  private func endWithoutClosers(from start: Int, to end: Int) -> Int {
    var surplus: [UInt8: Int] = [:]
    for byte in bytes[start..<end] {
      switch byte {
      case .openBrace, .openBracket: surplus[byte + 2, default: 0] -= 1
      case .closeBrace, .closeBracket: surplus[byte, default: 0] += 1
      default: break
      }
    }
    var (place, cut) = (end, end)
    while place > start {
      let byte = bytes[place - 1]
      if byte == .comma || surplus[byte, default: 0] > 0 {
        surplus[byte, default: 0] -= 1
        cut = place - 1
      } else if !byte.isBlank {
        break
      }
      place -= 1
    }
    return cut == end && end > start && bytes[end - 1] == .carriageReturn ? end - 1 : cut
  }
}

extension UInt8 {
  /// Whether it is white space in JSON.
  var isBlank: Bool {
    self == .space || self == .tab || self == .lineFeed || self == .carriageReturn
  }

  fileprivate var isPunctuation: Bool {
    switch self {
    case .openBrace, .closeBrace, .openBracket, .closeBracket, .comma: true
    default: false
    }
  }
}
