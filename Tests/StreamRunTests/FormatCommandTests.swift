import Foundation
import Testing

struct FormatCommandTests {
  private static let document = #"{"marbles":"1-2|","operators":[{"delay":{"seconds":1}}]}"#
  private static let form = """
    {
      "marbles": "1-2|",
      "operators": [ { "delay": { "seconds": 1 } } ]
    }

    """

  private func run(_ script: String, _ files: [String: String] = ["a.json": document]) throws
    -> Outcome
  {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    return try Command.shell("cd '\(folder.path)'; \(script)")
  }

  @Test func `a file gets its canonical form, and is then left alone`() throws {
    let outcome = try run(
      """
      "$0" format a.json; echo $?; cat a.json
      before=$(stat -c '%i %Y' a.json); "$0" format a.json; echo $?
      [ "$before" = "$(stat -c '%i %Y' a.json)" ] || echo touched
      """)
    #expect(outcome == Outcome(output: "a.json\n0\n\(Self.form)0\n", errors: "", code: 0))
  }

  @Test func `links, permissions and other files survive`() throws {
    let outcome = try run(
      """
      mkdir d; mv a.json d/b.json; ln -s d/b.json a.json; chmod 640 d/b.json
      "$0" format a.json d; stat -c '%A %F' d/b.json; readlink a.json; ls d
      """)
    #expect(
      outcome
        == Outcome(
          output: "a.json\n-rw-r----- regular file\nd/b.json\nb.json\n", errors: "", code: 0))
  }

  @Test func `check and diff write nothing, and patch applies the diff`() throws {
    let outcome = try run(
      """
      cp a.json b.json; "$0" format . --check; echo $?
      cmp a.json b.json && "$0" format a.json --diff >p; echo $?
      "$0" format a.json --diff --check >/dev/null; echo $?; cmp a.json b.json
      patch -s -p0 <p && "$0" format a.json --check; echo $?; cat a.json
      """)
    #expect(
      outcome
        == Outcome(output: "a.json\nb.json\n1\n0\n1\n0\n\(Self.form)", errors: "", code: 0))
  }

  /// Its form has thirty times as many bytes.
  @Test(arguments: [["--check"], []])
  func `a deeply nested file takes at most twelve bytes for each byte`(options: [String]) throws {
    let folder = try TemporaryFolder()
    let part =
      String(repeating: "[", count: 60) + "1" + String(repeating: "]", count: 60)
    let text = "[" + Array(repeating: part, count: 4000).joined(separator: ",") + "]"
    let (outcome, peak) = try Command.measured(
      ["format", folder.write(text, to: "a.json")] + options)
    #expect(outcome.code == (options.isEmpty ? 0 : 1))
    // The command itself takes some 22 MB.
    #expect(peak < 24_000_000 + 12 * text.utf8.count)
  }

  @Test func `standard input goes to standard output`() throws {
    #expect(
      try Command.run("format", "-", input: "\u{FEFF}" + Self.document)
        == Outcome(output: Self.form, errors: "", code: 0))
    #expect(try Command.run("format", "-", "--check", input: Self.document).code == 1)
    let broken = try Command.run("format", "-", input: "{")
    #expect(broken.code == 65 && broken.output == "")
  }

  @Test func `a file with a mistake is left alone, and the others are not`() throws {
    let outcome = try run(
      "\"$0\" format .; echo $?; cat broken.json; ls",
      [
        "a.json": Self.document, "broken.json": "{\"marbles\": }", "c.json": #"{"type":"x"}"#,
        "page.md": "```json\n{\"marbles\":\"1|\"}\n```\n",
      ])
    #expect(
      outcome.output
        == "a.json\n65\n{\"marbles\": }a.json\nbroken.json\nc.json\npage.md\n")
    #expect(outcome.errors.hasPrefix("broken.json:1:13: error: "))
    let page = try run("\"$0\" format page.md", ["page.md": ""])
    #expect(page.code == 0 && page.errors.contains("is a Markdown page"))
  }

  @Test func `a file that cannot be read or written is reported`() throws {
    #expect(try run("\"$0\" format none.json").code == 66)
    #expect(try run("mkdir d; \"$0\" format d").errors == "stream-run: d: nothing to format\n")
    let outcome = try run("mkdir a.json.partial; \"$0\" format a.json; echo $?; cat a.json")
    #expect(outcome.output == "a.json\n74\n" + Self.document)
    #expect(outcome.errors.hasPrefix("stream-run: cannot write 'a.json'"))
  }

  /// Recorded sessions have the form in which the recorder writes them.
  @Test func `the shipped files have their canonical form`() throws {
    let outcome = try Command.shell(
      "\"$0\" format --check Streams/Operators Streams/Rules Streams/Scenarios Streams/[a-r]*.json "
        + "Streams/serial-*.json")
    #expect(outcome == Outcome(output: "", errors: "", code: 0))
  }
}
