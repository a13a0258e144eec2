import Values

/// Arrays of the n-th values of several streams.
///
/// Every event of theirs is a row; that with the value that was missing brings the array. Finishes as
/// soon as no further array can come.
final class ZippedRows: JoinedRows {
  /// What came of each and has no partners yet.
  private let waiting: UnsafeMutablePointer<WaitingValues>
  private let count: Int
  @exclusivity(unchecked) private var isFinished: [Bool]
  /// How many have nothing waiting: an array is complete when there is none.
  @exclusivity(unchecked) private var emptyCount: Int

  override init(_ recipes: [RowRecipe], start: Int64, batch: RowBatch) {
    count = recipes.count
    waiting = .allocate(capacity: max(1, count))
    for number in 0..<count { (waiting + number).initialize(to: WaitingValues()) }
    isFinished = Array(repeating: false, count: count)
    emptyCount = count
    super.init(recipes, start: start, batch: batch)
  }

  deinit {
    waiting.deinitialize(count: count)
    waiting.deallocate()
  }

  override func playEvents() {
    playEvents { side, number in
      take(side, Int(number))
      return batch.end == nil
    }
  }

  override func give(_ side: UnsafeMutablePointer<Side>, of number: Int) {
    take(side, number)
  }

  @inline(__always)
  private func take(_ side: UnsafeMutablePointer<Side>, _ number: Int) {
    let (from, row) = (side.pointee.columns, side.pointee.head)
    var kind = from.kinds[row]
    if kind.contains(.value) {
      if waiting[number].isEmpty { emptyCount &-= 1 }
      waiting[number].append(from.values + row)
      if emptyCount == 0 { giveArray() } else { kind.remove(.value) }
    }
    let (to, place) = (batch.columns, batch.count)
    to.times[place] = from.times[row]
    to.kinds[place] = kind
    to.leaves[place] = side.pointee.firstLeaf &+ from.leaves[row]
    batch.count = place &+ 1
  }

  override func hearFinish(of number: Int) {
    isFinished[number] = true
    if waiting[number].isEmpty { batch.end = .finished }
  }

  /// Puts the first of each into the place of the next row. An array that was there and that nobody has
  /// kept is used anew.
  @inline(__always)
  private func giveArray() {
    let place = batch.columns.values + batch.count
    var array = Self.array(from: place.move(), count: count)
    array.withUnsafeMutableBufferPointer { elements in
      for number in elements.indices {
        waiting[number].exchangeFirst(with: &elements[number])
        guard waiting[number].isEmpty else { continue }
        emptyCount &+= 1
        if isFinished[number] { batch.end = .finished }
      }
    }
    place.initialize(to: .array(array))
  }

  private static func array(from old: consuming Value, count: Int) -> [Value] {
    if case .array(let array) = old, array.count == count { return array }
    return Array(repeating: .null, count: count)
  }
}

/// Values in a ring: adding at the end and taking from the front cost the same at any length.
///
/// Values change places with what was there, so that nothing is retained or released on the way.
struct WaitingValues: ~Copyable {
  private var values = UnsafeMutablePointer<Value>.allocate(capacity: 4)
  private var head = 0
  private var count = 0
  private var capacity = 4

  init() {
    values.initialize(repeating: .null, count: capacity)
  }

  deinit {
    values.deinitialize(count: capacity)
    values.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  /// Adds a value. Something that is of no use any more is where it was.
  @inline(__always)
  mutating func append(_ value: UnsafeMutablePointer<Value>) {
    if count == capacity { grow() }
    value.exchange(with: values + ((head &+ count) & (capacity &- 1)))
    count &+= 1
  }

  /// Takes the first value to where something is that is of no use any more.
  @inline(__always)
  mutating func exchangeFirst(with place: UnsafeMutablePointer<Value>) {
    place.exchange(with: values + head)
    head = (head &+ 1) & (capacity &- 1)
    count &-= 1
  }

  /// Doubles the ring, so that a mask finds the place.
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Value>.allocate(capacity: capacity * 2)
    (larger).moveInitialize(from: values + head, count: capacity - head)
    (larger + (capacity - head)).moveInitialize(from: values, count: head)
    (larger + capacity).initialize(repeating: .null, count: capacity)
    values.deallocate()
    (values, head, capacity) = (larger, 0, capacity * 2)
  }
}
