import Foundation
import TestSupport
import Testing

/// Jobs for engines that run on many machines.
struct ExportCommandTests {
  private static let document = #"""
    {"input": "log", "time": "$0.t", "parameters": {"quiet": "5s"}, "operators": [
      {"groupBy": {"key": "$0.host", "operators": [{"debounce": {"seconds": "$quiet"}}]}}]}
    """#

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.document, to: "a.json")
  }

  private func run(_ line: String) throws -> Outcome {
    try Command.shell(
      "cd '\(folder.path)'; c=$0; run() { \"$c\" export \"$@\" --target spark; }; \(line)")
  }

  private func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: folder.path).appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: folder.path).appending(path: path))
  }

  @Test func `a job has its programs, the document, and a manifest`() throws {
    let outcome = try run(
      "run a.json -o jobs/log --set quiet=1m; find jobs -type f | sort; cat jobs/log/document/m*")
    #expect(
      outcome
        == Outcome(
          output: """
            jobs/log/Dockerfile
            jobs/log/README.md
            jobs/log/document/a.json
            jobs/log/document/manifest.json
            jobs/log/job.py
            jobs/log/tasks.py
            {"document":"a.json","parameters":["quiet=1m"],"version":1}

            """, errors: "wrote 'jobs/log'; its README.md explains how to run the job\n", code: 0))
    #expect(try bytes("jobs/log/document/a.json") == Data(Self.document.utf8))
  }

  @Test func `the programs are those of the sources`() throws {
    #expect(try run("run a.json -o job").code == 0)
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/stream-run/Export/Spark")
    for name in ["job.py", "tasks.py", "README.md", "Dockerfile"] {
      let source = try Data(contentsOf: sources.appending(path: name))
      #expect(try bytes("job/\(name)") == source, "\(name)")
    }
  }

  @Test func `named files keep their places`() throws {
    try write(
      #"{"operators": [{"groupBy": {"key": "$0.k", "operators": [{"count": {}}]}}]}"#,
      to: "lib/perKey.json")
    try write(
      #"""
      {"definitions": {"per": {"from": "../lib/perKey.json"}}, "input": "log", "time": "$0.t",
       "operators": [{"per": {}}]}
      """#, to: "rules/b.json")
    let expected = """
      job/document/lib/perKey.json
      job/document/manifest.json
      job/document/rules/b.json
      {"document":"rules/b.json","parameters":[],"version":1}

      """
    let list = "find job/document -type f | sort; cat job/document/manifest.json"
    #expect(try run("run rules/b.json -o job; \(list)").output == expected)
    // The copy is a document that can be split, wherever it is.
    let copied = try run("mv job/document d; rm -r rules lib; \"$c\" partition d/rules/b.json")
    #expect(copied == Outcome(output: "log  by $0.k\n", errors: "", code: 0))
  }

  @Test func `a document from another folder also keeps its places`() throws {
    try write(#"{"operators": [{"filter": {"expression": "$0.v > 1"}}]}"#, to: "high.json")
    try write(
      #"""
      {"definitions": {"high": {"from": "./../high.json"}}, "input": "log", "time": "$0.t",
       "operators": [{"high": {}}]}
      """#, to: "rules/b.json")
    let outcome = try run(
      "cd rules; run - -o ../job <b.json; cd ../job/document; find . -type f | sort")
    #expect(outcome.output == "./high.json\n./manifest.json\n./rules/stream.json\n")
  }

  @Test func `existing files that differ are replaced only by force`() throws {
    let outcome = try run(
      """
      run a.json -o job; run a.json -o job; echo $?; echo '#' >>job/job.py; rm job/tasks.py
      run a.json -o job; echo $?; ls job/tasks.py 2>/dev/null; run a.json -o job --force; echo $?
      ls job job/document; tail -n 1 job/job.py
      """)
    #expect(
      outcome.lines == [
        "0", "64", "0", "job:", "Dockerfile", "README.md", "document", "job.py", "tasks.py",
        "job/document:",
        "a.json", "manifest.json", "    main()",
      ])
    let wrote = "wrote 'job'; its README.md explains how to run the job\n"
    #expect(
      outcome.errors == wrote + wrote
        + "stream-run: 'job/job.py' would be replaced; '--force' does so, or name another folder\n"
        + wrote)
  }

  @Test func `a file that the stream file names is not overwritten`() throws {
    try write(#"{"operators": [{"count": {}}]}"#, to: "document/a.json")
    try write(
      #"""
      {"definitions": {"n": {"from": "./document/a.json"}}, "input": "log", "time": "$0.t",
       "operators": [{"groupBy": {"key": "$0.k", "operators": [{"n": {}}]}}]}
      """#, to: "a.json")
    // The copy of 'a.json' would replace the other one.
    let outcome = try run("run a.json -o . --force; echo $?; cat document/a.json")
    #expect(outcome.lines.last == #"{"operators": [{"count": {}}]}"#)
    #expect(outcome.lines.first == "64", "\(outcome)")
  }

  @Test func `a stream that cannot be split is rejected with its place`() throws {
    try write(
      #"{"input": "log", "time": "$0.t", "operators": [{"debounce": {"seconds": 5}}]}"#,
      to: "b.json")
    let outcome = try run("run b.json -o job; echo $?; ls job 2>/dev/null")
    #expect(outcome.output == "1\n")
    #expect(outcome.errors.hasPrefix("b.json:1:61: error: "), "\(outcome.errors)")
    #expect(
      outcome.errors.hasSuffix(
        "stream-run: Apache Spark cannot play 'b.json' with the same events\n"))
  }

  @Test(arguments: [
    (#"{"input": "log", "operators": [{"mpa": {}}]}"#, "", 65, "unknown operator 'mpa'"),
    (Self.document, "--set quiet=x", 65, "quiet"),
    (Self.document, "--set loud=1", 65, "unknown parameter 'loud'"),
  ])
  func `mistakes are those of the file`(
    document: String, options: String, code: Int, message: String
  ) throws {
    try write(document, to: "b.json")
    let outcome = try run("run b.json -o job \(options)")
    #expect(outcome.code == Int32(code))
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `a file with the name of a job file is rejected`() throws {
    let outcome = try run("mv a.json manifest.json; run manifest.json -o job; echo $?")
    #expect(
      outcome
        == Outcome(
          output: "1\n",
          errors:
            "stream-run: the job has its own 'manifest.json'; rename the stream "
            + "file\n", code: 0))
  }

  @Test(arguments: [
    ("a.json -o job", "the target is missing; add '--target' with 'spark' or 'flink-sql'"),
    (
      "a.json --target spark",
      "the folder for the job is missing; name one with '-o DIR'; it is created if necessary"
    ),
    ("a.json --target hive -o job", "unknown target 'hive'; expected 'spark' or 'flink-sql'"),
  ])
  func `an incomplete command line is rejected`(line: String, message: String) throws {
    let outcome = try Command.shell("cd '\(folder.path)'; \"$0\" export \(line)")
    #expect(outcome.errors.hasPrefix("stream-run: \(message)\n"), "\(outcome.errors)")
    #expect(outcome.code == 64)
  }

  @Test func `a folder that cannot be written is reported`() throws {
    let outcome = try run("touch job; run a.json -o job; echo $?")
    #expect(outcome.output == "74\n")
    #expect(outcome.errors.hasPrefix("stream-run: cannot write 'job': it is not a folder; "))
  }
}
