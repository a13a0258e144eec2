package import Values

/// A batch of decoded records, small enough that all of them are still in the processor's cache
/// when they are played.
///
/// The values are in a column that never moves. The next batch is read into the same memory, except
/// for values that are still referenced elsewhere.
@safe package final class RecordBatch {
  /// A record's place in the text, and the mistake in it, if any.
  package struct Mark: Sendable {
    /// The index of the message if the record is bad, or -1 if it is good. The value of a bad
    /// record has no meaning.
    package var mistake: Int32 = -1
    var line = 0
    /// The range of its text in the block from which it was decoded.
    var start = 0
    var end = 0
  }

  /// The number of records in a full batch.
  package static let size = 64
  /// The length in bytes above which the memory of a record is not reused.
  private static let keptLength = 1024

  /// All properties except the values, as one value that can be handed over.
  struct Particulars: Sendable {
    fileprivate var marks = [Mark](repeating: Mark(), count: RecordBatch.size)
    fileprivate(set) var count = 0
    fileprivate var mistakes: [String] = []
    /// The block of the records, followed by the zeros that a reader needs.
    fileprivate var text: [UInt8] = []
    fileprivate var textCount = 0
    /// The strings that the playing thread has to create.
    fileprivate var deferred: [DeferredText] = []
    /// The layout for reading whole rows of a table, if only some of their columns were decoded.
    fileprivate var wholeRows: RowLayout?
    /// The progress of the reading after all of these records have been decoded.
    var progress = ReadingProgress()
  }

  package let values: UnsafeMutablePointer<Value>
  /// The capacity in records.
  let limit: Int
  @exclusivity(unchecked) private var particulars = Particulars()
  @exclusivity(unchecked) @usableFromInline var nextRow = 0

  package init(limit: Int = size) {
    self.limit = limit
    unsafe values = .allocate(capacity: Self.size)
    unsafe values.initialize(repeating: .null, count: Self.size)
  }

  deinit {
    unsafe values.deinitialize(count: Self.size)
    unsafe values.deallocate()
  }

  /// The index of the next record to be played. Inlinable, because other modules do not know that a
  /// stored property is accessed without checks, and would check each access.
  @inlinable package var position: Int {
    get { unsafe nextRow }
    set { unsafe nextRow = newValue }
  }

  package var count: Int {
    @inline(__always) get { unsafe particulars.count }
  }
  var isFull: Bool { count == limit }
  /// Whether all records have been played.
  var isOver: Bool { position == count }

  package subscript(index: Int) -> Mark { unsafe particulars.marks[index] }

  /// Returns the reason why a record is bad; nil if it is good.
  func mistake(at index: Int) -> String? {
    let number = unsafe Int(particulars.marks[index].mistake)
    return unsafe number < 0 ? nil : particulars.mistakes[number]
  }

  func removeAll() {
    unsafe (particulars.count, nextRow) = (0, 0)
    unsafe (particulars.text, particulars.textCount) = ([], 0)
    if unsafe !particulars.mistakes.isEmpty { unsafe particulars.mistakes.removeAll() }
    if unsafe !particulars.deferred.isEmpty {
      unsafe particulars.deferred.removeAll(keepingCapacity: true)
    }
  }

  /// Adds a record. `read` stores it in place of an earlier value and returns the end of its text.
  /// If it returns nil, nothing is added.
  @inline(__always)
  func add<Failure: Error>(
    line: Int, start: Int, _ read: (inout Value) throws(Failure) -> Int?
  ) throws(Failure) -> Bool {
    let place = unsafe values + count
    if unsafe particulars.marks[count].end - particulars.marks[count].start > Self.keptLength {
      unsafe place.pointee = .null
    }
    guard let end = unsafe try read(&place.pointee) else { return false }
    note(Mark(line: line, start: start, end: end))
    return true
  }

  func add(_ value: consuming Value, line: Int, start: Int, end: Int) {
    unsafe values[count] = value
    note(Mark(line: line, start: start, end: end))
  }

  func addMistake(_ reason: String, line: Int, start: Int, end: Int) {
    unsafe note(
      Mark(mistake: Int32(particulars.mistakes.count), line: line, start: start, end: end))
    unsafe particulars.mistakes.append(reason)
  }

  @inline(__always)
  private func note(_ mark: Mark) {
    unsafe particulars.marks[count] = mark
    unsafe particulars.count &+= 1
  }

  /// Moves the value of a record out of the batch.
  func takeValue(at index: Int) -> Value {
    let place = unsafe values + index
    let value = unsafe place.move()
    unsafe place.initialize(to: .null)
    return value
  }

  /// Puts back a value that was taken, because its memory can be reused.
  func giveBack(_ value: consuming Value, at index: Int) {
    unsafe values[index] = value
  }
}

/// The progress of reading an input.
struct ReadingProgress: Sendable {
  /// The number of the next line.
  var line = 1
  var byteCount = 0
  /// The number of bytes before those that have not been decoded.
  var decodedCount = 0
}

// MARK: - Text

extension RecordBatch {
  /// Stores the block of the records.
  func keepText(of block: RecordBlock) {
    unsafe (particulars.text, particulars.textCount) = (block.bytes, block.end)
  }

  /// The block of the records, followed by zeros, and its length without them.
  var paddedText: [UInt8] { unsafe particulars.text }
  var textCount: Int { unsafe particulars.textCount }

  /// Returns the range of a record in the text.
  func textRange(of index: Int) -> Range<Int> { self[index].start..<self[index].end }

  var progress: ReadingProgress {
    get { unsafe particulars.progress }
    set { unsafe particulars.progress = newValue }
  }

  /// The layout for reading whole rows of a table, if only some of their columns were decoded.
  var wholeRows: RowLayout? {
    get { unsafe particulars.wholeRows }
    set { unsafe particulars.wholeRows = newValue }
  }

  /// Appends to the reason why a record is bad.
  func addToMistake(at index: Int, _ more: String) {
    let number = unsafe Int(particulars.marks[index].mistake)
    if number >= 0 { unsafe particulars.mistakes[number] += more }
  }
}

// MARK: - Handing over

/// The records of a batch, in transit from one thread to another.
struct HandedBatch: Sendable {
  fileprivate var values = [Value](repeating: .null, count: RecordBatch.size)
  fileprivate var particulars = RecordBatch.Particulars()
  /// The end or the failure that follows these records; nil if more records follow.
  var end: RecordReading?

  /// The length of their text in bytes.
  var size: Int {
    guard particulars.count > 0 else { return 0 }
    return particulars.marks[particulars.count - 1].end - particulars.marks[0].start
  }

  /// Moves out the block of records that have been played.
  mutating func takeText() -> [UInt8] {
    defer { particulars.text = [] }
    return particulars.text
  }
}

extension RecordBatch {
  /// Notes the strings that the playing thread has to create.
  func takeDeferred(from memory: ReaderMemory) {
    unsafe memory.takeDeferred(&particulars.deferred)
  }

  /// Creates the strings that the reading thread has deferred.
  func makeTexts(with memory: ReaderMemory) {
    unsafe memory.make(particulars.deferred, of: particulars.text, in: values)
  }

  /// Releases these strings on the thread that created them.
  func letGoOfTexts(with memory: ReaderMemory) {
    unsafe memory.release(particulars.deferred, in: values)
  }

  /// Releases long records, because a whole queue of them would use too much memory.
  func letGoOfLongRecords() {
    guard count > 0, self[count - 1].end - self[0].start > TextDecoding.blockSize else { return }
    unsafe particulars.text = []
    for index in 0..<count { unsafe values[index] = .null }
  }

  /// Exchanges the records and the memory of this batch with those of the handed-over one.
  func exchange(with handed: inout HandedBatch) {
    unsafe swap(&particulars, &handed.particulars)
    for index in 0..<Self.size { unsafe swap(&values[index], &handed.values[index]) }
    position = 0
  }
}

// MARK: - Readers

/// A reader that decodes many records at once.
package protocol BatchReader: RecordReader {
  /// Returns the next decoded records, and decodes more if none are left; nil if the next reading
  /// is not a record. The caller advances the batch's position.
  func decodedRecords() -> RecordBatch?

  /// Restricts decoding ahead to some fields, where that saves work. `next()` still returns whole
  /// records.
  func readOnly(_ fields: Set<Text>)

  /// Returns a record of the batch with all its fields.
  func wholeRecord(at index: Int) -> Value
}
