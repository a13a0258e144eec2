import Expressions
import Reactive
import Values

extension Evaluator {
  /// The expression as a condition on the values that come to a stage.
  func condition(at place: StagePlace) -> (Value) throws(StreamFailure) -> Bool {
    let frame = RunFrame(place.frame)
    let clock = usesTime ? place.scheduler : nil
    let playing = place.playing
    return { value throws(StreamFailure) in
      if let clock { unsafe frame.frame.nanoseconds = clock.now.nanoseconds }
      do throws(EvaluationError) {
        return unsafe try self.condition(value, in: &frame.frame)
      } catch {
        throw playing.failure(error)
      }
    }
  }

  /// The expression as a condition on two values, `$0` and `$1`.
  func relation(at place: StagePlace) -> (Value, Value) throws(StreamFailure) -> Bool {
    let frame = RunFrame(place.frame)
    let clock = usesTime ? place.scheduler : nil
    let playing = place.playing
    return { first, second throws(StreamFailure) in
      if let clock { unsafe frame.frame.nanoseconds = clock.now.nanoseconds }
      do throws(EvaluationError) {
        return unsafe try self.condition(first, second, in: &frame.frame)
      } catch {
        throw playing.failure(error)
      }
    }
  }

  /// The expression as a fold of many values that come to a stage, each as `$1` with the result before it as
  /// `$0`. The closure returns the row at which the expression fails, or the end.
  func fold(at place: StagePlace) -> (inout Value, _Batch<Value>) -> Int {
    let frame = RunFrame(place.frame)
    return { result, batch in
      var rows = Rows(batch)
      unsafe self.fold(rows: &rows, into: &result, in: &frame.frame)
      return rows.failure.map { Int($0.place) } ?? batch.rows.upperBound
    }
  }

  /// What the expression makes of a value that comes to a stage; of two, if it reads `$1`.
  func transform(at place: StagePlace) -> (Value, Value) throws(StreamFailure) -> Value {
    let frame = RunFrame(place.frame)
    let clock = usesTime ? place.scheduler : nil
    let playing = place.playing
    return { first, second throws(StreamFailure) in
      if let clock { unsafe frame.frame.nanoseconds = clock.now.nanoseconds }
      do throws(EvaluationError) {
        return unsafe try self.value(first, second, in: &frame.frame)
      } catch {
        throw playing.failure(error)
      }
    }
  }
}

extension Rows {
  /// The rows of a batch that have a value.
  init(_ batch: _Batch<Value>) {
    var count = 0
    for row in batch.rows {
      unsafe batch.places[count] = Int32(truncatingIfNeeded: row)
      count &+= batch.hasValue(row) ? 1 : 0
    }
    unsafe self.init(
      values: batch.values, times: batch.times, places: batch.places, count: count)
  }
}
