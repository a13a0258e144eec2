import Testing

/// `stream-run list` with an invalid command line, or without a reader.
@Suite struct ListUsageTests {
  static let usage =
    "usage: stream-run list KIND [NAME] [OPTIONS]; see 'stream-run help list'\n"
  static let kinds = "expected 'operators', 'functions', 'sources' or 'codes'"
  static let formats = "expected 'text', 'json' or 'markdown'"

  @Test(arguments: [
    ([], "the kind is missing; \(kinds)"),
    (["xyzzy"], "unknown kind 'xyzzy'; \(kinds)"),
    (["operator"], "unknown kind 'operator'; did you mean 'operators'?"),
    (["delay"], "unknown kind 'delay'; \(kinds)"),
    (["operators", "dealy"], "unknown operator 'dealy'; did you mean 'delay'?"),
    (["functions", "contans"], "unknown function 'contans'; did you mean 'contains'?"),
    (["sources", "merg"], "unknown source 'merg'; did you mean 'merge'?"),
    (["functions", "delay"], "unknown function 'delay'; 'delay' is an operator"),
    (["operators", "marble"], "unknown operator 'marble'; did you mean 'marbles'?"),
    (
      ["sources", "xyzzy"], "unknown source 'xyzzy'; 'stream-run explain --kind source' lists them"
    ),
    (["operators", "map", "filter"], "more than one name: 'filter'; name one"),
    (["operators", "-f", "marbles"], "unknown format 'marbles'; \(formats)"),
    (["operators", "--format=markdwn"], "unknown format 'markdwn'; did you mean 'markdown'?"),
    (["operators", "--format"], "option '--format' needs a value; \(formats)"),
    (["-f", "text", "sources", "-f", "json"], "option '--format' is given twice; give it once"),
    (["operators", "--until", "3"], "'list' has no option '--until'; it belongs to 'play'"),
  ])
  func `an invalid command line ends with 64, and the correct one is shown`(
    arguments: [String], message: String
  ) throws {
    #expect(
      try Command.run(["list"] + arguments)
        == Outcome(output: "", errors: "stream-run: \(message)\n\(Self.usage)", code: 64))
  }

  @Test(arguments: [
    ("--stages", "'watch' and 'diagram'"), ("--diff", "'edit' and 'format'"),
    ("--color", "'play' and 'new'"),
  ])
  func `an option of another command is said to belong to it`(option: String, owners: String) throws
  {
    let outcome = try Command.run("eval", "1", option, "auto")
    #expect(outcome.errors.contains("'eval' has no option '\(option)'; it belongs to \(owners)\n"))
  }

  @Test func `options with one name have the values of their command`() throws {
    #expect(
      try Command.run("eval", "1", "--format", "json").errors.hasPrefix(
        "stream-run: 'eval' has no option '--format'; it belongs to 'play', 'test', 'validate', 'watch', 'diagram', 'graph', 'why', 'state', 'diff', 'sweep', 'explain' and 'partition'\n"
      ))
    #expect(
      try Command.run("a.json", "-f", "markdown").errors
        == "stream-run: unknown format 'markdown'; \(ArgumentsTests.formats)\n"
        + ArgumentsTests.usage)
    // The command can come after the option.
    let outcome = try Command.run("--format", "markdown", "list", "sources")
    #expect(outcome.code == 0 && outcome.output.hasPrefix("| source | takes | what it does |\n"))
  }

  @Test func `a reader that disappears is not an error, but a full disk is`() throws {
    for format in ["text", "json", "markdown"] {
      let outcome = try Command.shell(
        "\"$0\" list functions -f \(format) | head -1 >/dev/null; echo ${PIPESTATUS[0]}")
      #expect(outcome == Outcome(output: "0\n", errors: "", code: 0))
      let full = try Command.shell("\"$0\" list functions -f \(format) >/dev/full")
      #expect(full.code == 74)
      #expect(
        full.errors == "stream-run: the output cannot be written: No space left on device\n")
    }
  }
}
