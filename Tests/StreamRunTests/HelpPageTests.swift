import Foundation
import Testing

@testable import stream_run

@Suite struct HelpPageTests {
  static let overview = #"""
    Plays stream files on a virtual clock; tests, draws and explains what they do.

    usage: stream-run [play] FILE [OPTIONS]
           stream-run COMMAND … [OPTIONS]

    run:
      play         play a stream file; the word 'play' can be left out
      test         compare the events of stream files with the expected ones
      validate     check stream files without playing them
      watch        play or test stream files again after each change
    write:
      new          write a first stream file from one line, or from a log
      edit         change values in a stream file, and leave the rest as it is
      format       format stream files
    look inside:
      diagram      draw what happens in a playback, stage by stage
      graph        draw the sources and operators of a stream file
      why          explain why an event came, back to the sources
      why-not      explain why an event did not come
      debug        play a stream file one event at a time, forwards and back
      state        print what a checkpoint holds, or how two of them differ
    tune:
      diff         compare what two versions of a file do with the same inputs
      sweep        play a file for many values of its parameters
      record       write what comes live, and when, as a test
      shrink       find the few records of a log that still do something
    look up:
      explain      describe an operator, a function, a source or a code
      eval         evaluate an expression
      help         print the page of a command or of a topic
    integrate:
      lsp          serve an editor: diagnostics, completion, hovers, renaming
      schema       print the JSON Schema of stream files
      completions  print a completion script for bash, zsh or fish
      emit-swift   write a stream file as a Swift program with the same events
      export       write a stream file as a job for Spark or Flink
      partition    find the keys by which inputs can be split into parts

    examples:
      stream-run Streams/serial-a.json
      stream-run test Streams
      stream-run diagram Streams/Operators/debounce.json
      stream-run why Streams/Operators/debounce.json --at 3
      stream-run explain debounce

    'stream-run help COMMAND' prints the options of a command. Topics of 'help':
      inputs, outputs, checkpoints, stopping, parts, exit-codes

    """#

  @Test(arguments: ["--help", "-h", "help", "--help --version", "-h -h"])
  func `help is an overview on standard output`(arguments: String) throws {
    #expect(
      try Command.shell(#""$0" \#(arguments)"#)
        == Outcome(output: Self.overview, errors: "", code: 0))
  }

  @Test func `exit codes have one table, on a page of help and on one of the site`() throws {
    let page = """
      What the exit codes mean, for every command.

      If 'test' or 'validate' meets several of these in different files, the highest
      counts.

      exit codes:
        0    done; also if the reader of the output closed it
        1    a check was not met: a test failed, no test or no stream file was found,
             'format --check' found a change, 'why' or 'why-not' found no event,
             inputs cannot be split or exported, or the editor of 'lsp' ended without
             notice, or the playbacks of 'diff' differ
        2    the stream itself failed, for example at a bad record
        3    with 'diff': neither playback emitted anything, so there was nothing to
             compare
        64   the command line is wrong, or a file would be both read and written
        65   a stream file or the command's expression has an error; with 'validate
             --strict', a warning
        66   a file or folder cannot be read; or 'test --accept' cannot write a file
        70   an internal error
        71   the command needs more memory than '--max-memory', outside a playback
        74   the output cannot be written, or an input can no longer be read
        130  interrupted (Ctrl-C, SIGINT); earlier events are printed
        143  terminated (SIGTERM); earlier events are printed

      """
    #expect(
      try Command.run("help", "exit-codes") == Outcome(output: page, errors: "", code: 0))
    let exitCodes = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/Pipelines/Pipelines.docc/ExitCodes.md")
    #expect(try String(contentsOf: exitCodes, encoding: .utf8).contains(page))
  }

  @Test func `a topic describes the options that commands name`() throws {
    for topic in HelpTopic.allCases {
      let page = HelpPage.topic(topic).text
      for option in topic.options { #expect(page.contains(" \(option.spelling)")) }
    }
    for command in Subcommand.allCases {
      let page = HelpPage.command(command).text
      for option in command.options {
        #expect(page.contains(option.spelling), "\(command) \(option.name)")
      }
    }
    #expect(
      HelpPage.command(.validate).text.contains(
        """
        further options, by the page that describes them:
          help inputs  --input-format, --allow-path

        """))
  }

  @Test(arguments: ["help completions", "completions --help", "-h completions bash"])
  func `a command has its own page`(arguments: String) throws {
    #expect(
      try Command.shell(#""$0" \#(arguments)"#).output == """
        Print a completion script for bash, zsh or fish.

        usage: stream-run completions SHELL

          SHELL  bash, zsh, fish

        options:
          -h, --help     print this page
          -V, --version  print the version

        examples:
          source <(stream-run completions bash)  # in ~/.bashrc
          source <(stream-run completions zsh)   # in ~/.zshrc, after compinit
          stream-run completions fish | source   # in ~/.config/fish/config.fish

        """)
  }

  @Test func `a page shows the formats that its command has`() throws {
    let outcome = try Command.run("list", "--help")
    #expect(
      outcome.output.contains(
        """

        usage: stream-run list KIND [NAME] [OPTIONS]

          KIND  operators, functions, sources, codes
          NAME  one of them, to describe it in full

        options:
          -f, --format text|json|markdown  how to print; text by default

        """))
    #expect(
      outcome.output.contains("formats:\n  text      for people; ")
        && !outcome.output.contains("marbles"))
  }

  @Test(arguments: [""] + Subcommand.allCases.map(\.name) + HelpTopic.allCases.map(\.name))
  func `a page fits on a terminal`(name: String) throws {
    // An old name has a page, too, which no list shows.
    let outcome = try Command.shell(name == "list" ? #""$0" list --help"# : #""$0" help \#(name)"#)
    #expect(outcome.code == 0 && outcome.errors == "")
    #expect(outcome.lines.allSatisfy { $0.count <= 80 && $0.last != " " })
  }

  @Test func `the overview fits on a screen and shows every command once`() {
    let lines = HelpPage.overview.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 50)
    for command in Subcommand.allCases {
      let rows = lines.filter { $0.hasPrefix("  \(command.name) ") }
      #expect(rows.count == (command == .list ? 0 : 1), "\(command)")
    }
  }

  @Test func `a summary begins with a verb`() {
    let verbs: Set = [
      "play", "compare", "check", "write", "change", "format", "draw", "explain", "describe",
      "evaluate", "print", "serve", "find", "list",
    ]
    for command in Subcommand.allCases {
      #expect(verbs.contains(String(command.summary.prefix { $0 != " " })), "\(command)")
    }
  }
}
