import TestSupport
import Testing

/// `--checkpoint` and `--resume`: a run that is killed continues as if it had never stopped.
@Suite struct CheckpointTests {
  let folder: TemporaryFolder

  /// A rule with keys, timers and sums.
  static let rule = #"""
    {"input": "a", "time": "$0.t", "operators": [{"groupBy": {"key": "$0.k", "operators": \#
    [{"debounce": {"seconds": 2}}, {"scan": {"initialValue": 0, "expression": "$0 + $1.v"}}]}}], \#
    "outputs": {"keys": {"from": "all", "path": "{$0.k}.csv"}}, \#
    "definitions": {"all": {"input": "a", "time": "$0.t", "operators": [{"delay": {"seconds": 1}}]}}}
    """#

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.rule, to: "rule.json")
    try folder.write(#"{"input": "a", "operators": [{"delay": {"seconds": 3}}]}"#, to: "wait.json")
  }

  func shell(_ line: String) throws -> Outcome {
    try Command.shell("cd '\(folder.path)'; \(line)")
  }

  func writeLog(_ count: Int) throws {
    var random = SplitMix64(seed: 8)
    var time = 0.0
    var lines = ""
    for value in 0..<count {
      time += [0, 0.25, 0.5, 3][random.below(4)]
      lines += #"{"t": \#(time), "k": "k\#(random.below(7))", "v": \#(value)}"# + "\n"
    }
    try folder.write(lines, to: "log")
  }

  /// `STREAMS_KILLS` is the number of runs, each of which is killed up to four times;
  /// `STREAMS_RANDOM_SEED` is their seed.
  @Test func `outputs of a run that is killed are those of one that is not`() throws {
    let (cases, seed) = (RandomCampaign.kills ?? 2, RandomCampaign.seed ?? 1)
    var random = SplitMix64(seed: seed)
    try writeLog(6000)
    let options = "rule.json -i a=log -f csv"
    let whole = try shell(#""$0" \#(options) -o whole --outputs whole.d --tee all=whole.t"#)
    #expect(whole == Outcome(output: "", errors: "", code: 0))
    for number in 0..<cases {
      let delay = Double(10 + random.below(100)) / 1000
      let outcome = try shell(
        """
        rm -rf cp part part.d part.t
        run() { "$@" "$0" \(options) -o part --outputs part.d --tee all=part.t --checkpoint cp \
        --checkpoint-every 200records --resume 2>err; }
        for i in 1 2 3 4; do run timeout -s KILL \(delay); done
        run timeout 60; echo $?; cmp whole part && cmp whole.t part.t && diff -r whole.d part.d
        """)
      #expect(outcome.output == "0\n" && outcome.code == 0, "seed \(seed), run \(number)")
    }
  }

  @Test(arguments: [("INT", 130), ("TERM", 143)])
  func `a signal saves what waits, and a later run delivers it`(signal: String, code: Int32) throws
  {
    let outcome = try shell(
      """
      mkfifo in; touch out; (exec 3>in; echo 1 >&3; exec sleep 60) & w=$!
      env --default-signal=INT "$0" wait.json -i a=- -f values -o out --checkpoint cp \
      --checkpoint-every 100ms <in & p=$!
      for i in $(seq 200); do grep -q '"playback"' cp 2>/dev/null && break; sleep 0.05; done
      kill -\(signal) $p; wait $p; echo $?; cat out; kill -KILL $w
      echo 2 | "$0" wait.json -i a=- -f values -o out --checkpoint cp --resume; echo $?; cat out
      """)
    #expect(outcome.output == "\(code)\n0\n1\n2\n")
    #expect(
      outcome.errors.contains(
        """
        stream-run: the run continues where 'cp' was saved
        stream-run: input 'a' continues with the next record; records that were sent before are \
        missing, unless their sender repeats them

        """))
  }

  /// From the second block on, a thread reads the pipe ahead.
  @Test func `a long pipe is read on after each save`() throws {
    try writeLog(6000)
    let outcome = try shell(
      """
      "$0" rule.json -i a=log -o whole
      for i in 1 2 3 4 5 6; do sed -n "$((i * 1000 - 999)),$((i * 1000))p" log; sleep 0.05; done |
        timeout 60 "$0" rule.json -i a=- -o part --checkpoint cp --checkpoint-every 5ms
      echo $?; cmp whole part
      """)
    #expect(outcome == Outcome(output: "0\n", errors: "", code: 0))
  }

  @Test func `a timer of a live run survives a kill`() throws {
    try folder.write(
      #"""
      {"input": "a", "time": "$0.t", "origin": "epoch", "operators": [{"debounce": {"seconds": 2}}]}
      """#, to: "pager.json")
    let outcome = try shell(
      """
      now=$(date +%s); echo "{\\"t\\": $now}" >log
      run="pager.json -i a=log --follow -r -f values -o out --checkpoint cp --resume"
      run="$run --checkpoint-every 100ms --on-bad-record fail"; "$0" $run 2>>err & p=$!
      for i in $(seq 200); do grep -q '"count":1' cp 2>/dev/null && break; sleep 0.05; done
      kill -KILL $p; mv log log.1; echo "{\\"t\\": $((now + 3))}" >log; sleep 1
      timeout -s TERM 5 "$0" $run 2>>err; sed "s/$now/0/; s/$((now + 3))/3/" out
      """)
    #expect(outcome.output == "{\"t\":0}\n{\"t\":3}\n")
  }

  @Test func `a log that was rotated several times meanwhile is read to its end`() throws {
    try folder.write(#"{"input": "a"}"#, to: "all.json")
    let outcome = try shell(
      """
      await() { for i in $(seq 200); do [ "$(wc -l <out)" -ge $1 ] && return; sleep 0.05; done; }
      run="all.json -i a=log --follow -f values -o out --checkpoint cp --resume"; touch out
      echo 1 >log.3; echo 2 >log; "$0" $run 2>/dev/null & p=$!; await 1; kill -TERM $p; wait $p
      echo 3 >>log; mv log log.2; echo 4 >log.1; echo other >log.old; echo 5 >log
      "$0" $run 2>err & p=$!; await 4; echo 6 >>log; await 5; kill -TERM $p; wait $p; cat out
      mv log.1 log.3; mv log log.2; echo 7 | gzip >log.1.gz; echo 8 >log
      "$0" $run 2>err & p=$!; await 6; kill -TERM $p; wait $p; tail -n +6 out; tail -1 err
      """)
    #expect(
      outcome.output == """
        2
        3
        4
        5
        6
        8
        stream-run: input 'a': the records in 'log.1.gz' are missing, because a packed file cannot be \
        followed

        """)
  }

  @Test func `numbers of lines continue, so that a pipe is read once`() throws {
    try writeLog(300)
    let run = #""$0" rule.json -i a=log --sequence"#
    let outcome = try shell(
      """
      \(run) | cat >whole; \(run) --checkpoint cp --until 50 | cat >first
      \(run) --checkpoint cp --resume --until 90 | cat >lost
      \(run) --checkpoint cp --resume | cat >rest
      cat first lost rest | cmp - whole && grep -c '^{"sequence":' whole
      """)
    #expect(outcome.code == 0 && outcome.output != "0\n", "\(outcome.errors)")
  }

  @Test func `what a live run has missed is dropped if that is requested`() throws {
    let document =
      #"{"marbles": "a-b-----c--|", "frame": 0.5, "operators": [{"debounce": {"seconds": 0.7}}]}"#
    try folder.write(document, to: "live.json")
    let outcome = try shell(
      """
      timeout -s INT 1.4 "$0" live.json -r --checkpoint cp; sleep 1
      "$0" live.json -r --checkpoint cp --resume --missed drop -f values
      """)
    #expect(outcome.output.hasSuffix("\"c\"\n") && !outcome.output.contains("\"b\""))
    #expect(
      outcome.errors.contains("1 value was dropped because it came due while no process played"))
  }

  @Test func `a run begins with the state that a log leaves, and its outputs with later events`()
    throws
  {
    try writeLog(400)
    let options = "rule.json -f csv"
    let outcome = try shell(
      """
      head -n 150 log >log.1; tail -n +151 log >log.2
      run() { o=$1; shift; "$0" \(options) -o $o --outputs $o.d --tee all=$o.t "$@"; }
      run whole -i a=log; run past -i a=log.1 --checkpoint cp --until 9999
      run cold -i a=log.2; run warm -i a=log.2 --warm-up a=log.1
      run same -i a=log --warm-up a=log.1; cmp warm same
      n=$(($(wc -l <warm) - 1)); tail -n $n warm >w; tail -n $n whole | cmp - w && ! cmp -s warm cold
      n=$(($(wc -l <warm.t) - 1)); tail -n $n warm.t >w; tail -n $n whole.t | cmp - w && ls warm.d
      """)
    #expect(outcome.code == 0 && outcome.lines.count == 7, "\(outcome)")
    #expect(outcome.errors.hasPrefix("stream-run: the past of the inputs ended at "))
  }

  @Test func `a line that a writer has not ended is left to the run that follows the file`() throws
  {
    try writeLog(100)
    let outcome = try shell(
      """
      "$0" rule.json -i a=log -f values -o whole; head -c 1234 log >grow
      (sleep 0.5; tail -c +1235 log >>grow; sleep 1.5; kill -INT $(cat pid)) &
      sh -c 'echo $$ >pid; exec "$0" rule.json -f values -i a=grow --follow --warm-up a=grow' "$0" >rest
      [ -s rest ] && tail -n $(wc -l <rest) whole | cmp - rest && echo same
      """)
    #expect(outcome.output == "same\n", "\(outcome)")
    #expect(outcome.errors.hasPrefix("stream-run: the past of the inputs ended at "))
  }

  @Test func `a warm start under a running writer plays each record once`() throws {
    try folder.write(
      #"""
      {"input": "a", "time": "$0", "operators": [{"scan": {"initialValue": 0, "expression": "$0 + 1"}}]}
      """#, to: "count.json")
    let outcome = try shell(
      """
      write() { for i in $(seq 40); do seq $((i * 100 + 1)) $((i * 100 + 100)) >>log; sleep 0.01; done; }
      seq 100 >log; write & touch out
      "$0" count.json -i a=log --follow -f values -o out --warm-up a=log 2>/dev/null & p=$!
      for i in $(seq 400); do [ "$(tail -n 1 out)" = 4100 ] && break; sleep 0.05; done
      kill -TERM $p; wait $p; seq "$(head -n 1 out)" 4100 | cmp - out && echo "once"
      [ "$(head -n 1 out)" -gt 100 ] && echo "after the past"
      """)
    #expect(outcome.output == "once\nafter the past\n")
  }

  @Test func `records that the sender of a pipe repeats are skipped`() throws {
    try writeLog(200)
    let run = #""$0" rule.json -i a=- -f json --checkpoint cp --resume-after '$0.v'"#
    let outcome = try shell(
      """
      "$0" rule.json -i a=log -f json >whole; (head -n 120 log; sleep 1) | \(run) --until 50 >first
      tail -n +30 log | \(run) --resume >rest; cat first rest | cmp - whole && echo same
      """)
    #expect(outcome.output == "same\n", "\(outcome)")
    #expect(outcome.errors.contains("those that its sender repeats are skipped"))
    #expect(outcome.errors.contains("records that had been read before"))
  }

  @Test func `a checkpoint comes before a warm start, and a past that fails begins nothing`() throws
  {
    try writeLog(100)
    let run = #""$0" rule.json -i a=log -o out --warm-up a=old --checkpoint cp --resume"#
    let outcome = try shell(
      """
      echo kept >out; echo '{"t": "x"}' >old; \(run); echo $? $(cat out)
      "$0" rule.json -i a=log --warm-up a=none; echo $?; "$0" rule.json -i a=log --warm-up a=.; echo $?
      head -n 40 log >old; \(run) --until 60; rm old; \(run) 2>&1 | tail -n 1
      """)
    #expect(
      outcome.lines == [
        "2 kept", "66", "66", "stream-run: the run continues where 'cp' was saved",
      ],
      "\(outcome)")
    #expect(outcome.errors.contains("the stream failed at 0 s, in the past of '--warm-up': "))
    #expect(outcome.errors.contains("cannot read 'none': No such file or directory"))
    #expect(outcome.errors.contains("the log '.' is not a file; name each file of the past"))
  }

  @Test func `a run that has ended does not continue`() throws {
    try writeLog(100)
    let run = #""$0" rule.json -i a=log -o out --checkpoint cp --resume"#
    let outcome = try shell("\(run) && cp out whole && \(run) && cmp out whole")
    #expect(
      outcome.errors == """
        stream-run: the checkpoint 'cp' does not exist yet; the run begins
        stream-run: the run that 'cp' saved has ended; there is nothing to continue

        """)
    #expect(outcome.code == 0)
  }

  @Test(arguments: [
    ("--resume", "'--resume' needs a file"),
    ("--checkpoint-every 10s", "'--checkpoint-every' needs '--checkpoint'"),
    ("--checkpoint cp --checkpoint-keep 2", "'--checkpoint-keep' needs a folder"),
    ("--checkpoint cp --checkpoint-every 0s", "option '--checkpoint-every' is 0"),
    ("--checkpoint cp -f marbles", "'--checkpoint' and '--format marbles' cannot be combined"),
    ("--checkpoint cp --trace t", "'--checkpoint' and '--trace' cannot be combined"),
    ("--checkpoint cp --resume --missed drop", "'--missed' needs '--realtime', and"),
    ("--checkpoint cp --resume -r --missed nwo", "option '--missed' is 'nwo'; did you mean 'now'?"),
    ("--resume-after '$0.v'", "'--resume-after' needs '--checkpoint' or '--warm-up'"),
    ("--checkpoint cp --resume-after '$0.('", "option '--resume-after' is '$0.('"),
    ("--warm-up-until 3", "'--warm-up-until' needs '--warm-up'"),
    ("--warm-up b=log", "which is not an input that the stream reads; did you mean 'a'?"),
    ("--warm-up a=log --trace t", "'--warm-up' and '--trace' cannot be combined"),
    ("--resume-changed", "'--resume-changed' needs '--resume'"),
    ("--checkpoint cp --dry-run", "'--dry-run' needs '--resume'"),
    ("--sequence -f text", "'--sequence' needs the format json"),
  ])
  func `options that do not fit are refused`(options: String, message: String) throws {
    let outcome = try shell(#""$0" wait.json -i a=log \#(options)"#)
    #expect(outcome.code == 64 && outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `the state of a run is printed, and what has changed`() throws {
    try folder.write(
      #"{"input": "a", "time": "$0", "operators": [{"debounce": {"seconds": 9}}, {"count": {}}]}"#,
      to: "count.json")
    try folder.write("1\n5\n100\n", to: "times")
    let outcome = try shell(
      """
      run() { "$0" count.json -i a=times -o out --checkpoint $1 --until $2 2>/dev/null; }
      run a 3; run b 50; "$0" state a; "$0" state a b; "$0" state b -f json |
      sed 's/,"operators.*/}/; s/13.0/13/'
      """)
    #expect(
      outcome.lines.map { $0.replacing(/[0-9]+ bytes/, with: "… bytes") } == [
        "a: saved at 0 s, after 0 values", "  input 'a': 'times', line 3, byte 4",
        "  output 'out': … bytes", "  the stream itself: 1 timer, next at 4 s, … bytes",
        "  the source at count.json:1:1: 2 stages, … bytes",
        "  debounce at count.json:1:57: 1 timer, next at 9 s, … bytes",
        "  count at count.json:1:84: … bytes", "a: saved at 0 s, after 0 values",
        "b: saved at 13 s, after 0 values",
        "  the stream itself: 1 timer, next at 4 s, … bytes; then 1 timer, next at 99 s, … bytes",
        "  debounce at count.json:1:57: 1 timer, next at 9 s, … bytes; then … bytes",
        "  count at count.json:1:84: … bytes; then … bytes",
        #"{"file":"b","hasEnded":false,"time":13,"valueCount":0,"#
          + #""inputs":[{"name":"a","file":"times","line":4,"byte":8,"record":3}],"#
          + #""outputs":[{"file":"out","bytes":0}]}"#,
      ])
  }
}
