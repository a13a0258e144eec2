import Foundation
import TestSupport
import Testing

/// Inputs that name their files themselves.
@Suite struct InputPathTests {
  /// A folder `rules` with a stream file, next to a folder `other` with a file that it must not
  /// read.
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["rules/logs/inner", "other"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
    }
    for (name, text) in [
      ("rules/a.ndjson", "1\n"), ("rules/logs/b.ndjson", "3\n"), ("rules/logs/a.csv", "n\n2\n"),
      ("rules/logs/.hidden.ndjson", "9\n"), ("rules/logs/inner/c.ndjson", "4\n"),
      ("other/secret.ndjson", "\"secret\"\n"),
    ] { try folder.write(text, to: name) }
  }

  /// Plays a model with a path, from the parent folder.
  private func play(_ path: String, _ options: String = "") throws -> Outcome {
    try folder.write(#"{"input": "a", "path": \#(path)}"#, to: "rules/play.json")
    return try Command.shell(
      "cd '\(folder.path)' && \"$0\" rules/play.json \(options) --format values </dev/null")
  }

  @Test(arguments: [
    (#""a.ndjson""#, "1\n"), (#"["logs/b.ndjson", "./a.ndjson"]"#, "3\n1\n"),
    (#""logs""#, "{\"n\":2}\n3\n"), (#""logs/*""#, "{\"n\":2}\n3\n"),
    (#""**/*.ndjson""#, "1\n3\n4\n"), (#""logs/[b-c].nd?son""#, "3\n"),
    (#""*/inner/*""#, "4\n"), (#""logs/../a.ndjson""#, "1\n"),
    (#""../rules/a.ndjson""#, "1\n"),
  ])
  func `paths are relative to the folder of the stream file`(path: String, output: String) throws {
    #expect(try play(path) == Outcome(output: output, errors: "", code: 0))
  }

  @Test func `an option replaces the path`() throws {
    let outcome = try play(#""../nothing""#, "--input a=other/secret.ndjson")
    #expect(outcome == Outcome(output: "\"secret\"\n", errors: "", code: 0))
  }

  @Test func `another folder is read only if it is allowed`() throws {
    let refused = try play(#""../other/*""#)
    #expect(refused.code == 65 && refused.output == "")
    #expect(
      refused.errors.hasPrefix(
        "rules/play.json:1:24: error: '../other/*' is outside the folder of the stream file; "
          + "allow its folder with '--allow-path DIR', or bind the file with '--input a=PATH' "
          + "[unreadable-file]\n"))
    #expect(try play(#""../other/*""#, "--allow-path other").output == "\"secret\"\n")
    #expect(
      try play(#""\#(folder.path)/other/secret.ndjson""#, "--allow-path other").output
        == "\"secret\"\n")
  }

  @Test func `the path of an imported file is relative to that file`() throws {
    try folder.write(#"{"input": "a", "path": "secret.ndjson"}"#, to: "other/inner.json")
    try folder.write(#"{"from": "../other/inner.json"}"#, to: "rules/outer.json")
    let outcome = try Command.shell("cd '\(folder.path)' && \"$0\" rules/outer.json -f values")
    #expect(outcome == Outcome(output: "\"secret\"\n", errors: "", code: 0))
  }

  @Test func `an output does not overwrite a file that an input names`() throws {
    for (path, option) in [
      ("\"a.ndjson\"", "-o rules/a.ndjson"), ("\"logs/*\"", "-o rules/logs/b.ndjson"),
    ] {
      let outcome = try play(path, option)
      #expect(outcome.code == 64 && outcome.errors.contains("would overwrite"))
    }
    // A new output is not read.
    #expect(try play("\"logs/*\"", "-o rules/logs/c.ndjson").code == 0)
    #expect(try folder.read("rules/logs/c.ndjson") == "{\"n\":2}\n3\n")
  }

  @Test func `tests do not read the path`() throws {
    try folder.write(
      #"{"input": "a", "path": "a.ndjson", "expect": "(1|)"}"#, to: "rules/test.json")
    let outcome = try Command.shell("cd '\(folder.path)' && \"$0\" test rules/test.json")
    #expect(outcome.code == 65)
    #expect(outcome.output.contains("is not bound to a file, and its 'path' is not read here"))
  }

  /// No path leads to a file outside, to a device, or to an endless wait.
  @Test func `a stranger's path reads nothing else`() throws {
    let links = [
      "link": "../other/secret.ndjson", "loop": "loop", "one": "two", "two": "one",
      "out": "../other", "up": "..", "zero": "/dev/zero", "input": "/proc/self/fd/0",
      "root": "/", "far": "../../../../../../../../etc/passwd", "logs/back": "../../other",
    ]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/rules/\(name)", withDestinationPath: target)
    }
    _ = try Command.shell("mkfifo '\(folder.path)/rules/pipe'")
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    let parts =
      Array(links.keys.sorted()) + [
        "..", "..", ".", "", "~", "*", "**", "?", "[a-z]*", "other", "secret.ndjson", "pipe",
        "logs",
        "etc", "passwd", "proc", "self", "fd", "0", "dev", "stdin", "\\u0000", "..\\\\..", "%2e%2e",
        "\\u002e.", String(repeating: "x", count: 300), "secret*", "é", " ", "back", "{a,b}",
      ]
    for round in 0..<60 {
      var path = random.oneIn(4) ? "/" : ""
      path += (0...random.below(5)).map { _ in parts[random.below(parts.count)] }
        .joined(separator: "/")
      let outcome = try play("\"\(path)\"", "--limit 5")
      let isRefused = outcome.code == 65 && outcome.output == ""
      let isOwn = outcome.code == 0 || outcome.code == 2
      if !(isRefused || isOwn) || outcome.output.contains("secret")
        || outcome.output.contains("root:")
      {
        Issue.record("seed \(seed), round \(round): \(path): \(outcome)")
      }
    }
  }
}
