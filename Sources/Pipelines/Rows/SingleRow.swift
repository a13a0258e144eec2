import Expressions
import Reactive
import Values

/// Transforms at work on values that come one by one: rows of which there is always one.
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

  /// What becomes of a value that comes at a time, in nanoseconds.
  @inline(__always)
  func work(on value: Value, at time: Int64) -> Outcome {
    room.work(on: value, at: time) { run.work(on: &$0) }
  }
}

/// Room for one row, empty while nobody works on it.
@safe final class RowRoom {
  private let values = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  private let times = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
  private let places = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  deinit {
    unsafe values.deallocate()
    unsafe times.deallocate()
    unsafe places.deallocate()
  }

  /// Has transforms work on a value that comes at a time, in nanoseconds, and tells what becomes of it.
  @inline(__always)
  func work(
    on value: Value, at time: Int64, _ transform: (inout Rows) -> Void
  ) -> SingleRow.Outcome {
    unsafe values.initialize(to: value)
    unsafe times.initialize(to: time)
    unsafe places.initialize(to: 0)
    var rows = unsafe Rows(values: values, times: times, places: places, count: 1)
    transform(&rows)
    // Taken out before it goes on: whoever receives it may have another value worked on.
    let result = unsafe values.move()
    if rows.count == 1 { return .value(result) }
    return rows.failure.map { .failure(StreamFailure($0.error)) } ?? .dropped
  }
}
