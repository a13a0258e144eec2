import Foundation
import Sessions
import Testing

/// The programs as a person uses them.
@Suite struct ProgramTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  @discardableResult
  private func shell(_ line: String) throws -> Outcome { try Program.shell(line, in: folder) }

  @Test func `lines of a pipe are commands, and the end of input waits for running effects`()
    throws
  {
    #expect(
      try shell(#"printf '+\n + \nnonsense\n\nfact' | Counter"#)
        == Outcome(
          output: "0\n1\n2\n2 …\n2: 2 is a prime, as far as one looks\n",
          errors: "Counter: unknown command 'nonsense'; try 'help'\n", code: 0))
  }

  @Test func `a recording replays, and fails where it was damaged`() throws {
    try shell(#"printf '+\nfact\nwait\n-\n' | Counter --record a.json"#)
    #expect(try Session(contentsOfFile: folder("a.json")).entries.count == 4)
    let replay = try shell("Counter --replay a.json")
    #expect(replay.code == 0 && replay.errors.isEmpty && replay.output.hasSuffix("\n0\n"))
    #expect(try shell("Counter --replay a.json --step 1").output.contains("\"count\": 1"))

    let text = try folder.read("a.json")
    try folder.write(
      text.replacingOccurrences(of: "\"decrement\"", with: "\"increment\""), to: "b.json")
    let broken = try shell("Counter --replay b.json")
    #expect(broken.code == 1)
    #expect(
      broken.errors.contains("b.json:7:5: action 4 at ") && broken.errors.contains("+   count: 2"))

    try folder.write(
      text.replacingOccurrences(of: "\"decrement\"", with: "\"decremnt\""), to: "c.json")
    let unknown = try shell("Counter --replay c.json")
    #expect(unknown.code == 65 && unknown.errors.contains("did you mean 'decrement'?"))
    #expect(try shell("Counter --replay none.json").code == 66)
    #expect(try shell("ShoppingList --replay a.json").code == 65)
  }

  @Test func `a program that is killed leaves a readable session`() throws {
    try shell(
      """
      Counter --record a.json < <(printf '+\\n%.0s' {1..200}; sleep 2) >seen.txt &
      program=$!
      until grep -q 150 seen.txt; do sleep 0.02; done
      kill -KILL $program
      """)
    #expect(try Session(contentsOfFile: folder("a.json")).entries.count >= 150)
  }

  @Test func `a full disk ends the recording, and the recorded part replays`() throws {
    // A limit on the size of a file serves as a full disk.
    let outcome = try shell(
      #"(trap '' XFSZ; ulimit -f 1; printf '+\n%.0s' {1..60} | Counter --record a.json | tail -n 1)"#
    )
    #expect(outcome.output == "60\n")
    #expect(outcome.errors.contains("the recording ends before action "))
    let count = try Session(contentsOfFile: folder("a.json")).entries.count
    #expect(count > 3 && count < 20)
    #expect(try shell("Counter --replay a.json").code == 0)
  }

  @Test func `a reader that disappears ends the program`() throws {
    #expect(
      try shell(#"yes + | Counter | head -n 3; echo ${PIPESTATUS[1]}"#).output == "0\n1\n2\n0\n")
  }

  @Test func `an output and a session that cannot be written are errors`() throws {
    #expect(try shell("Counter </dev/null >/dev/full").code == 74)
    let outcome = try shell("Counter --record no/a.json </dev/null")
    #expect(outcome.code == 74 && outcome.output.isEmpty)
    #expect(outcome.errors == "Counter: cannot record to 'no/a.json': No such file or directory\n")
  }

  @Test(arguments: [
    "--bogus", "--record", "--step 1", "--replay a --step x", "--record a --replay a",
  ])
  func `an invalid command line is reported`(arguments: String) throws {
    let outcome = try shell("Counter \(arguments) </dev/null")
    #expect(outcome.code == 64 && outcome.errors.hasSuffix("see 'Counter --help'\n"))
  }

  @Test(arguments: ["Counter", "ShoppingList", "RepositorySearch"])
  func `help lists commands, options and exit codes`(program: String) throws {
    let outcome = try shell("\(program) --help")
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    for text in ["usage: \(program) [OPTIONS]", "--record FILE", "wait SECONDS", "Exit codes:"] {
      #expect(outcome.output.contains(text))
    }
    #expect(!outcome.output.split(separator: "\n").contains { $0.count > 100 })
  }

  @Test func `the list accepts typed commands`() throws {
    let outcome = try shell(
      #"""
      printf '  add   rye bread \nadd\ndone 7\ndone x\nrename 1\nrename 1 toast\nremove 1\nadd \xff' \
        | ShoppingList
      """#)
    #expect(outcome.code == 0)
    #expect(
      outcome.errors == """
        ShoppingList: 'add' takes a title
        ShoppingList: there is no item '7'
        ShoppingList: there is no item 'x'
        ShoppingList: 'rename' takes a number and a title

        """)
    #expect(
      outcome.output
        == "(nothing to buy)\n[ ] 1 rye bread\n\n[ ] 1 toast\n\n(nothing to buy)\n[ ] 2 \u{FFFD}\n\n"
    )
  }

  @Test func `the search queries a file, fails, retries, and gives up`() throws {
    try folder.write(
      #"""
      { "repositories": [ { "full_name": "a/nio", "stargazers_count": 2 } ],
        "failures": { "n": 1 } }
      """#, to: "local.json")
    let outcome = try shell(#"printf 'x\nn' | RepositorySearch --local local.json"#)
    #expect(
      outcome
        == Outcome(
          output: "(no text)\nx\nn\nn …\nn … (attempt 2)\nn\n  2  a/nio\n", errors: "", code: 0))
    #expect(try shell("RepositorySearch --local none.json").code == 66)
    try folder.write("[]", to: "local.json")
    #expect(try shell("RepositorySearch --local local.json").code == 65)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/script")))
  func `a terminal has a prompt, and Ctrl-C ends it`() throws {
    let outcome = try shell(
      #"(sleep 0.3; printf '+\n'; sleep 0.3; printf '\x03') | script -qec Counter /dev/null; echo $?"#
    )
    #expect(outcome.output.contains("> ") && outcome.output.contains("type 'help'"))
    #expect(outcome.output.hasSuffix("130\n"))
  }
}
