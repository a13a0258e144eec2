import Expressions
import StreamModels
import Values

/// Transforms for values that arrive one by one, as batches of one row.
final class SingleRow {
  enum Outcome {
    case value(Value)
    case dropped
    case failure(StreamFailure)
  }

  private let run: TransformRun
  private let room = RowRoom()

  init(_ run: TransformRun) {
    self.run = run
  }

  /// Returns the result for a value that arrives at a time, in nanoseconds.
  @inline(__always)
  func work(on value: Value, at time: Int64) -> Outcome {
    room.work(on: value, at: time) { run.work(on: &$0) }
  }
}

/// Space for one row, empty except during work.
@safe final class RowRoom {
  private let values = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  private let times = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
  private let places = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  deinit {
    unsafe values.deallocate()
    unsafe times.deallocate()
    unsafe places.deallocate()
  }

  /// Applies transforms to a value that arrives at a time, in nanoseconds, and returns the result.
  @inline(__always)
  func work(
    on value: Value, at time: Int64, _ transform: (inout Rows) -> Void
  ) -> SingleRow.Outcome {
    unsafe values.initialize(to: value)
    unsafe times.initialize(to: time)
    unsafe places.initialize(to: 0)
    var rows = unsafe Rows(values: values, times: times, places: places, count: 1)
    transform(&rows)
    // Moved out before it is sent on, because its receiver may start work on another value.
    let result = unsafe values.move()
    if rows.count == 1 { return .value(result) }
    return rows.failure.map { .failure(StreamFailure($0.error)) } ?? .dropped
  }
}
