import Testing

@testable import Expressions
@testable import RegularExpressions

struct PatternMistakeTests {
  /// The range and the message of the mistake in a pattern.
  private func mistake(_ pattern: String) -> String {
    do {
      _ = try Pattern(pattern)
      return "none"
    } catch {
      return "\(error.range.lowerBound)..<\(error.range.upperBound) \(error.message)"
    }
  }

  @Test(arguments: [
    ("a(b", #"1..<2 found '(' without ')', expected ')' at the end; write '\(' for the character"#),
    ("(a", #"0..<1 found '(' without ')', expected ')' at the end; write '\(' for the character"#),
    ("a)", #"1..<2 found ')' without '(', expected the end; write '\)' for the character"#),
    (
      "(?:a(b)",
      #"0..<1 found '(' without ')', expected ')' at the end; write '\(' for the character"#
    ), ("(?i", "0..<3 found the end after '(?i', expected ')' or ':'"),
    ("(?", "0..<2 found the end after '(?', expected ')' or ':'"),
    ("(?k)", "2..<3 found 'k' after '(?', expected a flag ('i', 'm', 's' or 'U'), ':' or ')'"),
    ("(?i-)", "4..<5 found ')' after '(?', expected a flag ('i', 'm', 's' or 'U')"),
    ("(?i-:a)", "4..<5 found ':' after '(?', expected a flag ('i', 'm', 's' or 'U')"),
    ("(?--i)", "3..<4 found '-' after '(?', expected a flag ('i', 'm', 's' or 'U')"),
    ("(?x)a", "2..<3 the flag 'x' is not supported; remove the white space and the comments"),
    ("(?P<a", "5..<5 found the end in the name of a group, expected letters, digits, '_' or '>'"),
    ("(?P<>a)", "4..<5 found '>', expected the name of the group, of letters, digits and '_'"),
    ("(?P<a b>c)", "5..<6 found ' ' in the name of a group, expected letters, digits, '_' or '>'"),
    ("(?<a>b)(?P<a>c)", "11..<12 found a second group 'a', expected another name"),
    ("(?Pa)", "0..<3 found '(?P', expected a name; write '(?P<name>'"),
    (
      "é(?=a)",
      "1..<4 '(?=' is not supported: it begins a lookaround; match that text too, or test it with a second pattern"
    ),
    (
      "(?!a)",
      "0..<3 '(?!' is not supported: it begins a lookaround; match that text too, or test it with a second pattern"
    ),
    (
      "(?<=a)b",
      "0..<4 '(?<=' is not supported: it begins a lookaround; match that text too, or test it with a second pattern"
    ),
    (
      "(?<!a)b",
      "0..<4 '(?<!' is not supported: it begins a lookaround; match that text too, or test it with a second pattern"
    ),
    (
      "(?P=a)",
      "0..<4 '(?P=' is not supported: it begins a back-reference; write it out, or compare with '=='"
    ),
    ("(?P>a)", "0..<4 '(?P>' is not supported: it begins a call of a group; write the group out"),
    ("(?R)", "0..<3 '(?R' is not supported: it begins a call of a group; write the group out"),
    (
      "(?>a)",
      "0..<3 '(?>' is not supported: it begins an atomic group; write '(?:'"
    ),
    ("(?#a)", "0..<3 '(?#' is not supported: it begins a comment; remove it"),
    ("(?|a)", "0..<3 '(?|' is not supported: it begins a branch reset group; write '(?:'"),
    (
      "(?(1)a)",
      "0..<3 '(?(' is not supported: it begins a condition; write an alternative with '|'"
    ), ("(?'a'b)", "0..<3 '(?'' is not supported: it begins a name in quotes; write '(?P<name>'"),
  ])
  func `a mistake in a group is reported at its place`(pattern: String, expected: String) {
    #expect(mistake(pattern) == expected)
  }

  @Test(arguments: [
    (
      "*",
      #"0..<1 found '*', expected something to repeat before it; write '\*' for the character"#
    ),
    (
      "a|*",
      #"2..<3 found '*', expected something to repeat before it; write '\*' for the character"#
    ),
    (
      "(+a)",
      #"1..<2 found '+', expected something to repeat before it; write '\+' for the character"#
    ),
    (
      "?",
      #"0..<1 found '?', expected something to repeat before it; write '\?' for the character"#
    ),
    (
      "{2}",
      #"0..<3 found '{2}', expected something to repeat before it; write '\{2}' for the text"#
    ),
    (
      "(?i)*",
      #"4..<5 found '*', expected something to repeat before it; write '\*' for the character"#
    ), ("a**", "1..<3 found '**', expected one repetition; put the repeated part in '(?:' and ')'"),
    (
      "a*+",
      "1..<3 found '*+', a possessive repetition, which is not supported; write '*'"
    ),
    (
      "a++",
      "1..<3 found '++', a possessive repetition, which is not supported; write '+'"
    ),
    (
      "a?+",
      "1..<3 found '?+', a possessive repetition, which is not supported; write '?'"
    ),
    (
      "a{2}+",
      "1..<5 found '{2}+', a possessive repetition, which is not supported; write '{2}'"
    ), ("a+*", "1..<3 found '+*', expected one repetition; put the repeated part in '(?:' and ')'"),
    ("a*??", "1..<4 found '*??', expected one repetition; put the repeated part in '(?:' and ')'"),
    (
      "a{2}{3}",
      "1..<7 found '{2}{3}', expected one repetition; put the repeated part in '(?:' and ')'"
    ),
    (
      "a{2}*", "1..<5 found '{2}*', expected one repetition; put the repeated part in '(?:' and ')'"
    ),
    ("a{1001}", "1..<7 found '{1001}', expected counts of at most 1000"),
    ("a{1,1001}", "1..<9 found '{1,1001}', expected counts of at most 1000"),
    (
      "a{99999999999999999999}",
      "1..<23 found '{99999999999999999999}', expected counts of at most 1000"
    ), ("a{3,2}", "1..<6 found '{3,2}', expected the smaller count first; write '{2,3}'"),
    ("a{1001,}", "1..<8 found '{1001,}', expected counts of at most 1000"),
    (
      "((a{100}){100}){100}",
      "9..<14 repeats 10000 times, including the counts inside, expected at most 1000"
    ),
    (
      "(a{30}b){40}",
      "8..<12 repeats 1200 times, including the counts inside, expected at most 1000"
    ),
  ])
  func `a mistake in a repetition is reported at its place`(pattern: String, expected: String) {
    #expect(mistake(pattern) == expected)
  }

  @Test(arguments: [
    ("[a", #"0..<1 found '[' without ']', expected ']' at the end; write '\[' for the character"#),
    ("[]", #"0..<1 found '[' without ']', expected ']' at the end; write '\[' for the character"#),
    ("[^]", #"0..<1 found '[' without ']', expected ']' at the end; write '\[' for the character"#),
    ("[", #"0..<1 found '[' without ']', expected ']' at the end; write '\[' for the character"#),
    ("a[b-a]", "2..<5 found the range 'b-a', expected its first character to come before its last"),
    (
      #"[z-\x41]"#,
      #"1..<7 found the range 'z-\x41', expected its first character to come before its last"#
    ),
    (
      #"[a-\d]"#,
      #"3..<5 found '\d' as the end of a range, expected a character; write '\-' for the character '-'"#
    ),
    (
      "[[:alpa:]]",
      "1..<9 unknown class '[:alpa:]', expected one such as '[:alpha:]', '[:digit:]' or '[:space:]'"
    ),
    (
      "[[:^foo:]]",
      "1..<9 unknown class '[:^foo:]', expected one such as '[:alpha:]', '[:digit:]' or '[:space:]'"
    ), (#"[\b]"#, #"1..<3 found '\b', which has no meaning here; write '\x08' for the backspace"#),
    (#"[\A]"#, #"1..<3 found '\A', which has no meaning here; put it outside the brackets"#),
    (#"[\Qa]"#, #"1..<3 found '\Q', which has no meaning here; put it outside the brackets"#),
    (
      #"[\"#,
      #"1..<2 found '\' at the end, expected a character after it; write '\\' for the character"#
    ),
    ("[a-", #"0..<1 found '[' without ']', expected ']' at the end; write '\[' for the character"#),
    (
      #"\pX"#,
      "0..<3 unknown category or script 'X', expected one such as 'L', 'Lu', 'Nd' or 'Greek'"
    ),
    (
      #"\p{Klingon}"#,
      "0..<11 unknown category or script 'Klingon', expected one such as 'L', 'Lu', 'Nd' or 'Greek'"
    ),
    (
      #"\p{greek}"#,
      "0..<9 unknown category or script 'greek', expected one such as 'L', 'Lu', 'Nd' or 'Greek'"
    ),
    (
      #"\p{Greek"#,
      "0..<3 found '{' without '}', expected '}' after the name of a category or a script"
    ),
    (#"\p{}"#, #"0..<4 found '\p{}', expected a category or a script, as in '\pL' or '\p{Greek}'"#),
    (#"\p"#, #"0..<2 found '\p', expected a category or a script, as in '\pL' or '\p{Greek}'"#),
    (
      #"\p{Cn}"#,
      "0..<6 unknown category or script 'Cn', expected one such as 'L', 'Lu', 'Nd' or 'Greek'"
    ),
    (
      #"[\p{Lx}]"#,
      "1..<7 unknown category or script 'Lx', expected one such as 'L', 'Lu', 'Nd' or 'Greek'"
    ),
  ])
  func `a mistake in a class is reported at its place`(pattern: String, expected: String) {
    #expect(mistake(pattern) == expected)
  }

  @Test(arguments: [
    (
      #"\"#,
      #"0..<1 found '\' at the end, expected a character after it; write '\\' for the character"#
    ),
    (
      #"a\"#,
      #"1..<2 found '\' at the end, expected a character after it; write '\\' for the character"#
    ),
    (
      #"(a)\1"#,
      #"3..<5 '\1' is not supported: a back-reference cannot be matched in linear time; write it out, or compare with '=='"#
    ),
    (
      #"\8"#,
      #"0..<2 '\8' is not supported: a back-reference cannot be matched in linear time; write it out, or compare with '=='"#
    ),
    (
      #"\18"#,
      #"0..<2 '\1' is not supported: a back-reference cannot be matched in linear time; write it out, or compare with '=='"#
    ),
    (
      #"\x"#,
      #"0..<2 found '\x', expected two hexadecimal digits or '{…}', as in '\x41' or '\x{1F600}'"#
    ),
    (
      #"\x4"#,
      #"0..<3 found '\x4', expected two hexadecimal digits or '{…}', as in '\x41' or '\x{1F600}'"#
    ),
    (
      #"\x{"#,
      #"0..<3 found '\x{', expected two hexadecimal digits or '{…}', as in '\x41' or '\x{1F600}'"#
    ),
    (
      #"\x{}"#,
      #"0..<3 found '\x{', expected two hexadecimal digits or '{…}', as in '\x41' or '\x{1F600}'"#
    ),
    (
      #"\x{41"#,
      #"0..<5 found '\x{41', expected two hexadecimal digits or '{…}', as in '\x41' or '\x{1F600}'"#
    ),
    (
      #"\x{4G}"#,
      #"0..<4 found '\x{4', expected two hexadecimal digits or '{…}', as in '\x41' or '\x{1F600}'"#
    ), (#"\x{110000}"#, #"0..<10 found '\x{110000}', expected a code point of at most 10FFFF"#),
    (
      #"\xGG"#,
      #"0..<2 found '\x', expected two hexadecimal digits or '{…}', as in '\x41' or '\x{1F600}'"#
    ),
    (#"\Z"#, #"0..<2 found '\Z', which has no meaning here; write '\z' for the end of the string"#),
    (
      #"\C"#,
      #"0..<2 found '\C', which has no meaning here; a string has no single bytes; write '(?s:.)' for any character"#
    ),
    (#"\E"#, #"0..<2 found '\E', which has no meaning here; it ends a '\Q'"#),
    (#"\q"#, #"0..<2 found '\q', which has no meaning here; write 'q' for the character"#),
    (#"\é"#, #"0..<2 found '\é', which has no meaning here; write 'é' for the character"#),
    (
      #"\k<a>"#,
      #"0..<2 found '\k', which has no meaning here; references to groups are not supported"#
    ),
    (
      #"\g1"#,
      #"0..<2 found '\g', which has no meaning here; references to groups are not supported"#
    ),
    (#"\u0041"#, #"0..<2 found '\u', which has no meaning here; write '\x{…}' for a code point"#),
    (#"\R"#, #"0..<2 found '\R', which has no meaning here; write '\r?\n'"#),
    (#"\h"#, #"0..<2 found '\h', which has no meaning here; write '[\t\pZ]'"#),
    (#"\X"#, #"0..<2 found '\X', which has no meaning here; write '\PM\pM*'"#),
    (#"\N"#, #"0..<2 found '\N', which has no meaning here; write '[^\n]'"#),
    (#"\G"#, #"0..<2 found '\G', which has no meaning here; write 'G' for the character"#),
    (#"\K"#, #"0..<2 found '\K', which has no meaning here; write 'K' for the character"#),
    (#"\c"#, #"0..<2 found '\c', which has no meaning here; write 'c' for the character"#),
    (
      #"\e"#, #"0..<2 found '\e', which has no meaning here; write '\x1B' for the escape character"#
    ),
  ])
  func `a mistake in an escape is reported at its place`(pattern: String, expected: String) {
    #expect(mistake(pattern) == expected)
  }
}
