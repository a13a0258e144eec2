import Reactive
import Values

/// Records that are written as text: what is kept is a block and its records, whatever the size of the
/// input.
///
/// They are decoded here, a batch at a time, until there turns out to be more than a few blocks of them
/// and a thread can do that meanwhile: from then on batches are taken from it.
final class TextRecords: BatchReader {
  private let name: String
  private let source: any ByteSource
  private let decoder: any RecordDecoder
  /// Where decoding stands; nil once a thread does it.
  private var decoding: TextDecoding?
  private let memory = ReaderMemory()
  private let batch = RecordBatch()
  /// The fields that are decoded ahead, if not all are.
  private var fields: Set<Text>?
  /// How a thread is to decode ahead, if it may.
  private var plan: ReadingAhead.Plan?
  private var ahead: ReadingAhead?

  /// Reads records in a format; without one the ending of the name says it.
  init(
    _ source: any ByteSource, format stated: RecordFormat?, _ bigNumbers: BigNumbers? = nil,
    name: String
  ) {
    let format = stated ?? RecordFormat(fileName: name)
    decoder = format.makeDecoder(bigNumbers)
    decoding = TextDecoding(
      format, decoder, name: name,
      mayBeArray: stated == nil && name.lowercased().hasSuffix(".json"))
    self.source = source
    self.name = name
  }

  var onNews: (() -> Void)? {
    get { source.onNews }
    set { source.onNews = newValue }
  }

  func begin(on scheduler: any Scheduler) {
    source.begin(on: scheduler)
    readAhead(ReadingAhead.plan(on: scheduler))
  }

  /// Has records decoded by a thread, if there are many.
  func readAhead(_ plan: ReadingAhead.Plan?) {
    self.plan = plan
  }

  func cancel() {
    plan = nil
    ahead?.close()
    source.cancel()
  }

  var byteCount: Int { batch.progress.byteCount }

  var place: RecordPlace {
    RecordPlace(source: name, line: latest.map { batch[$0].line } ?? batch.progress.line)
  }

  var text: [UInt8] {
    latest.map { Array(batch.paddedText[batch.textRange(of: $0)]) } ?? []
  }

  /// The record given out last.
  private var latest: Int? { unsafe batch.position > 0 ? batch.position - 1 : nil }

  func next() -> RecordReading {
    if let other = makeReady() { return other }
    let index = unsafe batch.position
    unsafe batch.position += 1
    if let mistake = batch.mistake(at: index) { return .bad(mistake) }
    return .record(fields == nil ? batch.takeValue(at: index) : wholeRecord(at: index))
  }

  func readOnly(_ fields: Set<Text>) {
    // A thread that has begun decodes whole records.
    guard ahead == nil else { return }
    self.fields = fields
    memory.readOnly(fields)
  }

  func wholeRecord(at index: Int) -> Value {
    let whole = fields == nil ? nil : decoder.wholeRecord(at: index, of: batch, with: memory)
    return unsafe whole ?? batch.values[index]
  }

  func decodedRecords() -> RecordBatch? {
    makeReady() == nil ? batch : nil
  }

  /// Has the next records decoded if the batch is over. Nil when a record is ready, good or bad; otherwise
  /// what comes in its place.
  private func makeReady() -> RecordReading? {
    guard batch.isOver else { return nil }
    if ahead == nil { beginAhead() }
    if let ahead { return ahead.take(into: batch, with: memory) }
    return unsafe decoding?.next(into: batch, with: memory) { unsafe source.read(into: $0) }
  }

  /// Leaves the decoding to a thread, if it is time for that and there can be one.
  private func beginAhead() {
    guard let plan, let decoding, decoding.byteCount >= plan.firstByte else { return }
    self.plan = nil
    ahead = ReadingAhead(plan, decoding, of: source, fields: fields)
    if ahead != nil { self.decoding = nil }
  }

  func _reuse(_ record: consuming Value) {
    // It was the record before, unless others were read meanwhile: any free place will do.
    if let latest { batch.giveBack(record, at: latest) }
  }
}
