import Foundation
import Testing
import Values

/// The scenarios with data. Each test of such a file names the data that its inputs read.
@Suite struct ScenarioTests {
  static let scenarios = [
    "alerts", "clicks", "errors", "heartbeats", "motion", "parcels", "trades",
  ]

  /// The messages at the end of a run.
  private static let losses = [
    "clicks": "stream-run: input 'clicks': put 7 of 380 records in order, late by up to 10 s\n",
    "parcels": """
    17:19: 'join' dropped 1 value of the other stream without a partner:
      at 143700 s: {"t":143700,"parcel":15,"arrived":true}

    """,
  ]

  private static let folder = StreamFilesTests.folder.appendingPathComponent("Scenarios")

  @Test(arguments: scenarios)
  func `plays as its tests expect`(name: String) throws {
    let path = Self.folder.appendingPathComponent("\(name).json").path
    let document = try JSONReader.value(of: SourceText(contentsOfFile: path)).value
    // The data of other tests is in the file itself.
    let tests = try #require(document["tests"]?.list).filter { test in
      guard case .object(let inputs)? = test["inputs"] else { throw Missing(key: "inputs") }
      return inputs.members.allSatisfy { if case .string = $0.value { true } else { false } }
    }
    #expect(!tests.isEmpty)
    for test in tests {
      var arguments = [path, "--format", "json"]
      guard case .object(let inputs)? = test["inputs"] else { throw Missing(key: "inputs") }
      for input in inputs.members {
        guard case .string(let file) = input.value else { throw Missing(key: input.key.string) }
        let data = Self.folder.appendingPathComponent(file.string).standardizedFileURL.path
        arguments += ["--input", "\(input.key.string)=\(data)"]
        let size = try FileManager.default.attributesOfItem(atPath: data)[.size] as? Int
        #expect(try #require(size) <= 200_000)
      }
      let outcome = try Command.run(arguments)
      let printed = try outcome.lines.map { line in
        try JSONReader.value(of: SourceText(name: "output", line)).value
      }
      #expect(printed == test["expect"]?.list)
      #expect(outcome.code == 0)
      #expect(outcome.errors.replacing("\(path):", with: "") == Self.losses[name, default: ""])
    }
  }

  @Test func `every file that reads data is a scenario`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let data = files.filter { file in
      [".csv", ".ndjson", ".log"].contains { file.hasSuffix($0) }
    }
    #expect(data.map { $0.prefix { $0 != "." } }.sorted() == Self.scenarios.map { $0[...] })
  }

  @Test func `the data is the output of its script`() throws {
    let copy = try TemporaryFolder()
    let outcome = try Command.shell(
      """
      cp '\(Self.folder.path)/generate.sh' '\(copy.path)'
      command -v awk >/dev/null || exit 0
      sh '\(copy.path)/generate.sh'
      for file in '\(copy.path)'/*.csv '\(copy.path)'/*.ndjson; do
        cmp "$file" "\(Self.folder.path)/$(basename "$file")" || exit 1
      done
      """)
    #expect(outcome == Outcome(output: "", errors: "", code: 0))
  }

  private struct Missing: Error { let key: String }
}

extension Value {
  fileprivate subscript(key: Text) -> Value? {
    if case .object(let members) = self { return members[key] }
    return nil
  }

  fileprivate var list: [Value]? {
    if case .array(let elements) = self { return elements }
    return nil
  }
}
