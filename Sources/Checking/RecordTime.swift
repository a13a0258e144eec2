package import Expressions
package import StreamModels
package import Values

/// Reads the time of a record, in nanoseconds from the origin of its times.
package struct RecordTime {
  private let expression: CheckedExpression
  private let unit: InputSource.TimeUnit
  private let evaluator: Evaluator
  private var frame = Frame()

  package init(_ expression: CheckedExpression, in unit: InputSource.TimeUnit?) {
    self.expression = expression
    self.unit = unit ?? .s
    evaluator = expression.evaluator()
  }

  private var text: String { expression.text }

  /// Returns the time of a record. Throws if the record has no time, or one that does not fit 64
  /// bits.
  package mutating func nanoseconds(of record: Value) throws(StreamFailure) -> Int64 {
    let nanoseconds: Int64?
    let value: Value
    do throws(EvaluationError) {
      value = try evaluator.value(record, in: &frame)
      nanoseconds = try Self.nanoseconds(of: value, unit, in: text)
    } catch {
      var failure = StreamFailure(error)
      failure.cause =
        failure.cause
        ?? FailureCause(error.message, hint: wayOut(ofTextIn: record), at: expression.place)
      throw failure
    }
    guard let nanoseconds, nanoseconds < .max else {
      throw StreamFailure(
        "the time \(value) is out of range in \"\(text)\"",
        FailureCause(
          "the time \(value) of '\(text)' is out of range", hint: wayOut(for: value),
          at: expression.place))
    }
    return nanoseconds
  }

  /// Returns a time in nanoseconds; nil if it does not fit 64 bits.
  ///
  /// - Parameter text: The expression with this result.
  package static func nanoseconds(
    of value: Value, _ unit: InputSource.TimeUnit = .s, in text: String
  ) throws(EvaluationError) -> Int64? {
    switch value {
    case .int(let number):
      let (product, overflow) = number.multipliedReportingOverflow(by: unit.nanoseconds)
      return overflow ? nil : product
    case .double(let seconds) where unit == .s: return DecimalNumber.nanoseconds(ofSeconds: seconds)
    case .double(let number):
      return Int64(exactly: (number * Double(unit.nanoseconds)).rounded(.toNearestOrAwayFromZero))
    case .string(let string): return try TimeText.nanoseconds(of: string)
    case .null, .bool, .array, .object:
      throw EvaluationError(
        "the time is \(value.kind.phrase), expected seconds or an RFC 3339 string in \"\(text)\"")
    }
  }

  /// Returns an expression to suggest for a string in another time format; nil for anything else.
  private mutating func wayOut(ofTextIn record: Value) -> String? {
    do throws(EvaluationError) {
      guard case .string(let time) = try evaluator.value(record, in: &frame) else { return nil }
      return TimeForm.wayOut(reading: time.string, of: text).map { "write '\($0)'" }
    } catch {
      return nil
    }
  }

  /// Returns a hint for times that seem to have smaller units than seconds.
  private func wayOut(for value: Value) -> String? {
    let number: Double
    switch value {
    case .int(let int): number = Double(int)
    case .double(let double): number = double
    case .null, .bool, .string, .array, .object: return nil
    }
    // Times between 1973 and 5138, in each of the units.
    let units = [
      ("milliseconds", 1e3, "ms"), ("microseconds", 1e6, "us"), ("nanoseconds", 1e9, "ns"),
    ]
    guard unit == .s, let other = units.first(where: { (1e8..<1e11).contains(number / $0.1) })
    else { return nil }
    return "\(other.0)? write \"unit\": \"\(other.2)\" beside 'time'"
  }

  /// Returns a time for people: a date if it counts from 1970, otherwise the seconds.
  package static func text(of nanoseconds: Int64, origin: InputSource.Origin?) -> String {
    // With any other origin, more than three years of seconds are very unlikely.
    if origin == .epoch || nanoseconds > 100_000_000_000_000_000 {
      return TimeText.text(ofNanoseconds: nanoseconds)
    }
    return nanoseconds < 0
      ? "-\(Seconds(nanoseconds: -max(nanoseconds, -.max)).text) s"
      : "\(Seconds(nanoseconds: nanoseconds).text) s"
  }
}

extension Value.Kind {
  /// The kind of value as a phrase in a sentence.
  package var phrase: String {
    switch self {
    case .null: "null"
    case .bool: "a bool"
    case .int, .double: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "a map"
    }
  }
}
