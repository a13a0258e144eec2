import Values

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Decodes newline-delimited JSON: a value on each line. An empty line is none, and counts as a line.
struct LineDecoder: RecordDecoder {
  /// Where lines end in the block at hand.
  private var ends: [Int] = []
  /// Kept, so that lines of all blocks share their shapes.
  private let memory = ReaderMemory()
  private let bigNumbers: BigNumbers?

  init(_ bigNumbers: BigNumbers?) {
    self.bigNumbers = bigNumbers
  }

  mutating func decode(_ block: inout RecordBlock, into batch: RecordBatch) {
    findEnds(in: &block)
    guard let last = ends.last else { return }
    memory.makeRoom()
    let bigNumbers = bigNumbers
    JSONReader.reading(padded: block.bytes, count: block.end, with: memory) { reader in
      reader.readsBigIntegersAsText = bigNumbers == .text
      unsafe block.bytes.withUnsafeBufferPointer { bytes in
        var (start, line) = (block.start, block.line)
        for end in ends {
          unsafe Self.decode(start..<end, line, with: &reader, bytes, bigNumbers, into: batch)
          start = end + 1
          line += 1
        }
      }
    }
    block.start = min(last + 1, block.end)
    block.line += ends.count
  }

  func readOnly(_ fields: Set<Text>) {
    memory.readOnly(fields)
  }

  func wholeRecord(_ mark: RecordBatch.Mark, in block: RecordBlock) -> Value? {
    JSONReader.reading(padded: block.bytes, count: block.end, with: memory) { reader in
      reader.readsBigIntegersAsText = bigNumbers == .text
      reader.start(at: mark.start)
      do throws(ReadError) {
        return try reader.readValue()
      } catch {
        // It has been read before: what is wrong with it has been told.
        return nil
      }
    }
  }

  /// Finds the ends of as many lines as a batch takes, and puts a zero there, at which a JSON reader
  /// stops.
  private mutating func findEnds(in block: inout RecordBlock) {
    ends.removeAll(keepingCapacity: true)
    var place = block.start
    let (blockEnd, isAtEnd) = (block.end, block.isAtEnd)
    unsafe block.withBytes { base in
      while place < blockEnd, ends.count < RecordBatch.size {
        guard let found = unsafe memchr(base + place, 0x0A, blockEnd - place) else {
          // A last line without a line break is one.
          if isAtEnd { ends.append(blockEnd) }
          return
        }
        let end = unsafe base.distance(to: found.assumingMemoryBound(to: UInt8.self))
        ends.append(end)
        unsafe base[end] = 0
        place = end + 1
      }
    }
  }

  @inline(__always)
  private static func decode(
    _ range: Range<Int>, _ line: Int, with reader: inout JSONReader,
    _ bytes: UnsafeBufferPointer<UInt8>, _ bigNumbers: BigNumbers?, into batch: RecordBatch
  ) {
    reader.start(at: range.lowerBound)
    if reader.ends(at: range.upperBound) { return }
    if range.count <= RecordFormat.lengthLimit {
      do throws(ReadError) {
        let isWhole = try batch.add(line: line, start: range.lowerBound, end: range.upperBound) {
          value throws(ReadError) in
          try reader.readValue(into: &value)
          return reader.ends(at: range.upperBound)
            && (reader.notes.isEmpty || !reader.notes.contains { $0.spoilsRecord(bigNumbers) })
        }
        if isWhole { return }
      } catch {
        // Read again below, with the line as the whole text, of which the mistake can speak.
      }
    }
    unsafe batch.addMistake(
      range.count > RecordFormat.lengthLimit
        ? RecordFormat.tooLong
        : mistake(in: bytes[range], bigNumbers),
      line: line, start: range.lowerBound, end: range.upperBound)
  }

  @inline(never)
  private static func mistake(
    in line: Slice<UnsafeBufferPointer<UInt8>>, _ bigNumbers: BigNumbers?
  ) -> String {
    if unsafe line.starts(with: [0xEF, 0xBB, 0xBF]) { return "a byte order mark amid the records" }
    do throws(ReadError) {
      let notes = unsafe try JSONReader.value(of: SourceText(name: "", bytes: Array(line))).notes
      guard let note = notes.first(where: { $0.spoilsRecord(bigNumbers) }) else { return "no JSON" }
      return note.mistakeOfRecord(at: note.offset + 1)
    } catch {
      return "no JSON at byte \(error.offset + 1): \(error.message)"
    }
  }
}
