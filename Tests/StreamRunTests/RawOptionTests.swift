import Testing

/// Strings without quotes.
struct RawOptionTests {
  private static let document = #"{"sequence": ["a \"b\"\n", "\u001b[1m é", 1.0, ["x"], null]}"#
  private static let lines = "a \"b\"\n\n\u{1B}[1m é\n1.0\n[\"x\"]\nnull\n"

  private func run(_ options: String) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(Self.document, to: "a.json")
    return try Command.shell("cd '\(folder.path)'; \"$0\" a.json \(options)")
  }

  @Test(arguments: ["--raw", "--raw -fvalues", "--format values --raw"])
  func `strings are printed unchanged, and everything else as JSON`(options: String) throws {
    #expect(try run(options) == Outcome(output: Self.lines, errors: "", code: 0))
  }

  @Test func `files are printed like standard output`() throws {
    #expect(try run("--raw -o out; cat out").output == Self.lines)
  }

  @Test func `text has raw strings after the times`() throws {
    #expect(try run("--raw -ftext -n1").output == "         0  a \"b\"\n\n")
  }

  @Test(arguments: ["json", "csv", "marbles"])
  func `other formats have no raw form`(format: String) throws {
    #expect(
      try run("--raw -f \(format)")
        == Outcome(
          output: "",
          errors: "stream-run: option '--raw' does not apply to the format \(format); use the "
            + "format 'values' or 'text', or leave it out\n\(ArgumentsTests.usage)", code: 64))
  }

  @Test func `an expression's string is raw too`() throws {
    #expect(
      try Command.run("eval", "--raw", "$0 + 'b'", #""a\t""#)
        == Outcome(output: "a\tb\n", errors: "", code: 0))
    #expect(try Command.run("eval", "'b'").output == "\"b\"\n")
  }
}
