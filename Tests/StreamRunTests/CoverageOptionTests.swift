import Foundation
import Testing
import Values

/// `stream-run test --coverage` and `--coverage-file`.
@Suite struct CoverageOptionTests {
  private static let files: KeyValuePairs<String, String> = [
    "a.json": #"""
    { "definitions": { "unused": { "sequence": [1], "operators": [ { "count": {} } ] } },
      "from": "./lib.json",
      "operators": [
        { "map": { "expression": "$0 > 9 ? 'big' : 'small'" } } ],
      "expect": "[ab]|" }
    """#,
    "lib.json":
      #"{ "sequence": [1, 2], "operators": [ { "filter": { "expression": "$0 > 0" } } ] }"#,
    "page.md": "```json\n{ \"marbles\": \"-a|\", \"expect\": \"-a|\" }\n```\n",
  ]

  private static let text = """
    a.json: 50% (3 of 6)
      a.json:1:20: 'unused' was never played
      a.json:4:40: "'big'" after '?' was never chosen
    lib.json: 75% (3 of 4)
      lib.json:1:40: 'filter' passed every value
    coverage: 63% (7 of 11)

    """

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in Self.files { try folder.write(text, to: name) }
    return folder
  }

  private func run(_ line: String, in folder: TemporaryFolder) throws -> Outcome {
    try Command.shell("cd '\(folder.path)' && \"$0\" test \(line)")
  }

  @Test func `points that no test exercised are printed below the results`() throws {
    let folder = try folder()
    let outcome = try run(". --coverage", in: folder)
    #expect(outcome.output.hasPrefix("FAIL a.json:5:15"))
    #expect(outcome.output.hasSuffix(" s)\n" + Self.text))
    #expect(outcome.code == 1 && outcome.errors == "")
    #expect(
      try run("page.md --coverage", in: folder).output.hasSuffix("\ncoverage: 100% (1 of 1)\n"))
  }

  @Test func `next to results for programs it goes to standard error`() throws {
    let outcome = try run(". --coverage --format tap", in: folder())
    #expect(outcome.errors == Self.text)
    #expect(!outcome.output.contains("coverage"))
  }

  @Test func `only the files of selected tests are covered`() throws {
    let folder = try folder()
    #expect(
      try run(". --coverage --filter page.md", in: folder).output.hasSuffix(
        "\ncoverage: 100% (1 of 1)\n"))
    #expect(
      try run(". --coverage --filter nothing", in: folder).output
        .hasSuffix(" not chosen\ncoverage: there is nothing to cover\n"))
  }

  @Test func `a JSON file has all points`() throws {
    let folder = try folder()
    let outcome = try run(". --coverage-file c.json", in: folder)
    #expect(!outcome.output.contains("coverage"))
    let text = try folder.read("c.json")
    #expect(
      text.hasPrefix(
        #"{"covered":7,"points":11,"files":[{"file":"a.json","covered":3,"points":[{"line":1,"column":1,"kind":"stream","count":1},{"line":1,"column":20,"kind":"stream","name":"unused","count":0,"message":"'unused' was never played","implied":false},{"line":1,"column":66,"kind":"operator","name":"count","count":0,"message":"'count' never received a value","implied":true},"#
      ))
    #expect(
      text.hasSuffix(
        #"{"line":1,"column":40,"kind":"operator","name":"filter","count":2},{"line":1,"column":40,"kind":"outcome","name":"filter","what":"drop","count":0,"message":"'filter' passed every value","implied":false},{"line":1,"column":40,"kind":"outcome","name":"filter","what":"pass","count":2}]},{"file":"page.md","covered":1,"points":[{"line":2,"column":1,"kind":"stream","count":1}]}]}"#
          + "\n"))
    _ = try JSONReader.value(of: SourceText(name: "c.json", text))
  }

  @Test func `an LCOV file has the lines, streams and branches of each file`() throws {
    let folder = try folder()
    for name in ["c.info", "c.lcov"] {
      _ = try run(". --coverage-file \(name)", in: folder)
      #expect(
        try folder.read(name).hasPrefix(
          """
          TN:
          SF:a.json
          FN:1,stream 1:1
          FN:1,unused 1:20
          FNDA:1,stream 1:1
          FNDA:0,unused 1:20
          FNF:2
          FNH:1
          BRDA:4,0,0,0
          BRDA:4,0,1,2
          BRF:2
          BRH:1
          DA:1,0
          DA:4,2
          LF:2
          LH:1
          end_of_record
          TN:
          SF:lib.json

          """))
    }
  }

  @Test func `a file that cannot be written is reported, and the code is 74`() throws {
    let outcome = try run("page.md --coverage-file nowhere/c.json", in: folder())
    #expect(
      outcome.errors
        == "stream-run: cannot write 'nowhere/c.json': No such file or directory\n")
    #expect(outcome.code == 74)
  }

  @Test func `a text file equals the printed report`() throws {
    let folder = try folder()
    _ = try run(". --coverage-file c.txt", in: folder)
    #expect(try folder.read("c.txt") == Self.text)
  }
}
