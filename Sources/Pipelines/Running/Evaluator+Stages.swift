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
