import Testing
import Values

@testable import Expressions
@testable import RegularExpressions

/// Returns the first match of a pattern; nil if there is none. Both ways of searching must agree.
func found(_ pattern: String, in text: String) throws -> String? {
  let text = Text(text)
  let compiled = try Pattern(pattern)
  let match = compiled.firstMatch(in: text)
  let isMatch = compiled.matches(text)
  #expect(isMatch == (match != nil), "'\(pattern)' in '\(text)'")
  guard let match else { return nil }
  return String(decoding: text.utf8[match], as: UTF8.self)
}

extension Pattern {
  /// Whether the pattern matches anywhere in the text.
  func matches(_ text: Text) -> Bool {
    // This many steps take longer than anyone would wait.
    var steps = Int.max
    return matches(text, stepsLeft: &steps) ?? false
  }

  /// Returns the range of the first match, in bytes of UTF-8. It is the match that starts first,
  /// and among those the one that the pattern prefers, as `a+?` prefers few.
  func firstMatch(in text: Text) -> Range<Int>? {
    var search = PatternSearch(program, from: .start)
    return text.utf8.withUnsafeBufferPointer { search.run($0, from: 0)?.range }
  }
}

struct PatternTests {
  typealias Case = (pattern: String, text: String, found: String?)

  private func check(_ example: Case) throws {
    let match = try found(example.pattern, in: example.text)
    #expect(match == example.found, "'\(example.pattern)' in '\(example.text)'")
  }

  @Test(
    arguments: [
      ("b", "abc", "b"), ("bc", "abc", "bc"), ("bd", "abcd", nil), ("", "abc", ""), ("", "", ""),
      ("a", "", nil), ("é", "café", "é"), ("😀+", "a😀😀b", "😀😀"), ("e", "é", nil),
      ("é", "e\u{301}", nil), ("a\u{0}b", "xa\u{0}b", "a\u{0}b"), ("]", "a]", "]"),
      ("}", "{}", "}"), ("-", "a-b", "-"), ("a-z", "a-z", "a-z"), ("#", "#", "#"),
    ] as [Case])
  func `finds characters anywhere in the text`(example: Case) throws { try check(example) }

  @Test(
    arguments: [
      ("a|b", "xb", "b"), ("ab|cd", "acd", "cd"), ("a|ab", "ab", "a"), ("ab|a", "ab", "ab"),
      ("a||b", "b", ""), ("|a", "a", ""), ("a|", "b", ""), ("(a|b)c", "bc", "bc"),
      ("(?:a|b)c", "ac", "ac"), ("()", "a", ""), ("(|a)b", "ab", "ab"), ("a(b|c|d)e", "ade", "ade"),
      ("(?P<first>a)(?<second_2>b)", "ab", "ab"), ("((((a))))", "a", "a"), ("(a)(b)(c)", "ab", nil),
    ] as [Case])
  func `groups and alternatives prefer the first one`(example: Case) throws { try check(example) }

  @Test(
    arguments: [
      ("a*", "aab", "aa"), ("a*", "baa", ""), ("a+", "baa", "aa"), ("a+", "b", nil),
      ("ba?", "ba", "ba"), ("ba?", "bb", "b"), ("a*?b", "aab", "aab"), ("a+?", "aa", "a"),
      ("a??b?", "ab", ""), ("a{2}", "aaa", "aa"), ("a{2}", "a", nil), ("a{2,}", "baaa", "aaa"),
      ("a{2,}?", "baaa", "aa"), ("a{1,2}", "aaa", "aa"), ("a{1,2}?", "aaa", "a"),
      ("xa{0}y", "xy", "xy"), ("xa{0}y", "xay", nil), ("a{0,1}b", "ab", "ab"),
      ("(ab){2}", "abab", "abab"),
      ("(a|bc){2,3}d", "abcad", "abcad"), ("(a*)*", "aab", "aa"), ("(a*)+", "aab", "aa"),
      ("(|a)*", "aa", ""), ("(|a)+", "aa", ""), ("(a|b*)*c", "abbac", "abbac"), ("()*a", "a", "a"),
      ("(?:a?){3}a{3}", "aaa", "aaa"), ("^*a", "ba", "a"), ("(?:\\b)*a", "a", "a"), ("x*", "", ""),
      ("(?U)a+", "aa", "a"), ("(?U)a+?", "aa", "aa"), ("(?U:a*)a{1,2}?", "aaa", "a"),
      ("a{2}?", "aaa", "aa"), ("(?:a{10}){100}", String(repeating: "a", count: 999), nil),
    ] as [Case])
  func `repetitions prefer many or few`(example: Case) throws { try check(example) }

  @Test(
    arguments: [
      ("a{", "a{", "a{"), ("a{,2}", "a{,2}", "a{,2}"), ("a{1", "a{1", "a{1"), ("{", "{", "{"),
      ("a{1,b}", "a{1,b}", "a{1,b}"), ("a{01}", "a{01}", "a{01}"), ("a{ 1}", "a{ 1}", "a{ 1}"),
      ("x{}", "x{}", "x{}"), ("{a}", "{a}", "{a}"), ("a{-1}", "a{-1}", "a{-1}"),
    ] as [Case])
  func `a brace that is not a count is a character`(example: Case) throws { try check(example) }

  @Test(
    arguments: [
      (".", "\n", nil), (".", "é", "é"), ("a.c", "a\nc", nil), ("(?s)a.c", "a\nc", "a\nc"),
      ("(?s:.)b", "\nb", "\nb"), ("(?s-s).", "\n", nil), ("a.b", "a😀b", "a😀b"), (".", "\r", "\r"),
      (".+", "ab\ncd", "ab"), ("(?s).+", "ab\ncd", "ab\ncd"),
    ] as [Case])
  func `a dot is any character except a line feed`(example: Case) throws { try check(example) }

  @Test(
    arguments: [
      ("^b", "ab", nil), ("^a", "ab", "a"), ("a$", "ba", "a"), ("a$", "a\n", nil), ("^$", "", ""),
      ("^b", "a\nb", nil), ("(?m)^b", "a\nb", "b"), ("(?m)a$", "a\nb", "a"),
      ("(?m)^$", "a\n\nb", ""),
      ("(?m)^", "\n", ""), ("(?m)\\Ab", "a\nb", nil), ("(?m)a\\z", "a\nb", nil),
      ("\\Aa", "aa", "a"),
      ("a\\z", "aa", "a"), ("\\ba", "ba a", "a"), ("a\\b", "ab", nil), ("\\b", "", nil),
      ("\\B", "", ""), ("\\Bb\\B", "abc", "b"), ("\\bé", "é", nil), ("a\\b", "aé", "a"),
      ("a^b", "ab", nil),
      ("(^a|b)c", "bc", "bc"), ("(^|b)c", "ac", nil), ("$a", "a", nil), ("a$|^b", "bc", "b"),
      ("\\b_", " _", "_"), ("x\\b\\b", "x", "x"), ("(?m)^a$", "é\na\né", "a"),
      ("(?:^)*b", "ab", "b"),
      ("^é", "é", "é"), ("é$", "aé", "é"), ("(?m:^)b|^c", "a\nc", nil),
    ] as [Case])
  func `assertions examine the neighbours of a place`(example: Case) throws { try check(example) }

  @Test(
    arguments: [
      ("(?i)abc", "xAbC", "AbC"), ("(?i)a(?-i)b", "Ab", "Ab"), ("(?i)a(?-i)b", "AB", nil),
      ("(?i:a)b", "Ab", "Ab"), ("(?i:a)b", "AB", nil), ("(a(?i)b)c", "aBc", "aBc"),
      ("(a(?i)b)c", "aBC", nil),
      ("a(?i)b|c", "C", "C"), ("(?i)[a-c]+", "ABCD", "ABC"), ("(?i)[^a]", "A", nil),
      ("(?i)é", "É", "É"), ("(?i)straße", "STRAẞE", "STRAẞE"), ("(?i)ß", "ss", nil),
      ("(?i)k", "\u{212A}", "\u{212A}"),
      ("(?i)\u{212A}", "k", "k"), ("(?i)s", "ſ", "ſ"), ("(?i)σ", "ς", "ς"), ("(?i)µ", "μ", "μ"),
      ("(?i)i", "İ", nil), ("(?i)i", "ı", nil), ("(?i)dž", "Dž", "Dž"), ("(?i)[α-ω]", "Σ", "Σ"),
      ("(?i)\\w", "ſ", "ſ"), ("\\w", "ſ", nil), ("(?i)\\W", "ſ", nil),
      ("(?i)[[:upper:]]", "a", "a"),
      ("(?i)\\p{Lu}", "a", "a"), ("(?i)\\P{Lu}", "a", nil), ("(?i)\\p{Greek}", "Ω", "Ω"),
      ("(?i)1", "1", "1"), ("(?im-s)^A.$", "b\na\n", nil), ("(?im)^A$", "b\na\n", "a"),
      ("(?)a", "a", "a"), ("(?i)\\x41", "a", "a"), ("(?i)\\Qa.\\E", "A.", "A."),
    ] as [Case])
  func `flags apply to the end of their group`(example: Case) throws { try check(example) }

  @Test(
    arguments: [
      ("\\.", "a.", "."), ("\\\\", "\\", "\\"), ("\\_", "_", "_"), ("\\-\\ \\/", "- /", "- /"),
      ("\\a\\f\\n\\r\\t\\v", "\u{7}\u{C}\n\r\t\u{B}", "\u{7}\u{C}\n\r\t\u{B}"), ("\\x41", "A", "A"),
      ("\\x4aB", "JB", "JB"), ("\\x{1F600}", "😀", "😀"), ("\\x{10FFFF}", "\u{10FFFF}", "\u{10FFFF}"),
      ("\\x{41}{2}", "AA", "AA"), ("\\101", "A", "A"), ("\\1012", "A2", "A2"),
      ("\\0", "\u{0}", "\u{0}"),
      ("\\08", "\u{0}8", "\u{0}8"), ("\\12", "\n", "\n"), ("\\77", "?", "?"),
      ("\\Qa.b*\\E+", "a.b**", "a.b**"),
      ("\\Q(\\", "(\\", "(\\"), ("\\Q\\E", "a", ""), ("\\Q[\\Ea", "[a", "[a"),
      ("\\(\\)", "()", "()"),
    ] as [Case])
  func `escapes represent characters`(example: Case) throws { try check(example) }
}
