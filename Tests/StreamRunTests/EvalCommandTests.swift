import Testing

/// `stream-run eval`: an expression over values, without a stream.
@Suite struct EvalCommandTests {
  static let usage =
    "usage: stream-run eval EXPRESSION [VALUE…] [OPTIONS]; see 'stream-run help eval'\n"

  @Test(arguments: [
    (["1 + 1"], "2\n"),
    (["$0 * 2 + 1", "3", "4.0", "-1"], "7\n9.0\n-1\n"),
    (["$0", #"{"b": "é\n", "a": [1.0, null]}"#], #"{"b":"é\n","a":[1.0,null]}"# + "\n"),
    (["--let", "limit=10", "$0.price > limit", #"{"price": 12}"#], "true\n"),
    (["a + b", "--let=a=1", "--let", #"b=2.5"#], "3.5\n"),
    (["--let", #"$outer=[1,2]"#, "--let", #"$key="k""#, "[$outer[1], $key]"], "[2,\"k\"]\n"),
    (["$0 + $1", "1", "--let", "$1=2"], "3\n"),
    (["$time", "--let", "$time=1.5"], "1.5\n"),
    (["--", "-1 % 2"], "-1\n"),
    (["%d != 3", "4"], "true\n"),
  ])
  func `prints the result for each value`(arguments: [String], output: String) throws {
    #expect(
      try Command.run(["eval"] + arguments)
        == Outcome(output: output, errors: "", code: 0))
  }

  @Test(arguments: [
    (
      ["$0"],
      "1:1: error: '$0' is not available here; write a value after the expression [unknown-name]",
      " 1 | $0\n   | ^"
    ),
    (
      ["'é' + $2", "1"], "1:7: error: unknown variable '$2'; did you mean '$0'? [unknown-name]",
      " 1 | 'é' + $2\n   |       ^"
    ),
    (
      ["1 +\n x", "1"],
      "2:2: error: unknown variable 'x'; write '$0.x' for a field of the value [unknown-name]",
      " 2 |  x\n   |  ^"
    ),
    (
      ["x"], "1:1: error: unknown variable 'x'; name it with '--let' [unknown-name]",
      " 1 | x\n   | ^"
    ),
    (
      ["$0 +", "1"], "1:5: error: found the end, expected an operand [expression-syntax]",
      " 1 | $0 +\n   |     ^"
    ),
  ])
  func `a mistake has its place`(arguments: [String], line: String, excerpt: String) throws {
    #expect(
      try Command.run(["eval"] + arguments)
        == Outcome(output: "", errors: "<expression>:\(line)\n\(excerpt)\n", code: 65))
  }

  @Test func `a failure for one value does not prevent other results`() throws {
    #expect(
      try Command.run("eval", "10 / $0", "5", "0", "2")
        == Outcome(
          output: "2\n5\n", errors: "stream-run: value 2: division by zero in \"10 / $0\"\n",
          code: 2))
    #expect(
      try Command.run("eval", "1 / 0")
        == Outcome(output: "", errors: "stream-run: division by zero in \"1 / 0\"\n", code: 2))
  }

  @Test func `reads each line of standard input`() throws {
    let outcome = try Command.run(
      "eval", "$0 + 1", "-", input: "1\r\n\n \n{\"a\":1}\nx y\n\u{FEFF}\n41")
    #expect(outcome.output == "2\n42\n")
    #expect(
      outcome.errors.split(separator: "\n").map { $0.prefix(40) } == [
        "stream-run: <stdin>:4: '+' cannot be app",
        "stream-run: <stdin>:5: not JSON at byte ",
        "stream-run: <stdin>:6: not JSON at byte ",
      ])
    #expect(outcome.code == 2)
    #expect(
      try Command.run("eval", "1 + 1", input: "x")
        == Outcome(output: "2\n", errors: "", code: 0))
    #expect(
      try Command.run("eval", "$0", "-") == Outcome(output: "", errors: "", code: 0))
  }

  @Test func `a result is printed before the next line is awaited`() throws {
    let outcome = try Command.shell(
      """
      coproc "$0" eval '$0 * 2' -
      for n in 1 2 3; do echo $n >&${COPROC[1]}; read answer <&${COPROC[0]}; echo $answer; done
      """)
    #expect(outcome.lines == ["2", "4", "6"])
  }

  @Test func `a reader that disappears ends it`() throws {
    let outcome = try Command.shell(
      "yes 1 | \"$0\" eval '$0 + 1' - | head -1; echo ${PIPESTATUS[1]}")
    #expect(outcome == Outcome(output: "2\n0\n", errors: "", code: 0))
    #expect(try Command.shell("\"$0\" eval 1 >/dev/full").code == 74)
  }

  @Test func `a line of many megabytes is rejected, and the next one is read`() throws {
    let outcome = try Command.shell(
      "(head -c 20000000 /dev/zero | tr '\\0' 1; echo; echo 2) | \"$0\" eval '$0' -")
    #expect(outcome.output == "2\n" && outcome.code == 2)
    #expect(
      outcome.errors == "stream-run: <stdin>:1: the line is longer than 16777216 bytes\n")
  }

  @Test(arguments: [
    ([], "the expression is missing; expected an expression over $0"),
    (
      ["$0", "abc"],
      #"value 'abc' is not JSON: unknown word 'abc', expected a value; a string is written '"abc"'"#
    ),
    (["a", "--let", "a"], "option '--let' is 'a'; expected a name and a value, such as limit=10"),
    (
      ["a", "--let", "1a=2"],
      "option '--let' is '1a=2'; expected a name and a value, such as limit=10"
    ),
    (["a", "--let", "a=1", "--let", "a=2"], "option '--let' binds 'a' twice; bind it once"),
    (
      ["$0", "--let", "$0=2"],
      "option '--let' cannot bind '$0'; write its values after the expression"
    ),
    (["a", "--until", "1"], "'eval' has no option '--until'; it belongs to 'play'"),
  ])
  func `an invalid command line is reported`(arguments: [String], message: String) throws {
    #expect(
      try Command.run(["eval"] + arguments)
        == Outcome(output: "", errors: "stream-run: \(message)\n\(Self.usage)", code: 64))
  }

  @Test func `an expression that begins with a minus needs leading dashes`() throws {
    #expect(
      try Command.run("eval", "-$0", "1").errors.hasPrefix(
        "stream-run: unknown option '-$0'; write '--' before it if it is an expression\n"))
  }
}
