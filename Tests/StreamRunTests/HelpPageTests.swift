import Testing

@Suite struct HelpPageTests {
  static let page = #"""
    Plays a stream file on a virtual clock, and prints what comes when.

    usage: stream-run [play] FILE [OPTIONS]
           stream-run test PATH… [OPTIONS]
           stream-run eval EXPRESSION [VALUE…] [OPTIONS]
           stream-run list KIND [NAME] [OPTIONS]
           stream-run explain [CODE]
           stream-run completions SHELL
           stream-run help [COMMAND]

      FILE  a stream file, or - for standard input

    commands:
      play         play a stream file; what 'stream-run FILE' does
      test         play files, and compare what comes with what they expect
      eval         evaluate an expression, once or for each of several values
      list         list the functions, operators or sources, or describe one of them
      explain      explain a kind of mistake, or list all kinds
      completions  print a script that completes commands, options and files
      help         print this page, or that of a command

    options:
      -r, --realtime                     play on the real clock: a second takes a
                                         second; files are written in place
          --speed TIMES                  play on the real clock, so many times
                                         faster; 0.5 is half as fast
      -s, --stream NAME                  play this definition of the file instead of
                                         all of it
      -u, --until SECONDS                play up to this time, that instant included
      -n, --limit N                      stop after so many values
      -f, --format FORMAT                how to print; if not given, text on a
                                         terminal, else json
          --raw                          print strings without quotes; with the
                                         formats text and values, which is then the
                                         format if none is given
          --time utc|local|seconds       how text shows times that count from 1970:
                                         as dates in UTC, as if not given, as local
                                         dates, or as the seconds that json prints
      -i, --input NAME=PATH              bind an input to a file, to a folder's
                                         files, or with - to standard input;
                                         ./cpu.json#NAME is the one of that file
                                         alone
          --input-format ndjson|csv|tsv  how inputs are written; if not given, the
                                         ending of the file says it
          --on-bad-record RULE           what a record that cannot be understood is:
                                         fail, a failure of the stream, as if not
                                         given; skip; or dead-letter=PATH, written
                                         to a file, or with - to standard output
          --big-numbers double|text      read integers in records that do not fit 64
                                         bits as the nearest double, or as a text of
                                         their digits; if not given, they make
                                         records bad
      -o, --output PATH                  print to this file, or with - to standard
                                         output
          --tee NAME=PATH                print what a definition emits to a file of
                                         its own, or with - to standard output,
                                         beside the stream
          --append                       write output files in place, behind what
                                         they have
          --color auto|always|never      when to use colors; auto: on a terminal, if
                                         NO_COLOR is not set
      -h, --help                         print this page
      -V, --version                      print the version

    formats:
      text     a line for each event; below, on a terminal, a diagram if it is short
      json     a line for each event: {"time":1,"value":1}
      marbles  a line for all of them: -1-2|; if that does not say it all, a second
               line: the object to put behind "expect": in a stream file
      values   a line for each value, the bare value
      csv      a row for each value, below a header of the keys of the first

    output files:
      at first          the output is in FILE.partial; devices and pipes are written
                        at once
      exit code 0 or 1  FILE is replaced; its mode stays, and a link stays a link
      any other         FILE is as it was; what was written is in FILE.partial
      in place          with --append, --realtime or --speed FILE itself is written,
                        whatever the exit code

    examples:
      stream-run Streams/serial-a.json
      stream-run Streams/serial-a.json --until 2.5 --format json
      stream-run Streams/serial-a.json --format marbles
      stream-run Streams/serial-a.json --speed 10
      stream-run Streams/doubled-beside-letters.json --stream doubled
      cat Streams/serial-a.json | stream-run -
      stream-run spending.json --input orders=orders.csv --format values
      tail -f log | stream-run alert.json --realtime --input log=-

    exit codes:
      0    done; also when the reader of the output went away
      1    a test was not met, or there was none
      2    the stream itself ended in failure
      64   the command line is wrong, or a file would be both read and written
      65   the stream file is wrong
      66   the stream file or an input cannot be read
      70   our fault
      74   the output cannot be written, or an input cannot be read on
      130  interrupted (Ctrl-C, SIGINT); what came before is printed
      143  terminated (SIGTERM); likewise

    """#

  @Test(arguments: ["--help", "-h", "help", "a.json --help", "--help --version", "-h -h"])
  func `help is a page on standard output`(arguments: String) throws {
    #expect(
      try Command.shell(#""$0" \#(arguments)"#)
        == Outcome(output: Self.page, errors: "", code: 0))
  }

  @Test(arguments: ["help completions", "completions --help", "-h completions bash"])
  func `a command has a page of its own`(arguments: String) throws {
    #expect(
      try Command.shell(#""$0" \#(arguments)"#).output == """
        Print a script that completes commands, options and files.

        usage: stream-run completions SHELL

          SHELL  bash, zsh, fish

        options:
          -h, --help     print this page
          -V, --version  print the version

        examples:
          source <(stream-run completions bash)  # in ~/.bashrc
          source <(stream-run completions zsh)   # in ~/.zshrc, behind compinit
          stream-run completions fish | source   # in ~/.config/fish/config.fish

        """)
  }

  @Test func `a page shows the formats that its command has`() throws {
    let outcome = try Command.run("help", "list")
    #expect(
      outcome.output.contains(
        """

        usage: stream-run list KIND [NAME] [OPTIONS]

          KIND  functions, operators, sources
          NAME  one of them, to be told all about it

        options:
          -f, --format text|json|markdown  how to print; if not given, text

        """))
    #expect(
      outcome.output.contains("formats:\n  text      to read; ")
        && !outcome.output.contains("marbles"))
  }

  @Test(arguments: ["", "play", "eval", "list", "explain", "completions", "help"])
  func `a page fits on a terminal`(command: String) throws {
    let outcome = try Command.shell(#""$0" help \#(command)"#)
    #expect(outcome.code == 0 && outcome.errors == "")
    #expect(outcome.lines.allSatisfy { $0.count <= 80 && $0.last != " " })
  }
}
