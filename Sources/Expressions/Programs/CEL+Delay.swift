public import Values

extension CEL {
  /// Returns the result for a value as a delay, for `tryDelay`: a duration, or a number of seconds.
  /// Throws if the result is anything else, or negative.
  public func delay(_ first: Value) throws(EvaluationError) -> Duration {
    let result = try value(first)
    do throws(DelayResult.Mistake) {
      return try DelayResult.duration(of: result)
    } catch {
      throw EvaluationError("\(error.message) in \"\(text)\"")
    }
  }
}

/// Converts the result of an expression to a delay.
package enum DelayResult {
  package struct Mistake: Error {
    /// The text that comes before "in" and the expression.
    package let message: String
  }

  package static func duration(of value: Value) throws(Mistake) -> Duration {
    let nanoseconds: Int64?
    switch value {
    case .int(let seconds):
      let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      nanoseconds = overflow ? nil : product
    case .double(let seconds): nanoseconds = DecimalNumber.nanoseconds(ofSeconds: seconds)
    // A duration leaves an expression as a string of seconds.
    case .string(let text):
      do throws(DurationText.Mistake) {
        nanoseconds = try DurationText.nanoseconds(of: text.string)
      } catch {
        throw Mistake(message: "the delay is '\(text.string.abbreviated)', \(error.message)")
      }
    case .null: throw mistake("null")
    case .bool: throw mistake("a bool")
    case .array: throw mistake("an array")
    case .object: throw mistake("an object")
    }
    guard let nanoseconds, nanoseconds < .max else {
      throw Mistake(message: "the delay \(value) is out of range")
    }
    guard nanoseconds >= 0 else { throw Mistake(message: "the delay \(value) is negative") }
    return .nanoseconds(nanoseconds)
  }

  private static func mistake(_ found: String) -> Mistake {
    Mistake(message: "the delay is \(found), expected seconds or a duration")
  }
}
