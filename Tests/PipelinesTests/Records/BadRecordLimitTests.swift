import Pipelines
import Testing

/// An input with too many bad records fails; one with fewer continues.
struct BadRecordLimitTests {
  private func played(_ text: String, _ limit: BadRecordLimit, late: String? = nil) throws -> String
  {
    let late = late.map { ", \"time\": \"$0\", \"late\": \($0)" } ?? ""
    var bindings: InputBindings = ["a": .text(text)]
    bindings.badRecords = .skip
    bindings.badRecordLimit = limit
    return try program(#"{"input": "a"\#(late)}"#).play(inputs: bindings).brief
  }

  @Test func `the first record beyond a count exceeds the limit`() throws {
    #expect(try played("1\nx\n2\nx\n3\n", .count(2)) == "1@0 2@0 3@0 |@0")
    #expect(
      try played("1\nx\n2\nx\n3\n", .count(1))
        == "1@0 2@0 #input 'a': 2 of 4 records are bad; the limit is 1@0")
    #expect(
      try played("x\n", .count(0)) == "#input 'a': 1 of 1 records are bad; the limit is 0@0")
  }

  @Test func `a share is checked at the end`() throws {
    #expect(try played("1\nx\n2\n3\n", .perMillion(250_000)) == "1@0 2@0 3@0 |@0")
    #expect(
      try played("1\nx\n2\n3\n", .perMillion(249_999))
        == "1@0 2@0 3@0 #input 'a': 1 of 4 records are bad; the limit is 24.9999 %@0")
  }

  @Test func `a share of a thousand records is checked before the end`() throws {
    let many = Array(repeating: "1\n", count: 989).joined()
    let bad = Array(repeating: "x\n", count: 11).joined()
    let text = many + bad + many
    let found = try played(text, .perMillion(10_000))
    #expect(
      found.hasSuffix(
        "1@0 #input 'a': 11 of 1000 records are bad; the limit is 1 %@0"))
    #expect(found.split(separator: " ").filter { $0 == "1@0" }.count == 989)
    #expect(try played(text, .perMillion(11_000)).hasSuffix(" |@0"))
  }

  @Test func `held records are emitted before the failure`() throws {
    #expect(
      try played("1\nx\n2\n", .perMillion(0), late: #"{"reorder": 5}"#)
        == "1@0 2@1 #input 'a': 1 of 3 records are bad; the limit is 0 %@1")
  }

  @Test func `a limit from a program can be anything`() throws {
    #expect(try played("1\nx\n", .perMillion(.max)) == "1@0 |@0")
    #expect(try played("1\nx\n", .count(.max)) == "1@0 |@0")
    #expect(try played("1\nx\n", .perMillion(-1)).contains("the limit is 0 %"))
  }
}
