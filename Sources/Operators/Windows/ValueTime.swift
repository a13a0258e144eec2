import Checking
import Expressions
import Playing
import Reactive
import StreamModels
import Values

/// A time that an expression reads from a value: seconds since the beginning or since 1970, or a date,
/// as in the 'time' of an input.
struct ValueTime: Sendable {
  private let evaluator: Evaluator
  private let text: String
  private let operatorPlace: ExpressionPlace

  /// Takes the checked expression of a parameter.
  init(_ parameter: Text, _ text: String, in step: PlanStep) {
    evaluator = step.evaluator(parameter)
    self.text = text
    operatorPlace = step.place
  }

  /// Returns a function for one run that returns the time of a value; nil if it is null.
  func reader(at place: StagePlace) -> (Value) throws(StreamFailure) -> Instant? {
    let time = evaluator.transform(at: place)
    let playing = place.playing
    return { value throws(StreamFailure) in
      let result = try time(value, .null)
      return result == .null ? nil : try instant(of: result, playing)
    }
  }

  /// Returns the instant of a time, which must not be null.
  func instant(of time: Value, _ playing: Playing) throws(StreamFailure) -> Instant {
    if case .string = time, playing.inputs == nil {
      throw failure(
        "the time \(time) in \"\(text)\" is a date, and a document without inputs has no calendar: "
          + "write seconds", playing)
    }
    let nanoseconds: Int64?
    do throws(EvaluationError) {
      nanoseconds = try RecordTime.nanoseconds(of: time, in: text)
    } catch {
      throw playing.attributed(StreamFailure(error))
    }
    guard let nanoseconds, nanoseconds < .max else {
      throw failure("the time \(time) is out of range in \"\(text)\"", playing)
    }
    return playing.instant(ofTime: nanoseconds)
  }

  private func failure(_ message: String, _ playing: Playing) -> StreamFailure {
    playing.attributed(StreamFailure(message, FailureCause(message, at: operatorPlace)))
  }
}
