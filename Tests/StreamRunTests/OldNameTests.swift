import Testing

@testable import stream_run

/// Names of options and commands that newer ones replaced: they work as before, and are not shown.
@Suite struct OldNameTests {
  @Test(arguments: [
    ("diagram $file --ascii", "diagram $file --format ascii"),
    ("diagram $file --svg", "diagram $file --format svg"),
    ("diagram $file --html", "diagram $file --format html"),
    ("partition $file --json", "partition $file --format json"),
    ("list operators delay", "explain delay --kind operator"),
  ])
  func `an old name does what the new one does`(old: String, new: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      #"{"input": "log", "time": "$0.at", "operators": [{"count": {}}]}"#, to: "a.json")
    try folder.write("{\"at\": 1}\n{\"at\": 3}\n", to: "log.ndjson")
    let outcomes = try [old, new].map { line in
      let input = line.hasPrefix("diagram") ? " --input log='\(folder.path)/log.ndjson'" : ""
      return try Command.shell("file='\(file)'; \"$0\" \(line)\(input)")
    }
    #expect(outcomes[0] == outcomes[1] && outcomes[0].code != 64)
    #expect(outcomes[0].output != "")
  }

  @Test func `help and completion show no old name`() throws {
    let old = CommandOption.all.filter(\.form.isHidden)
    #expect(old.map(\.form.name) == ["ascii", "svg", "html", "json"])
    for option in old {
      let page = HelpPage.command(try #require(option.commands.first)).text
      let spelling = option.form.spelling
      #expect(!page.contains("\(spelling) ") && !page.contains("\(spelling)\n"))
    }
    for name in ["svg", "html", "json"] {
      for shell in Shell.allCases {
        let script = CompletionScript(shell).text
        #expect(!script.contains("--\(name)") && !script.contains("-l \(name)"), "\(shell)")
      }
    }
  }

  @Test func `an option replaces an old name of the same command`() {
    for command in Subcommand.allCases {
      for old in command.ownOptions where old.isHidden {
        #expect(command.options.contains { $0.name == old.replacement }, "\(command) \(old.name)")
      }
    }
  }
}
