import Testing

/// `--test NAME` for the commands that show what happens in a playback.
struct TestOptionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      #"""
      {"parameters": {"least": 2}, "definitions": {
         "clicks": {"marbles": "1-9|"},
         "big": {"from": "clicks", "operators": [{"filter": {"expression": "$0 > 5"}}],
                 "tests": [{"name": "own", "inputs": {"clicks": "7|"}, "expect": "7|"}]}},
       "from": "clicks", "operators": [{"filter": {"expression": "$0 > $least"}}],
       "tests": [
         {"name": "few", "inputs": {"clicks": "1-3-4|"}, "expect": "--3-4|"},
         {"name": "many", "with": {"least": 3}, "inputs": {"clicks": "1-3-4|"}, "cases": [
           {"name": "all", "expect": "----4|"}, {"name": "some", "until": 3, "expect": ""}]}]}
      """#, to: "a.json")
    try folder.write(
      #"""
      {"input": "log", "time": "$0.t", "operators": [{"map": {"expression": "$0.v"}}],
       "tests": [{"name": "records", "inputs": {"log": "./log.ndjson"}, "expect": "5|"}]}
      """#, to: "log.json")
    try folder.write("{\"t\":3,\"v\":5}\n", to: "log.ndjson")
  }

  private func run(_ line: String) throws -> Outcome {
    try Command.shell("cd '\(folder.path)'; run() { \"$0\" \"$@\"; }; \(line)")
  }

  @Test func `a diagram shows the inputs of the test`() throws {
    let diagram = try run("run diagram a.json --test few --stages none --ascii")
    #expect(diagram.code == 0, "\(diagram)")
    #expect(diagram.output.contains("3") && diagram.output.contains("4"), "\(diagram)")
    #expect(!diagram.output.contains("9"), "\(diagram)")
  }

  @Test(arguments: [
    ("few", "3 at 2 s"), ("many › all", "4 at 4 s"), ("all", "4 at 4 s"),
    ("big: own", "7 at 0 s"), ("own", "7 at 0 s"),
  ])
  func `why explains the events of the test`(name: String, event: String) throws {
    let time = event.split(separator: " ")[2]
    let output = name.hasSuffix("own") ? "output 'big'" : "output"
    let outcome = try run("run why a.json --test '\(name)' --at \(time)")
    #expect(outcome.output.hasPrefix("\(output): \(event)"), "\(outcome)")
  }

  @Test func `the option may come before the command, and has a value then, too`() throws {
    let outcome = try run("run --test few why a.json --at 2")
    #expect(outcome.output.hasPrefix("output: 3 at 2 s"), "\(outcome)")
  }

  @Test func `why-not uses the parameters of the test`() throws {
    let outcome = try run("run why-not a.json --test 'many › all' --value 3")
    #expect(outcome.output.contains("'filter' ($0 > $least, $least = 3) dropped it"), "\(outcome)")
    #expect(try run("run why-not a.json --test few --value 3").output.contains("It reached"))
  }

  @Test func `a debugger steps through the test, to its end`() throws {
    let whole = try run("printf 'continue\\n' | run debug a.json --test some")
    #expect(whole.output.contains("3 at 2 s") && !whole.output.contains("at 4 s"), "\(whole)")
  }

  @Test func `records of the test are read`() throws {
    let outcome = try run("run why log.json --test records --value 5")
    #expect(outcome.output.contains("log.ndjson:1"), "\(outcome)")
  }

  @Test func `a test of a page is found, too`() throws {
    try folder.write(
      "# Page\n\n```json stream\n{\"marbles\": \"a|\", \"expect\": \"a|\"}\n```\n", to: "page.md")
    let outcome = try run("run why page.md --test expect --at 0")
    #expect(outcome.output.hasPrefix("output: \"a\" at 0 s"), "\(outcome)")
  }

  @Test(arguments: [
    ("--test fwe", "the file has no test 'fwe'; did you mean 'few'?"),
    ("--test zzz", "the file has no test 'zzz'; there are 'big: own', 'few', "),
    (
      "--test many",
      "'many' matches several tests: 'many › all' (a.json:"
    ),
    ("--test few --stream big", "'--stream' and '--test' cannot be combined; leave one out"),
    ("--test few --set least=1", "'--set' and '--test' cannot be combined"),
    ("--test few -i clicks=x", "'--input' and '--test' cannot be combined"),
    ("--test", "option '--test' needs a value"),
    ("--test few --test few", "option '--test' is given twice"),
  ])
  func `an unknown name of a test is reported`(options: String, message: String) throws {
    for command in ["why", "why-not"] {
      let outcome = try run("run \(command) a.json --at 0 \(options)")
      #expect(outcome.errors.hasPrefix("stream-run: \(message)"), "\(outcome)")
      #expect(outcome.code == 64)
    }
  }

  @Test func `a mistake in a file is reported`() throws {
    try folder.write(#"{"sequense": [1], "tests": []}"#, to: "b.json")
    let outcome = try run("run diagram b.json --test few")
    #expect(outcome.errors.contains("unknown key 'sequense'"), "\(outcome)")
    #expect(outcome.code == 65)
  }

  @Test func `watch has a flag with this name`() throws {
    #expect(try run("run watch --test=x a.json").errors.contains("'--test' takes no value"))
    #expect(try run("run watch a.json --test=x").errors.contains("'--test' takes no value"))
  }
}
