import Expressions
import Foundation
import Pipelines
import Testing
import Values

/// `stream-run list`: the reference, derived from the registries.
@Suite struct ListCommandTests {
  static let kinds = ["functions", "operators", "sources"]

  static func names(_ kind: String) -> [String] {
    switch kind {
    case "functions": FunctionReference.entries.map(\.name)
    case "operators": Operator.specs.map(\.name)
    default: SourceSpec.all.map(\.name)
    }
  }

  @Test func `a list has a row for each entry, no wider than a terminal`() throws {
    #expect(
      try Command.run("list", "sources")
        == Outcome(output: ListExamples.sources, errors: "", code: 0))
    for kind in Self.kinds {
      let lines = try Command.run("list", kind).lines
      #expect(lines.allSatisfy { $0.count <= 80 && $0.last != " " })
      for name in Self.names(kind) {
        let starts = ["  \(name) {", "  \(name):", "  \(name)(", ".\(name)("]
        #expect(lines.contains { line in starts.contains { line.contains($0) } }, "\(name)")
      }
    }
  }

  private static func page(_ name: String) throws -> String {
    let catalog = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/Pipelines/Pipelines.docc")
    return try String(
      contentsOf: catalog.appendingPathComponent("\(name).md"), encoding: .utf8)
  }

  // The pages hold the reference of the registry; '.ci/pages --write' brings them up to date.

  @Test func `the page of functions has a table and a section for each function`() throws {
    let page = try Self.page("Functions")
    #expect(page.contains(try Command.run("list", "functions", "--format", "markdown").output))
    for name in Self.names("functions") {
      let section = try Command.run("list", "functions", name, "--format", "markdown").output
      #expect(page.contains("\n\(section)"), "\(name)")
    }
  }

  @Test func `the row of an operator leads to its section on the page of its purpose`() throws {
    let tables = try Self.page("Operators")
    for spec in Operator.specs {
      let purpose = spec.category == .repeating ? "failing" : spec.category.rawValue
      let page = "\(purpose.prefix(1).uppercased())\(purpose.dropFirst())Operators"
      #expect(tables.contains("\n| <doc:\(page)#\(spec.name)> | "), "\(spec.name)")
      let section = try Command.run("list", "operators", spec.name, "--format", "markdown").output
      // A section of a page has a heading of the second level.
      #expect(try Self.page(page).contains("\n\(section.dropFirst())"), "\(spec.name)")
    }
  }

  @Test func `each source has a section on the page of sources`() throws {
    let page = try Self.page("Sources")
    for spec in SourceSpec.all {
      let section = try Command.run("list", "sources", spec.name, "--format", "markdown").output
      #expect(page.contains("\n\(section.dropFirst())"), "\(spec.name)")
    }
  }

  @Test func `operators are listed below their categories`() throws {
    let lines = try Command.run("list", "operators").lines
    let headings = lines.filter { $0.first != " " }.dropFirst().dropLast()
    let used = Set(Operator.specs.map(\.category))
    #expect(
      Array(headings)
        == OperatorSpec.Category.allCases.filter(used.contains).map { "\($0.rawValue):" })
    let timing = try #require(lines.firstIndex(of: "timing:"))
    let delay = try #require(lines.firstIndex { $0.hasPrefix("  delay {seconds} ") })
    #expect(timing < delay && !lines[timing + 1..<delay].contains { $0.hasSuffix(":") })
  }

  @Test(arguments: [
    (["operators", "delay"], ListExamples.delay),
    (["operators", "zip", "--format", "text"], ListExamples.zip),
    (["sources", "from"], ListExamples.from),
    (["functions", "contains"], ListExamples.contains),
    (["operators", "delay", "-f", "markdown"], ListExamples.delaySection),
    (["operators", "-f", "json", "delay"], ListExamples.delayLine),
    (["sources", "zip", "-f", "json"], ListExamples.zipLine),
    (["functions", "contains", "-f", "json"], ListExamples.containsLine),
  ])
  func `a name is fully described`(arguments: [String], page: String) throws {
    #expect(
      try Command.run(["list"] + arguments) == Outcome(output: page, errors: "", code: 0))
  }

  @Test func `a page contains everything in the spec`() throws {
    for spec in Operator.specs {
      let outcome = try Command.run("list", "operators", spec.name)
      #expect(outcome.code == 0 && outcome.lines.allSatisfy { $0.count <= 80 && $0.last != " " })
      // Folded text is on several lines.
      let words = outcome.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
      #expect(words.hasPrefix("\(spec.name): \(spec.summary) "))
      for parameter in spec.parameters {
        #expect(words.contains(" \(parameter.name) \(parameter.expectation)"))
        #expect(words.contains(parameter.summary))
      }
      if let remark = spec.remark { #expect(words.contains(" \(remark) example")) }
      for call in spec.calls { #expect(words.contains(" \(spec.name) \(call) ")) }
      for example in spec.examples {
        #expect(outcome.lines.contains("  \(example.source)"))
        #expect(outcome.lines.contains("  \(example.result)"))
      }
    }
  }

  @Test(arguments: [
    ("operators", "dedupe", "it is called 'removeDuplicates' here"),
    ("operators", "del", #"write "map": {"expression": "$0.without(['a'])"}"#),
    ("functions", "len", "write 'x.size()'"), ("sources", "of", #"write "sequence": [1, 2]"#),
    ("functions", "delay", "'delay' is an operator"),
  ])
  func `a foreign name has the same hint as in a file`(
    kind: String, name: String, wayOut: String
  ) throws {
    let outcome = try Command.run("list", kind, name)
    #expect(
      outcome.errors.hasPrefix("stream-run: unknown \(kind.dropLast()) '\(name)'; \(wayOut)\n"))
    #expect(outcome.code == 64)
  }

  @Test(arguments: kinds)
  func `Markdown has a row and a section for each entry`(kind: String) throws {
    let list = try Command.run("list", kind, "--format", "markdown")
    #expect(list.code == 0 && list.errors == "")
    for name in Self.names(kind) {
      #expect(list.lines.filter { $0.hasPrefix("| `\(name)` | `") }.count == 1, "\(name)")
    }
    // There are three cells per row, whatever their contents.
    for row in list.lines where row.hasPrefix("|") {
      let bars = row.replacing(#"\|"#, with: "").filter { $0 == "|" }.count
      #expect(bars == 4, "\(row)")
    }
    let name = try #require(Self.names(kind).first)
    let section = try Command.run("list", kind, name, "--format", "markdown")
    #expect(section.output.hasPrefix("### \(name)\n\n"))
    #expect(section.lines.filter { $0.hasPrefix("```") }.count.isMultiple(of: 2))
  }

  @Test func `text that is not markup stays literal`() throws {
    let rows = try Command.run("list", "functions", "--format", "markdown").lines
    #expect(
      rows.contains {
        $0.hasPrefix(
          #"| `math.greatest` | `math.greatest(int\|double...) -> dyn`, `math.greatest("#)
      })
  }
}
