import Values

/// A batch of decoded records: few enough that all of them are still in the processor's cache when their
/// turn comes.
///
/// Their values stand in a column that never moves. The next batch is read into the same memory, except
/// for values that somebody still holds.
@safe final class RecordBatch {
  /// A record's place in the text, and whether it is one.
  struct Mark: Sendable {
    /// The number of the message that says why it is bad, and -1 if it is good. The value of a bad one
    /// means nothing.
    var mistake: Int32 = -1
    var line = 0
    /// Where its text stands in the block from which it was decoded.
    var start = 0
    var end = 0
  }

  /// How many records a full batch has.
  static let size = 64
  /// The memory of a longer text is not kept for the next.
  private static let keptLength = 1024

  /// Everything beside the values, in one piece that can be handed over.
  struct Particulars: Sendable {
    fileprivate var marks = [Mark](repeating: Mark(), count: RecordBatch.size)
    fileprivate(set) var count = 0
    fileprivate var mistakes: [String] = []
    /// The block in which the records stand, with the zeros behind it that a reader needs.
    fileprivate var text: [UInt8] = []
    fileprivate var textCount = 0
    /// The texts of the records that the thread which plays them makes.
    fileprivate var deferred: [DeferredText] = []
    /// How rows of a table are read whole, if of their columns only some have been.
    fileprivate var wholeRows: RowLayout?
    /// How far reading had come when all of them were decoded.
    var progress = ReadingProgress()
  }

  let values: UnsafeMutablePointer<Value>
  /// How many records it takes.
  let limit: Int
  @exclusivity(unchecked) private var particulars = Particulars()
  /// The number of the record that is given out next.
  @exclusivity(unchecked) var position = 0

  init(limit: Int = size) {
    self.limit = limit
    unsafe values = .allocate(capacity: Self.size)
    unsafe values.initialize(repeating: .null, count: Self.size)
  }

  deinit {
    unsafe values.deinitialize(count: Self.size)
    unsafe values.deallocate()
  }

  var count: Int {
    @inline(__always) get { unsafe particulars.count }
  }
  var isFull: Bool { count == limit }
  /// Whether all records have been given out.
  var isOver: Bool { unsafe position == count }

  subscript(index: Int) -> Mark { unsafe particulars.marks[index] }

  /// Why a record is bad; nil if it is good.
  func mistake(at index: Int) -> String? {
    let number = unsafe Int(particulars.marks[index].mistake)
    return unsafe number < 0 ? nil : particulars.mistakes[number]
  }

  func removeAll() {
    unsafe (particulars.count, position) = (0, 0)
    unsafe (particulars.text, particulars.textCount) = ([], 0)
    if unsafe !particulars.mistakes.isEmpty { unsafe particulars.mistakes.removeAll() }
    if unsafe !particulars.deferred.isEmpty {
      unsafe particulars.deferred.removeAll(keepingCapacity: true)
    }
  }

  /// Adds a record that `read` puts in the place of one that was there before, and whose end it finds;
  /// if it finds none, nothing is added.
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

  /// Takes the value of a record out.
  func takeValue(at index: Int) -> Value {
    let place = unsafe values + index
    let value = unsafe place.move()
    unsafe place.initialize(to: .null)
    return value
  }

  /// Keeps a value that has been taken out, for its memory.
  func giveBack(_ value: consuming Value, at index: Int) {
    unsafe values[index] = value
  }
}

/// How far the reading of a text has come.
struct ReadingProgress: Sendable {
  /// The number of the line that comes next.
  var line = 1
  var byteCount = 0
}

// MARK: - Text

extension RecordBatch {
  /// Keeps the block in which the records stand.
  func keepText(of block: RecordBlock) {
    unsafe (particulars.text, particulars.textCount) = (block.bytes, block.end)
  }

  /// The text in which the records stand, with zeros behind it, and its length without these.
  var paddedText: [UInt8] { unsafe particulars.text }
  var textCount: Int { unsafe particulars.textCount }

  /// Where a record stands in the text.
  func textRange(of index: Int) -> Range<Int> { self[index].start..<self[index].end }

  var progress: ReadingProgress {
    get { unsafe particulars.progress }
    set { unsafe particulars.progress = newValue }
  }

  /// How rows of a table are read whole, if of their columns only some have been.
  var wholeRows: RowLayout? {
    get { unsafe particulars.wholeRows }
    set { unsafe particulars.wholeRows = newValue }
  }

  /// Says more about why a record is bad.
  func addToMistake(at index: Int, _ more: String) {
    let number = unsafe Int(particulars.marks[index].mistake)
    if number >= 0 { unsafe particulars.mistakes[number] += more }
  }
}

// MARK: - Handing over

/// The records of a batch on their way from one thread to another.
struct HandedBatch: Sendable {
  fileprivate var values = [Value](repeating: .null, count: RecordBatch.size)
  fileprivate var particulars = RecordBatch.Particulars()
  /// The end, or the failure, that follows these records; nil if more of them follow.
  var end: RecordReading?

  /// How many bytes their text has.
  var size: Int {
    guard particulars.count > 0 else { return 0 }
    return particulars.marks[particulars.count - 1].end - particulars.marks[0].start
  }

  /// Takes the block out in which records stood that have come.
  mutating func takeText() -> [UInt8] {
    defer { particulars.text = [] }
    return particulars.text
  }
}

extension RecordBatch {
  /// Notes which texts the playing thread has to make.
  func takeDeferred(from memory: ReaderMemory) {
    unsafe memory.takeDeferred(&particulars.deferred)
  }

  /// Makes the texts that the reading thread has left out.
  func makeTexts(with memory: ReaderMemory) {
    unsafe memory.make(particulars.deferred, of: particulars.text, in: values)
  }

  /// Lets go of these texts, on the same thread.
  func letGoOfTexts(with memory: ReaderMemory) {
    unsafe memory.release(particulars.deferred, in: values)
  }

  /// Lets go of records whose memory is not worth keeping: a queue's worth of long ones would pile up.
  func letGoOfLongRecords() {
    guard count > 0, self[count - 1].end - self[0].start > TextDecoding.blockSize else { return }
    unsafe particulars.text = []
    for index in 0..<count { unsafe values[index] = .null }
  }

  /// Takes the records that are handed over in exchange for those that it has, and their memory.
  func exchange(with handed: inout HandedBatch) {
    unsafe swap(&particulars, &handed.particulars)
    for index in 0..<Self.size { unsafe swap(&values[index], &handed.values[index]) }
    unsafe position = 0
  }
}

// MARK: - Readers

/// A reader that decodes many records at once.
protocol BatchReader: RecordReader {
  /// Records that come next and have been decoded, more of them if there were none left; nil where
  /// something else comes next. Who takes one out moves the batch's position.
  func decodedRecords() -> RecordBatch?

  /// Has only some fields of records decoded ahead, where that is less work. Those that are read one by
  /// one are whole all the same.
  func readOnly(_ fields: Set<Text>)

  /// The whole of a record in the batch.
  func wholeRecord(at index: Int) -> Value
}
