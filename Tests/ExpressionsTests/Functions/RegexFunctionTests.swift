import Testing
import Values

@testable import Expressions
@testable import RegularExpressions

struct RegexFunctionTests {
  @Test(arguments: [
    ("regex.extract('hello world', 'hello(.*)') == optional.of(' world')", "true"),
    ("regex.extract('item-A, item-B', r'item-(\\w+)').value()", "'A'"),
    ("regex.extract('HELLO', 'hello').hasValue()", "false"),
    ("regex.extract('ab', 'a(x?)').hasValue()", "false"),
    ("regex.extract('ab', 'x?').value()", "''"),
    ("regex.extract('aéb', '(?i)É').value()", "'é'"),
    ("regex.extract('2026-11-23', r'(?:\\d+)-(?P<month>\\d+)').value()", "'11'"),
    ("regex.extract('foobar', 'foo|foobar').value()", "'foo'"),
    ("regex.extract('aaa', 'a{2}').value()", "'aa'"),
    ("regex.extract('aaa', 'a+?').value()", "'a'"),
    ("regex.extract('ab', '(a)|b').value()", "'a'"),
    ("regex.extract('b', '(a)|b').hasValue()", "false"),
    ("regex.extractAll('id:123, id:456', r'id:\\d+')", "['id:123', 'id:456']"),
    ("regex.extractAll('id:123, id:456', 'assa')", "[]"),
    ("regex.extractAll('a1b22', r'[a-z](\\d)\\d?')", "['1', '2']"),
    ("regex.extractAll('abc', '')", "['', '', '', '']"),
    ("regex.extractAll('aéb', 'x*|é')", "['', '', '', '']"),
    ("regex.extractAll('a b', r'\\b')", "['', '', '', '']"),
    ("regex.extractAll('aab', '^a')", "['a']"),
    ("regex.extractAll('a\\na', '(?m)^a')", "['a', 'a']"),
    ("regex.extractAll('ab', '(x?)')", "[]"),
    ("regex.replace('hello world hello', 'hello', 'hi')", "'hi world hi'"),
    ("regex.replace('banana', 'a', 'x', 0)", "'banana'"),
    ("regex.replace('banana', 'a', 'x', 1)", "'bxnana'"),
    ("regex.replace('banana', 'a', 'x', 2)", "'bxnxna'"),
    ("regex.replace('banana', 'a', 'x', -12)", "'bxnxnx'"),
    ("regex.replace('foo bar', '(fo)o (ba)r', r'\\2 \\1')", "'ba fo'"),
    ("regex.replace('abc', '', '-')", "'-a-b-c-'"), ("regex.replace('baac', 'a*', 'x')", "'xbxcx'"),
    ("regex.replace('a', 'a', r'[\\0\\\\]')", "'[a\\]'"),
    ("regex.replace('b', '(a)|b', r'<\\1>')", "'<>'"),
    ("regex.replace('abcdefghij', '(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)', r'\\9\\1')", "'ia'"),
    ("regex.replace('x', 'y', r'\\7')", "'x'"),
    ("regex.replace($0, $0, 'z')", "'z'"),
  ])
  func `matches are found and replaced as in cel-go`(text: String, result: String) throws {
    #expect(try outcome(text, "é") == result)
  }

  @Test(arguments: [
    (
      "regex.replace('test', '(.)', r'\\2')",
      "bad replacement '\\2': the pattern has no group 2, only 1"
    ),
    (
      "regex.replace('a', 'a', r'\\x')",
      "bad replacement '\\x': expected a digit or '\\' after '\\'"
    ),
    ("regex.replace('a', 'a', '\\\\')", "bad replacement '\\': found '\\' at the end"),
    (
      "regex.extract('a', '(a)' + '(b)').value()",
      "'regex.extract' takes a pattern with at most one group, found 2"
    ),
    ("regex.replace('a', '(' + 'b', '')", "bad pattern '(b': "),
    (
      "regex.extract(dyn(1), 'a').value()",
      "'regex.extract' cannot be applied to an int and a string"
    ),
  ])
  func `a missing group or a bad replacement is an error`(text: String, message: String) throws {
    #expect(try outcome(text).hasPrefix(message))
  }

  @Test func `a literal pattern is checked at its place`() {
    #expect(
      mistakes("regex.extract($0, '(a)(b)')") == [
        "18..<26 literal: 'regex.extract' takes a pattern with at most one group, found 2 "
          + "(a non-capturing group begins with '(?:')"
      ])
    #expect(
      mistakes("regex.replace($0, 'a(', 'b')").first?.hasPrefix("20..<21 literal: bad pattern: ")
        == true)
  }

  @Test func `a search that takes too long is abandoned`() throws {
    let pattern = try CapturingPattern("(?:a?){500}(b)")
    var frame = Frame()
    frame.steps = ExpressionLimits.steps - 10_000
    let failure = #expect(throws: EvaluationFailure.self) {
      try pattern.extract(from: Text(String(repeating: "a", count: 10_000)), &frame)
    }
    #expect(failure == .limit(name: "steps", ExpressionLimits.steps))
  }

  @Test func `matches agree with the search that records no groups`() throws {
    for (pattern, text) in [
      ("a|ab", "xab"), ("(a|ab)(c|bcd)", "abcd"), ("b*?c", "bbc"), ("$", "ab"),
    ] {
      let plain = try Pattern(pattern).matches(Text(text))
      let match = try CapturingPattern(pattern).search(Text(text)) { matches in
        var stepsLeft = 1_000
        return matches.next(stepsLeft: &stepsLeft)
      }
      #expect(plain == (match != nil))
    }
  }
}
