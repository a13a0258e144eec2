import Foundation
import Testing

/// Inputs that are compressed with gzip.
@Suite struct PackedInputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(#"{"input": "a"}"#, to: "play.json")
    try folder.write(#"{"input": "a", "path": "a.csv.gz"}"#, to: "named.json")
    try folder.write((0..<60_000).map { "\($0)\n" }.joined(), to: "long.ndjson")
    _ = try Command.shell(
      "cd '\(folder.path)' && gzip -c long.ndjson >long.gz && printf 'n\\n1\\n' | gzip >a.csv.gz")
  }

  private func run(_ line: String) throws -> Outcome {
    try Command.shell("cd '\(folder.path)'; run() { \"$0\" \"$@\"; }; \(line)")
  }

  @Test func `compressed files and pipes are read as their contents`() throws {
    let plain = try run("run play.json -i a=long.ndjson -f values")
    #expect(plain.lines.count == 60_000)
    for line in [
      "run play.json -i a=long.gz -f values", "run play.json -i a=- -f values <long.gz",
      "cat long.gz | run play.json -i a=- -f values",
      "cat long.gz | run play.json -i a=- -f values --realtime --on-bad-record fail",
      "run play.json -i a=long.gz -f values --realtime --on-bad-record fail",
      "cat long.gz | run play.json -i a=/dev/stdin -f values",
    ] {
      let outcome = try run(line)
      #expect(outcome == plain, "\(line)")
    }
    #expect(try run("run play.json -i a=a.csv.gz -f values").output == "{\"n\":1}\n")
    #expect(try run("run named.json -f values").output == "{\"n\":1}\n")
  }

  @Test func `a truncated compressed file is a failure after its records`() throws {
    let outcome = try run(
      "head -c 50000 long.gz >cut.gz; run play.json -i a=cut.gz -f values")
    #expect(outcome.lines.count > 1_000 && outcome.lines.first == "0")
    #expect(outcome.errors.hasSuffix("cannot read 'cut.gz': gzip: unexpected end of file\n"))
    #expect(outcome.code == 74)
    let damaged = try run("(printf '\\037\\213'; echo nonsense) | run play.json -i a=- -f values")
    #expect(damaged.errors.contains("cannot read '<stdin>': gzip: ") && damaged.code == 74)
  }

  @Test func `a missing program is reported`() throws {
    let outcome = try run("PATH=/nowhere; run play.json -i a=long.gz -f values")
    #expect(
      outcome.errors.hasSuffix(
        "cannot read 'long.gz': it is packed with gzip, but the program 'gzip' cannot be run: not "
          + "found in PATH\n"))
  }

  @Test func `double compression is reported`() throws {
    let outcome = try run("gzip -c long.gz | run play.json -i a=- -f values")
    #expect(
      outcome.errors.hasSuffix(
        "cannot read '<stdin>': it is packed with gzip twice; unpack it once first\n"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/cwd")))
  func `an early end leaves no process behind`() throws {
    // Other tests decompress in other folders. Endless zeros are a line that is too long. Values
    // that are not needed are not decompressed.
    let outcome = try run(
      """
      yes 1 | head -c 5000000 | gzip -1 >ones.gz
      run play.json -i a=ones.gz -f values --limit 2
      run play.json -i a=ones.gz -f values | head -1
      (cat ones.gz; sleep 4) | timeout -s INT 3 "$0" play.json -i a=- -f values -n 3
      sleep 0.5
      for process in /proc/[0-9]*; do
        [ "$(readlink $process/cwd)" != "$(pwd -P)" ] || cat $process/comm >>left
      done 2>/dev/null
      grep -c gzip left >&2
      """)
    #expect(outcome.lines.prefix(3) == ["1", "1", "1"])
    #expect(outcome.errors.hasSuffix("\n0\n"))
  }
}
