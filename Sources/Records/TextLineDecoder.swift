import Platform
import RegularExpressions
import Values

/// Decodes lines of text. Each is a string, or an object of the strings that the named groups of a
/// pattern match. With another pattern, for the beginnings of records, a record contains all lines
/// up to the next one that matches, joined by line feeds.
///
/// An empty line is not a record if records have a pattern. The first line always begins a record,
/// so that no line is lost.
struct TextLineDecoder: RecordDecoder {
  /// A record in the text.
  private struct Lines {
    /// The end of its text, without the line break.
    var end: Int
    /// The beginning of the next record.
    var next: Int
    var lineBreaks: Int
    var isSkipped = false
  }

  private var search: LineSearch?
  private let layout: RowLayout?
  private let beginning: LineMatcher?
  /// The length in bytes of the whole lines that belong to the current record, and their number.
  private var length = 0
  private var lineCount = 0
  /// Whether lines are skipped up to the next beginning of a record, because the current record is
  /// too long.
  private var isSkipping = false

  private let lengthLimit: Int

  init(_ pattern: LinePattern?, startsWith beginning: LinePattern?, _ lengthLimit: Int) {
    self.lengthLimit = lengthLimit
    search = pattern.map { LineSearch($0.matcher) }
    layout = pattern.map { RowLayout($0.matcher.names, separator: 0) }
    self.beginning = beginning?.matcher
  }

  mutating func decode(
    _ block: inout RecordBlock, with memory: ReaderMemory, into batch: RecordBatch
  ) {
    let (bytes, end, isAtEnd) = (block.bytes, block.end, block.isAtEnd)
    var (start, line) = (block.start, block.line)
    unsafe bytes.withUnsafeBufferPointer { bytes in
      let text = unsafe UnsafeBufferPointer(rebasing: bytes[..<end])
      while !batch.isFull, let lines = unsafe nextRecord(text, from: start, isAtEnd) {
        if !lines.isSkipped {
          unsafe add(start..<lines.end, of: text, line: line, into: batch)
        }
        (start, line) = (lines.next, line + lines.lineBreaks)
        (length, lineCount) = (0, 0)
      }
    }
    (block.start, block.line) = (start, line)
  }

  mutating func skipRecord() {
    (length, lineCount) = (0, 0)
    isSkipping = beginning != nil
  }

  /// Finds the record that begins at `start`; nil if it is not complete yet.
  private mutating func nextRecord(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ isAtEnd: Bool
  ) -> Lines? {
    while true {
      let lineStart = start + length
      guard lineStart < text.count else {
        return isAtEnd && length > 0 ? unsafe lines(text, from: start, to: lineStart) : nil
      }
      let lineBreak = unsafe lineBreak(text, from: lineStart)
      guard lineBreak != nil || isAtEnd else { return nil }
      let lineEnd = lineBreak ?? text.count
      if let beginning, length > 0 || isSkipping,
        unsafe Self.isBeginning(text[lineStart..<lineEnd], beginning)
      {
        if !isSkipping { return unsafe lines(text, from: start, to: lineStart) }
        isSkipping = false
      }
      length = min(lineEnd + 1, text.count) - start
      if lineBreak != nil { lineCount += 1 }
      if beginning == nil || isSkipping {
        return unsafe lines(text, from: start, to: start + length)
      }
    }
  }

  /// Returns the record of whole lines between two places.
  private func lines(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, to next: Int
  ) -> Lines {
    var end = next
    if end > start, unsafe text[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > start, unsafe text[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return Lines(end: end, next: next, lineBreaks: lineCount, isSkipped: isSkipping)
  }

  private func lineBreak(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = text.baseAddress else { return nil }
    return unsafe Memory.distance(from: base + start, to: 0x0A, within: text.count - start)
      .map { start + $0 }
  }

  /// Whether a line begins a record. A line that is not text, or for which matching takes too long,
  /// does not.
  private static func isBeginning(
    _ line: Slice<UnsafeBufferPointer<UInt8>>, _ pattern: LineMatcher
  ) -> Bool {
    let line = unsafe line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    return unsafe checkedText(line).flatMap(pattern.matches) ?? false
  }

  /// Returns bytes as a string; nil if they are not UTF-8.
  private static func checkedText(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Text? {
    guard
      unsafe bytes.allSatisfy({ $0 < 0x80 }) || String(validating: bytes, as: UTF8.self) != nil
    else { return nil }
    return unsafe Text(validUTF8: Array(bytes))
  }
}

// MARK: - Values

extension TextLineDecoder {
  private mutating func add(
    _ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>, line: Int, into batch: RecordBatch
  ) {
    if range.isEmpty, layout != nil { return }
    var mistake = range.count > lengthLimit ? RecordFormat.tooLong(lengthLimit) : nil
    if mistake == nil {
      if let string = unsafe Self.checkedText(text[range]).map(Self.withoutReturns) {
        if let value = value(of: string, &mistake) {
          return batch.add(value, line: line, start: range.lowerBound, end: range.upperBound)
        }
      } else {
        mistake = "found bytes that are not UTF-8"
      }
    }
    batch.addMistake(
      mistake ?? "the pattern does not match the line", line: line, start: range.lowerBound,
      end: range.upperBound)
  }

  /// Returns the value of a record; nil if it is malformed. If the reason is not the usual one, it
  /// is stored in `mistake`.
  private mutating func value(of text: Text, _ mistake: inout String?) -> Value? {
    guard let layout else { return .string(text) }
    let outcome = unsafe text.utf8.withUnsafeBufferPointer { line in
      unsafe search?.run(line) ?? .noMatch
    }
    switch outcome {
    case .match:
      return layout.row(
        of: layout.header.indices.map { index in
          search?.range(ofName: index).map { .string(Text(validUTF8: Array(text.utf8[$0]))) }
            ?? .null
        })
    case .noMatch: return nil
    case .tooLong:
      mistake = "the pattern takes too many steps for this line"
      return nil
    }
  }

  /// Returns the string with its lines joined by line feeds alone.
  private static func withoutReturns(_ text: Text) -> Text {
    let bytes = text.utf8
    guard bytes.contains(UInt8(ascii: "\r")) else { return text }
    var joined: [UInt8] = []
    joined.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let isBeforeLineFeed = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n")
      if byte != UInt8(ascii: "\r") || !isBeforeLineFeed { joined.append(byte) }
    }
    return Text(validUTF8: joined)
  }
}
