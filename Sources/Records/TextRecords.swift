package import Reactive
package import Values

/// Records that are written as text. Only a block and its records are stored, whatever the size of
/// the input.
///
/// They are decoded here, a batch at a time, until the input turns out to be longer than a few
/// blocks and a thread can decode it ahead. From then on, the thread supplies the batches.
package final class TextRecords: BatchReader {
  private let name: String
  private let format: RecordFormat
  private let source: any ByteSource
  private let decoder: any RecordDecoder
  /// The state of the decoding; nil once a thread decodes.
  private var decoding: TextDecoding?
  private let memory = ReaderMemory()
  private let batch = RecordBatch()
  /// The number of records before the batch.
  private var countBefore = 0
  /// The fields that are decoded ahead; nil for all of them.
  private var fields: Set<Text>?
  /// The plan for a thread that decodes ahead; nil if threads must not be used.
  private var plan: ReadingAhead.Plan?
  private var ahead: ReadingAhead?

  /// Reads records in a format; by default the extension of the name determines it.
  package init(
    _ source: any ByteSource, format stated: RecordFormat?, _ bigNumbers: BigNumbers? = nil,
    lengthLimit: Int = RecordFormat.lengthLimit, name: String
  ) {
    let format = stated ?? RecordFormat(fileName: name)
    decoder = format.makeDecoder(bigNumbers, lengthLimit: lengthLimit)
    decoding = TextDecoding(
      format, decoder, lengthLimit: lengthLimit, name: name,
      mayBeArray: stated == nil && RecordFormat.isNamedAsJSON(name))
    self.source = source
    self.format = format
    self.name = name
  }

  package var onNews: (() -> Void)? {
    get { source.onNews }
    set { source.onNews = newValue }
  }

  package var _isAtPresent: Bool { source.isAtPresent }

  package var _heldByteCount: Int { source.heldByteCount }

  package func _limitWaiting(to milliseconds: Int32) {
    source.limitWaiting(to: milliseconds)
  }

  package func begin(on scheduler: any Scheduler) {
    source.begin(on: scheduler)
    readAhead(ReadingAhead.plan(on: scheduler))
  }

  /// Lets a thread decode, if there are many records.
  func readAhead(_ plan: ReadingAhead.Plan?) {
    self.plan = plan
  }

  package func cancel() {
    plan = nil
    ahead?.close()
    source.cancel()
  }

  package var byteCount: Int { batch.progress.byteCount }

  package var place: RecordPlace {
    RecordPlace(source: name, line: latest.map { batch[$0].line } ?? batch.progress.line)
  }

  package var text: [UInt8] {
    latest.map { Array(batch.paddedText[batch.textRange(of: $0)]) } ?? []
  }

  /// The index of the last record that was played.
  private var latest: Int? { batch.position > 0 ? batch.position - 1 : nil }

  package func next() -> RecordReading {
    if let other = makeReady() { return other }
    let index = batch.position
    batch.position += 1
    if let mistake = batch.mistake(at: index) { return .bad(mistake) }
    return .record(fields == nil ? batch.takeValue(at: index) : wholeRecord(at: index))
  }

  package func readOnly(_ fields: Set<Text>) {
    // A running thread decodes whole records.
    guard ahead == nil else { return }
    self.fields = fields
    memory.readOnly(fields)
  }

  package func wholeRecord(at index: Int) -> Value {
    let whole = fields == nil ? nil : decoder.wholeRecord(at: index, of: batch, with: memory)
    return unsafe whole ?? batch.values[index]
  }

  package func decodedRecords() -> RecordBatch? {
    makeReady() == nil ? batch : nil
  }

  /// Decodes the next records if the batch has been played. Returns nil if a record is ready, good
  /// or bad; otherwise, returns the reading that replaces it.
  private func makeReady() -> RecordReading? {
    guard batch.isOver else { return nil }
    if ahead == nil { beginAhead() }
    let count = batch.count
    let other = readBatch()
    if other == nil || batch.count == 0 { countBefore += count }
    return other
  }

  private func readBatch() -> RecordReading? {
    if let ahead { return ahead.take(into: batch, with: memory) }
    return unsafe decoding?.next(into: batch, with: memory) { unsafe source.read(into: $0) }
  }

  /// Starts a thread for decoding, once the input is long enough and if a thread is possible.
  private func beginAhead() {
    guard let plan, let decoding, decoding.byteCount >= plan.firstByte else { return }
    self.plan = nil
    ahead = ReadingAhead(plan, decoding, of: source, fields: fields)
    if ahead != nil { self.decoding = nil }
  }

  package func _reuse(_ record: consuming Value) {
    // It is the last record, unless others were read meanwhile; any free slot is suitable.
    if let latest { batch.giveBack(record, at: latest) }
  }
}

// MARK: - Positions

extension TextRecords: PositionedReader {
  package func position(after more: Int) -> ReadingPosition? {
    let (next, progress) = (batch.position + more, batch.progress)
    var position = ReadingPosition(count: countBefore + next)
    guard !source.isRepeatable else { return position }
    let mark = next < batch.count ? batch[next] : nil
    position.line = mark?.line ?? progress.line
    position.offset =
      mark.map { progress.byteCount - batch.textCount + $0.start } ?? progress.decodedCount
    guard let place = source.place(ofByteAt: position.offset) else { return nil }
    (position.file, position.offset) = (place.file, place.offset)
    return position
  }

  package func move(to position: ReadingPosition) throws(InputError) -> String? {
    source.limitWaiting(to: 0)
    guard let file = position.file else { return try skip(to: position.count) }
    // The header of a table, and the beginning of a list, must be read first.
    let beginning = try source.move(to: FilePlace(file: file, offset: 0))
    if case .afresh(let note) = beginning { return note }
    guard case .moved = beginning, format != .json else { return try skip(to: position.count) }
    if position.offset > 0, format.hasHeader { _ = readBatch() }
    batch.removeAll()
    let move = try source.move(to: FilePlace(file: file, offset: position.offset))
    if case .afresh(let note) = move {
      decoding?.move(to: ReadingPosition())
      return note
    }
    decoding?.move(to: position)
    batch.progress = ReadingProgress(
      line: position.line, byteCount: position.offset, decodedCount: position.offset)
    countBefore = position.count
    if case .moved(let note) = move { return note }
    return nil
  }

  /// Reads records again.
  private func skip(to count: Int) throws(InputError) -> String? {
    while countBefore + batch.position < count {
      guard makeReady() == nil else {
        throw InputError(.changed, "'\(name)' has fewer records than before")
      }
      batch.position = min(batch.count, count - countBefore)
    }
    return nil
  }
}
