import Reactive
import Values

/// Arrays of the n-th values of several streams.
///
/// Each event of the streams is a row; the array is in the row of the value that completes it. The
/// stream completes as soon as no further array can be completed.
@safe final class ZippedRows: JoinedRows {
  /// The values of each stream that have no partners yet.
  private let waiting: UnsafeMutablePointer<WaitingValues>
  private let count: Int
  @exclusivity(unchecked) private var isFinished: [Bool]
  /// The number of streams without a waiting value: an array is complete when it is zero.
  @exclusivity(unchecked) private var emptyCount: Int

  override init(_ recipes: [RowRecipe], start: Int64, batch: RowBatch) {
    count = recipes.count
    unsafe waiting = .allocate(capacity: max(1, count))
    for number in 0..<count { unsafe (waiting + number).initialize(to: WaitingValues()) }
    unsafe isFinished = Array(repeating: false, count: count)
    unsafe emptyCount = count
    super.init(recipes, start: start, batch: batch)
  }

  deinit {
    unsafe waiting.deinitialize(count: count)
    unsafe waiting.deallocate()
  }

  override func playEvents() {
    unsafe playEvents { side, number in
      unsafe take(side, Int(number))
      return unsafe batch.end == nil
    }
  }

  override func give(_ side: UnsafeMutablePointer<Side>, of number: Int) {
    unsafe take(side, number)
  }

  @inline(__always)
  private func take(_ side: UnsafeMutablePointer<Side>, _ number: Int) {
    let (from, row) = unsafe (side.pointee.columns, side.pointee.head)
    var kind = unsafe from.kinds[row]
    if kind.contains(.value) {
      if unsafe waiting[number].isEmpty { unsafe emptyCount &-= 1 }
      unsafe waiting[number].append(from.values + row)
      if unsafe emptyCount == 0 { giveArray() } else { kind.remove(.value) }
    }
    let (to, place) = unsafe (batch.columns, batch.count)
    unsafe to.times[place] = unsafe from.times[row]
    unsafe to.kinds[place] = kind
    unsafe to.sources[place] = unsafe side.pointee.firstSource &+ from.sources[row]
    unsafe batch.count = place &+ 1
  }

  override func receiveFinish(of number: Int) {
    unsafe isFinished[number] = true
    if unsafe waiting[number].isEmpty { unsafe batch.end = .finished }
  }

  /// Puts the first value of each stream into the next row. An array that is already there is
  /// reused if nothing else references it.
  @inline(__always)
  private func giveArray() {
    let place = unsafe batch.columns.values + batch.count
    var array = unsafe Self.array(from: place.move(), count: count)
    unsafe array.withUnsafeMutableBufferPointer { elements in
      for number in elements.indices {
        unsafe waiting[number].exchangeFirst(with: &elements[number])
        guard unsafe waiting[number].isEmpty else { continue }
        unsafe emptyCount &+= 1
        if unsafe isFinished[number] { unsafe batch.end = .finished }
      }
    }
    unsafe place.initialize(to: .array(array))
  }

  private static func array(from old: consuming Value, count: Int) -> [Value] {
    if case .array(let array) = old, array.count == count { return array }
    return Array(repeating: .null, count: count)
  }
}

/// Values in a ring buffer. Appending a value and removing the first one cost the same at any
/// length.
///
/// Values are swapped with the slot's old contents, so that nothing is retained or released.
@safe struct WaitingValues: ~Copyable {
  private var values = UnsafeMutablePointer<Value>.allocate(capacity: 4)
  private var head = 0
  private var count = 0
  private var capacity = 4

  init() {
    unsafe values.initialize(repeating: .null, count: capacity)
  }

  deinit {
    unsafe values.deinitialize(count: capacity)
    unsafe values.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  /// Appends a value, and leaves an unused one in its place.
  @inline(__always)
  mutating func append(_ value: UnsafeMutablePointer<Value>) {
    if count == capacity { grow() }
    unsafe value.exchange(with: values + ((head &+ count) & (capacity &- 1)))
    count &+= 1
  }

  /// Swaps the first value with an unused one in another place.
  @inline(__always)
  mutating func exchangeFirst(with place: UnsafeMutablePointer<Value>) {
    unsafe place.exchange(with: values + head)
    head = (head &+ 1) & (capacity &- 1)
    count &-= 1
  }

  /// Doubles the ring, so that the index can still be computed with a mask.
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Value>.allocate(capacity: capacity * 2)
    unsafe (larger).moveInitialize(from: values + head, count: capacity - head)
    unsafe (larger + (capacity - head)).moveInitialize(from: values, count: head)
    unsafe (larger + capacity).initialize(repeating: .null, count: capacity)
    unsafe values.deallocate()
    unsafe (values, head, capacity) = unsafe (larger, 0, capacity * 2)
  }
}
