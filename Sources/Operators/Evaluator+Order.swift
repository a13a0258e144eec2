import Expressions
import Playing
import StreamModels
import Values

extension Evaluator {
  /// Returns the order that an expression on two values defines. If the values cannot be compared,
  /// the failure has the operator's name, because the expression is not part of any file.
  func order(
    for name: String, at place: StagePlace
  ) -> (Value, Value) throws(StreamFailure) -> Bool {
    let relation = relation(at: place)
    let playing = place.playing
    return { first, second throws(StreamFailure) in
      do throws(StreamFailure) {
        return try relation(first, second)
      } catch {
        guard let mistake = OrderMistake(comparing: first, with: second, for: name) else {
          throw error
        }
        let cause = FailureCause(mistake.reason, hint: mistake.hint, at: error.cause?.place)
        throw playing.attributed(StreamFailure(mistake.message, cause))
      }
    }
  }
}
