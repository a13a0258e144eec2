/// Finds the fields of a row (RFC 4180). Quoted fields may contain separators, line breaks, and
/// quotes, which are doubled.
struct RowScanner {
  /// The range of a field's contents, without the quotes around them.
  struct Field {
    var range: Range<Int>
    /// Whether the contents have quotes, which are doubled.
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

  /// A row that is not complete yet, with the progress of the scan. When more bytes have been read,
  /// the scan continues, so that no byte is scanned again.
  private struct Part {
    /// The beginning of the row.
    var start: Int
    /// The next byte to scan.
    var place: Int
    var lineBreaks = 0
    /// The field that contains this byte; nil before a field.
    var field: Field?
    var isQuoted = false
    var mistake: String?
  }

  let separator: UInt8
  /// The fields of the most recently scanned row.
  private(set) var fields: [Field] = []
  /// Whether the last row was an empty line.
  private(set) var isEmptyLine = false
  private var part: Part?

  init(separator: UInt8) {
    self.separator = separator
  }

  /// Whether a row has been partly scanned.
  var hasPart: Bool { part != nil }

  /// Discards a row that has been partly scanned.
  mutating func forgetPart() {
    part = nil
  }

  private enum Stop {
    case separator, lineBreak, end
    /// More bytes are needed to decide.
    case unknown
    case mistake(String)
  }

  /// Scans the row that begins at `start`; returns nil if it is not complete yet. In that case, the
  /// next call must be about the same row, which may have been moved.
  mutating func scan(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, isAtEnd: Bool
  ) -> Row? {
    var part = takePart(at: start)
    while true {
      if let reason = part.mistake {
        return unsafe mistakenRow(reason, text, &part, isAtEnd)
      }
      switch unsafe scanField(text, &part, isAtEnd) {
      case .separator:
        part.place += 1
        part.field = nil
      case .lineBreak:
        return unsafe row(text, part, next: part.place + 1, part.lineBreaks + 1)
      case .end: return unsafe row(text, part, next: part.place, part.lineBreaks)
      case .unknown:
        self.part = part
        return nil
      case .mistake(let reason):
        part.mistake = reason
        part.place = start
      }
    }
  }

  /// Returns the scanned part of the row, or an empty one.
  private mutating func takePart(at start: Int) -> Part {
    guard var part = self.part.take() else {
      fields.removeAll(keepingCapacity: true)
      return Part(start: start, place: start)
    }
    let distance = start - part.start
    guard distance != 0 else { return part }
    part.start = start
    part.place += distance
    part.field?.move(by: distance)
    for index in fields.indices { fields[index].move(by: distance) }
    return part
  }

  private mutating func row(
    _ text: UnsafeBufferPointer<UInt8>, _ part: Part, next: Int, _ lineBreaks: Int
  ) -> Row {
    let (start, place) = (part.start, part.place)
    let end = unsafe place > start && text[place - 1] == UInt8(ascii: "\r") ? place - 1 : place
    isEmptyLine = end == start
    return Row(end: end, next: next, lineBreaks: lineBreaks)
  }

  /// Skips only the first line of a malformed row, because the lines after it may be well-formed.
  private mutating func mistakenRow(
    _ reason: String, _ text: UnsafeBufferPointer<UInt8>, _ part: inout Part, _ isAtEnd: Bool
  ) -> Row? {
    if let end = unsafe text[part.place...].firstIndex(of: UInt8(ascii: "\n")) {
      return Row(end: end, next: end + 1, lineBreaks: 1, mistake: reason)
    }
    if isAtEnd { return Row(end: text.count, next: text.count, lineBreaks: 0, mistake: reason) }
    part.place = text.count
    self.part = part
    return nil
  }

  /// Scans the field at the current byte, or the rest of it.
  private mutating func scanField(
    _ text: UnsafeBufferPointer<UInt8>, _ part: inout Part, _ isAtEnd: Bool
  ) -> Stop {
    if part.field == nil {
      if part.place == text.count, !isAtEnd { return .unknown }
      part.isQuoted = unsafe part.place < text.count && text[part.place] == UInt8(ascii: "\"")
      if part.isQuoted { part.place += 1 }
      part.field = Field(range: part.place..<part.place)
    }
    return unsafe part.isQuoted
      ? scanQuoted(text, &part, isAtEnd) : scanPlain(text, &part, isAtEnd)
  }

  private mutating func scanPlain(
    _ text: UnsafeBufferPointer<UInt8>, _ part: inout Part, _ isAtEnd: Bool
  ) -> Stop {
    let start = part.field?.range.lowerBound ?? part.place
    var place = part.place
    defer { part.place = place }
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
        return .mistake("found a quote inside a field that is not quoted")
      }
      place += 1
    }
    guard isAtEnd else { return .unknown }
    let hasReturn = unsafe place > start && text[place - 1] == UInt8(ascii: "\r")
    fields.append(Field(range: start..<(hasReturn ? place - 1 : place)))
    return .end
  }

  private mutating func scanQuoted(
    _ text: UnsafeBufferPointer<UInt8>, _ part: inout Part, _ isAtEnd: Bool
  ) -> Stop {
    var place = part.place
    defer { part.place = place }
    while place < text.count {
      let byte = unsafe text[place]
      if byte == UInt8(ascii: "\n") { part.lineBreaks += 1 }
      guard byte == UInt8(ascii: "\"") else {
        place += 1
        continue
      }
      if place + 1 == text.count, !isAtEnd { return .unknown }
      if place + 1 < text.count, unsafe text[place + 1] == UInt8(ascii: "\"") {
        part.field?.hasQuotes = true
        place += 2
        continue
      }
      var next = place + 1
      let stop = unsafe stop(text, &next, isAtEnd)
      // The closing quote is read again once the next byte is known.
      if case .unknown = stop { return stop }
      if var field = part.field {
        field.range = field.range.lowerBound..<place
        fields.append(field)
      }
      place = next
      return stop
    }
    return isAtEnd ? .mistake("found a quote that is not closed") : .unknown
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
    default: return .mistake("found text after a closing quote")
    }
  }
}

extension RowScanner.Field {
  fileprivate mutating func move(by distance: Int) {
    range = range.lowerBound + distance..<range.upperBound + distance
  }
}
