package import Operators

/// A number that a sweep computes from the values of a playback.
public struct SweepMeasure: Sendable {
  /// Its name, which is the head of its column.
  public let name: String
  /// The output whose values it is computed from; empty for the stream itself.
  public let output: String
  package let function: Aggregation.Function

  /// Creates a measure.
  ///
  /// - Parameters:
  ///   - function: A function of `aggregate` and its expression, and perhaps a condition: `count`,
  ///     `max $0.delay`, `p95 $0.delay where $0.kind == 'page'`.
  public init(_ name: String, _ function: String, of output: String = "") throws(SweepMistake) {
    (self.name, self.output) = (name, output)
    do throws(AggregationMistake) {
      self.function = try Aggregation.Function(function)
    } catch {
      throw SweepMistake("the measure '\(name)': \(error.message)", hint: error.hint)
    }
  }

  /// Reads a measure: `pages=count`, `worst=max $0.delay`, or, for a named output,
  /// `lost=bad: count`.
  public init(parsing text: String) throws(SweepMistake) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[0].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
      throw SweepMistake(
        "the measure '\(text)' has no name", hint: "write NAME=FUNCTION, such as pages=count")
    }
    let rest = parts[1].drop { $0 == " " }
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    let after = rest.dropFirst(name.count)
    let isOutput = after.hasPrefix(": ")
    try self.init(
      parts[0], String(isOutput ? after.dropFirst(2).drop { $0 == " " } : rest),
      of: isOutput ? String(name) : "")
  }
}
