/// Values that come one after the other, and when: what a source offers in one call.
///
/// A row has an instant, and a value unless what came there was dropped. The columns belong to the
/// source. The clock stands where it stood before the first row, and the scheduler has nothing in line
/// before the last.
@safe public struct _Batch<Value> {
  @usableFromInline package let values: UnsafeMutablePointer<Value>
  @usableFromInline package let times: UnsafePointer<Int64>
  @usableFromInline let kinds: UnsafePointer<RowKind>
  /// Room for the numbers of all rows.
  @usableFromInline package let places: UnsafeMutablePointer<Int32>
  /// The rows, of which the first comes next.
  public let rows: Range<Int>

  package init(
    values: UnsafeMutablePointer<Value>, times: UnsafePointer<Int64>, kinds: UnsafePointer<RowKind>,
    places: UnsafeMutablePointer<Int32>, rows: Range<Int>
  ) {
    unsafe self.values = values
    unsafe self.times = times
    unsafe self.kinds = kinds
    unsafe self.places = places
    self.rows = rows
  }

  @inlinable @inline(__always)
  package func hasValue(_ row: Int) -> Bool {
    unsafe kinds[row].contains(.value)
  }

  /// When a row comes.
  @inlinable @inline(__always)
  package func instant(_ row: Int) -> Instant {
    unsafe Instant(nanoseconds: times[row])
  }

  /// Lends the value of a row to a closure. It is moved out and back, which costs nothing: a copy would
  /// be retained.
  @inlinable @inline(__always)
  package func lend<Result>(_ row: Int, to body: (Value) -> Result) -> Result {
    let place = unsafe values + row
    let value = unsafe place.move()
    let result = body(value)
    unsafe place.initialize(to: value)
    return result
  }
}

/// The kind of a row of a batch.
@usableFromInline
package struct RowKind: OptionSet, BitwiseCopyable {
  @usableFromInline package let rawValue: UInt8

  @inlinable
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// It brings a value. Without one it is an item that was dropped, or an end: it takes its time and
  /// its place in line all the same.
  @inlinable package static var value: RowKind { RowKind(rawValue: 1) }
  /// It is an event of its own, with a place in line. Else it comes at once after the row before, or
  /// after the subscription.
  @inlinable package static var event: RowKind { RowKind(rawValue: 2) }
  /// Its place in line was taken together with that of the leaf's event before. Else it is taken when
  /// that event is over.
  @inlinable package static var earlier: RowKind { RowKind(rawValue: 4) }
}

extension _Batch {
  /// Goes through the values until a closure does not take one. Returns the row of that; those without a
  /// value are passed.
  @inlinable @inline(__always)
  package func rowAfterTaking(_ take: (Int) -> Bool) -> Int {
    for row in rows where hasValue(row) && !take(row) { return row }
    return rows.upperBound
  }
}

extension Subscriber {
  /// One by one is always right.
  @inlinable public var _takesBatches: Bool { false }
  @inlinable public func _receive(_ batch: _Batch<Input>) -> Int { batch.rows.lowerBound }
}
