import Pipelines
import Reference
import Testing
import Values

@testable import stream_run

/// `stream-run explain`: a page for each operator, function, source and code.
@Suite struct ExplainCommandTests {
  @Test(arguments: DiagnosticCode.allCases)
  func `prints the page of a code, by its number and by its word`(code: DiagnosticCode) throws {
    let page = Outcome(output: code.explanation.page, errors: "", code: 0)
    #expect(try Command.run("explain", code.number) == page)
    #expect(try Command.run("explain", code.rawValue, "--kind", "code") == page)
  }

  @Test(arguments: [("delay", "operators"), ("size", "functions"), ("cron", "sources")])
  func `prints the page that 'list' prints`(name: String, kind: String) throws {
    #expect(try Command.run("explain", name) == (try Command.run("list", kind, name)))
  }

  @Test func `prints each meaning of a name below its kind`() throws {
    let pages = try ["operators", "functions"].map { try Command.run("list", $0, "filter").output }
    #expect(
      try Command.run("explain", "filter")
        == Outcome(
          output: "As an operator:\n\n\(pages[0])\nAs a function:\n\n\(pages[1])", errors: "",
          code: 0))
    #expect(try Command.run("explain", "filter", "--kind", "function").output == pages[1])
  }

  @Test func `explains every source as a source and in the page of its code`() throws {
    let page = try Command.run("explain", "source").output
    for spec in SourceSpec.all {
      #expect(page.contains("'\(spec.name)'"))
      #expect(
        try Command.run("explain", spec.name, "-k", "source").output
          .hasPrefix("\(spec.name): "))
    }
  }

  @Test func `lists every name without one`() throws {
    let outcome = try Command.run("explain")
    #expect(outcome.code == 0 && outcome.errors == "")
    let words = Set(outcome.output.split { ", \n".contains($0) }.map(String.init))
    #expect(words.isSuperset(of: ReferenceKind.allCases.flatMap(\.names)))
    #expect(outcome.lines.allSatisfy { $0.count <= 80 && $0.last != " " })
  }

  @Test(arguments: ReferenceKind.allCases)
  func `lists the names of a kind as 'list' does`(kind: ReferenceKind) throws {
    for format in ["text", "markdown"] {
      #expect(
        try Command.run("explain", "--kind", kind.noun, "--format", format)
          == (try Command.run("list", kind.rawValue, "--format", format)))
    }
  }

  @Test func `lists the codes with their numbers and summaries`() throws {
    let outcome = try Command.run("explain", "--kind", "code")
    for code in DiagnosticCode.allCases {
      #expect(outcome.output.contains("\n  \(code.number) \(code.rawValue) "))
    }
    #expect(outcome.lines.allSatisfy { $0.count <= 80 })
  }

  @Test func `JSON states the kind before what 'list' prints`() throws {
    let outcome = try Command.run("explain", "filter", "--format", "json")
    let old = try ["operators", "functions"].map {
      try Command.run("list", $0, "filter", "--format", "json").output.dropFirst()
    }
    #expect(
      outcome.output == #"{"kind":"operator",\#(old[0]){"kind":"function",\#(old[1])"#)
    let code = try Command.run("explain", "E0301", "--format", "json").output
    #expect(
      code.hasPrefix(#"{"kind":"code","name":"unknown-operator","number":"E0301","summary":"#))
  }

  @Test func `a code is a section in Markdown`() throws {
    let page = DiagnosticCode.cycle.explanation.page
    #expect(
      try Command.run("explain", "cycle", "--format", "markdown").output
        == "### E0303 cycle\n\n```text\n\(page)```\n")
  }

  @Test(arguments: [
    (["dealy"], "unknown name 'dealy'; did you mean 'delay'?"),
    (["unknown-operatr"], "unknown name 'unknown-operatr'; did you mean 'unknown-operator'?"),
    (["E0999"], "unknown name 'E0999'; 'stream-run explain' lists them"),
    (["dedupe"], "unknown name 'dedupe'; it is called 'removeDuplicates' here"),
    (
      ["operators"],
      "unknown name 'operators'; 'stream-run explain --kind operator' lists all operators"
    ),
    (["delay", "-k", "function"], "unknown function 'delay'; 'delay' is an operator"),
    (
      ["filter", "-k", "source"], "unknown source 'filter'; 'filter' is an operator and a function"
    ),
    (
      ["xyzzy", "-k", "source"],
      "unknown source 'xyzzy'; 'stream-run explain --kind source' lists them"
    ),
    (["delay", "-k", "operators"], "unknown kind 'operators'; did you mean 'operator'?"),
    (["delay", "filter"], "more than one name: 'filter'; name one"),
  ])
  func `a wrong command line ends with 64, and states the right one`(
    arguments: [String], message: String
  ) throws {
    #expect(
      try Command.run(["explain"] + arguments)
        == Outcome(
          output: "",
          errors: """
            stream-run: \(message)
            usage: stream-run explain [NAME] [OPTIONS]; see 'stream-run help explain'

            """, code: 64))
  }
}
