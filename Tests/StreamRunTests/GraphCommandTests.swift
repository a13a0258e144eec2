import Foundation
import Testing

@Suite struct GraphCommandTests {
  private static let document = #"""
    {"definitions": {"log": {"input": "log"}}, "from": "log",
     "operators": [{"filter": {"expression": "$0.n > 1"}}, {"count": {}}]}
    """#
  private static let usage =
    "usage: stream-run graph FILE [OPTIONS]; see 'stream-run help graph'\n"

  private func run(_ options: String, _ document: String = Self.document) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(document, to: "a.json")
    return try Command.shell("cd '\(folder.path)'; \"$0\" graph a.json \(options)")
  }

  @Test func `a graph is written for Markdown unless another format is named`() throws {
    let text = """
      flowchart TB
        subgraph c0["log"]
          n0[("log")]
        end
        n1["filter<br>$0.n #62; 1"]
        n2["count"]
        n3(("output"))
        n0 --> n1
        n1 --> n2
        n2 -->|"int"| n3

      """
    #expect(try run("") == Outcome(output: text, errors: "", code: 0))
    #expect(try run("--format mermaid").output == text)
    #expect(try run("-o a.mmd; cat a.mmd").output == text)
    #expect(try run("--stream log").lines.count == 6)
  }

  @Test(arguments: ["-f dot", "-o a.dot; cat a.dot", "-o a.gv; cat a.gv"])
  func `Graphviz reads a graph`(options: String) throws {
    let outcome = try run(options)
    #expect(outcome.lines.first == "digraph pipeline {")
    #expect(outcome.lines.contains("  n2 -> n3 [label=\"int\"];"))
    #expect(outcome.code == 0)
  }

  @Test(arguments: ["-f svg", "-o a.svg; cat a.svg", "-f svg -o a.dot; cat a.dot"])
  func `a graph can be a picture`(options: String) throws {
    let outcome = try run(options)
    #expect(outcome.output.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
    #expect(outcome.output.contains("<title>filter to count</title>"))
    #expect(outcome.output.contains("<title>filter $0.n &gt; 1 (a.json:2:17)</title>"))
    #expect(outcome.code == 0)
  }

  @Test(arguments: [
    ("-f pdf", "unknown format 'pdf'; expected 'svg', 'dot' or 'mermaid'"),
    ("-o a.json", "'-o a.json' would overwrite the stream file 'a.json'; name another file"),
    ("--until 3", "'graph' has no option '--until'; it belongs to 'play'"),
    ("b.json", "more than one stream file: 'b.json'; draw one at a time"),
  ])
  func `a mistake is reported with a hint`(options: String, message: String) throws {
    #expect(
      try run(options)
        == Outcome(output: "", errors: "stream-run: \(message)\n\(Self.usage)", code: 64))
  }

  @Test func `mistakes of a file are reported as by 'play'`() throws {
    let outcome = try run("", #"{"marbles": "a", "operators": [{"fliter": {}}]}"#)
    #expect(outcome.errors.contains("unknown operator 'fliter'"))
    #expect(outcome.code == 65)
    #expect(try Command.run("graph", "/nowhere/a.json").code == 66)
  }
}
