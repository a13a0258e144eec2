import Values

/// A batch of decoded records: few enough that all of them are still in the processor's cache when their
/// turn comes.
///
/// Their values stand in a column that never moves. The next batch is read into the same memory, except
/// for values that somebody still holds.
@safe final class RecordBatch {
  /// A record's place in the text, and whether it is one.
  struct Mark {
    /// The number of the message that says why it is bad, and -1 if it is good. The value of a bad one
    /// means nothing.
    var mistake: Int32 = -1
    var line = 0
    /// Where its text stands in the block.
    var start = 0
    var end = 0
  }

  /// How many records a full batch has.
  static let size = 64
  /// The memory of a longer text is not kept for the next.
  private static let keptLength = 1024

  let values: UnsafeMutablePointer<Value>
  @exclusivity(unchecked) private var marks = [Mark](repeating: Mark(), count: size)
  @exclusivity(unchecked) private(set) var count = 0
  /// The number of the record that is given out next.
  @exclusivity(unchecked) var position = 0
  private var mistakes: [String] = []

  init() {
    unsafe values = .allocate(capacity: Self.size)
    unsafe values.initialize(repeating: .null, count: Self.size)
  }

  deinit {
    unsafe values.deinitialize(count: Self.size)
    unsafe values.deallocate()
  }

  var isFull: Bool { unsafe count == Self.size }
  /// Whether all records have been given out.
  var isOver: Bool { unsafe position == count }

  subscript(index: Int) -> Mark { unsafe marks[index] }

  /// Why a record is bad; nil if it is good.
  func mistake(at index: Int) -> String? {
    let number = unsafe Int(marks[index].mistake)
    return number < 0 ? nil : mistakes[number]
  }

  func removeAll() {
    unsafe (count, position) = (0, 0)
    if !mistakes.isEmpty { mistakes.removeAll() }
  }

  /// Adds a record that `read` puts in the place of one that was there before, if it does not fail.
  @inline(__always)
  func add<Failure: Error>(
    line: Int, start: Int, end: Int, _ read: (inout Value) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    let place = unsafe values + count
    if unsafe marks[count].end - marks[count].start > Self.keptLength {
      unsafe place.pointee = .null
    }
    guard unsafe try read(&place.pointee) else { return false }
    note(Mark(line: line, start: start, end: end))
    return true
  }

  func add(_ value: consuming Value, line: Int, start: Int, end: Int) {
    unsafe values[count] = value
    note(Mark(line: line, start: start, end: end))
  }

  func addMistake(_ reason: String, line: Int, start: Int, end: Int) {
    note(Mark(mistake: Int32(mistakes.count), line: line, start: start, end: end))
    mistakes.append(reason)
  }

  @inline(__always)
  private func note(_ mark: Mark) {
    unsafe marks[count] = mark
    unsafe count &+= 1
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
