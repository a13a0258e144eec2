import Testing

/// Files of inputs that grow, are rotated or are truncated while they are read.
struct FollowOptionTests {
  @Test(arguments: ["", "--speed 1000"])
  func `a file is followed through rotation and truncation`(option: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"input": "a"}"#, to: "a.json")
    let outcome = try Command.shell(
      """
      cd '\(folder.path)'; echo 1 >log; touch out
      await() { for i in $(seq 1000); do [ "$(wc -l <out)" -ge $1 ] && return; sleep 0.05; done; }
      "$0" a.json -i a=log -f values --follow \(option) >out & p=$!
      await 1; echo 2 >>log; await 2
      printf 3 >>log; mv log log.1; echo 4 >log; await 4
      : >log; sleep 0.5; echo 5 >>log; await 5
      rm log; sleep 0.3; echo 6 >log; await 6
      kill -TERM $p; wait $p; echo $?; cat out
      """)
    #expect(outcome == Outcome(output: "143\n1\n2\n3\n4\n5\n6\n", errors: "", code: 0))
  }

  @Test func `the header of a rotated table counts once`() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"input": "a"}"#, to: "a.json")
    let outcome = try Command.shell(
      """
      cd '\(folder.path)'; printf 'x\\n1\\n' >log.csv; touch out
      await() { for i in $(seq 1000); do [ "$(wc -l <out)" -ge $1 ] && return; sleep 0.05; done; }
      timeout 60 "$0" a.json -i a=log.csv -f values --follow --limit 3 >out & p=$!
      await 1; mv log.csv log.1; printf 'x\\n2\\n' >log.csv; await 2; echo 3 >>log.csv
      wait $p; echo $?; cat out
      """)
    #expect(outcome.output == "0\n{\"x\":1}\n{\"x\":2}\n{\"x\":3}\n")
  }
}
