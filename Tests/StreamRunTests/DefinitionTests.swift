import Testing

/// `--stream`: plays a definition by itself.
@Suite struct DefinitionTests {
  static let file = #"""
    {"definitions": {"doubled": {"from": "numbers", "operators": [{"map": {"expression": "$0 * 2"}}]},
                     "numbers": {"marbles": "-1-2|"}},
     "from": "doubled"}
    """#

  @Test(arguments: [
    ("numbers", "-1-2|\n"), ("doubled", "-2-4|\n"),
  ])
  func `a definition plays alone`(name: String, marbles: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.file, to: "two.json")
    let outcome = try Command.run("--stream", name, file, "-f", "marbles")
    #expect(outcome == Outcome(output: marbles, errors: "", code: 0))
  }

  @Test(arguments: [
    ("double", "1:17: error: no definition 'double'; did you mean 'doubled'? [unknown-stream]"),
    ("x", "1:17: error: no definition 'x'; there are 'doubled' and 'numbers' [unknown-stream]"),
  ])
  func `an unknown definition is reported at the definitions`(name: String, line: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.file, to: "two.json")
    let outcome = try Command.run("--stream", name, file)
    #expect(outcome.errors.split(separator: "\n").first == "\(file):\(line)")
    #expect(outcome.code == 65 && outcome.output == "")
    let serial = try folder.write(Example.serial, to: "serial.json")
    #expect(
      try Command.run("--stream", name, serial).errors.hasPrefix(
        "\(serial):1:1: error: no definition '\(name)'; the file defines none [unknown-stream]\n"))
  }
}
