import Foundation
import Testing

/// The folder of a stream file, and the files outside it that commands write and name.
struct AllowPathTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["in", "in/data", "out"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
    }
  }

  private func run(_ line: String) throws -> Outcome {
    try Command.shell("cd '\(folder.path)'; run() { \"$0\" \"$@\"; }; \(line)")
  }

  private static let old = #"{"time":9,"value":1}"#

  // MARK: - Files that tests accept

  @Test(arguments: ["../out/e.ndjson", "link.ndjson", "folder/e.ndjson"])
  func `accepted events are not written outside the folder`(path: String) throws {
    try folder.write(#"{"sequence": [1], "expect": {"path": "\#(path)"}}"#, to: "in/a.json")
    try folder.write(Self.old, to: "out/e.ndjson")
    let links = "cd in; ln -s ../out/e.ndjson link.ndjson; ln -s ../out folder; cd .."
    let outcome = try run(
      "\(links); run test in --accept; echo $?; cat out/e.ndjson; ls out; readlink in/link.ndjson")
    #expect(outcome.output.hasSuffix("66\n\(Self.old)e.ndjson\n../out/e.ndjson\n"), "\(outcome)")
    #expect(
      outcome.errors.contains(
        "so it is not written; allow its folder with '--allow-path DIR'"), "\(outcome)")
    let allowed = try run("run test in --accept --allow-path out; echo $?; cat out/e.ndjson")
    #expect(
      allowed.output.hasSuffix(
        "0\n{\"time\":0,\"value\":1}\n{\"time\":0,\"completion\":\"finished\"}\n"), "\(allowed)")
  }

  @Test func `a broken link is not followed`() throws {
    try folder.write(#"{"sequence": [1], "expect": {"path": "link"}}"#, to: "in/a.json")
    let outcome = try run(
      "ln -s ../out/new in/link; run test in --accept >all; ls out; readlink in/link")
    #expect(outcome.output == "../out/new\n", "\(outcome)")
  }

  @Test func `accepted events are written below the folder, even through a link there`() throws {
    try folder.write(#"{"sequence": [1], "expect": {"path": "link"}}"#, to: "in/a.json")
    try folder.write(Self.old, to: "in/data/e.ndjson")
    let outcome = try run(
      "ln -s data/e.ndjson in/link; run test in/a.json --accept >all; echo $?; head -1 in/data/e.ndjson"
    )
    #expect(outcome.output == "0\n{\"time\":0,\"value\":1}\n", "\(outcome)")
  }

  @Test func `a link to a stream file is accepted if it is named, not if it is found`() throws {
    let text = #"{"sequence": [1], "expect": "x"}"#
    try folder.write(text, to: "out/a.json")
    let outcome = try run(
      """
      ln -s ../out/a.json in/a.json; run test in --accept >all; echo $?; cat out/a.json
      run test in --accept --allow-path out >all; echo $?; cat out/a.json
      """)
    #expect(
      outcome.output == "66\n\(text)0\n" + #"{"sequence": [1], "expect": "(1|)"}"#, "\(outcome)")
    #expect(
      outcome.errors
        == "stream-run: 'in/a.json' leads outside 'in', so it is not written; allow the folder with "
        + "'--allow-path DIR', or name the file itself\n")
    try folder.write(text, to: "out/a.json")
    #expect(try run("run test in/a.json --accept >all; echo $?").output == "0\n")
  }

  // MARK: - Formatted files

  @Test func `the target of a link below a folder is formatted only if it is allowed`() throws {
    let text = #"{"sequence":[1]}"#
    try folder.write(text, to: "out/a.json")
    try folder.write(text, to: "in/data/b.json")
    let outcome = try run(
      """
      ln -s ../out/a.json in/file.json; ln -s ../out in/folder; ln -s data/b.json in/own.json
      run format in; echo $?; cat out/a.json; echo; readlink in/own.json
      run format in --check >all; echo $?
      run format in --allow-path out; echo $?; wc -l <out/a.json
      """)
    #expect(
      outcome.output
        == "in/data/b.json\n74\n\(text)\ndata/b.json\n1\nin/file.json\n0\n3\n", "\(outcome)")
    #expect(
      outcome.errors.contains(
        "stream-run: 'in/file.json' leads out of 'in', and is left as it is; allow another folder by "
          + "'--allow-path DIR', or name the file itself\n"), "\(outcome.errors)")
    try folder.write(text, to: "out/a.json")
    #expect(try run("run format in/file.json; echo $?").output == "in/file.json\n0\n")
  }

  // MARK: - Files that inputs name

  private static let outside =
    "'../out/x.ndjson' is outside the folder of the stream file; allow its folder with "
    + "'--allow-path DIR', or bind the file with '--input log=PATH'"

  private func writeInput() throws {
    try folder.write(
      #"""
      {"input": "log", "time": "$0.t", "path": "../out/x.ndjson",
       "operators": [{"groupBy": {"key": "$0.k", "operators": [{"count": {}}]}}]}
      """#, to: "in/a.json")
  }

  @Test func `a path that leads outside is a warning of validate`() throws {
    try writeInput()
    let outcome = try run(
      "run validate in/a.json; echo $?; run validate in/a.json --strict >all; echo $?")
    #expect(outcome.output.hasPrefix("in/a.json:1:42: warning: \(Self.outside)"), "\(outcome)")
    #expect(outcome.output.hasSuffix("0\n65\n"), "\(outcome)")
    let allowed = "run validate in/a.json --strict --allow-path out; echo $?"
    #expect(try run(allowed).output.hasSuffix("65\n"), "there is no such file")
    try folder.write(#"{"t": 1, "k": "a"}"# + "\n", to: "out/x.ndjson")
    #expect(try run(allowed).output.hasSuffix("\n0\n"))
  }

  @Test func `a path that leads outside prevents splitting and exporting`() throws {
    try writeInput()
    let error = "in/a.json:1:42: error: \(Self.outside) [unreadable-file]"
    for line in [
      "partition in/a.json", "partition in/a.json --json", "export in/a.json --target spark -o job",
    ] {
      let outcome = try run("run \(line); echo $?; ls")
      #expect(outcome.output == "65\nin\nout\n", "\(line): \(outcome)")
      #expect(outcome.errors.hasPrefix(error), "\(outcome)")
    }
    #expect(
      try run(
        "run partition in/a.json --allow-path out; echo {} | run partition in/a.json --split log | head -c 1"
      )
      .output.hasPrefix("log  by $0.k\n"))
    let job = try run(
      "run export in/a.json --target spark -o job --allow-path out; cat job/document/manifest.json")
    let path = try run("cd out; pwd -P").output.dropLast()
    #expect(
      job.output
        == #"{"document":"a.json","parameters":[],"version":1,"allowed":["\#(path)"]}"# + "\n",
      "\(job)")
  }

  @Test(arguments: ["/etc/passwd", "data/../../x", "link/x"])
  func `no form of a path that leads outside is exported`(path: String) throws {
    try folder.write(
      #"""
      {"input": "log", "time": "$0.t", "path": "\#(path)",
       "operators": [{"groupBy": {"key": "$0.k", "operators": [{"count": {}}]}}]}
      """#, to: "in/a.json")
    let outcome = try run(
      "touch out/x; ln -s ../out in/link; run export in/a.json --target spark -o job; echo $?")
    #expect(outcome.output == "65\n", "\(outcome)")
    #expect(outcome.errors.contains("'--allow-path DIR'"), "\(outcome)")
  }
}
