import Testing

/// `stream-run watch`, driven from a shell. Each step waits, for a limited time, until its effect
/// is visible.
struct WatchCommandTests {
  /// Runs a script during `watch`. `shows TEXT` waits for TEXT in the output since the last
  /// check, and `says TEXT` waits for TEXT on standard error.
  private func watch(_ options: String, _ files: [String: String], _ script: String) throws
    -> Outcome
  {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    return try Command.shell(
      """
      cd '\(folder.path)'
      ended() { ! kill -0 $p 2>/dev/null; }
      await() {  # FILE TEXT
        for i in $(seq 600); do
          tail -n +$((1 + $(cat $1.seen))) $1 | grep -qF -- "$2" && {
            wc -l <$1 >$1.seen; return; }
          sleep 0.02; ended && break
        done; echo "missing in $1: $2"; cat out err
        kill -KILL $(pgrep -P $p); exit 1
      }
      shows() { await out "$1"; }; says() { await err "$1"; }
      echo 0 >out.seen; echo 0 >err.seen
      timeout 60 "$0" watch \(options) >out 2>err & p=$!
      \(script)
      kill -INT $(pgrep -P $p); wait $p; echo $?
      """)
  }

  private let done = Outcome(output: "130\n", errors: "", code: 0)

  @Test func `saving plays the file again, and lists the changes`() throws {
    let outcome = try watch(
      "a.json", ["a.json": #"{"marbles": "1-2|"}"#],
      """
      shows 'marbles 1-2|  1'
      echo '{"marbles": "1-3-4|"}' >a.json; shows '1 event came, 1 changed; 1 is the same'
      grep -qF '  ~ at 2 s: 2 became 3' out || echo no list
      echo '{"marbles": "--1-3-4|"}' >a.json; shows 'all 3 events moved, 2 s later'
      echo ' {"marbles": "--1-3-4|"}' >a.json; shows 'all 3 events are the same'
      """)
    #expect(outcome == done)
  }

  @Test func `a file that is replaced, broken, removed or linked is played again`() throws {
    let outcome = try watch(
      "a.json", ["a.json": #"{"marbles": "1|"}"#],
      """
      shows 'marbles 1|'
      echo '{"marbles": "2|"}' >b; mv b a.json; shows 'marbles 2|'
      echo '{"marbles": "2|"' >a.json; says 'ends within an object'
      echo '{"marbles": "3|"}' >a.json; shows '~ at 0 s: 2 became 3'
      rm a.json; says "cannot read 'a.json'"
      echo '{"marbles": "4|"}' >a.json; shows '~ at 0 s: 3 became 4'
      mkdir x y; echo '{"marbles": "5|"}' >x/f; echo '{"marbles": "6|"}' >y/f
      ln -s x l; ln -sf l/f a.json; shows '~ at 0 s: 4 became 5'
      ln -sfn y l; shows '~ at 0 s: 5 became 6'
      echo '{"marbles": "7|"}' >y/f; shows '~ at 0 s: 6 became 7'
      mv y z; says "cannot read 'a.json'"
      mv x y; shows '~ at 0 s: 7 became 5'
      """)
    #expect(outcome == done)
  }

  @Test func `files that a file names count, even those that cannot be read yet`() throws {
    let outcome = try watch(
      "a.json --input late=in/late.ndjson",
      [
        "a.json":
          #"{"merge": ["./b.json", {"input": "log", "path": "log.ndjson"}, "x"], "definitions": {"x": {"input": "late"}}}"#
      ],
      """
      says "cannot read 'b.json'"
      echo '{"marbles": "1|"}' >b.json; says "log.ndjson"
      echo 5 >log.ndjson; says "in/late.ndjson"
      mkdir in; echo 6 >in/late.ndjson; shows 'b.json › marbles 1|'
      echo 7 >>log.ndjson; shows '+ at 0 s: 7'
      grep -qF 'after a change of log.ndjson' out || echo no cause
      echo '{"marbles": "2|"}' >b.json; shows '~ at 0 s: 1 became 2'
      echo '{"marbles": "|", "operators": [{"filtr": {}}]}' >b.json; says "did you mean 'filter'?"
      echo '{"marbles": "3|"}' >b.json; shows '~ at 0 s: 2 became 3'
      echo 8 >in/late.ndjson; shows '~ at 0 s: 6 became 8'
      """)
    #expect(outcome == done)
  }

  @Test func `a folder of records is an input`() throws {
    let outcome = try watch(
      "a.json --input log=logs --format text",
      ["a.json": #"{"input": "log"}"#],
      """
      says logs
      mkdir logs; echo 1 >logs/a.ndjson; shows '| finished'
      echo 2 >logs/b.ndjson; shows '+ at 0 s: 2'
      echo 3 >>logs/b.ndjson; shows '+ at 0 s: 3'
      rm logs/a.ndjson; shows '- at 0 s: 1'
      """)
    #expect(outcome == done)
  }

  @Test func `tests are played again, and those with different results are listed`() throws {
    let test =
      #"{"input": "a", "tests": [{"name": "one", "inputs": {"a": "./in.ndjson"}, "expect": "(1|)"}]}"#
    let outcome = try watch(
      "--test a.json", ["a.json": test, "in.ndjson": "1\n"],
      """
      shows '1 test in 1 file: 1 passed'
      echo 2 >in.ndjson; shows "now failed: 'one'"
      echo 1 >in.ndjson; shows "now passed: 'one'"
      """)
    #expect(outcome == done)
  }

  @Test func `of several files, only the changed ones are played`() throws {
    let outcome = try watch(
      "a.json b.json --format marbles",
      [
        "a.json": #"{"marbles": "1|"}"#, "b.json": #"{"from": "./c.json"}"#,
        "c.json": #"{"marbles": "2|"}"#,
      ],
      """
      shows '== b.json'
      echo '{"marbles": "3|"}' >c.json; shows '~ at 0 s: 2 became 3'
      echo '{"marbles": "4|"}' >a.json; shows '~ at 0 s: 1 became 4'
      grep -c '^== ' out
      """)
    #expect(outcome == Outcome(output: "4\n130\n", errors: "", code: 0))
  }

  @Test func `an endless stream is shown up to its limits`() throws {
    let document =
      #"{"marbles": "1-", "operators": [{"repeat": {}}, {"merge": {"streams": [{"marbles": "-"}]}}], "definitions": {}}"#
    let outcome = try watch(
      "a.json --until 3 --format text",
      ["a.json": #"{"marbles": "1-|", "operators": [{"repeat": {}}]}"#],
      """
      shows '2  1'
      echo '\(document)' >a.json; shows 'went'
      """)
    #expect(outcome == done)
  }

  @Test func `watching ends when the output has no reader any more`() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"marbles": "1|"}"#, to: "a.json")
    let outcome = try Command.shell(
      "cd '\(folder.path)'; { timeout 60 \"$0\" watch a.json; echo $? >code; } | head -1; cat code")
    #expect(outcome == Outcome(output: "== a.json\n0\n", errors: "", code: 0))
  }

  @Test(arguments: [
    ("-", "standard input cannot be watched; name a file, which can be read again"),
    (
      "a.json --input a=-", "standard input cannot be watched; name a file, which can be read again"
    ),
    ("a.json --filter x", "'--filter' needs '--test'; add it"),
    ("a.json --test --format text", "'--test' and '--format' cannot be combined; use one of them"),
  ])
  func `options that cannot be combined are rejected`(arguments: String, message: String) throws {
    let outcome = try Command.shell("\"$0\" watch \(arguments)")
    #expect(outcome.code == 64)
    #expect(outcome.errors.hasPrefix("stream-run: \(message)\n"))
  }
}
