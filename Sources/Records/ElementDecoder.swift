import Values

/// Decodes JSON in any layout. Each element of a top-level array is a record, and so is any other
/// document. Documents follow one another. Only the record that is being read is stored.
///
/// If the brackets and quotes of a bad record are balanced, it does not affect the next one. After
/// any other mistake, the decoder continues at the next line that begins with a bracket in the same
/// column as the bad record.
struct ElementDecoder: RecordDecoder {
  /// The part of the input that may come next.
  private enum Expectation {
    case document
    /// The first element of an array, or its end.
    case firstElement
    case element
    /// A comma, or the end of an array.
    case next
    /// A line that begins with a bracket in this column, after a mistake.
    case line(column: Int?)
  }

  private var expectation = Expectation.document
  private var scanner = ValueScanner()
  /// The number of bytes between the start of the line and the block, and whether they are blank.
  private var column = 0
  private var isLineBlank = true
  private let bigNumbers: BigNumbers?
  private let lengthLimit: Int

  init(_ bigNumbers: BigNumbers?, _ lengthLimit: Int) {
    self.bigNumbers = bigNumbers
    self.lengthLimit = lengthLimit
  }

  mutating func decode(
    _ block: inout RecordBlock, with memory: ReaderMemory, into batch: RecordBatch
  ) {
    let whole = block
    var (start, line) = (whole.start, whole.line)
    let bigNumbers = bigNumbers
    memory.makeRoom()
    JSONReader.reading(padded: whole.bytes, count: whole.end, with: memory) { reader in
      reader.readsBigIntegersAsText = bigNumbers == .text
      unsafe whole.bytes.withUnsafeBufferPointer { bytes in
        let text = unsafe UnsafeBufferPointer(rebasing: bytes[..<whole.end])
        while !batch.isFull,
          unsafe step(text, &start, &line, isAtEnd: whole.isAtEnd, with: &reader, into: batch)
        {}
      }
    }
    batch.takeDeferred(from: memory)
    (block.start, block.line) = (start, line)
  }

  func wholeRecord(at index: Int, of batch: RecordBatch, with memory: ReaderMemory) -> Value? {
    LineDecoder(bigNumbers, lengthLimit).wholeRecord(at: index, of: batch, with: memory)
  }

  mutating func skipRecord() {
    expectation = .line(column: isLineBlank ? column : nil)
    scanner = ValueScanner()
    (column, isLineBlank) = (0, true)
  }

  /// Reads the next punctuation mark or record. Returns false if that takes more bytes.
  private mutating func step(
    _ text: UnsafeBufferPointer<UInt8>, _ start: inout Int, _ line: inout Int, isAtEnd: Bool,
    with reader: inout JSONReader, into batch: RecordBatch
  ) -> Bool {
    unsafe skipBlanks(text, &start, &line)
    guard start < text.count else {
      if isAtEnd { finish(at: start, line, into: batch) }
      return false
    }
    let byte = unsafe text[start]
    switch expectation {
    case .document where byte == UInt8(ascii: "["):
      return pass(&start, expecting: .firstElement)
    case .firstElement where byte == UInt8(ascii: "]"), .next where byte == UInt8(ascii: "]"):
      return pass(&start, expecting: .document)
    case .next where byte == UInt8(ascii: ","): return pass(&start, expecting: .element)
    case .next:
      addMissingComma(before: byte, start, line, into: batch)
      return true
    case .element where byte == UInt8(ascii: "]") || byte == UInt8(ascii: ","),
      .firstElement where byte == UInt8(ascii: ","):
      let reason = "found '\(byte == UInt8(ascii: ",") ? "," : "]")', expected an element"
      batch.addMistake(reason, line: line, start: start, end: start + 1)
      return pass(&start, expecting: byte == UInt8(ascii: ",") ? .element : .document)
    case .document, .firstElement, .element:
      return unsafe readRecord(text, &start, &line, isAtEnd, with: &reader, into: batch)
    case .line(let wanted):
      if let wanted, isLineBlank, column == wanted {
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
          expectation = .element
          return true
        }
      }
      unsafe skipLine(text, &start, &line)
      return true
    }
  }

  private mutating func pass(_ start: inout Int, expecting next: Expectation) -> Bool {
    move(&start, by: 1)
    expectation = next
    return true
  }

  private mutating func move(_ start: inout Int, by count: Int) {
    start += count
    column += count
    isLineBlank = false
  }

  private mutating func skipBlanks(
    _ text: UnsafeBufferPointer<UInt8>, _ start: inout Int, _ line: inout Int
  ) {
    while start < text.count {
      switch unsafe text[start] {
      case UInt8(ascii: "\n"):
        line += 1
        (column, isLineBlank) = (0, true)
      // A JSON text sequence (RFC 7464) has record separators.
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x1E: column += 1
      default: return
      }
      start += 1
    }
  }

  private mutating func skipLine(
    _ text: UnsafeBufferPointer<UInt8>, _ start: inout Int, _ line: inout Int
  ) {
    isLineBlank = false
    if let end = unsafe text[start...].firstIndex(of: UInt8(ascii: "\n")) {
      (start, line) = (end + 1, line + 1)
      (column, isLineBlank) = (0, true)
    } else {
      start = text.count
    }
  }

  /// Reports an array that is not closed at the end of the text.
  private mutating func finish(at start: Int, _ line: Int, into batch: RecordBatch) {
    switch expectation {
    case .document, .line: return
    case .firstElement, .element, .next: break
    }
    expectation = .document
    batch.addMistake(
      "the file ends within an array, expected ']'", line: line, start: start, end: start)
  }

  /// Reports a character after an element where a comma is missing. If it begins another element,
  /// it is read as one.
  private mutating func addMissingComma(
    before byte: UInt8, _ start: Int, _ line: Int, into batch: RecordBatch
  ) {
    let reason = "found \(Self.sign(byte)), expected ',' or ']'"
    if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
      batch.addMistake(reason, line: line, start: start, end: start)
      expectation = .element
    } else {
      addMistake(reason, start, line, into: batch)
    }
  }

  /// Adds a mistake after which the structure of the text is unknown.
  private mutating func addMistake(
    _ reason: String, _ start: Int, _ line: Int, into batch: RecordBatch
  ) {
    batch.addMistake(
      "\(reason); \(Self.continuation)", line: line, start: start, end: start)
    expectation = .line(column: isLineBlank ? column : nil)
  }

  private static let continuation =
    "reading continues at the next line with a bracket in the column of this record"

  private static func sign(_ byte: UInt8) -> String {
    0x20..<0x7F ~= byte ? "'\(Character(Unicode.Scalar(byte)))'" : "byte \(byte)"
  }
}

// MARK: - One record

extension ElementDecoder {
  private mutating func readRecord(
    _ text: UnsafeBufferPointer<UInt8>, _ start: inout Int, _ line: inout Int, _ isAtEnd: Bool,
    with reader: inout JSONReader, into batch: RecordBatch
  ) -> Bool {
    guard let end = unsafe scanner.end(of: text, from: start, isAtEnd: isAtEnd) else {
      return false
    }
    let (range, lineBreaks, isWhole) = (start..<end, scanner.lineBreaks, scanner.isWhole)
    scanner = ValueScanner()
    var isRead = false
    if isWhole, range.count <= lengthLimit {
      isRead = read(range, line, with: &reader, into: batch)
    }
    if isRead {
      setExpectation(afterRecordIn: expectation)
    } else {
      let reason =
        unsafe range.count > lengthLimit
        ? RecordFormat.tooLong(lengthLimit) : LineDecoder.mistake(in: text[range], bigNumbers)
      if isWhole {
        batch.addMistake(reason, line: line, start: start, end: end)
        setExpectation(afterRecordIn: expectation)
      } else {
        addMistake(reason, start, line, into: batch)
      }
    }
    line += lineBreaks
    move(&start, by: range.count)
    if lineBreaks > 0 {
      let lastBreak = unsafe text[range].lastIndex(of: UInt8(ascii: "\n")) ?? start
      column = start - lastBreak - 1
    }
    return true
  }

  private mutating func setExpectation(afterRecordIn before: Expectation) {
    if case .document = before { expectation = .document } else { expectation = .next }
  }

  private func read(
    _ range: Range<Int>, _ line: Int, with reader: inout JSONReader, into batch: RecordBatch
  ) -> Bool {
    reader.start(at: range.lowerBound)
    do throws(ReadError) {
      reader.record = batch.count
      let isAdded = try batch.add(line: line, start: range.lowerBound) {
        value throws(ReadError) in
        try reader.readValue(into: &value)
        guard reader.offset == range.upperBound,
          reader.notes.isEmpty || !reader.notes.contains(where: { $0.spoilsRecord(bigNumbers) })
        else { return nil }
        return range.upperBound
      }
      if isAdded { return true }
    } catch {
      // The record is read again as a separate text, so that the message has offsets within it.
    }
    reader.forgetDeferred()
    return false
  }
}
