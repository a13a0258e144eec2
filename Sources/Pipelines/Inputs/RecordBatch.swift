import Values

/// Records that have been decoded and not been given out: a few, so that all of them are still near the
/// processor when their turn comes.
///
/// When a record has been delivered it may come back, and another one is read into its memory.
struct RecordBatch {
  struct Record {
    var value = Value.null
    /// Why it is none; then the value stands for nothing.
    var mistake: Int32 = -1
    var line = 0
    /// Where its text stands in the block.
    var start = 0
    var end = 0
  }

  /// How many records a full batch has.
  static let size = 64
  /// Of a longer text the memory is not kept.
  private static let keptLength = 1024

  private var records: [Record] = []
  private(set) var count = 0
  private(set) var mistakes: [String] = []

  var isFull: Bool { count == Self.size }

  subscript(index: Int) -> Record {
    _read { yield records[index] }
  }

  mutating func removeAll() {
    count = 0
    if !mistakes.isEmpty { mistakes.removeAll() }
  }

  /// Adds a record that `read` puts in the place of one that was there before, if it does not fail.
  @inline(__always)
  mutating func add<Failure: Error>(
    line: Int, start: Int, end: Int, _ read: (inout Value) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    if count == records.count { records.append(Record()) }
    guard try read(&records[count].value) else { return false }
    records[count].mistake = -1
    records[count].line = line
    records[count].start = start
    records[count].end = end
    count += 1
    return true
  }

  mutating func add(_ value: consuming Value, line: Int, start: Int, end: Int) {
    if count == records.count { records.append(Record()) }
    records[count] = Record(value: value, line: line, start: start, end: end)
    count += 1
  }

  mutating func addMistake(_ reason: String, line: Int, start: Int, end: Int) {
    if count == records.count { records.append(Record()) }
    records[count] = Record(
      mistake: Int32(mistakes.count), line: line, start: start, end: end)
    mistakes.append(reason)
    count += 1
  }

  /// Takes the value of a record out.
  mutating func takeValue(at index: Int) -> Value {
    var value = Value.null
    swap(&value, &records[index].value)
    return value
  }

  /// Keeps a value that has been taken out, for its memory.
  mutating func giveBack(_ value: consuming Value, at index: Int) {
    guard records[index].end - records[index].start <= Self.keptLength else { return }
    records[index].value = value
  }
}
