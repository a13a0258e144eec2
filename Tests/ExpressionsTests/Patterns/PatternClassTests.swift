import Testing
import Values

@testable import Expressions
@testable import RegularExpressions

struct PatternClassTests {
  typealias Case = PatternTests.Case

  private func check(_ example: Case) throws {
    let match = try found(example.pattern, in: example.text)
    #expect(match == example.found, "'\(example.pattern)' in '\(example.text)'")
  }

  @Test(
    arguments: [
      ("[abc]+", "xbcad", "bca"), ("[a-c]+", "xbcad", "bca"), ("[^a-c]+", "abxyc", "xy"),
      ("[^a]", "\n", "\n"), ("[]a]+", "a]", "a]"), ("[^]a]", "]ab", "b"), ("[a-]+", "-a", "-a"),
      ("[-a]+", "-a", "-a"), ("[a\\-z]+", "-az", "-az"), ("[a-c-e]+", "b-e", "b-e"),
      ("[\\d-z]+", "1-z", "1-z"), ("[+--]+", "+,-", "+,-"), ("[a^]+", "^a", "^a"),
      ("[.*+?(|]+", "(.*+?|", "(.*+?|"),
      ("[\\]\\[]+", "[]", "[]"), ("[[]", "[", "["), ("[[:a]+", ":a[", ":a["), ("[é-ü]", "ö", "ö"),
      ("[\\x00-\\x{10FFFF}]", "😀", "😀"), ("[\\n\\t]", "\t", "\t"), ("[$^]", "$", "$"),
      ("[\\101]", "A", "A"),
      ("[^\\x00-\\x{10FFFF}]", "a", nil), ("[z-z]", "z", "z"), ("[ab]{2}", "ba", "ba"),
      ("[😀-😂]", "😁", "😁"),
      ("[😀-😂]", "😃", nil), ("[^é]", "é", nil), ("[a-cb-d]+", "abcde", "abcd"),
    ] as [Case])
  func `a class contains characters and ranges, or all others`(example: Case) throws {
    try check(example)
  }

  @Test(
    arguments: [
      ("\\d+", "a12b", "12"), ("\\D+", "1ab2", "ab"), ("\\s", "\u{B}", nil),
      ("\\s+", "a \t\n\u{C}\rb", " \t\n\u{C}\r"),
      ("\\S+", " ab ", "ab"), ("\\w+", "-aZ_9-", "aZ_9"), ("\\W", "a é", " "), ("\\d", "٣", nil),
      ("\\w", "é", nil), ("[\\d\\s]+", "a1 2", "1 2"), ("[^\\d\\s]+", "1a 2", "a"),
      ("[\\D1]+", "21a2", "1a"),
      ("[^\\D]", "a1", "1"), ("\\S", "\u{B}", "\u{B}"),
    ] as [Case])
  func `letters name sets of ASCII characters`(example: Case) throws { try check(example) }

  @Test(
    arguments: [
      ("[[:alnum:]]+", "-aZ9_", "aZ9"), ("[[:alpha:]]+", "1aZ9", "aZ"),
      ("[[:ascii:]]+", "é\u{0}\u{7F}", "\u{0}\u{7F}"),
      ("[[:blank:]]+", "\n \t\r", " \t"), ("[[:cntrl:]]", "a\u{7F}", "\u{7F}"),
      ("[[:digit:]]+", "a09", "09"),
      ("[[:graph:]]+", " !~ ", "!~"), ("[[:lower:]]+", "Aaz", "az"),
      ("[[:print:]]+", "\n ~\u{7F}", " ~"),
      ("[[:punct:]]+", "a!/:@[`{~b", "!/:@[`{~"), ("[[:space:]]+", "a\t\u{B} ", "\t\u{B} "),
      ("[[:upper:]]+", "aAZ", "AZ"), ("[[:word:]]+", "-a_9", "a_9"),
      ("[[:xdigit:]]+", "gFf09", "Ff09"),
      ("[[:^alpha:]]+", "a12b", "12"), ("[^[:alpha:]]+", "a12b", "12"),
      ("[[:alpha:][:digit:]_]+", "-a1_", "a1_"),
      ("[:alpha:]+", "x:al", ":al"), ("[[:^alpha:]b]+", "a1bc", "1b"),
    ] as [Case])
  func `names in brackets and colons are sets of ASCII characters`(example: Case) throws {
    try check(example)
  }

  @Test(
    arguments: [
      ("\\pL+", "1aéΩж中2", "aéΩж中"), ("\\p{L}+", "1aé", "aé"), ("\\PL+", "a12é", "12"),
      ("\\p{^L}+", "a12é", "12"),
      ("\\P{^L}+", "1aé", "aé"), ("\\p{Lu}", "aÉ", "É"), ("\\p{Ll}", "ÉΩω", "ω"),
      ("\\pN+", "a1٣½Ⅷ", "1٣½Ⅷ"),
      ("\\p{Nd}+", "½٣", "٣"), ("\\pP+", "a!«-_b", "!«-_"), ("\\p{Pd}", "a–", "–"),
      ("\\pS+", "a€+^b", "€+^"),
      ("\\p{Sc}", "+€", "€"), ("\\pZ", "a\u{2028}", "\u{2028}"),
      ("\\p{Zs}", "\u{2028}\u{A0}", "\u{A0}"),
      ("\\pM", "e\u{301}", "\u{301}"), ("\\pC", "a\u{AD}", "\u{AD}"),
      ("\\p{Cc}", "\u{AD}\u{1}", "\u{1}"),
      ("\\p{Any}", "\n", "\n"), ("\\P{Any}", "a", nil), ("[\\pL\\d]+", "-é1", "é1"),
      ("[^\\pL\\d]+", "é1-?a", "-?"),
      ("[\\PLa]+", "b1a", "1a"), ("\\pLu", "éu", "éu"), ("\\p{Lt}", "ǆǅ", "ǅ"),
    ] as [Case])
  func `general categories are sets of characters`(example: Case) throws { try check(example) }

  @Test(
    arguments: [
      ("\\p{Greek}+", "aαΩb", "αΩ"), ("\\P{Greek}+", "αab", "ab"), ("\\p{Latin}+", "жaé", "aé"),
      ("\\p{Cyrillic}+", "aжЯ", "жЯ"), ("\\p{Han}+", "かな漢字", "漢字"), ("\\p{Hiragana}+", "漢かな", "かな"),
      ("\\p{Katakana}", "かカ", "カ"), ("\\p{Hangul}", "a한", "한"), ("\\p{Arabic}", "aع", "ع"),
      ("\\p{Hebrew}", "aש", "ש"), ("\\p{Thai}", "aไ", "ไ"), ("\\p{Devanagari}", "aह", "ह"),
      ("\\p{Common}+", "a1 😀b", "1 😀"), ("\\p{Old_Italic}", "𐌀", "𐌀"),
      ("\\p{SignWriting}", "a", nil),
      ("[\\p{Greek}\\p{Cyrillic}]+", "aαж", "αж"), ("[^\\p{Latin}]", "a1", "1"),
      ("\\p{^Latin}", "a1", "1"),
    ] as [Case])
  func `scripts are sets of characters`(example: Case) throws { try check(example) }

  @Test func `ranges and their complement are disjoint and complete`() {
    let ranges = ScalarRanges([5...9, 0...1, 8...20, 21...22, 0x10_FFFF...0x10_FFFF])
    #expect(ranges.ranges == [0...1, 5...22, 0x10_FFFF...0x10_FFFF])
    #expect(ranges.complement.ranges == [2...4, 23...0x10_FFFE])
    #expect(ranges.complement.complement == ranges)
    #expect(ScalarRanges().complement == .all)
    #expect(ScalarRanges.all.complement == ScalarRanges())
  }

  @Test func `case-insensitive ASCII agrees with the table of all scripts`() {
    for scalar in UInt32(0)..<0x80 {
      let quick = ScalarRanges([scalar...scalar]).ignoringCase
      let partners = CaseFolding.partners(of: scalar).map { $0...$0 }
      #expect(quick == ScalarRanges(partners + [scalar...scalar]))
    }
  }
}
