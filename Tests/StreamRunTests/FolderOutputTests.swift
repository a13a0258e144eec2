import Foundation
import TestSupport
import Testing

/// The outputs of a file, which '--outputs' writes only below a folder.
struct FolderOutputTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      #"""
      {"definitions": {"log": {"input": "log", "time": "$0.t"}},
       "outputs": {
         "high": {"from": {"from": "log", "operators": [{"filter": {"expression": "$0.v > 1"}}]},
                  "path": "tables/high.csv"},
         "hosts": {"from": "log", "path": "by-host/{$0.host}.ndjson"},
         "names": {"from": {"from": "log", "operators": [{"map": {"expression": "$0.host"}}]},
                   "records": "text"},
         "tabs": {"from": "log", "path": "all.tsv"}},
       "from": "log", "operators": [{"count": {}}]}
      """#, to: "a.json")
    try folder.write(
      #"""
      {"t":1,"v":1,"host":"a"}
      {"t":2,"v":2,"host":"../b"}
      {"t":3,"v":3,"host":"a"}
      """#, to: "log.ndjson")
  }

  private func run(_ line: String) throws -> Outcome {
    try Command.shell(
      "cd '\(folder.path)'; command=$0; run() { env --default-signal=INT \"$command\" \"$@\"; }; \(line)"
    )
  }

  /// Writes a file with one output.
  private func writeOutput(_ path: String, _ source: String = #"{"sequence": [1, 2]}"#) throws {
    try folder.write(
      #"{"sequence": [0], "outputs": {"o": {"from": \#(source), "path": "\#(path)"}}}"#,
      to: "o.json")
  }

  @Test func `each output is written in its format, and with a file for each key`() throws {
    let outcome = try run(
      "run a.json -i log=log.ndjson -f values --outputs out; cd out; find . -type f | sort; "
        + "cat tables/high.csv by-host/a.ndjson by-host/..%2Fb.ndjson names.txt all.tsv")
    #expect(
      outcome
        == Outcome(
          output: """
            3
            ./all.tsv
            ./by-host/..%2Fb.ndjson
            ./by-host/a.ndjson
            ./names.txt
            ./tables/high.csv
            t,v,host
            2,2,../b
            3,3,a
            {"t":1,"v":1,"host":"a"}
            {"t":3,"v":3,"host":"a"}
            {"t":2,"v":2,"host":"../b"}
            a
            ../b
            a
            t\tv\thost
            1\t1\ta
            2\t2\t../b
            3\t3\ta

            """, errors: "", code: 0))
  }

  @Test(arguments: ["", "--speed 1000"])
  func `each run rewrites its tables, with their headers`(option: String) throws {
    try folder.write(
      #"""
      {"sequence": [0], "outputs": {
        "t": {"from": {"sequence": [{"a": 1}]}, "path": "t.csv"},
        "u": {"from": {"sequence": [2]}, "path": "u.tsv"}}}
      """#, to: "t.json")
    let outcome = try run(
      """
      for i in 1 2 3; do run t.json --outputs out \(option) >all; echo $?; cat out/t.csv out/u.tsv; done
      """)
    let once = "0\na\n1\nvalue\n2\n"
    #expect(outcome == Outcome(output: once + once + once, errors: "", code: 0))
    // A different header is not an obstacle, because nothing of the file remains.
    let other = try run(
      "printf 'b\\n1\\n' >out/t.csv; run t.json --outputs out >all; cat out/t.csv")
    #expect(other == Outcome(output: "a\n1\n", errors: "", code: 0))
  }

  @Test func `tables that are appended to have their headers once, even after many files`() throws {
    let many = "[" + (0..<100).map { #"{"k": \#($0)}"# }.joined(separator: ",") + "]"
    try folder.write(
      #"""
      {"sequence": [0], "outputs": {"t": {"path": "{$0.k}.csv", "from": {
        "append": [{"sequence": \#(many)}, {"sequence": \#(many)}]}}}}
      """#, to: "t.json")
    let outcome = try run(
      "for i in 1 2; do run t.json --outputs out --append >all; done; cat out/0.csv out/99.csv")
    #expect(
      outcome == Outcome(output: "k\n0\n0\n0\n0\nk\n99\n99\n99\n99\n", errors: "", code: 0))
  }

  @Test func `a file can be several folders deep`() throws {
    try writeOutput("a/b/c/o.ndjson")
    #expect(
      try run("run o.json -f values --outputs out; cat out/a/b/c/o.ndjson")
        == Outcome(output: "0\n1\n2\n", errors: "", code: 0))
  }

  @Test func `an output can be an input`() throws {
    try folder.write(#"{"input": "x"}"#, to: "x.json")
    let outcome = try run(
      """
      run a.json -i log=log.ndjson --outputs out >all
      for file in all.tsv by-host/a.ndjson tables/high.csv; do
        run x.json -i x=out/$file -f values
      done
      """)
    #expect(
      outcome.lines == [
        #"{"t":1,"v":1,"host":"a"}"#, #"{"t":2,"v":2,"host":"../b"}"#, #"{"t":3,"v":3,"host":"a"}"#,
        #"{"t":1,"v":1,"host":"a"}"#, #"{"t":3,"v":3,"host":"a"}"#,
        #"{"t":2,"v":2,"host":"../b"}"#, #"{"t":3,"v":3,"host":"a"}"#,
      ])
  }

  @Test func `without the option, and in tests, nothing is written`() throws {
    let before = try run("find . | sort").output
    #expect(try run("run a.json -i log=log.ndjson -f values").output == "3\n")
    try folder.write(
      #"{"sequence": [0], "outputs": {"o": {"from": {"sequence": [1]}}}, "expect": "(0|)"}"#,
      to: "t.json")
    #expect(try run("run test t.json").code == 0)
    #expect(try run("rm t.json; find . | sort").output == before)
    #expect(
      try run("run test log.ndjson a.json --outputs out").errors.contains(
        "'test' has no option '--outputs'"))
  }

  @Test func `the outputs of an imported file do not belong to the document`() throws {
    try folder.write(#"{"from": "./a.json"}"#, to: "b.json")
    let outcome = try run("run b.json -i log=log.ndjson --outputs out; echo $?; ls")
    #expect(outcome.output == "64\na.json\nb.json\nlog.ndjson\n")
    #expect(
      outcome.errors.hasPrefix(
        "stream-run: option '--outputs' does not apply: the file has no outputs; leave it out, or add"
      ))
  }

  @Test func `either all files are replaced, or none`() throws {
    try folder.write(
      "{\"t\":1,\"v\":1,\"host\":\"a\"}\n{\"t\":0,\"v\":1,\"host\":\"c\"}\n", to: "late.ndjson")
    let outcome = try run(
      """
      run a.json -i log=log.ndjson --outputs out >all
      run a.json -i log=late.ndjson --outputs out >all; echo $?
      cat out/names.txt out/by-host/a.ndjson; find out -name '*.partial' | sort; ls out/by-host
      """)
    #expect(
      outcome.output == """
        2
        a
        ../b
        a
        {"t":1,"v":1,"host":"a"}
        {"t":3,"v":3,"host":"a"}
        out/all.tsv.partial
        out/by-host/a.ndjson.partial
        out/names.txt.partial
        out/tables/high.csv.partial
        a.ndjson
        a.ndjson.partial

        """)
    #expect(
      outcome.errors.hasSuffix(
        """
        stream-run: 'out/tables/high.csv' is unchanged; the output so far is in \
        'out/tables/high.csv.partial'
        stream-run: the output for 'out/by-host/{$0.host}.ndjson' is in files whose names end \
        in '.partial'
        stream-run: 'out/names.txt' is unchanged; the output so far is in 'out/names.txt.partial'
        stream-run: 'out/all.tsv' is unchanged; the output so far is in 'out/all.tsv.partial'

        """))
    // The next run replaces the file that the failed one left.
    #expect(
      try run("run a.json -i log=log.ndjson --outputs out >all; find . -name '*.partial'")
        == Outcome(output: "", errors: "", code: 0))
  }

  @Test func `files are appended to, with one header`() throws {
    let outcome = try run(
      """
      for run in 1 2; do run a.json -i log=log.ndjson --outputs out --append >all; done
      cat out/tables/high.csv out/by-host/a.ndjson
      """)
    #expect(
      outcome.output == """
        t,v,host
        2,2,../b
        3,3,a
        2,2,../b
        3,3,a
        {"t":1,"v":1,"host":"a"}
        {"t":3,"v":3,"host":"a"}
        {"t":1,"v":1,"host":"a"}
        {"t":3,"v":3,"host":"a"}

        """)
    #expect(outcome.errors == "")
  }

  @Test func `in real time files are written in place`() throws {
    #expect(
      try run(
        "run a.json -i log=log.ndjson --outputs out --speed 1000 >all; cat out/names.txt; ls out"
      ).output == "a\n../b\na\nall.tsv\nby-host\nnames.txt\ntables\n")
  }

  // MARK: - Failures

  @Test func `a path that fails for a value fails the run`() throws {
    try writeOutput("{$0.x}", #"{"sequence": [{"x": 1}, {"y": 1}]}"#)
    let outcome = try run("run o.json -f values --outputs out; echo $?; ls out")
    #expect(outcome.output == "0\n2\n1.partial\n")
    #expect(
      outcome.errors == """
        stream-run: the path of the output 'o' failed at 0 s: no such key 'x' in "$0.x"
        stream-run: the output for 'out/{$0.x}' is in files whose names end in '.partial'

        """)
  }

  @Test func `an output whose stream fails fails the run, at its end`() throws {
    try writeOutput(
      "o", #"{"sequence": [1, 0], "operators": [{"map": {"expression": "4 / $0"}}]}"#)
    let outcome = try run("run o.json -f values --outputs out; echo $?; ls out")
    #expect(outcome.output == "0\n2\no.partial\n")
    #expect(
      outcome.errors.hasPrefix(
        "stream-run: the output 'o' failed at 0 s: o.json:1:104: division by zero in '4 / $0' for 0\n"
      ))
  }

  @Test func `rows with different keys cannot be written`() throws {
    try writeOutput("o.csv", #"{"sequence": [{"x": 1}, {"y": 1}]}"#)
    let outcome = try run("run o.json -f values --outputs out; echo $?")
    #expect(outcome.output.hasSuffix("74\n"))
    #expect(outcome.errors.contains("cannot write 'out/o.csv': value 2, at 0 s, has the key 'y'"))
  }

  @Test(arguments: [1, 64, 65, 1000])
  func `there can be more files than can be open`(count: Int) throws {
    try writeOutput(
      "{$0 % \(count)}/{$0 % \(count)}", #"{"sequence": "lists.range(\#(count * 3))"}"#)
    let outcome = try run(
      """
      ulimit -n 100; run o.json --outputs out >all; find out -type f | wc -l
      cat $(find out -type f) | sort -n | cksum; cat out/0/0
      """)
    let numbers = try run("seq 0 \(count * 3 - 1) | cksum").output
    #expect(outcome.errors == "")
    #expect(outcome.output == "\(count)\n\(numbers)0\n\(count)\n\(count * 2)\n")
  }

  @Test(.enabled(if: RandomCampaign.cases != nil, "100,000 files take long"))
  func `there is a limit on files`() throws {
    try writeOutput("{$0 % 1000}/{$0}", #"{"sequence": "lists.range(100001)"}"#)
    // This many files take long on a disk.
    let outcome = try run(
      """
      memory=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d -p .); trap 'rm -r "$memory"' EXIT
      ln -s "$memory" out; run o.json --outputs out >all; echo $?; find out/ -type f | wc -l
      """)
    #expect(outcome.output == "74\n100000\n")
    #expect(
      outcome.errors.hasPrefix(
        "stream-run: cannot write '0/100000': the outputs of a run can have at most 100000 "
          + "files; use a key with fewer values\n"))
  }

  @Test func `a full disk fails the run`() throws {
    try writeOutput("{$0 % 3}", #"{"sequence": "lists.range(100000)"}"#)
    let outcome = try run("(ulimit -f 8; run o.json --outputs out >/dev/null; echo $?)")
    #expect(outcome.output == "74\n")
    #expect(outcome.errors.contains("': File too large\n"))
  }

  // MARK: - Nothing is written outside

  @Test(arguments: [
    ("ln -s .. out/by-host", "cannot write 'out/by-host': it is a link"),
    ("ln -s ../elsewhere out/by-host", "cannot write 'out/by-host': it is a link"),
    ("mkdir out/by-host; ln -s ../../x out/by-host/a.ndjson", "by-host/a.ndjson': it is a link"),
    (
      "mkdir out/by-host; ln -s ../../x out/by-host/a.ndjson.partial",
      "by-host/a.ndjson.partial': it is not a regular file"
    ),
    ("mkfifo out/all.tsv", "cannot write 'out/all.tsv': it is not a regular file"),
    ("ln -s ../log.ndjson out/all.tsv", "would overwrite the input 'log'"),
    ("ln -s /tmp out/tables", "cannot write 'out/tables': it is a link"),
  ])
  func `links below the folder are not followed`(setup: String, message: String) throws {
    try folder.write("x", to: "x")
    let before = try run("find . -path ./out -prune -o -type f -print | sort | xargs cksum").output
    let outcome = try run(
      """
      mkdir out elsewhere; \(setup); run a.json -i log=log.ndjson --outputs out >/dev/null; echo $?
      find . -path ./out -prune -o -type f -print | sort | xargs cksum; ls elsewhere
      """)
    #expect(outcome.output.hasSuffix(before), "\(setup)")
    #expect(["74", "64"].contains(outcome.lines.first))
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test(arguments: ["--append", "--speed 1000"])
  func `a file with a second name is not written in place`(option: String) throws {
    try folder.write("kept\n", to: "kept")
    let outcome = try run(
      """
      mkdir out; ln kept out/names.txt
      run a.json -i log=log.ndjson --outputs out \(option) >/dev/null; echo $?; cat kept
      run a.json -i log=log.ndjson --outputs out >/dev/null; cat kept out/names.txt
      """)
    #expect(outcome.output == "74\nkept\nkept\na\n../b\na\n")
    #expect(
      outcome.errors.hasPrefix(
        "stream-run: cannot write 'out/names.txt': the file has a second name, and would "
          + "change under both; remove it first\n"))
  }

  @Test func `an output cannot be a file that the run reads or writes`() throws {
    for (path, options) in [
      ("o.json", "--outputs ."), ("{'o'}.json", "--outputs ."), ("x", "--outputs . -o x"),
      ("{'x'}", "--outputs . -o x"), ("in", "-i log=in --outputs ."),
      ("{'in'}", "-i log=in --outputs ."), ("{'in'}", "-i log=in.partial --outputs ."),
    ] {
      try folder.write(
        #"{"input": "log", "outputs": {"o": {"from": {"sequence": [1]}, "path": "\#(path)"}}}"#,
        to: "o.json")
      let options = options.contains("-i") ? options : options + " -i log=log.ndjson"
      let outcome = try run(
        "echo 1 >in; echo 1 >in.partial; cksum *.json in in.partial >sums; run o.json \(options) >all; "
          + "echo $?; cksum *.json in in.partial | diff - sums")
      #expect(["64\n", "74\n"].contains(outcome.output), "\(path) \(options): \(outcome)")
    }
  }

  @Test func `an output cannot be a file of a folder that is read`() throws {
    try folder.write(
      #"{"input": "log", "outputs": {"o": {"from": {"sequence": ["a"]}, "path": "{$0}"}}}"#,
      to: "o.json")
    let outcome = try run(
      "mkdir logs; echo 1 >logs/a; run o.json -i log=logs --outputs logs >all; echo $?; cat logs/a")
    #expect(outcome.output == "74\n1\n")
    #expect(
      outcome.errors.hasPrefix(
        "stream-run: cannot write 'logs/a': it is 'logs/a', a file of the input 'log' ('logs')"))
  }

  @Test func `a path from a parameter is checked, too`() throws {
    try folder.write(
      #"""
      {"parameters": {"file": "x"}, "sequence": [0],
       "outputs": {"o": {"from": {"sequence": [1]}, "path": "$file"}}}
      """#, to: "o.json")
    let outcome = try run(
      """
      run o.json --outputs out --set file=../y >all; echo $?; ls
      run o.json --outputs out --set 'file={$0}/z.csv' >all; cat out/1/z.csv
      """)
    #expect(outcome.output == "65\na.json\nall\nlog.ndjson\no.json\nvalue\n1\n")
    #expect(outcome.errors.hasPrefix("o.json:2:"), "\(outcome.errors)")
    #expect(outcome.errors.contains("error: a path cannot contain '..'"))
  }

  @Test func `two outputs never share a file`() throws {
    try folder.write(
      #"""
      {"sequence": [0], "outputs": {"o": {"from": {"sequence": ["x", "y"]}, "path": "{$0}"},
       "p": {"from": {"sequence": ["y"]}, "path": "{$0}"}}}
      """#, to: "o.json")
    let outcome = try run("run o.json --outputs out >all; echo $?")
    #expect(outcome.output == "74\n")
    #expect(
      outcome.errors.hasPrefix(
        "stream-run: cannot write 'y': the outputs 'o' and 'p' would both write it"))
  }

  /// Whatever a path contains, nothing outside the folder is created or changed.
  ///
  /// `STREAMS_RANDOM_CASES` is the number of paths that are tried, and `STREAMS_RANDOM_SEED`
  /// determines which.
  @Test func `hostile paths write nothing outside the folder`() throws {
    let count = RandomCampaign.cases ?? 200
    var random = SplitMix64(seed: RandomCampaign.seed ?? 11)
    let parts = [
      "..", "..", ".", "", "/", "/tmp", "a", "link", "up", "%2e%2e", "..%2F", "{$0}", "{'..'}",
      "{'/'}", "{'../' + $0}", "~", "$HOME", "`id`", ";", "\\u0000", "…", "\\\\..", "...", " ..",
      "file", "{{", "}}", "{", "up/..", "link/x",
    ]
    try FileManager.default.createDirectory(
      atPath: folder.path + "/docs", withIntermediateDirectories: true)
    for number in 0..<count {
      let path = (0..<1 + random.below(5)).map { _ in parts[random.below(parts.count)] }
        .joined(separator: random.oneIn(4) ? "" : "/")
      let value = ["..", "../x", "/etc/x", "a", ".", ""][random.below(6)]
      try folder.write(
        #"{"sequence": [0], "outputs": {"o": {"from": {"sequence": ["\#(value)"]}, "path": "\#(path)"}}}"#,
        to: "docs/\(number).json")
    }
    let outcome = try run(
      """
      mkdir -p box/out box/other; echo kept >box/other/kept; cd box
      ln -s ../other out/link; ln -s .. out/up; echo old >out/file
      list() { find .. -path ../box/out -prune -o -path ../docs -prune -o -print | sort; cat other/kept; }
      list >../before 2>&1; list >../before
      for file in ../docs/*.json; do run $file --outputs out >/dev/null 2>&1; echo $? >>../codes; done
      rm -f ../codes.sorted; sort ../codes | uniq -c >../counts; rm ../codes
      touch ../after; list | grep -vE '/(counts|after)$' >../after; diff ../before ../after && echo same; cat ../counts
      """)
    #expect(outcome.lines.first == "same", "\(outcome)")
    // Some are written, some are mistakes in the file, and some are links.
    for code in ["0", "65", "74"] {
      #expect(outcome.lines.dropFirst().contains { $0.hasSuffix(" \(code)") }, "\(outcome.output)")
    }
    #expect(!outcome.lines.dropFirst().contains { $0.hasSuffix(" 70") || $0.hasSuffix(" -1") })
  }
}
