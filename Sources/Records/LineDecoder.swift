import Platform
import Values

/// Decodes newline-delimited JSON: a value on each line. An empty line is not a record, but counts
/// as a line.
struct LineDecoder: RecordDecoder {
  /// The ends of the lines in the current block, and the number of those that have been decoded.
  private var ends: [Int] = []
  private var usedEnds = 0
  private let bigNumbers: BigNumbers?
  private let lengthLimit: Int

  init(_ bigNumbers: BigNumbers?, _ lengthLimit: Int) {
    self.bigNumbers = bigNumbers
    self.lengthLimit = lengthLimit
  }

  mutating func decode(
    _ block: inout RecordBlock, with memory: ReaderMemory, into batch: RecordBatch
  ) {
    if usedEnds == ends.count { findEnds(in: &block) }
    let ends = ends[usedEnds..<min(ends.count, usedEnds + batch.limit)]
    guard let last = ends.last else { return }
    usedEnds = ends.endIndex
    memory.makeRoom()
    let (bigNumbers, lengthLimit) = (bigNumbers, lengthLimit)
    JSONReader.reading(padded: block.bytes, count: block.end, with: memory) { reader in
      reader.readsBigIntegersAsText = bigNumbers == .text
      unsafe block.bytes.withUnsafeBufferPointer { bytes in
        var (start, line) = (block.start, block.line)
        for end in ends {
          unsafe Self.decode(
            start..<end, line, with: &reader, bytes, bigNumbers, lengthLimit, into: batch)
          start = end + 1
          line += 1
        }
      }
    }
    batch.takeDeferred(from: memory)
    block.start = min(last + 1, block.end)
    block.line += ends.count
  }

  func wholeRecord(at index: Int, of batch: RecordBatch, with memory: ReaderMemory) -> Value? {
    JSONReader.reading(padded: batch.paddedText, count: batch.textCount, with: memory) { reader in
      reader.readsBigIntegersAsText = bigNumbers == .text
      reader.start(at: batch.textRange(of: index).lowerBound)
      do throws(ReadError) {
        return try reader.readValue()
      } catch {
        // The record has been read before, and any mistake in it has been reported.
        return nil
      }
    }
  }

  /// Finds the ends of all lines in the block, and writes a zero at each, where a JSON reader
  /// stops. The block then stays unchanged until more is read, because batches decoded from it may
  /// be on another thread.
  private mutating func findEnds(in block: inout RecordBlock) {
    ends.removeAll(keepingCapacity: true)
    usedEnds = 0
    unsafe block.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      var place = block.start
      while place < block.end,
        let length = unsafe Memory.distance(
          from: base + place, to: 0x0A, within: block.end - place)
      {
        let end = place + length
        ends.append(end)
        place = end + 1
      }
    }
    if !ends.isEmpty {
      unsafe block.withBytes { base in for end in ends { unsafe base[end] = 0 } }
    }
    // A last line without a line break counts as a line.
    let rest = ends.last.map { $0 + 1 } ?? block.start
    if block.isAtEnd, rest < block.end { ends.append(block.end) }
  }

  @inline(__always)
  private static func decode(
    _ range: Range<Int>, _ line: Int, with reader: inout JSONReader,
    _ bytes: UnsafeBufferPointer<UInt8>, _ bigNumbers: BigNumbers?, _ lengthLimit: Int,
    into batch: RecordBatch
  ) {
    reader.start(at: range.lowerBound)
    if reader.ends(at: range.upperBound) { return }
    if range.count <= lengthLimit {
      do throws(ReadError) {
        reader.record = batch.count
        let isWhole = try batch.add(line: line, start: range.lowerBound) {
          value throws(ReadError) in
          try reader.readValue(into: &value)
          guard reader.ends(at: range.upperBound),
            reader.notes.isEmpty || !reader.notes.contains(where: { $0.spoilsRecord(bigNumbers) })
          else { return nil }
          return range.upperBound
        }
        if isWhole { return }
      } catch {
        // The line is read again below as a separate text, so that the message has offsets within
        // it.
      }
      reader.forgetDeferred()
    }
    unsafe batch.addMistake(
      range.count > lengthLimit
        ? RecordFormat.tooLong(lengthLimit)
        : mistake(in: bytes[range], bigNumbers),
      line: line, start: range.lowerBound, end: range.upperBound)
  }

  /// Returns the mistake in a record, which is read as a separate text.
  @inline(never)
  static func mistake(
    in line: Slice<UnsafeBufferPointer<UInt8>>, _ bigNumbers: BigNumbers?
  ) -> String {
    if unsafe line.starts(with: [0xEF, 0xBB, 0xBF]) {
      return
        "found a byte order mark between the records"
    }
    do throws(ReadError) {
      let notes = unsafe try JSONReader.value(of: SourceText(name: "", bytes: Array(line))).notes
      guard let note = notes.first(where: { $0.spoilsRecord(bigNumbers) }) else {
        return "not JSON"
      }
      return note.mistakeOfRecord(at: note.offset + 1)
    } catch {
      return "not JSON at byte \(error.offset + 1): \(error.message)"
    }
  }
}
