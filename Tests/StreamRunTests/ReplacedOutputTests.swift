import Foundation
import Testing

/// Output files are written next to the existing file, and replace it after a successful run.
///
/// The writer of a pipe opens it once there is a reader. By then, the command has opened its
/// outputs.
@Suite struct ReplacedOutputTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      #"{"definitions": {"a": {"sequence": [1, 2]}}, "from": "a"}"#, to: "good.json")
    try folder.write(
      #"{"sequence": [1, 0], "operators": [{"map": {"expression": "4 / $0"}}]}"#, to: "bad.json")
    try folder.write(#"{"input": "x"}"#, to: "play.json")
    try folder.write("old\n", to: "out")
  }

  /// Runs a line in the folder, where `run` is the command, which starts without ignoring any
  /// signal.
  private func run(_ line: String) throws -> Outcome {
    try Command.shell(
      "cd '\(folder.path)'; command=$0; run() { env --default-signal=INT \"$command\" \"$@\"; }; \(line)"
    )
  }

  private var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
  }

  @Test func `a successful run replaces the file, and leaves no other file`() throws {
    let before = try names
    #expect(try run("run good.json -f values -o out; cat out").output == "1\n2\n")
    #expect(try names == before)
  }

  @Test func `a link stays a link, and its target keeps its mode`() throws {
    let outcome = try run(
      """
      mkdir data; echo old >data/real; chmod 640 data/real; ln -s data/real l; ln -s data/none m
      run good.json -f values -o l --tee a=m
      readlink l m; stat -c %a data/real; cat data/real data/none; ls data
      """)
    #expect(outcome.output == "data/real\ndata/none\n640\n1\n2\n1\n2\nnone\nreal\n")
    #expect(outcome.errors == "")
  }

  @Test func `a new file has the mode that the user's mask allows`() throws {
    #expect(
      try run("umask 027; run good.json -o new --tee a=/dev/null; stat -c %a new").output
        == "640\n")
    #expect(
      try run("umask 0; chmod 600 out; run bad.json -o out; stat -c %a out out.partial").output
        == "600\n600\n")
  }

  @Test func `a stream that fails leaves the old file, and keeps its output next to it`() throws {
    let outcome = try run("run bad.json -f values -o out; echo $?; cat out out.partial")
    #expect(outcome.output == "2\nold\n4\n")
    #expect(
      outcome.errors.hasSuffix(
        "stream-run: 'out' is unchanged; the output so far is in 'out.partial'\n"))
    #expect(
      try run("run bad.json -f values -o new").errors.hasSuffix(
        "stream-run: 'new' was not created; the output so far is in 'new.partial'\n"))
    // The next run replaces the file that the failed one left.
    #expect(try run("run good.json -f values -o out; cat out").output == "1\n2\n")
    #expect(try !names.contains("out.partial"))
  }

  @Test func `either all files of a run are replaced, or none`() throws {
    try folder.write("1\nnone\n", to: "n.ndjson")
    try folder.write(
      #"{"definitions": {"a": {"input": "x"}}, "from": "a", "operators": [{"map": {"expression": "1 / ($0 - 1)"}}]}"#,
      to: "tee.json")
    let outcome = try run(
      """
      echo old >tee; echo old >dead
      run tee.json -i x=n.ndjson -f values -o out --tee a=tee --on-bad-record dead-letter=dead
      echo $?; cat out tee dead; cat tee.partial; ls *.partial
      """)
    #expect(outcome.output == "2\nold\nold\nold\n1\ndead.partial\nout.partial\ntee.partial\n")
    #expect(outcome.lines(of: "is unchanged") == 3)
  }

  @Test func `a full disk leaves the old file`() throws {
    let numbers = (0..<20_000).map(String.init).joined(separator: ",")
    try folder.write(#"{"sequence": [\#(numbers)]}"#, to: "long.json")
    let outcome = try run("(ulimit -f 8; run long.json -o out); echo $?; cat out; ls *.partial")
    #expect(outcome.output == "74\nold\nout.partial\n")
    #expect(
      outcome.errors == """
        stream-run: 'out' cannot be written: File too large
        stream-run: 'out' is unchanged; the output so far is in 'out.partial'

        """)
  }

  @Test func `a file is replaced even if the reader of the output disappears`() throws {
    let outcome = try run(
      "run good.json -f values --tee a=out | true; echo ${PIPESTATUS[0]}; cat out")
    #expect(outcome == Outcome(output: "0\n1\n2\n", errors: "", code: 0))
    #expect(try run("run bad.json -o out | true; echo ${PIPESTATUS[0]}").output == "2\n")
  }

  @Test func `a missing input leaves no partial file`() throws {
    let before = try names
    for option in ["", "--speed 1"] {
      let outcome = try run("run play.json -i x=gone -o out \(option); echo $?; cat out")
      #expect(outcome.output == "66\nold\n")
      #expect(outcome.errors == "stream-run: cannot read 'gone': No such file or directory\n")
    }
    #expect(try names == before)
  }

  @Test(arguments: [("INT", 130), ("TERM", 143)])
  func `a signal leaves the old file`(signal: String, code: Int) throws {
    let outcome = try run(
      """
      mkfifo pipe
      env --default-signal=INT "$command" play.json -i x=pipe -f values -o out &
      exec 3>pipe; yes 7 | head -n 50000 >&3; until [[ -s out.partial ]]; do sleep 0.01; done
      kill -\(signal) $!; wait $!; echo $?; cat out; sort -u out.partial
      """)
    #expect(outcome.output == "\(code)\nold\n7\n")
    #expect(
      outcome.errors == "stream-run: 'out' is unchanged; the output so far is in 'out.partial'\n")
  }

  /// The times of records determine when the playback begins, so nothing is being played yet that
  /// could stop.
  @Test func `a signal before the first record also leaves the old file`() throws {
    try folder.write(#"{"input": "x", "time": "$0"}"#, to: "timed.json")
    let outcome = try run(
      """
      mkfifo pipe
      env --default-signal=INT "$command" timed.json -i x=pipe -o out &
      exec 3>pipe; kill -INT $!; wait $!; echo $?; cat out; ls *.partial
      """)
    #expect(outcome.output == "130\nold\nout.partial\n")
    #expect(
      outcome.errors == "stream-run: 'out' is unchanged; the output so far is in 'out.partial'\n")
  }

  @Test func `a signal while the output goes nowhere leaves the old file`() throws {
    try folder.write(
      Example.long(20_000, isDelayed: true).replacingOccurrences(
        of: #"{"stream""#, with: #"{"definitions": {"a": {"sequence": [1]}}, "stream""#),
      to: "long.json")
    let outcome = try run(
      """
      mkfifo pipe; exec 3<>pipe
      env --default-signal=INT "$command" long.json --tee a=out >&3 &
      until [[ -e out.partial ]]; do sleep 0.01; done
      sleep 0.1; kill -INT $!; wait $!; echo $?; cat out; ls *.partial
      """)
    #expect(outcome.output == "130\nold\nout.partial\n")
    #expect(
      outcome.errors == "stream-run: 'out' is unchanged; the output so far is in 'out.partial'\n")
  }

  @Test func `a killed run leaves the old file, and does not block later runs`() throws {
    let outcome = try run(
      """
      mkfifo pipe; exec 3<>pipe
      env "$command" play.json -i x=pipe -o out 2>/dev/null & disown
      until [[ -e out.partial ]]; do sleep 0.01; done
      kill -9 $!; while kill -0 $! 2>/dev/null; do sleep 0.01; done
      cat out; run good.json -f values -o out; cat out; ls *.partial 2>/dev/null
      """)
    #expect(outcome.output == "old\n1\n2\n" && outcome.errors == "")
  }

  @Test func `if two runs write one file the second is rejected`() throws {
    for (option, message) in [
      ("", "cannot write 'out': another run is writing 'out.partial'"),
      ("--speed 1", "cannot write 'out': another run is writing it"),
    ] {
      let outcome = try run(
        """
        rm -f pipe; mkfifo pipe
        env "$command" play.json -i x=pipe -f values -o out \(option) &
        exec 3>pipe; echo 5 >&3
        run good.json -o out \(option); echo $?; exec 3>&-; wait $!; echo $?; cat out
        """)
      #expect(outcome.output == "74\n0\n5\n")
      #expect(outcome.errors == "stream-run: \(message)\n")
      try folder.write("old\n", to: "out")
    }
  }

  @Test func `a file in the way of the partial file is not touched`() throws {
    try folder.write("mine\n", to: "mine")
    let outcome = try run("ln -s mine out.partial; run good.json -o out; echo $?; cat out mine")
    #expect(outcome.output == "74\nold\nmine\n")
    #expect(
      outcome.errors
        == "stream-run: cannot write 'out': 'out.partial' is in the way: it is not a regular file\n"
    )
    let name = String(repeating: "n", count: 250)
    #expect(
      try run("run good.json -o \(name)").errors
        == "stream-run: cannot write '\(name)': '\(name).partial' cannot be created: File name too "
        + "long; name a file in another folder\n")
    #expect(
      try run("echo old >\(name); run good.json -o \(name)").errors.hasSuffix(
        "; name a file in another folder, or write in place with '--append'\n"))
  }

  @Test func `a removed partial file is noticed at the end`() throws {
    let outcome = try run(
      """
      mkfifo pipe
      env "$command" play.json -i x=pipe -o out &
      exec 3>pipe; rm out.partial; exec 3>&-; wait $!; echo $?; cat out
      """)
    #expect(outcome.output == "74\nold\n")
    #expect(
      outcome.errors == """
        stream-run: cannot write 'out': No such file or directory
        stream-run: 'out' is unchanged; 'out.partial' was removed in the meantime

        """)
  }

  @Test func `a file that the shell has opened is written in place`() throws {
    #expect(
      try run("{ echo before; run good.json -f values -o /dev/stdout; } >o; cat o").output
        == "before\n1\n2\n")
    #expect(
      try run("run good.json -f values -o /dev/fd/5 5>>out; cat out").output == "old\n1\n2\n")
    #expect(
      try run("run good.json -o /dev/fd/9").errors
        == "stream-run: cannot write '/dev/fd/9': Bad file descriptor\n")
  }

  @Test func `a dash is standard output`() throws {
    #expect(try run("run good.json -f values -o -").output == "1\n2\n")
    #expect(try run("run good.json -f values -o /dev/null --tee a=-").output == "1\n2\n")
    try folder.write("none\n", to: "n.ndjson")
    let outcome = try run(
      "run play.json -i x=n.ndjson -o /dev/null --on-bad-record dead-letter=-")
    #expect(outcome.output.hasPrefix(#"{"input":"x","place":"n.ndjson:1","#))
    #expect(
      outcome.errors.hasPrefix("stream-run: input 'x': wrote 1 of 1 records to standard output"))
    #expect(try !names.contains("-"))
  }

  @Test func `a live run writes into the file, which is emptied when it begins`() throws {
    let outcome = try run(
      "echo more >>out; ln out twin; run bad.json --speed 1000 -f values -o out; cat twin")
    #expect(outcome.output == "4\n")
    #expect(try !names.contains("out.partial"))
    #expect(!outcome.errors.contains("partial"))
  }

  @Test func `appended output follows the existing contents, however the run ends`() throws {
    let outcome = try run(
      """
      run good.json -f values -o out --tee a=tee --append; run bad.json -f values -o out --append
      cat out tee
      """)
    #expect(outcome.output == "old\n1\n2\n4\n1\n2\n")
    #expect(!outcome.errors.contains("partial"))
  }

  @Test func `a table that is appended to has the same header once`() throws {
    try folder.write(#"{"sequence": [{"a": 1, "b": "x"}]}"#, to: "table.json")
    let outcome = try run(
      "for i in 1 2; do run table.json -f csv -o t.csv --append; done; cat t.csv")
    #expect(outcome.output == "a,b\n1,x\n1,x\n")
    try folder.write("b,a\n", to: "t.csv")
    let other = try run("run table.json -f csv -o t.csv --append; echo $?; cat t.csv")
    #expect(other.output == "74\nb,a\n")
    #expect(
      other.errors
        == "stream-run: no csv: the header of the file is not 'a,b', the keys of the first value; name another file\n"
    )
  }

  @Test(arguments: [
    ("a,b\r\n", "1,x\r\n"), ("a,b\r\n2,y\r\n", "1,x\r\n"), ("a,b\r\n2,y", "\r\n1,x\r\n"),
    ("a,b\n", "1,x\n"), ("a,b", "\n1,x\n"), ("a,b\n2,y", "\n1,x\n"), ("", "a,b\n1,x\n"),
  ])
  func `a table continues with its existing line endings`(present: String, added: String) throws {
    try folder.write(#"{"sequence": [{"a": 1, "b": "x"}]}"#, to: "table.json")
    try folder.write(present, to: "t.csv")
    #expect(
      try run("run table.json -f csv -o t.csv --append; cat t.csv")
        == Outcome(output: present + added, errors: "", code: 0))
    try folder.write(
      #"{"sequence": [], "outputs": {"t": {"from": {"sequence": [{"a": 1, "b": "x"}]}, "path": "u.csv"}}}"#,
      to: "output.json")
    try folder.write(present, to: "u.csv")
    #expect(
      try run("run output.json --outputs . --append >all; cat u.csv")
        == Outcome(output: present + added, errors: "", code: 0))
  }
}

extension Outcome {
  /// Returns the number of lines of the error output that contain a string.
  fileprivate func lines(of text: String) -> Int {
    errors.split(separator: "\n").count { $0.contains(text) }
  }
}
