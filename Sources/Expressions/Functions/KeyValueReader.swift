import Values

/// Reads pairs of keys and values, as in logfmt.
struct KeyValueReader {
  private var reader: TimeTextReader

  /// Returns an object of the pairs in a string. Fails with the string and the reason.
  static func object(of text: Text) throws(EvaluationFailure) -> Value {
    var pairs = KeyValueReader(reader: TimeTextReader(text))
    do throws(TimeTextError) {
      return try pairs.readObject()
    } catch {
      throw error.failure(of: text, as: "a list of keys and values")
    }
  }

  private mutating func readObject() throws(TimeTextError) -> Value {
    var members: [Member] = []
    var positions: [Text: Int] = [:]
    while skipSpace() {
      let member = try readPair()
      if let position = positions[member.key] {
        members[position] = member
      } else {
        positions[member.key] = members.count
        members.append(member)
      }
    }
    return .object(Object(members))
  }

  /// Skips white space. Returns whether anything follows.
  private mutating func skipSpace() -> Bool {
    while let byte = reader.peek(), byte.isSpace { reader.index += 1 }
    return !reader.isAtEnd
  }

  private mutating func readPair() throws(TimeTextError) -> Member {
    let start = reader.index
    while let byte = reader.peek(), !byte.isSpace, byte != .equals, byte != .quote {
      reader.index += 1
    }
    if reader.index == start { throw reader.unexpected("a key") }
    let key = Text(validUTF8: Array(reader.bytes[start..<reader.index]))
    guard reader.skip("=") else {
      if reader.peek() == .quote { throw reader.unexpected("'=' or a space after a key") }
      return Member(key: key, value: true)
    }
    if reader.skip("\"") { return Member(key: key, value: .string(try readQuoted())) }
    let valueStart = reader.index
    while let byte = reader.peek(), !byte.isSpace { reader.index += 1 }
    let value = Text(validUTF8: Array(reader.bytes[valueStart..<reader.index]))
    return Member(key: key, value: .string(value))
  }

  /// Reads the rest of a quoted value.
  private mutating func readQuoted() throws(TimeTextError) -> Text {
    var bytes: [UInt8] = []
    while let byte = reader.peek() {
      reader.index += 1
      switch byte {
      case .quote:
        if let next = reader.peek(), !next.isSpace {
          throw reader.unexpected("a space after a value in quotes")
        }
        return Text(repairing: bytes)
      case UInt8(ascii: "\\"): readEscape(into: &bytes)
      default: bytes.append(byte)
      }
    }
    throw reader.unexpected("'\"' at the end of a value in quotes")
  }

  /// Reads what follows a backslash. A backslash that does not begin a JSON escape is an ordinary
  /// character.
  private mutating func readEscape(into bytes: inout [UInt8]) {
    let escapes: [UInt8: UInt8] = [
      .quote: .quote, UInt8(ascii: "\\"): UInt8(ascii: "\\"), UInt8(ascii: "/"): UInt8(ascii: "/"),
      UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D,
      UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
    ]
    if let next = reader.peek(), let byte = escapes[next] {
      reader.index += 1
      bytes.append(byte)
    } else if let unit = readUnit() {
      var units = [unit]
      // An unpaired surrogate becomes the replacement character.
      if UTF16.isLeadSurrogate(unit), reader.skip("\\") {
        if let other = readUnit() { units.append(other) } else { reader.index -= 1 }
      }
      bytes += String(decoding: units, as: UTF16.self).utf8
    } else {
      bytes.append(UInt8(ascii: "\\"))
    }
  }

  /// Reads `u` and four hexadecimal digits; nil if anything else is next.
  private mutating func readUnit() -> UInt16? {
    let end = reader.index + 5
    guard reader.peek() == UInt8(ascii: "u"), end <= reader.bytes.count,
      let unit = UInt16(reader.text((reader.index + 1)..<end), radix: 16),
      reader.bytes[reader.index + 1] != UInt8(ascii: "+")
    else { return nil }
    reader.index = end
    return unit
  }
}

extension UInt8 {
  fileprivate static let equals = UInt8(ascii: "=")
  fileprivate static let quote = UInt8(ascii: "\"")
  /// Whether it is a space, a tab, or the end of a line.
  fileprivate var isSpace: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
}
