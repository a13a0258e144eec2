import Reactive
import Values

/// Records that are written as text, read in blocks: what is kept is a block and its records,
/// whatever the size of the input.
final class TextRecords: BatchReader {
  private static let blockSize = 64 * 1024
  /// The size of the first block: short inputs, as tests have, need no more.
  private static let firstSize = 4 * 1024

  private let name: String
  private let format: RecordFormat
  private let source: any ByteSource
  private var decoder: any RecordDecoder
  // Unchecked: nothing foreign runs while one of these is read or changed.
  @exclusivity(unchecked) private var block = RecordBlock()
  private let batch = RecordBatch()
  /// Whether only some fields of records are decoded ahead.
  private var readsSome = false
  /// Whether there can be whole records in the block.
  private var hasMore = false
  /// Whether the rest of a line is passed over, because it is too long.
  private var isPassingOver = false
  private(set) var byteCount = 0
  private var isAtBeginning = true
  /// Where the first record begins, while the block holds it.
  private var beginning: Int? = 0
  private var failure: String?

  /// Whether the name ends in '.json' and no format was stated.
  private let mayBeArray: Bool

  /// Reads records in a format; without one the ending of the name says it.
  init(
    _ source: any ByteSource, format stated: RecordFormat?, _ bigNumbers: BigNumbers? = nil,
    name: String
  ) {
    let format = stated ?? RecordFormat(fileName: name)
    mayBeArray = stated == nil && name.lowercased().hasSuffix(".json")
    self.source = source
    self.format = format
    self.name = name
    decoder = format.makeDecoder(bigNumbers)
  }

  var onNews: (() -> Void)? {
    get { source.onNews }
    set { source.onNews = newValue }
  }

  func begin(on scheduler: any Scheduler) {
    source.begin(on: scheduler)
  }

  func cancel() {
    source.cancel()
  }

  var place: RecordPlace {
    unsafe RecordPlace(source: name, line: latest?.line ?? block.line)
  }

  var text: [UInt8] {
    guard let latest else { return [] }
    return unsafe Array(block.bytes[latest.start..<latest.end])
  }

  /// The record given out last.
  private var latest: RecordBatch.Mark? {
    unsafe batch.position > 0 ? batch[batch.position - 1] : nil
  }

  func next() -> RecordReading {
    if let other = makeReady() { return other }
    let index = unsafe batch.position
    unsafe batch.position += 1
    if let mistake = batch.mistake(at: index) { return .bad(described(mistake)) }
    return .record(readsSome ? wholeRecord(at: index) : batch.takeValue(at: index))
  }

  func readOnly(_ fields: Set<Text>) {
    readsSome = true
    decoder.readOnly(fields)
  }

  func wholeRecord(at index: Int) -> Value {
    let whole = unsafe readsSome ? decoder.wholeRecord(batch[index], in: block) : nil
    return unsafe whole ?? batch.values[index]
  }

  func decodedRecords() -> RecordBatch? {
    makeReady() == nil ? batch : nil
  }

  /// Decodes the next records if the batch is over. Nil when a record is ready, good or bad; otherwise
  /// what comes in its place.
  private func makeReady() -> RecordReading? {
    while batch.isOver {
      if hasMore {
        batch.removeAll()
        hasMore = decode()
        continue
      }
      if let failure { return .failed(failure) }
      if unsafe block.isAtEnd { return .end }
      switch fill() {
      case .bytes: hasMore = true
      case .notYet: return .notYet
      case .end: unsafe (block.isAtEnd, hasMore) = (true, true)
      case .failed(let reason): failure = "cannot read '\(name)': \(reason)"
      }
    }
    return nil
  }

  func reuse(_ record: consuming Value) {
    // It was the record before, unless others were read meanwhile: any free place will do.
    if unsafe batch.position > 0 { unsafe batch.giveBack(record, at: batch.position - 1) }
  }

  /// Why the record read last is bad; of the first one also what all of them seem to be.
  @inline(never)
  private func described(_ mistake: String) -> String {
    guard let start = latest?.start, let beginning, beginning <= start,
      unsafe block.bytes[beginning..<start].allSatisfy({ $0 <= 0x20 }),
      let wayOut = unsafe FormatGuess(
        block.bytes[beginning..<block.end], readAs: format, name: name
      ).wayOut
    else { return mistake }
    return "\(mistake); \(wayOut)"
  }

  /// Reads behind what is left of the last block.
  private func fill() -> ByteReading {
    batch.removeAll()
    if unsafe block.start > 0 { beginning = nil }
    // A long record is not looked through again for each few bytes more.
    let left = unsafe block.end - block.start
    let room = max(byteCount == 0 ? Self.firstSize : Self.blockSize, left)
    let source = source
    let reading = unsafe block.fill(room: room) { unsafe source.read(into: $0) }
    if case .bytes(let count) = reading { byteCount += count }
    return reading
  }

  /// Decodes a batch of records; false if no bytes of the block could be used.
  private func decode() -> Bool {
    if isAtBeginning {
      let first = unsafe DataBeginning(
        of: block.bytes[block.start..<block.end], isAtEnd: block.isAtEnd)
      switch first {
      case .unclear: return false
      case .text(let markLength): unsafe block.start += markLength
      case .foreign:
        failure = first.trouble(in: name).map { "cannot read '\(name)': \($0)" }
        return false
      }
      if mayBeArray, unsafe !block.isAtEnd, !hasSecondLine { return false }
      beginning = unsafe block.start
      isAtBeginning = false
      if mayBeArray, unsafe block.isAtEnd, !hasSecondLine { return decodeOnlyLine() }
    }
    if isPassingOver { passOver() }
    guard !isPassingOver else { return false }
    let start = unsafe block.start
    unsafe decoder.decode(&block, into: batch)
    if unsafe block.start != start { return true }
    guard unsafe block.end - start > RecordFormat.lengthLimit else { return false }
    unsafe batch.addMistake(RecordFormat.tooLong, line: block.line, start: start, end: start)
    isPassingOver = true
    passOver()
    return true
  }

  /// Whether something stands behind the first line that has something on it.
  private var hasSecondLine: Bool {
    let text = unsafe block.bytes[block.start..<block.end].drop { $0 <= 0x20 }
    return text.drop { $0 != UInt8(ascii: "\n") }.contains { $0 > 0x20 }
  }

  /// Decodes the one line that a file of JSON has: a list of objects there is no record, but the list
  /// of them.
  private func decodeOnlyLine() -> Bool {
    let (start, line) = unsafe (block.start, block.line)
    unsafe decoder.decode(&block, into: batch)
    guard unsafe batch.count == 1, batch[0].mistake < 0,
      case .array(let elements) = unsafe batch.values[0],
      !elements.isEmpty,
      elements.allSatisfy({ if case .object = $0 { true } else { false } })
    else { return unsafe block.start != start }
    batch.removeAll()
    batch.addMistake(
      "one list of \(elements.count) \(elements.count == 1 ? "object" : "objects"), expected a "
        + "record on each line, or '--input-format ndjson' for one value",
      line: line, start: start, end: unsafe block.end)
    return true
  }

  /// Goes past the line that is too long.
  private func passOver() {
    let rest = unsafe block.bytes[block.start..<block.end]
    unsafe block.line += rest.count { $0 == UInt8(ascii: "\n") }
    if let lineBreak = rest.firstIndex(of: UInt8(ascii: "\n")) {
      unsafe block.line -= block.bytes[lineBreak + 1..<block.end].count { $0 == UInt8(ascii: "\n") }
      unsafe block.start = lineBreak + 1
      isPassingOver = false
    } else {
      unsafe block.start = unsafe block.end
    }
  }
}
