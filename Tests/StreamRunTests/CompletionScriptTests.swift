import Foundation
import Testing

@Suite struct CompletionScriptTests {
  @Test(arguments: ["bash", "zsh", "fish"])
  func `a script can be read by its shell`(shell: String) throws {
    let folder = try TemporaryFolder()
    let script = try Command.run("completions", shell)
    #expect(script.code == 0 && script.errors == "")
    try folder.write(script.output, to: "script")
    // If a shell is not installed, there is nothing to test.
    #expect(
      try Command.shell(
        "command -v \(shell) >/dev/null || exit 0; \(shell) -n '\(folder.path)/script'")
        == Outcome(output: "", errors: "", code: 0))
    for word in ["play", "completions", "help", "until", "limit", "format", "color", "version"] {
      #expect(script.output.contains(word))
    }
  }

  @Test(arguments: [
    (
      ["stream-run", ""],
      "play test validate diagram watch graph why why-not debug state diff sweep record shrink new format edit emit-swift partition "
        + "export eval explain schema completions lsp help one.json "
        + "two words.json inner"
    ),
    (["stream-run", "pl"], "play"),
    (["stream-run", "test", ""], "one.json two words.json inner page.md"),
    (["stream-run", "test", "one.json", "--format", ""], "text json junit tap"),
    (["stream-run", "test", "--cov"], "--coverage --coverage-file"),
    (["stream-run", "test", "--coverage-file", "th"], "three.txt"),
    (["stream-run", "o"], "one.json"),
    (["stream-run", "play", ""], "one.json two words.json inner"),
    (["stream-run", "play", "inner/"], "inner/deep.json"),
    (
      ["stream-run", "--"],
      "--realtime --speed --catch-up --stream --set --until --limit --format --raw --sequence --time --input --follow --input-format "
        + "--allow-path --on-bad-record --max-bad --origin --input-end --shard --max-memory --summary --big-numbers "
        + "--output --tee --trace --outputs --append --checkpoint --checkpoint-keep --checkpoint-every --resume --resume-changed --dry-run --resume-after --missed --warm-up --warm-up-until --color --help --version"
    ),
    (["stream-run", "one.json", "--fo"], "--follow --format"),
    (["stream-run", "diagram", ""], "one.json two words.json inner"),
    (["stream-run", "diagram", "--color", ""], "auto always never"),
    (["stream-run", "graph", "--format", ""], "svg dot mermaid"),
    (["stream-run", "why-not", "--format", ""], "text json"),
    (["stream-run", "--format", ""], "text json marbles values csv"),
    (["stream-run", "-f", "m"], "marbles"),
    (["stream-run", "--format", "="], "text json marbles values csv"),
    (["stream-run", "--format", "=", "j"], "json"),
    (["stream-run", "--color", "a"], "auto always"),
    (["stream-run", "--time", ""], "utc local seconds"),
    (["stream-run", "--until", ""], ""),
    (["stream-run", "--input", "tr"], ""),
    (["stream-run", "--input", "trades", "="], "one.json two words.json three.txt page.md inner"),
    (["stream-run", "--input", "trades", "=", "th"], "three.txt"),
    (["stream-run", "--output", "th"], "three.txt"),
    (["stream-run", "-o", "inner/d"], "inner/deep.json"),
    (["stream-run", "--on-bad-record", ""], "fail skip dead-letter="),
    (["stream-run", "--on-bad-record", "dead-letter", "=", "th"], "three.txt"),
    (["stream-run", "-i", "a", "=", "x", "--input-format", "t"], "text tsv"),
    (["stream-run", "eval", ""], ""),
    (["stream-run", "list", ""], "operators functions sources codes"),
    (["stream-run", "explain", "del"], "delay"),
    (["stream-run", "explain", "-k", ""], "operator function source code"),
    (["stream-run", "explain", "-f", "json", "cel."], "cel.bind"),
    (["stream-run", "list", "--format", ""], "text json markdown"),
    (["stream-run", "list", "-f", "m"], "markdown"),
    (["stream-run", "play", "-f", "m"], "marbles"),
    (["stream-run", "list", "--"], "--format --help --version"),
    (
      ["stream-run", "explain", "unknown-"],
      "unknown-key unknown-operator unknown-stream unknown-name"
    ),
    (["stream-run", "eval", "--"], "--let --raw --help --version"),
    (["stream-run", "completions", ""], "bash zsh fish"),
    (["stream-run", "completions", "-"], "--help --version"),
    (["stream-run", "help", "c"], "completions checkpoints"),
  ])
  func `bash completes commands, options, values and files`(
    words: [String], expected: String
  ) throws {
    let folder = try TemporaryFolder()
    for name in ["one.json", "two words.json", "three.txt", "page.md"] {
      try folder.write("", to: name)
    }
    try FileManager.default.createDirectory(
      atPath: folder.path + "/inner", withIntermediateDirectories: true)
    try folder.write("", to: "inner/deep.json")
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let outcome = try Command.shell(
      """
      cd '\(folder.path)' && source <("$0" completions bash)
      COMP_WORDS=(\(list)) COMP_CWORD=\(words.count - 1)
      _stream_run
      ((${#COMPREPLY[@]})) && printf '%s\\n' "${COMPREPLY[@]}"
      complete -p stream-run >&2
      """)
    #expect(outcome.errors == "complete -F _stream_run stream-run\n")
    let found = outcome.lines.filter { $0.hasSuffix("json") || $0 == "inner" }
    let words = outcome.lines.filter { !found.contains($0) || $0 == "json" }
    #expect(
      (words + found.filter { $0 != "json" }.sorted()).sorted()
        == expected.replacingOccurrences(of: "two words", with: "two_words").split(separator: " ")
        .map { $0.replacingOccurrences(of: "two_words", with: "two words") }.sorted())
  }
}
