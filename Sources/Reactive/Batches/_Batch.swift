/// Consecutive values with their instants, which a source offers in one call.
///
/// A row has an instant, and a value unless its item was dropped. The columns belong to the source.
/// The clock is still where it was before the first row, and the scheduler has nothing queued that
/// is due before the last row.
@safe public struct _Batch<Value> {
  @usableFromInline package let values: UnsafeMutablePointer<Value>
  @usableFromInline package let times: UnsafePointer<Int64>
  @usableFromInline package let kinds: UnsafePointer<RowKind>
  /// Scratch space for one number per row.
  @usableFromInline package let places: UnsafeMutablePointer<Int32>
  /// The rows that are offered, in order.
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

  /// The instant of a row.
  @inlinable @inline(__always)
  package func instant(_ row: Int) -> Instant {
    unsafe Instant(nanoseconds: times[row])
  }

  /// Lends the value of a row to a closure. The value is moved out and back, which is free, whereas
  /// a copy would be retained.
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

  /// The row has a value. A row without one is a dropped value or an end; it still has its instant
  /// and its ticket.
  @inlinable package static var value: RowKind { RowKind(rawValue: 1) }
  /// The row is a separate event, with a ticket. Otherwise it immediately follows the previous row
  /// or the subscription.
  @inlinable package static var event: RowKind { RowKind(rawValue: 2) }
}

extension _Batch {
  /// Passes each value to a closure until the closure refuses one. Returns the row of the refused
  /// value, or the end of the rows. Rows without a value are skipped.
  @inlinable @inline(__always)
  package func rowAfterTaking(_ take: (Int) -> Bool) -> Int {
    for row in rows where hasValue(row) && !take(row) { return row }
    return rows.upperBound
  }
}

/// What a subscriber accepts of the batches that it is offered.
public enum _BatchUse: Sendable {
  /// Nothing, so that it is not worth offering one.
  case none
  /// The rows up to the first that has an outside effect.
  case some
  /// Every row, unless its run ends. A row at which an error occurs is refused, and ends the run
  /// when it arrives by itself.
  case all
}

extension Subscriber {
  /// Refusing batches is always correct: the values then arrive one by one.
  @inlinable public var _batchUse: _BatchUse { .none }
  @inlinable public func _receive(_ batch: _Batch<Input>) -> Int { batch.rows.lowerBound }
}
