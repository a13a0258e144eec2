import TestSupport
import Testing

// MARK: - Files of checkpoints, and of which run they are

extension CheckpointTests {
  @Test func `a checkpoint of another run is refused`() throws {
    try writeLog(600)
    let run = #""$0" rule.json -i a=log -o out --checkpoint cp --checkpoint-every 1records"#
    _ = try shell("\(run) --until 50")
    let changed = try shell(
      #"""
      sed 's/"seconds": 2/"seconds": 9/' rule.json >other.json; "$0" other.json -i a=log --resume=cp
      """#)
    #expect(changed.code == 65)
    #expect(
      changed.errors.hasPrefix(
        "stream-run: the checkpoint 'cp' is of another run: other.json:1 has changed"))
    let option = try shell("\(run) --resume --tee all=tee")
    #expect(option.code == 65)
    #expect(option.errors.contains("it was saved without '--tee all'"))
    let shorter = try shell("echo >out; \(run) --resume")
    #expect(shorter.code == 74)
    #expect(shorter.errors.contains("it has 1 bytes, and had"))
  }

  @Test func `a changed document continues if that is requested`() throws {
    try writeLog(600)
    let run = "-i a=log -f csv -o out --outputs out.d --checkpoint cp"
    _ = try shell(#""$0" rule.json \#(run) --until 50; cp cp before; cp out out.before"#)
    try folder.write(
      Self.rule.replacing(#""seconds": 2"#, with: #""seconds": 9"#).replacing(
        #"{"delay": {"seconds": 1}}"#,
        with:
          #"{"filter": {"expression": "true"}}, {"delay": {"seconds": 1}}, {"removeDuplicates": {}}"#
      ),
      to: "rule.json")
    let dry = try shell(#""$0" rule.json \#(run) --resume --resume-changed --dry-run"#)
    #expect(
      dry.errors.replacing(/rule.json:[0-9:]+/, with: "…") == """
        stream-run: the run continues where 'cp' was saved
        stream-run: 'groupBy' at … continues with its new parameters
        stream-run: 'delay' at … continues
        stream-run: 'removeDuplicates' at … begins anew: it is new

        """)
    #expect(dry.code == 0)
    let outcome = try shell(
      #"""
      cmp cp before && cmp out out.before && "$0" rule.json \#(run) --resume --resume-changed \#
      --dry-run && "$0" rule.json \#(run) --resume --resume-changed && "$0" state cp
      """#)
    #expect(outcome.code == 0 && outcome.output.hasPrefix("cp: the run has ended\n"))
  }

  @Test func `a parameter may change, and a dry run of the same document says so`() throws {
    try folder.write(
      #"""
      {"parameters": {"wait": "3s"}, "input": "a", "time": "$0.t", \#
      "operators": [{"delay": {"seconds": "$wait"}}]}
      """#, to: "set.json")
    try writeLog(60)
    let run = #""$0" set.json -i a=log -o out --checkpoint cp"#
    _ = try shell("\(run) --set wait=5s --until 10")
    let refused = try shell("\(run) --set wait=9s --resume")
    #expect(refused.code == 65)
    #expect(
      refused.errors.contains("it was saved with '--set wait=5s'; restore it, let it continue with")
    )
    let same = try shell("\(run) --set wait=5s --resume --dry-run")
    #expect(same.errors.hasSuffix("stream-run: nothing has changed; all operators continue\n"))
    let changed = try shell("\(run) --set wait=9s --resume --resume-changed")
    #expect(changed.code == 0)
  }

  @Test func `a damaged checkpoint is refused`() throws {
    try writeLog(600)
    _ = try shell(
      #""$0" rule.json -i a=log -o out --checkpoint cp --checkpoint-every 1records --until 50"#)
    for (damage, reason) in [
      ("head -c -20 cp", "has been cut off"), ("sed '$d' cp", "has been cut off"),
      ("sed '3s/\"length\":[0-9]*/\"length\":0/' cp", "it was changed"),
      ("sed '1s/\"checkpoint\":2/\"checkpoint\":9/' cp", "its format has version 9"),
      ("true", "it is empty or has been cut off"), ("cat log", "it is another kind of file"),
      ("head -c 100000 /dev/zero", "it is empty or has been cut off"),
    ] {
      let outcome = try shell("\(damage) >bad; \"$0\" rule.json -i a=log -o out2 --resume=bad")
      #expect(outcome.code == 65 && outcome.errors.contains(reason), "\(damage): \(outcome.errors)")
    }
    let missing = try shell(#""$0" rule.json -i a=log --resume=none; echo $?"#)
    #expect(missing.errors == "stream-run: cannot read 'none': No such file or directory\n")
    #expect(missing.output == "66\n")
  }

  @Test func `a folder keeps the last checkpoints, and a damaged one is passed over`() throws {
    try writeLog(600)
    let run = #""$0" rule.json -i a=log -o out --checkpoint cps/"#
    let outcome = try shell(
      """
      "$0" rule.json -i a=log -o whole
      for u in 10 20 30 40 50; do \(run) --checkpoint-keep 3 --resume --until $u; done; ls cps
      sed -i 's/"order"/"ordre"/' cps/checkpoint; \(run) --resume && cmp out whole
      """)
    #expect(outcome.output == "checkpoint\ncheckpoint.1\ncheckpoint.2\n" && outcome.code == 0)
    #expect(outcome.errors.contains("the checkpoint 'cps/checkpoint' cannot be used: "))
  }

  @Test func `a checkpoint is packed if its name says so`() throws {
    try writeLog(600)
    let run = #""$0" rule.json -i a=log -o part --checkpoint cp.gz"#
    let outcome = try shell(
      #"""
      "$0" rule.json -i a=log -o whole; \#(run) --until 50; \#(run) --resume --until 90
      gzip -dc cp.gz >plain; "$0" rule.json -i a=log -o part --resume=plain; cmp part whole; echo $?
      """#)
    #expect(outcome.output == "0\n")
    for damage in ["head -c 300 before.gz >cp.gz", "head -c 2 before.gz >cp.gz"] {
      let refused = try shell("[ -e before.gz ] || cp cp.gz before.gz; \(damage); \(run) --resume")
      #expect(refused.code == 65 && refused.errors.contains("gzip: "), "\(refused.errors)")
    }
    let missing = try shell(#"PATH=/nowhere "$0" rule.json -i a=log --checkpoint new.gz"#)
    #expect(missing.errors.contains("the program 'gzip' cannot be run"))
    #expect(missing.code == 74)
  }

  @Test func `two runs do not use one checkpoint`() throws {
    let outcome = try shell(
      """
      mkfifo in; (exec 3>in; exec sleep 60) & w=$!
      "$0" wait.json -i a=- --checkpoint cp <in >/dev/null & p=$!
      for i in $(seq 200); do [ -e cp.partial ] && break; sleep 0.05; done
      echo 1 | "$0" wait.json -i a=- --checkpoint cp; echo $?; kill -KILL $w; wait $p
      """)
    #expect(
      outcome.errors.contains(
        "stream-run: the checkpoint 'cp' cannot be written: another run uses it\n"))
    #expect(outcome.lines.last == "74")
  }
}
