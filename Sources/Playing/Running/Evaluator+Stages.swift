package import Expressions
package import Reactive
import StreamModels
package import Values

extension Evaluator {
  /// Returns the expression as a condition on the values that a stage receives.
  package func condition(at place: StagePlace) -> StagePlace.Condition {
    let frame = RunFrame(place.frame)
    let clock = usesTime ? place.scheduler : nil
    let playing = place.playing
    return place.readingPlain { value throws(StreamFailure) in
      if let clock { unsafe frame.frame.nanoseconds = clock.now.nanoseconds }
      do throws(EvaluationError) {
        return unsafe try self.condition(value, in: &frame.frame)
      } catch {
        throw playing.failure(error)
      }
    }
  }

  /// Returns the expression as a condition on two values, `$0` and `$1`.
  package func relation(at place: StagePlace) -> StagePlace.Relation {
    relation(at: place, with: RunFrame(place.frame))
  }

  private func relation(
    at place: StagePlace, with frame: RunFrame
  ) -> StagePlace.Relation {
    let clock = usesTime ? place.scheduler : nil
    let playing = place.playing
    return place.readingPlain { first, second throws(StreamFailure) in
      if let clock { unsafe frame.frame.nanoseconds = clock.now.nanoseconds }
      do throws(EvaluationError) {
        return unsafe try self.condition(first, second, in: &frame.frame)
      } catch {
        throw playing.failure(error)
      }
    }
  }

  /// Returns the expression as a condition on a value, the previous value of a match, and the match
  /// so far, which is only made if the expression reads it.
  package func matchCondition(
    readsMatch: Bool, at place: StagePlace
  ) -> StagePlace.MatchCondition {
    let frame = RunFrame(place.frame)
    let relation = relation(at: place, with: frame)
    let isTraced = place.playing.trace != nil
    return { value, previous, match throws(StreamFailure) in
      if readsMatch {
        unsafe frame.frame.match = isTraced ? match().withoutTraces() : match()
      }
      defer { if readsMatch { unsafe frame.frame.match = .null } }
      return try relation(value, previous)
    }
  }

  /// Returns the expression as a fold over a batch that a stage receives. Each value is `$1`, and
  /// `$0` is the result so far. The closure returns the row at which the expression fails, or the
  /// end.
  package func fold(at place: StagePlace) -> (inout Value, _Batch<Value>) -> Int {
    let frame = RunFrame(place.frame)
    return { result, batch in
      var rows = Rows(batch)
      unsafe self.fold(rows: &rows, into: &result, in: &frame.frame)
      return rows.failure.map { Int($0.place) } ?? batch.rows.upperBound
    }
  }

  /// Returns the expression as a function of a value that a stage receives or, if it reads `$1`, of
  /// two values.
  package func transform(at place: StagePlace) -> StagePlace.Function {
    let frame = RunFrame(place.frame)
    let clock = usesTime ? place.scheduler : nil
    let playing = place.playing
    return place.readingPlain { first, second throws(StreamFailure) in
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
  /// Selects the rows of a batch that have a value.
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
