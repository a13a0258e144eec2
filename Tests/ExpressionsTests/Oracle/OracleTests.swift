import Foundation
import Testing
import Values

@testable import Expressions

struct OracleTests {
  /// The number of expressions for each seed. There are more for a long run.
  static let rounds = Int(ProcessInfo.processInfo.environment["STREAMS_ROUNDS"] ?? "") ?? 1_000

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `closures agree with a plain evaluator`(seed: UInt64) throws {
    var random = RandomExpressions(seed: seed)
    var evaluated = 0
    for round in 0..<Self.rounds {
      // Every other round is about numbers, because most of those expressions have a value.
      let isNumeric = round % 2 == 0
      let depth = 1 + round % 4
      let text = isNumeric ? random.comparison(depth: depth) : random.expression(depth: depth)
      let (first, second) =
        isNumeric ? (random.number(), random.number()) : (random.value(), random.value())
      let known = Scope.pair(ValueType.of(first), ValueType.of(second))
      for scope in [known, Scope.pair(known.first ?? .dyn, .dyn), Scope.pair()] {
        if try agree(text, scope, first, second, "seed \(seed), round \(round)") {
          evaluated += 1
          checkPromises(text, scope)
        }
      }
    }
    // The test is useful only if many expressions do not fail.
    #expect(evaluated > 1_000)
  }

  @Test(arguments: [4, 5, 6] as [UInt64])
  func `they also agree on expressions with a mistake`(seed: UInt64) throws {
    var random = RandomExpressions(seed: seed)
    var evaluated = 0
    for round in 0..<Self.rounds {
      let text = random.mutated(random.expression(depth: 1 + round % 3))
      let (first, second) = (random.value(), random.value())
      do {
        // Foundation's patterns are not those of RE2, so a changed one may have a different
        // meaning.
        if text.contains("regex.") {
          var frame = Frame()
          let expression = try CheckedExpression(unchecked: text, in: .pair())
          _ = try? expression.evaluator().value(first, second, in: &frame)
        } else if try agree(text, .pair(), first, second, "seed \(seed), round \(round)") {
          evaluated += 1
        }
      } catch let error as ExpressionErrors {
        let length = text.unicodeScalars.count
        let areInside = error.errors.allSatisfy {
          $0.range.lowerBound >= 0 && $0.range.upperBound <= length && !$0.message.isEmpty
        }
        if !areInside || error.errors.isEmpty { Issue.record("seed \(seed): \(text): \(error)") }
      }
    }
    #expect(evaluated > Self.rounds / 20)
  }

  /// Returns whether both have a value. A difference is recorded: only one has a value, or the
  /// values differ.
  private func agree(
    _ text: String, _ scope: Scope, _ first: Value, _ second: Value, _ place: String
  ) throws -> Bool {
    let expression = try CheckedExpression(unchecked: text, in: scope)
    let wanted = Oracle.evaluate(expression.tree, first, second)?.text
    var frame = Frame()
    let found = try? expression.evaluator().value(first, second, in: &frame).text
    if found != wanted {
      let arguments = "$0 = \(first.text), $1 = \(second.text)"
      let results = "\(found ?? "an error"), expected \(wanted ?? "an error")"
      Issue.record("\(place): \(text) with \(arguments): \(results)")
    }
    return found != nil
  }

  /// An expression with a value must not be rejected.
  private func checkPromises(_ text: String, _ scope: Scope) {
    do {
      _ = try CheckedExpression(text, in: scope)
    } catch {
      // This does not apply if the rejected part is never evaluated, or if its failure does not
      // count.
      let signs = [
        "?", "&&", "||", "all", "exists", "map", "filter", ".or", "transform", "optMap", "sortBy",
        "optFlatMap", "groupBy", "maxBy", "minBy",
      ]
      let mayBeUnused = signs.contains { text.contains($0) }
      #expect(mayBeUnused, "refused, but it has a value: \(text): \(error.errors)")
    }
  }
}
