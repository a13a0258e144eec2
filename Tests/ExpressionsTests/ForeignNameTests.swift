import Testing

@testable import Expressions

/// Text that people write if they know other languages.
@Suite struct ForeignNameTests {
  @Test func `a foreign function is not one of ours, and is in the table once`() {
    let names = ForeignNames.functions.rows.flatMap(\.names)
    #expect(names.count >= 60)
    #expect(Set(names).isDisjoint(with: FunctionTable.names))
    let folded = names.map(ForeignNames.folded)
    #expect(Dictionary(grouping: folded) { $0 }.filter { $1.count > 1 }.keys.sorted() == [])
  }

  @Test(
    arguments: ForeignNames.functions.rows.flatMap { row in row.names.map { ($0, row.wayOut) } })
  func `a foreign function is reported with its replacement`(name: String, wayOut: String) {
    #expect(FunctionTable.wayOut(for: name) == wayOut)
    let call = name.contains(".") ? "\(name)($0)" : "$0.\(name)(1)"
    #expect(mistakes(call).allSatisfy { $0.hasSuffix(" (\(wayOut))") && !$0.hasSuffix(".)") })
  }

  @Test(arguments: ["to_lower_case", "TOLOWERCASE", "toLowerCase", "tolowercase"])
  func `the spelling of a name makes no difference`(name: String) {
    #expect(ForeignNames.functions[name]?.wayOut == "write 'x.lowerAscii()'")
  }

  @Test func `a name that is in no table, or is too long, is not recognized`() {
    #expect(ForeignNames.functions["quux"] == nil)
    #expect(ForeignNames.functions[String(repeating: "x", count: 1_000_000)] == nil)
  }

  @Test(arguments: ForeignNames.signs.map { (String(String.UnicodeScalarView($0.0)), $0.1) })
  func `a foreign symbol is reported at its place`(sign: String, wayOut: String) {
    #expect(
      mistakes("$0 \(sign) 1").first == "3..<\(3 + sign.unicodeScalars.count) syntax: "
        + "unexpected '\(sign)' (\(wayOut))")
  }

  @Test(arguments: [
    "$0 ?.a : 1", "[?$0.?a]", "{?'a': $0.?a}", "1 < -1", "!!true", "- -1", "1 - -1", "$0[.a]",
    "true ? .5 : 1.5", "a.b", "'=>' + '==='", "r'??'", "// a => b\n 1", "$0.if", "$0.not.length",
  ])
  func `text that only resembles a foreign symbol or word is not recognized`(text: String) {
    #expect(mistakes(text).allSatisfy { !$0.contains("syntax") }, "\(mistakes(text))")
  }

  @Test(arguments: [
    ("{a: 1}", "1..<2 unknownVariable: unknown variable 'a' as a key (write it in quotes: 'a')"),
    (
      "{'b': a}",
      "6..<7 unknownVariable: unknown variable 'a' (write '$0.a' for a field of the value)"
    ),
    ("let x = 1", "6..<7 syntax: unexpected '=' (write 'cel.bind(x, value, …)')"),
    (
      "$0.größe > 1",
      "3..<8 syntax: unexpected letters in the name 'größe' (write such a key in brackets: '$0['größe']')"
    ),
    ("not $0", "4..<6 syntax: found '$0', expected an operator or the end (write '!x')"),
    ("@.a", "0..<1 syntax: found '@', expected an operand (write '$0' for the value)"),
    (
      "0o17",
      "0..<4 literal: '0o17' is neither a number nor a name (write it in decimal, or in hexadecimal with '0x')"
    ),
    ("5px", "0..<3 literal: '5px' is neither a number nor a name"),
  ])
  func `each has its own hint`(text: String, mistake: String) {
    #expect(mistakes(text) == [mistake])
  }
}
