import Expressions
import Reactive
import StreamModels
import Values

/// A section of a stream whose events are known before the playback, in columns: the time of each
/// event, and its value if it has one.
///
/// Batches begin small and grow, so that a subscriber that takes three values of a million only
/// pays for a few.
final class RowBatch {
  /// The event that immediately follows the last row.
  enum End {
    case finished
    case failure(StreamFailure)
    /// No further event, not even a completion.
    case never
  }

  /// The columns. Values are initialised in all rows up to the capacity. An old value is released
  /// when its row is reused.
  @safe struct Columns: BitwiseCopyable {
    fileprivate(set) var values: UnsafeMutablePointer<Value>
    /// The column for new values: the same one, unless the values are borrowed.
    fileprivate(set) var results: UnsafeMutablePointer<Value>
    fileprivate(set) var times: UnsafeMutablePointer<Int64>
    fileprivate(set) var kinds: UnsafeMutablePointer<RowKind>
    /// Space for the indices of the remaining rows while transforms work.
    fileprivate(set) var places: UnsafeMutablePointer<Int32>

    /// Allocates all columns in one piece of memory, those of the widest elements first.
    fileprivate init(capacity: Int) {
      let size = capacity * (MemoryLayout<Value>.stride + MemoryLayout<Int64>.stride + 4 + 1)
      // Allocated as words, because no column needs a larger alignment.
      let start = UnsafeMutableRawPointer(
        UnsafeMutablePointer<UInt64>.allocate(capacity: (size + 7) / 8))
      var end = unsafe start
      func next<Element>(_: Element.Type) -> UnsafeMutablePointer<Element> {
        let column = unsafe end.bindMemory(to: Element.self, capacity: capacity)
        unsafe end += capacity * MemoryLayout<Element>.stride
        return unsafe column
      }
      unsafe values = unsafe next(Value.self)
      unsafe results = unsafe values
      unsafe times = unsafe next(Int64.self)
      unsafe places = unsafe next(Int32.self)
      unsafe kinds = unsafe next(RowKind.self)
      unsafe values.initialize(repeating: .null, count: capacity)
    }

    /// Returns rows as subscribers receive them.
    @inline(__always)
    func batch(_ rows: Range<Int>) -> _Batch<Value> {
      unsafe _Batch(values: values, times: times, kinds: kinds, places: places, rows: rows)
    }

    fileprivate func deallocate(capacity: Int) {
      unsafe results.deinitialize(count: capacity)
      unsafe UnsafeMutableRawPointer(results).assumingMemoryBound(to: UInt64.self).deallocate()
    }
  }

  /// The maximum number of rows in the batch of a single source. It only affects speed; tests
  /// verify that by setting other sizes.
  @TaskLocal static var greatestSize = 1024

  @exclusivity(unchecked) private(set) var columns: Columns
  @exclusivity(unchecked) private(set) var capacity: Int
  private let limit: Int
  /// The rows from `head` to `count` have not been processed.
  @exclusivity(unchecked) var head = 0
  @exclusivity(unchecked) var count = 0
  /// The event after the last row; nil if more rows follow.
  @exclusivity(unchecked) var end: End?

  /// Creates room for the rows of a source.
  init() {
    limit = Self.greatestSize
    unsafe capacity = min(4, limit)
    unsafe columns = unsafe Columns(capacity: capacity)
  }

  /// Creates room for a number of borrowed rows.
  init(capacity: Int) {
    limit = capacity
    unsafe self.capacity = capacity
    unsafe columns = Columns(capacity: capacity)
  }

  deinit {
    unsafe columns.deallocate(capacity: capacity)
  }

  var isEmpty: Bool { unsafe head == count }
  var isFull: Bool { unsafe count == capacity }

  /// Starts over after all rows have been processed, with more room than before.
  func restart() {
    assert(isEmpty)
    if unsafe count == capacity, unsafe capacity < limit {
      unsafe columns.deallocate(capacity: capacity)
      unsafe capacity = unsafe min(limit, capacity * 4)
      unsafe columns = unsafe Columns(capacity: capacity)
    }
    unsafe (head, count) = (0, 0)
  }

  /// Replaces its rows with events that have a value each. The values stay in a column of another
  /// owner, at the same indices. Results are written into the batch's own column, so that the
  /// values do not change.
  func borrow(
    _ values: UnsafeMutablePointer<Value>, at times: UnsafePointer<Int64>, _ rows: Range<Int>
  ) {
    unsafe precondition(rows.upperBound <= capacity, "rows beyond the room of the batch")
    unsafe columns.values = unsafe values
    unsafe (columns.times + rows.lowerBound).update(
      from: times + rows.lowerBound, count: rows.count)
    for row in rows { unsafe columns.kinds[row] = [.value, .event] }
    unsafe (head, count, end) = (rows.lowerBound, rows.upperBound, nil)
  }

  /// Replaces its rows with those of a batch, whose values stay in its column in the same way.
  func borrow(_ batch: _Batch<Value>) {
    let rows = batch.rows
    unsafe precondition(rows.upperBound <= capacity, "rows beyond the room of the batch")
    unsafe columns.values = unsafe batch.values
    unsafe (columns.times + rows.lowerBound).update(
      from: batch.times + rows.lowerBound, count: rows.count)
    unsafe (columns.kinds + rows.lowerBound).update(
      from: batch.kinds + rows.lowerBound, count: rows.count)
    unsafe (head, count, end) = (rows.lowerBound, rows.upperBound, nil)
  }

  @inline(__always)
  func append(_ value: Value, at time: Int64, _ kind: RowKind) {
    unsafe assert(columns.values == columns.results, "a row beside those that are borrowed")
    unsafe assert(count < capacity, "a row beyond the room of the batch")
    unsafe columns.values[count] = value
    append(at: time, kind)
  }

  /// Adds a row, with the value that is already in its slot if `kind` includes one.
  @inline(__always)
  func append(at time: Int64, _ kind: RowKind) {
    unsafe assert(count < capacity, "a row beyond the room of the batch")
    unsafe columns.times[count] = time
    unsafe columns.kinds[count] = kind
    unsafe count &+= 1
  }
}

extension RowBatch {
  /// Returns the rows that have a value, and unmarks them temporarily.
  func takeValues() -> Rows {
    var count = 0
    for place in unsafe head..<self.count {
      unsafe columns.places[count] = Int32(truncatingIfNeeded: place)
      unsafe count &+= columns.kinds[place].contains(.value) ? 1 : 0
      unsafe columns.kinds[place].remove(.value)
    }
    return unsafe Rows(
      values: columns.values, results: columns.results, times: columns.times,
      places: columns.places, count: count)
  }

  /// Marks the remaining rows as having a value: the result of the work.
  func putBack(_ rows: Rows) {
    unsafe columns.values = unsafe rows.values
    for index in 0..<rows.count { unsafe columns.kinds[Int(rows.places[index])].insert(.value) }
    if let failure = rows.failure { fail(at: failure) }
  }

  /// Ends at the row at which an expression failed. The row itself stays, because it takes time.
  func fail(at failure: (place: Int32, error: EvaluationError)) {
    unsafe count = Int(failure.place) + 1
    unsafe end = .failure(StreamFailure(failure.error))
  }
}
