/// Finds the fields of a row, RFC 4180: quoted fields may contain separators, line breaks, and
/// quotes, each written twice.
struct RowScanner {
  /// The range of a field's contents, without the quotes around them.
  struct Field {
    var range: Range<Int>
    /// Whether the contents have quotes, each written twice.
    var hasQuotes = false
  }

  /// A row that has been scanned.
  struct Row {
    /// The end of its text, without the line break.
    var end: Int
    /// The beginning of the next row.
    var next: Int
    var lineBreaks: Int
    var mistake: String?
  }

  let separator: UInt8
  /// The fields of the last row that was scanned.
  private(set) var fields: [Field] = []
  /// Whether the last row was an empty line.
  private(set) var isEmptyLine = false

  init(separator: UInt8) {
    self.separator = separator
  }

  private enum Stop {
    case separator, lineBreak, end
    /// The answer depends on more bytes.
    case unknown
    case mistake(String)
  }

  /// Scans the row that begins at `start`; returns nil if it is not complete yet.
  mutating func scan(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, isAtEnd: Bool
  ) -> Row? {
    fields.removeAll(keepingCapacity: true)
    var place = start
    var lineBreaks = 0
    while true {
      let stop =
        unsafe place < text.count && text[place] == UInt8(ascii: "\"")
        ? scanQuoted(text, &place, &lineBreaks, isAtEnd) : scanPlain(text, &place, isAtEnd)
      switch stop {
      case .separator: place += 1
      case .lineBreak:
        return unsafe row(text, from: start, to: place, next: place + 1, lineBreaks + 1)
      case .end: return unsafe row(text, from: start, to: place, next: place, lineBreaks)
      case .unknown: return nil
      case .mistake(let reason): return unsafe mistakenRow(reason, text, from: start, isAtEnd)
      }
    }
  }

  private mutating func row(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, next: Int, _ lineBreaks: Int
  ) -> Row {
    let end = unsafe end > start && text[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
    isEmptyLine = end == start
    return Row(end: end, next: next, lineBreaks: lineBreaks)
  }

  /// Skips the first line of a malformed row, because the lines after it may be well-formed.
  private func mistakenRow(
    _ reason: String, _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ isAtEnd: Bool
  ) -> Row? {
    if let end = unsafe text[start...].firstIndex(of: UInt8(ascii: "\n")) {
      return Row(end: end, next: end + 1, lineBreaks: 1, mistake: reason)
    }
    return isAtEnd
      ? Row(end: text.count, next: text.count, lineBreaks: 0, mistake: reason) : nil
  }

  private mutating func scanPlain(
    _ text: UnsafeBufferPointer<UInt8>, _ place: inout Int, _ isAtEnd: Bool
  ) -> Stop {
    let start = place
    while place < text.count {
      let byte = unsafe text[place]
      if byte == separator {
        fields.append(Field(range: start..<place))
        return .separator
      }
      if byte == UInt8(ascii: "\n") {
        let hasReturn = unsafe place > start && text[place - 1] == UInt8(ascii: "\r")
        fields.append(Field(range: start..<(hasReturn ? place - 1 : place)))
        return .lineBreak
      }
      if byte == UInt8(ascii: "\"") {
        return .mistake("a quote inside of a field without quotes around it")
      }
      place += 1
    }
    guard isAtEnd else { return .unknown }
    let hasReturn = unsafe place > start && text[place - 1] == UInt8(ascii: "\r")
    fields.append(Field(range: start..<(hasReturn ? place - 1 : place)))
    return .end
  }

  private mutating func scanQuoted(
    _ text: UnsafeBufferPointer<UInt8>, _ place: inout Int, _ lineBreaks: inout Int, _ isAtEnd: Bool
  ) -> Stop {
    let start = place + 1
    var hasQuotes = false
    place = start
    while place < text.count {
      let byte = unsafe text[place]
      if byte == UInt8(ascii: "\n") { lineBreaks += 1 }
      guard byte == UInt8(ascii: "\"") else {
        place += 1
        continue
      }
      if place + 1 == text.count, !isAtEnd { return .unknown }
      if place + 1 < text.count, unsafe text[place + 1] == UInt8(ascii: "\"") {
        hasQuotes = true
        place += 2
        continue
      }
      fields.append(Field(range: start..<place, hasQuotes: hasQuotes))
      place += 1
      return unsafe stop(text, &place, isAtEnd)
    }
    return isAtEnd ? .mistake("a quote that is not closed") : .unknown
  }

  /// Classifies the text after a closing quote.
  private func stop(
    _ text: UnsafeBufferPointer<UInt8>, _ place: inout Int, _ isAtEnd: Bool
  ) -> Stop {
    if place < text.count, unsafe text[place] == UInt8(ascii: "\r") {
      if place + 1 == text.count { return isAtEnd ? .end : .unknown }
      if unsafe text[place + 1] == UInt8(ascii: "\n") { place += 1 }
    }
    guard place < text.count else { return isAtEnd ? .end : .unknown }
    switch unsafe text[place] {
    case separator: return .separator
    case UInt8(ascii: "\n"): return .lineBreak
    default: return .mistake("text behind a closing quote")
    }
  }
}
