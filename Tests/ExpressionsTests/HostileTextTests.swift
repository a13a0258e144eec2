import Testing
import Values

@testable import Expressions

struct HostileTextTests {
  private static let pieces = [
    "(", ")", "[", "]", "{", "}", ".", ",", ":", "?", "+", "-", "*", "/", "%", "!", "==", "<", "&&",
    "||", "@", "$0", "$1", "$", "%d", "%@", "'a'", "\"", "'", "'''", "r'", "b'", "\\", "`a`", "`",
    "in",
    "has", "size", "map", "all", "x", "a", "true", "null", "for", "1", "0x", "1.5", "1e", "9u", " ",
    "\n", "//", "=", "é", "😀", "\u{0}", ".map(x,", "has($0.a)", "[1, 2]", "{'a': 1}",
    "9223372036854775808", ".?a", "[?", "{?", "cel.bind(x,", "math.abs(", ".matches('(')",
    ".sort()",
    "optional.none()", "timestamp(0)", "type(", ".transformMap(k, v,", "{1: 2}", "a.b{",
    ".format([",
  ]

  @Test(arguments: [11, 12] as [UInt64])
  func `any text is rejected with a place, or has a value or an error`(seed: UInt64) {
    var random = RandomExpressions(seed: seed)
    for _ in 0..<2_000 {
      let count = 1 + random.next() % 12
      let text = (0..<count)
        .map { _ in Self.pieces[Int(random.next() % UInt64(Self.pieces.count))] }.joined()
      do {
        let evaluator = try CheckedExpression(text, in: .pair()).evaluator()
        var frame = Frame()
        _ = try? evaluator.value(random.value(), random.value(), in: &frame)
      } catch {
        let length = text.unicodeScalars.count
        let areInside = error.errors.allSatisfy {
          $0.range.lowerBound >= 0 && $0.range.upperBound <= length && !$0.message.isEmpty
        }
        if !areInside || error.errors.isEmpty { Issue.record("seed \(seed): \(text): \(error)") }
      }
    }
  }

  @Test func `a valid text cut off anywhere does not crash`() {
    let text = #"has($0.a) && $0.b[1] in ['x', r"\d", '''é'''] ? %d % 2 : {'k': -1.5e3}.k // end"#
    for length in 0..<text.count { _ = mistakes(String(text.prefix(length))) }
    #expect(mistakes(text) == [])
  }
}
