package import Expressions
import Values

/// The number that a search makes small or great, and the condition that a point must meet.
package struct SweepGoal: Sendable {
  private let goal: Evaluator
  private let isMaximum: Bool
  private let constraint: SweepConstraint?

  /// - Parameters:
  ///   - goal: The number to make small, or great. It reads the row as `$0`.
  ///   - constraint: The condition that a point must meet.
  package init(
    _ goal: CheckedExpression, isMaximum: Bool, where constraint: CheckedExpression? = nil
  ) {
    (self.goal, self.isMaximum) = (goal.evaluator(), isMaximum)
    self.constraint = constraint.map(SweepConstraint.init)
  }

  /// How good a point is.
  package struct Rank: Comparable, Sendable {
    /// How far the point is from meeting the constraint; 0 if it does.
    package let violation: Double
    /// The number that was to be made small or great; nil if there is none.
    package let score: Double?
    fileprivate let cost: Double

    package static func < (left: Rank, right: Rank) -> Bool {
      (left.violation, left.cost) < (right.violation, right.cost)
    }
  }

  /// Returns the rank of a row: the lower, the better.
  func rank(of row: SweepRow, in sweep: Sweep) -> Rank {
    let value = SweepTable.value(of: row, in: sweep)
    let score = row.failure == nil ? goal.number(for: value) : nil
    let cost = score.map { isMaximum ? -$0 : $0 } ?? .infinity
    let violation = constraint?.violation(by: value) ?? 0
    return Rank(violation: score == nil ? .infinity : violation, score: score, cost: cost)
  }
}

/// A condition on the rows of a search, and how far a row is from meeting it: the sum of the distances
/// of its comparisons. A part that is not a comparison of numbers counts 1 if it is not met.
struct SweepConstraint: Sendable {
  private let whole: Evaluator
  /// The comparisons that `&&` joins, with both sides; nil for a part that is none.
  private let parts: [(condition: Evaluator, sides: (left: Evaluator, right: Evaluator)?)]

  init(_ expression: CheckedExpression) {
    whole = expression.evaluator()
    parts = Self.split(expression.text, at: ["&&"]).compactMap { part in
      guard let condition = Self.evaluator(part) else { return nil }
      let sides = Self.split(part, at: ["<=", ">=", "==", "<", ">"])
      guard sides.count == 2, let left = Self.evaluator(sides[0]),
        let right = Self.evaluator(sides[1])
      else { return (condition, nil) }
      return (condition, (left, right))
    }
  }

  /// Returns how far a row is from meeting the condition; infinity if that cannot be said.
  func violation(by row: Value) -> Double {
    guard let isMet = whole.isTrue(for: row) else { return .infinity }
    if isMet { return 0 }
    let sum = parts.reduce(0.0) { sum, part in
      guard part.condition.isTrue(for: row) == false else { return sum }
      guard let sides = part.sides, let left = sides.left.number(for: row),
        let right = sides.right.number(for: row)
      else { return sum + 1 }
      // A strict comparison of equal numbers is not met either.
      return sum + max(abs(left - right), .leastNonzeroMagnitude)
    }
    return sum == 0 ? 1 : sum
  }

  private static func evaluator(_ text: String) -> Evaluator? {
    do throws(ExpressionErrors) {
      return try CheckedExpression(text, in: Scope(first: .dyn)).evaluator()
    } catch {
      // It is only a part of the text that looks like an expression.
      return nil
    }
  }

  /// Returns the parts of an expression between operators outside of strings and brackets.
  private static func split(_ text: String, at operators: [String]) -> [String] {
    var parts = [""]
    var depth = 0
    var quote: Character?
    var rest = text[...]
    while let character = rest.first {
      let found = operators.first { rest.hasPrefix($0) }
      if quote == nil, depth == 0, let found {
        parts.append("")
        rest = rest.dropFirst(found.count)
        continue
      }
      if let open = quote {
        if character == open { quote = nil }
      } else if "'\"".contains(character) {
        quote = character
      } else if "([{".contains(character) {
        depth += 1
      } else if ")]}".contains(character) {
        depth -= 1
      }
      parts[parts.count - 1].append(character)
      rest = rest.dropFirst()
    }
    return parts
  }
}

extension Evaluator {
  /// The result for a row as a number; nil if it is none, or fails.
  fileprivate func number(for row: Value) -> Double? {
    var frame = Frame()
    do throws(EvaluationError) {
      switch try value(row, in: &frame) {
      case .int(let number): return Double(number)
      case .double(let number) where !number.isNaN: return number
      default: return nil
      }
    } catch {
      return nil
    }
  }

  /// Whether a condition is true for a row; nil if it fails.
  fileprivate func isTrue(for row: Value) -> Bool? {
    var frame = Frame()
    do throws(EvaluationError) {
      return try condition(row, in: &frame)
    } catch {
      return nil
    }
  }
}
