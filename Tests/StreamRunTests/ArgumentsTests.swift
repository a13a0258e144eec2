import Testing

@Suite struct ArgumentsTests {
  static let usage = "usage: stream-run FILE [--format text|json]\n"

  @Test(arguments: [
    ([], "no stream file; name one, or '-' for standard input"),
    (["a.json", "b.json"], "more than one stream file: 'b.json'; play one at a time"),
    (["--fromat", "json", "a.json"], "unknown option '--fromat'; did you mean '--format'?"),
    (["--halp"], "unknown option '--halp'; did you mean '--help'?"),
    (["-x", "a.json"], "unknown option '-x'"),
    (["--bogus=1"], "unknown option '--bogus'"),
    (["a.json", "--format"], "option '--format' without a value; expected 'text' or 'json'"),
    (["a.json", "--format", "xml"], "unknown format 'xml'; expected 'text' or 'json'"),
    (["a.json", "--format="], "unknown format ''; expected 'text' or 'json'"),
    (["--help=all"], "option '--help' takes no value"),
    (["--version", "--bogus"], "unknown option '--bogus'"),
    (["--b\nogus"], "unknown option '--b\\u000aogus'"),
  ])
  func `a wrong command line ends with 64, and says the right one`(
    arguments: [String], message: String
  ) throws {
    let line = arguments.map { "'\($0)'" }.joined(separator: " ")
    #expect(
      try Command.shell(#""$0" \#(line)"#)
        == Outcome(output: "", errors: "stream-run: \(message)\n\(Self.usage)", code: 64))
  }

  @Test(arguments: ["--help", "-h", "--help a b", "a.json --help", "--help --version"])
  func `help goes to standard output`(arguments: String) throws {
    let outcome = try Command.shell(#""$0" \#(arguments)"#)
    #expect(outcome.code == 0 && outcome.errors == "")
    #expect(outcome.output.contains(Self.usage))
    for text in [
      "--format text|json", "-h, --help", "--version", "stream-run Streams/serial-a.json",
    ] {
      #expect(outcome.output.contains(text))
    }
    for code in ["0   done", "2   the", "64  the", "65  the", "66  the", "70  our", "74  the"] {
      #expect(outcome.output.contains(code))
    }
    #expect(outcome.lines.allSatisfy { $0.count <= 80 && $0.last != " " })
  }

  @Test(arguments: ["--version", "--version --help", "x --version"])
  func `the version is a line`(arguments: String) throws {
    #expect(
      try Command.shell(#""$0" \#(arguments)"#)
        == Outcome(output: "stream-run 0.1.0\n", errors: "", code: 0))
  }
}
