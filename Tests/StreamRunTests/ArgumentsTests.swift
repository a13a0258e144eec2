import Testing

@Suite struct ArgumentsTests {
  static let usage = "usage: stream-run [play] FILE [OPTIONS]; see 'stream-run help play'\n"
  static let completionsUsage =
    "usage: stream-run completions SHELL; see 'stream-run help completions'\n"
  static let helpUsage = "usage: stream-run help [NAME]; see 'stream-run --help'\n"

  @Test(arguments: [
    ([], "the stream file is missing; name one, or '-' for standard input"),
    (["play"], "the stream file is missing; name one, or '-' for standard input"),
    (["a.json", "b.json"], "more than one stream file: 'b.json'; play one at a time"),
    (["play", "play", "play"], "more than one stream file: 'play'; play one at a time"),
    (["--fromat", "json", "a.json"], "unknown option '--fromat'; did you mean '--format'?"),
    (["-format", "json", "a.json"], "unknown option '-format'; did you mean '--format'?"),
    (["--halp"], "unknown option '--halp'; did you mean '--help'?"),
    (["-format=json", "a.json"], "unknown option '-format'; did you mean '--format'?"),
    (["-x", "a.json"], "unknown option '-x'"),
    (["-x=1", "a.json"], "unknown option '-x'"),
    (["-rx", "a.json"], "unknown option '-x' in '-rx'"),
    (["-relatime", "a.json"], "unknown option '-e' in '-relatime'; did you mean '--realtime'?"),
    (["-r=1", "a.json"], "option '-r' takes no value; write '-r' alone"),
    (["-rr", "a.json"], "option '--realtime' is given twice; give it once"),
    (["--bogus=1"], "unknown option '--bogus'"),
    (["--version", "--bogus"], "unknown option '--bogus'"),
    (["--b\nogus"], "unknown option '--b\\nogus'"),
    (["--help=all"], "option '--help' takes no value; write '--help' alone"),
  ])
  func `an invalid command line ends with 64, and the correct one is shown`(
    arguments: [String], message: String
  ) throws {
    #expect(try outcome(arguments) == refused(message))
  }

  @Test(arguments: [
    (["a.json", "--format"], "option '--format' needs a value; \(formats)"),
    (["a.json", "-f"], "option '-f' needs a value; \(formats)"),
    (["a.json", "-rn"], "option '-n' needs a value; \(number)"),
    (["a.json", "-n="], "option '--limit' is ''; \(number)"),
    (["-none", "a.json"], "option '--limit' is 'one'; \(number)"),
    (["-nf", "a.json"], "option '--limit' is 'f'; \(number)"),
    (["-fjsn", "a.json"], "unknown format 'jsn'; did you mean 'json'?"),
    (["a.json", "--format", "xml"], "unknown format 'xml'; \(formats)"),
    (["a.json", "--format=jsn"], "unknown format 'jsn'; did you mean 'json'?"),
    (["a.json", "--format="], "unknown format ''; \(formats)"),
    (["--color=blue", "a.json"], "unknown color 'blue'; expected 'auto', 'always' or 'never'"),
    (["--until", "--limit", "3"], "option '--until' needs a value; \(seconds)"),
    (["--until", "5x", "a.json"], "option '--until' is '5x'; \(seconds)"),
    (["--until=", "a.json"], "option '--until' is ''; \(seconds)"),
    (["--until", "01", "a.json"], "option '--until' is '01'; \(seconds)"),
    (["--until", "1e", "a.json"], "option '--until' is '1e'; \(seconds)"),
    (["--until=-1", "a.json"], "option '--until' is negative; expected 0 or more seconds"),
    (["-u", "-1", "a.json"], "option '--until' is negative; expected 0 or more seconds"),
    (
      ["--until", "9223372036.854775807"],
      "option '--until' is beyond the end of time; expected less than 9223372036.854775807 seconds"
    ),
    (["--limit", "1.0", "a.json"], "option '--limit' is '1.0'; \(number)"),
    (["--limit", "ten", "a.json"], "option '--limit' is 'ten'; \(number)"),
    (["--limit", "-1", "a.json"], "option '--limit' is negative; expected 0 or more"),
    (
      ["--limit", "9223372036854775808"],
      "option '--limit' is too large; leave it out to play without a limit"
    ),
  ])
  func `an invalid value ends with 64, and the expected one is shown`(
    arguments: [String], message: String
  ) throws {
    #expect(try outcome(arguments) == refused(message))
  }

  static let formats = "expected 'text', 'json', 'marbles', 'values' or 'csv'"
  static let seconds =
    "expected seconds, a duration or a date, such as 0.5, 1h30m or 2026-01-02T03:04Z"
  static let number = "expected a whole number, such as 10"

  @Test(arguments: ["-n1 -fjson", "-n 1 -f json", "-n=1 -f=json", "-rn1 -fjson", "-rfjson -n1"])
  func `a letter has its value in the same word or in the next one`(options: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"sequence": [1, 2]}"#, to: "two.json")
    let outcome = try Command.shell("cd '\(folder.path)'; \"$0\" \(options) two.json")
    #expect(outcome.output == "{\"time\":0,\"value\":1}\n" && outcome.code == 0)
  }

  @Test(arguments: [
    ["--format", "text", "a.json", "--format", "json"], ["-f", "json", "--format=json", "a.json"],
  ])
  func `an option can be given only once`(arguments: [String]) throws {
    #expect(
      try outcome(arguments) == refused("option '--format' is given twice; give it once"))
  }

  @Test(arguments: [
    (["paly", "a.json"], "unknown command 'paly'; did you mean 'play'?"),
    (["hlep"], "unknown command 'hlep'; did you mean 'help'?"),
    (["completion", "bash"], "unknown command 'completion'; did you mean 'completions'?"),
    (
      ["foo", "a.json"],
      "unknown command 'foo'; 'stream-run --help' lists the commands"
    ),
  ])
  func `an unknown command leads to the nearest one`(arguments: [String], message: String) throws {
    #expect(try outcome(arguments) == refused(message))
  }

  @Test func `an unknown option shows the usage of its command`() throws {
    #expect(
      try outcome(["test", "--stepz", "3", "a.json"])
        == refused(
          "unknown option '--stepz'; did you mean '--steps'?",
          "usage: stream-run test PATH… [OPTIONS]; see 'stream-run help test'\n"))
  }

  @Test func `a word that may be a file is not an unknown command`() throws {
    #expect(try outcome(["foo"]).code == 66)
    #expect(try outcome(["--", "paly"]).code == 66)
    #expect(try outcome(["./paly"]).code == 66)
    #expect(try outcome(["paly.json"]).code == 66)
    let folder = try TemporaryFolder()
    try folder.write(Example.serial, to: "paly")
    try folder.write(Example.serial, to: "play")
    for words in ["paly", "-- play", "./play", "play play"] {
      #expect(
        try Command.shell("cd '\(folder.path)' && \"$0\" \(words)").output == Example.serialLines)
    }
  }

  @Test func `the other commands report the expected arguments`() throws {
    let shells = "expected 'bash', 'zsh' or 'fish'"
    let table: [([String], String, String)] = [
      (["completions"], "the shell is missing; \(shells)", Self.completionsUsage),
      (["completions", "bsh"], "unknown shell 'bsh'; did you mean 'bash'?", Self.completionsUsage),
      (["completions", "tcl"], "unknown shell 'tcl'; \(shells)", Self.completionsUsage),
      (
        ["completions", "zsh", "fish"], "more than one shell: 'fish'; name one",
        Self.completionsUsage
      ),
      (
        ["--until", "3", "completions", "bash"],
        "'completions' has no option '--until'; it belongs to 'play'", Self.completionsUsage
      ),
      (["help", "paly"], "unknown command or topic 'paly'; did you mean 'play'?", Self.helpUsage),
      (
        ["help", "-n", "1"], "'help' has no option '--limit'; it belongs to 'play'", Self.helpUsage
      ),
    ]
    for (arguments, message, usage) in table {
      #expect(try outcome(arguments) == refused(message, usage))
    }
  }

  @Test(arguments: ["--version", "-V", "--version --help", "x --version", "play --version"])
  func `the version is one line`(arguments: String) throws {
    #expect(
      try Command.shell(#""$0" \#(arguments)"#)
        == Outcome(output: "stream-run 0.1.0\n", errors: "", code: 0))
  }

  private func outcome(_ arguments: [String]) throws -> Outcome {
    try Command.shell(#""$0" \#(arguments.map { "'\($0)'" }.joined(separator: " "))"#)
  }

  private func refused(_ message: String, _ usage: String = usage) -> Outcome {
    Outcome(output: "", errors: "stream-run: \(message)\n\(usage)", code: 64)
  }
}
