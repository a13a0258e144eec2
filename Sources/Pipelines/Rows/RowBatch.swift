import Expressions
import Values

/// A stretch of a stream whose events are known beforehand, in columns: for each event when it comes
/// and which value it brings, if any.
///
/// Batches begin small and grow: who wants three values of a million pays for a few.
final class RowBatch {
  /// What a row is.
  struct Kind: OptionSet, BitwiseCopyable {
    let rawValue: UInt8

    /// It brings a value. Without one it is an item that was dropped, or an end: it takes its time and
    /// its place in line all the same.
    static let value = Kind(rawValue: 1)
    /// It is an event of its own, with a place in line. Else it comes at once after the row before, or
    /// after the subscription.
    static let event = Kind(rawValue: 2)
    /// Its place in line was taken together with that of the leaf's event before. Else it is taken when
    /// that event is over.
    static let earlier = Kind(rawValue: 4)
  }

  /// What comes at once after the last row.
  enum End {
    case finished
    case failure(StreamFailure)
    /// Nothing more, and no end.
    case never
  }

  /// Where the columns are. Values are initialised in all rows that there is room for: what has gone by
  /// is released when its row is used anew.
  struct Columns: BitwiseCopyable {
    fileprivate(set) var values: UnsafeMutablePointer<Value>
    fileprivate(set) var times: UnsafeMutablePointer<Int64>
    fileprivate(set) var kinds: UnsafeMutablePointer<Kind>
    /// Of which of the joined sources each row is.
    fileprivate(set) var leaves: UnsafeMutablePointer<Int32>
    /// Room to note which rows are left, while transforms work.
    fileprivate(set) var places: UnsafeMutablePointer<Int32>

    /// All of them in one piece of memory, those of the widest elements first.
    fileprivate init(capacity: Int) {
      let size = capacity * (MemoryLayout<Value>.stride + MemoryLayout<Int64>.stride + 4 + 4 + 1)
      // Words, as they need no more alignment than any memory has.
      let start = UnsafeMutableRawPointer(
        UnsafeMutablePointer<UInt64>.allocate(capacity: (size + 7) / 8))
      var end = start
      func next<Element>(_: Element.Type) -> UnsafeMutablePointer<Element> {
        let column = end.bindMemory(to: Element.self, capacity: capacity)
        end += capacity * MemoryLayout<Element>.stride
        return column
      }
      values = next(Value.self)
      times = next(Int64.self)
      leaves = next(Int32.self)
      places = next(Int32.self)
      kinds = next(Kind.self)
      values.initialize(repeating: .null, count: capacity)
    }

    fileprivate func deallocate(capacity: Int) {
      values.deinitialize(count: capacity)
      UnsafeMutableRawPointer(values).assumingMemoryBound(to: UInt64.self).deallocate()
    }
  }

  /// How many rows the batch of a single source has at most. How many it is shows nowhere but in the
  /// time it takes, which tests see to by setting others.
  @TaskLocal static var greatestSize = 1024

  @exclusivity(unchecked) private(set) var columns: Columns
  @exclusivity(unchecked) private(set) var capacity: Int
  private let limit: Int
  /// The rows that have not gone by are from `head` to `count`.
  @exclusivity(unchecked) var head = 0
  @exclusivity(unchecked) var count = 0
  /// What comes after the last row; nil if more rows come.
  @exclusivity(unchecked) var end: End?

  /// Rows for one source, or for each of so many that are joined.
  init(shares: Int = 1) {
    let limit = Self.greatestSize
    self.limit = max(min(4, limit), limit / shares)
    capacity = min(4, limit)
    columns = Columns(capacity: capacity)
  }

  deinit {
    columns.deallocate(capacity: capacity)
  }

  var isEmpty: Bool { head == count }
  var isFull: Bool { count == capacity }

  /// Begins anew after all rows have gone by, with more room than before.
  func restart() {
    assert(isEmpty)
    if count == capacity, capacity < limit {
      columns.deallocate(capacity: capacity)
      capacity = min(limit, capacity * 4)
      columns = Columns(capacity: capacity)
    }
    (head, count) = (0, 0)
  }

  @inline(__always)
  func append(_ value: Value, at time: Int64, _ kind: Kind) {
    assert(count < capacity, "a row beyond the room of the batch")
    columns.values[count] = value
    append(at: time, kind)
  }

  /// Adds a row with the value that its place has already, if it brings one.
  @inline(__always)
  func append(at time: Int64, _ kind: Kind) {
    assert(count < capacity, "a row beyond the room of the batch")
    columns.times[count] = time
    columns.kinds[count] = kind
    columns.leaves[count] = 0
    count &+= 1
  }
}

extension UnsafeMutablePointer<Value> {
  /// Changes places with another value; nothing is retained or released.
  @inline(__always)
  func exchange(with other: UnsafeMutablePointer<Value>) {
    let value = move()
    moveInitialize(from: other, count: 1)
    other.initialize(to: value)
  }
}
