import Values

/// The closures that callers outside call; their errors say which expression failed.
struct EntryPoints: Sendable {
  let value: @Sendable (Value, Value, inout Frame) throws(EvaluationError) -> Value
  let condition: @Sendable (Value, Value, inout Frame) throws(EvaluationError) -> Bool

  /// Makes entry points of a term that gives a bool.
  init<Source: Term>(condition term: Source, text: String) where Source.Result == Bool {
    value = { (first: Value, second: Value, frame: inout Frame) throws(EvaluationError) -> Value in
      do throws(EvaluationFailure) {
        return .bool(try term.evaluate(first, second, &frame))
      } catch {
        throw EvaluationError(error, in: text)
      }
    }
    condition = {
      (first: Value, second: Value, frame: inout Frame) throws(EvaluationError) -> Bool in
      do throws(EvaluationFailure) {
        return try term.evaluate(first, second, &frame)
      } catch {
        throw EvaluationError(error, in: text)
      }
    }
  }

  /// Makes entry points of a term of which it is not known that it gives a bool.
  init<Source: Term>(value term: Source, text: String) {
    let value = {
      @Sendable (first: Value, second: Value, frame: inout Frame) throws(EvaluationError) -> Value
      in
      do throws(EvaluationFailure) {
        return try term.evaluate(first, second, &frame).boxed
      } catch {
        throw EvaluationError(error, in: text)
      }
    }
    self.value = value
    condition = {
      (first: Value, second: Value, frame: inout Frame) throws(EvaluationError) -> Bool in
      let result = try value(first, second, &frame)
      guard case .bool(let flag) = result else {
        throw EvaluationError(
          .invalid("a condition must be a bool, this is \(result.kind.phrase)"), in: text)
      }
      return flag
    }
  }
}

extension EvaluationError {
  @inline(never)
  fileprivate init(_ failure: EvaluationFailure, in text: String) {
    self.init("\(failure.message) in \"\(text)\"")
  }
}
