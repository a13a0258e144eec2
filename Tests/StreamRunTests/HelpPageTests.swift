import Testing

@Suite struct HelpPageTests {
  static let page = #"""
    Plays a stream file on a virtual clock, and prints its events with their times.

    usage: stream-run [play] FILE [OPTIONS]
           stream-run test PATH… [OPTIONS]
           stream-run validate PATH… [OPTIONS]
           stream-run diagram FILE [OPTIONS]
           stream-run watch FILE… [OPTIONS]
           stream-run graph FILE [OPTIONS]
           stream-run why FILE [OPTIONS]
           stream-run why-not FILE [OPTIONS]
           stream-run debug FILE [OPTIONS]
           stream-run new NAME [LINE] [OPTIONS]
           stream-run format PATH… [OPTIONS]
           stream-run edit FILE EDIT… [OPTIONS]
           stream-run emit-swift FILE [OPTIONS]
           stream-run partition FILE [OPTIONS]
           stream-run export FILE [OPTIONS]
           stream-run eval EXPRESSION [VALUE…] [OPTIONS]
           stream-run list KIND [NAME] [OPTIONS]
           stream-run explain [CODE]
           stream-run schema [OPTIONS]
           stream-run completions SHELL
           stream-run lsp [OPTIONS]
           stream-run help [COMMAND]

      FILE  a stream file, or - for standard input

    commands:
      play         play a stream file; the same as 'stream-run FILE'
      test         play files, and compare their events with what they expect
      validate     check files without playing them, and print what is wrong in them
      diagram      play a file, and draw what happens in it, stage by stage
      watch        play or test files again at each change, and show what is
                   different
      graph        draw the sources and operators of a file, with the types of what
                   they emit
      why          play a file, and tell why an event came: what led to it, back to
                   the sources
      why-not      play a file, and tell why an event did not come: where it ended,
                   and why
      debug        play a file one event at a time, forwards and back
      new          write a first stream file, out of a line or a sample of a log
      format       bring stream files into the one form in which people would write
                   them
      edit         change values of a stream file, and touch nothing else of it
      emit-swift   write a file as a Swift program that plays to the same events
      partition    find the keys by which inputs can be split, for more than one
                   machine
      export       write a file as a job for an engine that runs on many machines
      eval         evaluate an expression, once or for each of several values
      list         list the functions, operators or sources, or describe one of them
      explain      explain a kind of mistake, or list all kinds
      schema       print the JSON Schema of stream files, for editors
      completions  print a script that completes commands, options and files
      lsp          serve an editor: diagnostics, completion, hovers, renaming and
                   more
      help         print this page, or the page of a command

    options:
      -r, --realtime                 play live, on this machine's clock: a second
                                     takes a second, and records of the past come at
                                     once; files are written in place
          --speed TIMES              play on the real clock, this many times faster,
                                     records from the first one on; 0.5 is half as
                                     fast
          --catch-up TIME            with --realtime: the silence after which a pipe
                                     has caught up with the present; 1s by default
      -s, --stream NAME              play this definition of the file instead of all
                                     of it
          --set NAME=VALUE           set a parameter of the file; durations are
                                     written 90, 250ms or 1h30m
      -u, --until TIME               play up to this time, that instant included:
                                     seconds, 1h30m, or, where times count from
                                     1970, a date such as 2026-01-02 or
                                     2026-01-02T03:04Z
      -n, --limit N                  stop after this many values
      -f, --format FORMAT            how to print; by default text on a terminal,
                                     json otherwise
          --raw                      print strings without quotes; for the formats
                                     text and values, and values is then the default
          --time utc|local|seconds   how text shows times that count from 1970: as
                                     dates in UTC (the default), as local dates, or
                                     as the seconds that json prints
      -i, --input NAME=PATH          bind an input to a file, to the files of a
                                     folder, or with - to standard input;
                                     ./cpu.json#NAME is the input of that file alone
          --follow                   go on reading the files of inputs as they grow,
                                     also when they are cut off or replaced; files
                                     are written in place
          --input-format FORMAT      the format of inputs; by default, the one that
                                     the input states in 'records', or that of the
                                     file's extension
          --allow-path DIR           let inputs name files in this folder in 'path',
                                     besides those below the folder of the stream
                                     file
          --on-bad-record RULE       what to do with a malformed record: fail (the
                                     default), skip, or dead-letter=PATH, which
                                     writes it to a file, or with - to standard
                                     output
          --max-bad N|P%             fail once an input has more malformed records
                                     than this, or a greater share of them;
                                     otherwise they are skipped
          --origin TIME              count the times of records from this one
                                     instead of the first; earlier records are
                                     dropped
          --input-end [NAME=]TIME    end the inputs at this time instead of that of
                                     their last records; NAME= is for --shard
          --shard                    play the records of some keys as a part of a
                                     whole, whose first record --origin names, and
                                     the last one of each input --input-end
                                     NAME=TIME
          --max-memory SIZE          fail a playback once the process holds more
                                     memory than this; by default 1GiB, or three
                                     quarters of what its container has
          --summary                  at the end, print what was read and lost as a
                                     line of JSON on standard error
          --big-numbers double|text  read integers that do not fit 64 bits as the
                                     nearest double, or as a string of their digits;
                                     by default, a record with one is malformed
      -o, --output PATH              print to this file, or with - to standard
                                     output
          --tee NAME=PATH            also print the events of a definition, to a
                                     file of its own, or with - to standard output
          --trace PATH               write what every stage receives and emits, and
                                     why, to this file: as lines of JSON, or, if its
                                     name ends with .trace.json, for Perfetto
          --outputs DIR              write the outputs of the file below this
                                     folder, which is created if necessary
          --append                   append to output files in place
          --color auto|always|never  when to use colors; auto: on a terminal, if
                                     NO_COLOR is not set
      -h, --help                     print this page
      -V, --version                  print the version

    formats:
      text     a line for each event; on a terminal, a diagram below if it is short
      json     a line for each event: {"time":1,"value":1}
      marbles  a line for all events: -1-2|; if it does not show everything, a
               second line: the object to write after "expect": in a stream file
      values   a line for each value, without its time
      csv      a row for each value, after a header with the keys of the first

    output files:
      at first          output goes to FILE.partial; devices and pipes are written
                        directly
      exit code 0 or 1  FILE is replaced; it keeps its mode, and a link stays a link
      any other         FILE is unchanged; the output so far is in FILE.partial
      in place          with --append, --realtime or --speed, output goes to FILE
                        itself, whatever the exit code

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
      0    done; also if the reader of the output closed it
      1    a test failed, or there was none; or inputs cannot be split
      2    the stream itself ended in failure
      64   the command line is wrong, or a file would be both read and written
      65   the stream file is wrong
      66   the stream file or an input cannot be read
      70   an internal error
      71   more memory than '--max-memory' is needed, and not by the stream
      74   the output cannot be written, or an input can no longer be read
      130  interrupted (Ctrl-C, SIGINT); earlier events are printed
      143  terminated (SIGTERM); earlier events are printed

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
          source <(stream-run completions zsh)   # in ~/.zshrc, after compinit
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
          NAME  one of them, to describe it in full

        options:
          -f, --format text|json|markdown  how to print; text by default

        """))
    #expect(
      outcome.output.contains("formats:\n  text      for people; ")
        && !outcome.output.contains("marbles"))
  }

  @Test(arguments: [
    "", "play", "validate", "diagram", "watch", "graph", "why", "why-not", "new", "format",
    "edit", "emit-swift", "partition", "export", "eval", "list", "explain", "schema",
    "completions", "lsp", "help",
  ])
  func `a page fits on a terminal`(command: String) throws {
    let outcome = try Command.shell(#""$0" help \#(command)"#)
    #expect(outcome.code == 0 && outcome.errors == "")
    #expect(outcome.lines.allSatisfy { $0.count <= 80 && $0.last != " " })
  }
}
