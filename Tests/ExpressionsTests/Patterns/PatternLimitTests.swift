import Testing
import Values

@testable import Expressions
@testable import RegularExpressions

struct PatternLimitTests {
  private func mistake(_ pattern: String) -> String {
    do {
      _ = try Pattern(pattern)
      return "none"
    } catch {
      return "\(error.range.lowerBound)..<\(error.range.upperBound) \(error.message)"
    }
  }

  private func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  @Test func `a pattern has a maximum length`() {
    let longest = repeated("a", 9_999)
    #expect(mistake(longest) == "none")
    #expect(
      mistake(longest + "aa")
        == "10000..<10001 more than 10000 characters, the limit for a pattern")
  }

  @Test func `groups have a maximum nesting depth`() {
    #expect(mistake(repeated("(", 250) + repeated(")", 250)) == "none")
    #expect(mistake(repeated("((?:", 125) + repeated(")*)+", 125)) == "none")
    #expect(
      mistake(repeated("(", 5_000))
        == "250..<251 more than 250 levels of nesting, the limit for a pattern")
    #expect(
      mistake("a" + repeated("*(?i)", 251))
        == "1251..<1252 more than 250 levels of nesting, the limit for a pattern")
  }

  @Test func `counted repetitions are rejected before they are expanded`() {
    #expect(mistake("(?:abcdefghi){1000}") == "none")
    #expect(
      mistake("(?:abcdefghij){1000}a")
        == "0..<21 more than 10000 instructions, the limit for a pattern")
    #expect(
      mistake("é(?:abcdefghijk){1000}")
        == "16..<22 more than 10000 instructions, the limit for a pattern")
    #expect(
      mistake("(a{900}|" + repeated("b{900}|", 20) + "c)")
        == "0..<150 more than 10000 instructions, the limit for a pattern")
    #expect(mistake(repeated("(){1000}", 1_000)) == "none")
    #expect(mistake(repeated("(?:", 100) + "a" + repeated("{0})", 100)) == "none")
  }

  @Test func `the message about a repeat count multiplies the counts inside`() {
    #expect(mistake("(?:(?:a{10}){10}){10}") == "none")
    #expect(mistake("(?:(?:a{10}b{3}){10,}){10}") == "none")
    #expect(
      mistake("(?:(?:a{10}){10}|b){11}")
        == "19..<23 repeats 1100 times, including the counts inside, expected at most 1000")
  }

  @Test(arguments: [
    ("(a+)+b", "a", false), ("(x+x+)+y", "x", false), ("^(a|a)*$", "a", true),
    ("(a|aa)+$", "a", true),
    ("(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)b", "a", false), ("(a?){20}b", "a", false),
    ("a*a*a*a*a*b", "a", false),
    ("(?:(?:(?:a*)*)*)*b", "a", false), ("\\b\\w+\\b$", "a", true), ("[^b]*b", "a", false),
    ("(é+)+b", "é", false),
    ("(?i)(a+)+B", "A", false), ("(é|é)*$", "é", true), ("\\pL+$", "é", true),
    ("^(?:.?){5}b", "a", false),
  ])
  func `a long text takes only one pass`(pattern: String, letter: String, isMatch: Bool)
    throws
  {
    let text = Text(repeated(letter, 100_000))
    let matches = try Pattern(pattern).matches(text)
    #expect(matches == isMatch)
  }

  @Test func `more states than the table can hold are searched without it`() throws {
    let pattern = try Pattern("(a|b)*a(a|b){9}c")
    let tail = "a" + repeated("b", 9)
    #expect(pattern.matches(Text(repeated("ab", 1_000) + tail + "c")))
    #expect(!pattern.matches(Text(repeated("ab", 1_000) + repeated("b", 10) + "c")))
    let large = try Pattern(repeated("a?", 300) + "b")
    #expect(large.matches(Text(repeated("a", 100) + "b")))
    #expect(!large.matches(Text(repeated("a", 100))))
  }

  @Test func `a search gives up after a number of steps`() throws {
    let pattern = try Pattern("(?:.?){100}é")
    let text = Text(repeated("ä", 1_000))
    var steps = 10_000
    #expect(pattern.matches(text, stepsLeft: &steps) == nil)
    steps = 1_000_000_000
    #expect(pattern.matches(text, stepsLeft: &steps) == false)
    #expect(steps < 1_000_000_000)
    steps = 1_000
    #expect(pattern.matches(Text("é" + text.string), stepsLeft: &steps) == true)
  }
}
