package import Expressions
package import StreamModels
package import Values

/// Reads the time of a record, in nanoseconds from the origin of its times.
package struct RecordTime {
  private let expression: CheckedExpression
  private let evaluator: Evaluator
  private var frame = Frame()

  package init(_ expression: CheckedExpression) {
    self.expression = expression
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
      nanoseconds = try Self.nanoseconds(of: value, in: text)
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
    of value: Value, in text: String
  ) throws(EvaluationError) -> Int64? {
    switch value {
    case .int(let seconds):
      let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      return overflow ? nil : product
    case .double(let seconds): return DecimalNumber.nanoseconds(ofSeconds: seconds)
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

  /// Returns an expression to suggest for times that seem to have smaller units than seconds.
  private func wayOut(for value: Value) -> String? {
    let number: Double
    switch value {
    case .int(let int): number = Double(int)
    case .double(let double): number = double
    case .null, .bool, .string, .array, .object: return nil
    }
    // Times between 1973 and 5138, in each of the units.
    let units = [("milliseconds", 1e3), ("microseconds", 1e6), ("nanoseconds", 1e9)]
    guard let unit = units.first(where: { (1e8..<1e11).contains(number / $0.1) }) else {
      return nil
    }
    let isSimple = text.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "$") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    return "\(unit.0)? write '\(isSimple ? text : "(\(text))") / \(Value.double(unit.1))'"
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
