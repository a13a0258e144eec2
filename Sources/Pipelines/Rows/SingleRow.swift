import Expressions
import Values

/// Transforms at work on values that come one by one: rows of which there is always one.
final class SingleRow {
  enum Outcome {
    case value(Value)
    case dropped
    case failure(StreamFailure)
  }

  private let run: TransformRun
  private let values = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  private let times = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
  private let places = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  init(_ run: TransformRun) {
    self.run = run
  }

  deinit {
    values.deallocate()
    times.deallocate()
    places.deallocate()
  }

  /// What becomes of a value that comes at a time, in nanoseconds.
  @inline(__always)
  func work(on value: Value, at time: Int64) -> Outcome {
    values.initialize(to: value)
    times.initialize(to: time)
    places.initialize(to: 0)
    var rows = Rows(values: values, times: times, places: places, count: 1)
    run.work(on: &rows)
    // Taken out before anybody hears of it, who may have another value worked on.
    let result = values.move()
    if rows.count == 1 { return .value(result) }
    return rows.failure.map { .failure(StreamFailure($0.error)) } ?? .dropped
  }
}
