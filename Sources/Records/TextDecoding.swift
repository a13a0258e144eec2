import Values

/// Decodes an input that is read in blocks, some records at a time. Only one block is stored,
/// whatever the size of the input.
///
/// It is a value, so that one thread can continue where another stopped. Each thread has its own
/// source, batch and memory.
struct TextDecoding: Sendable {
  static let blockSize = 64 * 1024
  /// The size of the first block. Short inputs, such as those of tests, need no more.
  static let firstSize = 4 * 1024

  private let name: String
  private let format: RecordFormat
  /// Whether the name ends in '.json' and no format was stated.
  private let mayBeArray: Bool
  private var decoder: any RecordDecoder
  private let lengthLimit: Int
  private var block = RecordBlock()
  /// Whether the block may contain complete records.
  private var hasMore = false
  /// Whether the rest of a line is being skipped because it is too long.
  private var isPassingOver = false
  private(set) var byteCount = 0
  private var isAtBeginning = true
  /// The beginning of the first record, as long as the block contains it.
  private var beginning: Int? = 0
  private var failure: String?
  /// Blocks to read into, if used blocks are handed over. The last one that was returned may still
  /// be shared.
  private var spares: [[UInt8]]?
  private var returned: [UInt8] = []
  /// Whether the current block has been handed over.
  private var isHandedOver = false

  init(
    _ format: RecordFormat, _ decoder: any RecordDecoder, lengthLimit: Int, name: String,
    mayBeArray: Bool
  ) {
    self.lengthLimit = lengthLimit
    (self.format, self.decoder, self.name) = (format, decoder, name)
    self.mayBeArray = mayBeArray
  }

  /// Decodes the next records into a batch. Returns nil if there are records, good or bad;
  /// otherwise, returns the reading that replaces them.
  mutating func next(
    into batch: RecordBatch, with memory: ReaderMemory,
    _ read: (UnsafeMutableRawBufferPointer) -> ByteReading
  ) -> RecordReading? {
    batch.removeAll()
    defer {
      batch.progress = ReadingProgress(
        line: block.line, byteCount: byteCount,
        decodedCount: byteCount - (block.end - block.start))
    }
    while true {
      if hasMore {
        hasMore = decode(into: batch, with: memory)
        if batch.count == 0 { continue }
        describeMistake(in: batch)
        batch.keepText(of: block)
        isHandedOver = spares != nil
        return nil
      }
      if let failure { return .failed(failure) }
      if block.isAtEnd { return .end }
      switch unsafe fill(read) {
      case .bytes: hasMore = true
      case .notYet: return .notYet
      case .end: (block.isAtEnd, hasMore) = (true, true)
      // The remaining bytes may be the beginning of a record.
      case .stopped: return .end
      case .failed(let reason): failure = "cannot read '\(name)': \(reason)"
      }
    }
  }

  /// Continues at a position in the text, from which the source reads on.
  mutating func move(to position: ReadingPosition) {
    block = RecordBlock()
    block.line = position.line
    byteCount = position.offset
    (hasMore, isPassingOver, isAtBeginning) = (false, false, false)
    (beginning, failure) = (nil, nil)
  }

  /// Hands each block over to the batches, once its records have been decoded.
  mutating func handOverBlocks() {
    (spares, isHandedOver) = ([], true)
  }

  /// Takes back a block whose records have been played. Blocks return in order; one that contains
  /// the records of several batches returns with each of them.
  mutating func takeBack(_ block: consuming [UInt8]) {
    if block.isEmpty { return }
    let isSame = unsafe block.withUnsafeBufferPointer { new in
      unsafe returned.withUnsafeBufferPointer { unsafe $0.baseAddress == new.baseAddress }
    }
    if isSame { return }
    swap(&returned, &block)
    // Longer blocks are not stored.
    if 1...Self.blockSize * 4 ~= block.count { spares?.append(block) }
  }

  /// Adds the likely format of the input to the mistake, if the very first record is bad.
  private func describeMistake(in batch: RecordBatch) {
    let start = batch[0].start
    guard batch[0].mistake >= 0, let beginning, beginning <= start,
      block.bytes[beginning..<start].allSatisfy({ $0 <= 0x20 }),
      let wayOut = FormatGuess(
        block.bytes[beginning..<block.end], readAs: format
      ).wayOut
    else { return }
    batch.addToMistake(at: 0, "; \(wayOut)")
  }

  /// Reads more bytes after the rest of the last block.
  private mutating func fill(
    _ read: (UnsafeMutableRawBufferPointer) -> ByteReading
  ) -> ByteReading {
    if block.start > 0 { beginning = nil }
    // The room grows with a long record, so that the record is not scanned again for each small
    // block.
    let left = block.end - block.start
    let room = max(byteCount == 0 ? Self.firstSize : Self.blockSize, left)
    if isHandedOver {
      block.move(to: spares?.popLast() ?? [])
      isHandedOver = false
    }
    let reading = unsafe block.fill(room: room) { target in
      unsafe read(target)
    }
    if case .bytes(let count) = reading { byteCount += count }
    return reading
  }

  /// Decodes a batch of records; returns false if no bytes of the block were consumed.
  private mutating func decode(into batch: RecordBatch, with memory: ReaderMemory) -> Bool {
    if isAtBeginning {
      let first = DataBeginning(
        of: block.bytes[block.start..<block.end], isAtEnd: block.isAtEnd)
      switch first {
      case .unclear: return false
      case .text(let markLength): block.start += markLength
      case .foreign, .gzip:
        failure = first.trouble(in: name).map { "cannot read '\(name)': \($0)" }
        return false
      }
      if mayBeArray, !block.isAtEnd, !hasSecondLine { return false }
      beginning = block.start
      isAtBeginning = false
      if mayBeArray, block.isAtEnd, !hasSecondLine {
        return decodeOnlyLine(into: batch, with: memory)
      }
    }
    if isPassingOver { passOver() }
    guard !isPassingOver else { return false }
    let start = block.start
    decoder.decode(&block, with: memory, into: batch)
    if block.start != start { return true }
    guard block.end - start > lengthLimit else { return false }
    batch.addMistake(RecordFormat.tooLong(lengthLimit), line: block.line, start: start, end: start)
    isPassingOver = true
    decoder.skipRecord()
    passOver()
    return true
  }

  /// Whether there is anything other than blanks after the first nonblank line.
  private var hasSecondLine: Bool {
    let text = block.bytes[block.start..<block.end].drop { $0 <= 0x20 }
    return text.drop { $0 != UInt8(ascii: "\n") }.contains { $0 > 0x20 }
  }

  /// Decodes the only line of a JSON file. A list of objects is a mistake there, because its
  /// elements are meant to be records.
  private mutating func decodeOnlyLine(
    into batch: RecordBatch, with memory: ReaderMemory
  ) -> Bool {
    let (start, line) = (block.start, block.line)
    decoder.decode(&block, with: memory, into: batch)
    guard batch.count == 1, batch[0].mistake < 0,
      case .array(let elements) = unsafe batch.values[0],
      !elements.isEmpty,
      elements.allSatisfy({ if case .object = $0 { true } else { false } })
    else { return block.start != start }
    batch.removeAll()
    batch.addMistake(
      "found one list of \(elements.count) \(elements.count == 1 ? "object" : "objects"), expected "
        + "one record on each line; write '--input-format ndjson' to read it as one value",
      line: line, start: start, end: block.end)
    return true
  }

  /// Skips a line that is too long.
  private mutating func passOver() {
    let rest = block.bytes[block.start..<block.end]
    block.line += rest.count { $0 == UInt8(ascii: "\n") }
    if let lineBreak = rest.firstIndex(of: UInt8(ascii: "\n")) {
      block.line -= block.bytes[lineBreak + 1..<block.end].count { $0 == UInt8(ascii: "\n") }
      block.start = lineBreak + 1
      isPassingOver = false
    } else {
      block.start = block.end
    }
  }
}
