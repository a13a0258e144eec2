import Expressions
package import Reactive
package import Values

/// Functions of `aggregate` that are applied to the values of a playback, beside its stream.
package struct Aggregation {
  /// A function as it is written outside a stream file: `count`, `max $0.delay`,
  /// `p95 $0.delay where $0.kind == 'page'`.
  package struct Function: Sendable {
    fileprivate let kind: AggregateKind
    fileprivate let rank: Double
    fileprivate let argument: Evaluator?
    fileprivate let condition: Evaluator?

    /// Reads a function: its name, its expression, and its condition after `where`.
    package init(_ text: String) throws(AggregationMistake) {
      let (call, condition) = Self.parts(of: text)
      let words = call.split(separator: " ", maxSplits: 1).map(String.init)
      let name = words.first ?? ""
      guard let (kind, rank) = Self.kind(named: name) else {
        throw AggregationMistake(
          message: "unknown function '\(name)'",
          hint: Suggestion.hint(for: name, among: Self.names)
            ?? "expected one of: \(Self.names.joined(separator: ", "))")
      }
      if kind == .count, words.count > 1 {
        throw AggregationMistake(
          message: "'count' has no expression", hint: "write 'count where \(words[1])'")
      }
      let isWhole = kind == .count || kind == .first || kind == .last || kind == .list
      guard words.count > 1 || isWhole else {
        throw AggregationMistake(
          message: "'\(name)' needs an expression", hint: "write '\(name) $0', for example")
      }
      (self.kind, self.rank) = (kind, rank)
      argument = words.count > 1 ? try Self.evaluator(words[1], as: .anything) : nil
      self.condition = try condition.map { (text) throws(AggregationMistake) in
        try Self.evaluator(text, as: .condition)
      }
    }

    private static let kinds: [AggregateKind] = [
      .count, .sum, .avg, .min, .max, .first, .last, .stddev, .stddevPop, .variance, .variancePop,
      .countDistinct, .minBy, .maxBy, .list,
    ]

    private static var names: [String] { kinds.map(\.rawValue) + ["p50", "p95"] }

    private static func kind(named name: String) -> (AggregateKind, rank: Double)? {
      if let kind = kinds.first(where: { $0.rawValue == name }) { return (kind, 0) }
      guard name.hasPrefix("p"), let rank = DecimalNumber(String(name.dropFirst())),
        let nanoseconds = rank.nanoseconds, !rank.isBelowZero
      else { return nil }
      let number = Double(nanoseconds) / 1e9
      return number <= 100 ? (.percentile, number) : nil
    }

    private static func evaluator(
      _ text: String, as role: CheckedExpression.Requirement
    ) throws(AggregationMistake) -> Evaluator {
      do throws(ExpressionErrors) {
        return try CheckedExpression(text, in: Scope(first: .dyn), as: role).evaluator()
      } catch {
        throw AggregationMistake(
          message: "'\(text)': \(error.errors.first?.message ?? "")",
          hint: error.errors.first?.hint)
      }
    }

    /// Returns the function and its condition, which follows the last `where` outside a string.
    private static func parts(of text: String) -> (String, String?) {
      var quote: Character?
      var found: String.Index?
      for index in text.indices {
        let character = text[index]
        if let open = quote {
          if character == open { quote = nil }
        } else if character == "'" || character == "\"" {
          quote = character
        } else if text[index...].hasPrefix(" where ") {
          found = index
        }
      }
      guard let found else { return (text, nil) }
      return (String(text[..<found]), String(text[found...].dropFirst(" where ".count)))
    }
  }

  private let functions: [Function]
  private let plan: AggregatePlan
  private var contents = AggregateContents()
  private var frame = Frame()

  package init(_ functions: [Function]) {
    self.functions = functions
    plan = AggregatePlan(
      functions.enumerated().map { index, function in
        (
          Text("\(index)"),
          AggregatePlan.Function(kind: function.kind, top: 0, rank: function.rank)
        )
      }, takesBack: false)
  }

  /// Applies the functions to a value. Returns the reason if one of them cannot be applied.
  package mutating func take(_ value: Value, at instant: Instant) -> String? {
    frame.nanoseconds = instant.nanoseconds
    var arguments: [AggregateArgument?] = []
    do throws(EvaluationError) {
      for function in functions {
        if let condition = function.condition, try !condition.condition(value, in: &frame) {
          arguments.append(nil)
          continue
        }
        let result =
          try function.argument?.value(value, in: &frame)
          ?? (function.kind == .count ? .null : value)
        if let mistake = function.kind.mistake(in: result) { return mistake }
        arguments.append(AggregateArgument(value: result, kept: value))
      }
    } catch {
      return error.message
    }
    return contents.take(AggregateInput(plan: plan, value: value, arguments: arguments))
  }

  /// The results, in the order of the functions.
  package var results: [Value] {
    guard case .object(let object) = plan.object(of: contents) else { return [] }
    return functions.indices.map { object[$0] }
  }
}

/// A mistake in a function of `aggregate`.
package struct AggregationMistake: Error {
  package let message: String
  package let hint: String?
}
