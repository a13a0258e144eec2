import Console

/// A page of help about options of several commands, or about a rule that all commands follow.
enum HelpTopic: String, CaseIterable {
  case inputs, outputs, checkpoints, stopping, parts
  case exitCodes = "exit-codes"

  var name: String { rawValue }

  /// The first sentence of the page.
  var summary: String {
    switch self {
    case .inputs: "Where records come from, and what happens to bad ones."
    case .outputs: "Where events, files and traces are written."
    case .checkpoints: "How a playback is saved, and continues later as if it had never stopped."
    case .stopping: "What ends a playback before its stream completes."
    case .parts: "How a program plays the records of some keys as one of several parts."
    case .exitCodes: "What the exit codes mean, for every command."
    }
  }

  /// The sentence before the options.
  var introduction: String? {
    switch self {
    case .inputs, .outputs: "The page of a command names those of these options that it has."
    case .checkpoints:
      "A checkpoint has the states of all stages, the pending timers and the positions in the inputs."
    case .stopping: nil
    case .parts:
      "'stream-run export' writes jobs that use these options; 'stream-run partition FILE' prints "
        + "the keys by which the inputs can be split."
    case .exitCodes:
      "If 'test' or 'validate' meets several of these in different files, the highest counts."
    }
  }

  /// The options that the page describes, one for each name.
  var options: [OptionForm] {
    var names: Set<String> = []
    return CommandOption.all.map(\.form).filter { option in
      option.topic == self && !option.isHidden && names.insert(option.name).inserted
    }
  }

  /// The rows of a table below the options, with its title.
  var table: (title: String, rows: [(String, String)])? {
    switch self {
    case .inputs: nil
    case .parts:
      (
        "with --shard",
        [
          ("--origin TIME", "the time of the first record of the whole, of all inputs"),
          (
            "--input-end NAME=TIME",
            "the time of the last record of this input in the whole; once for each input"
          ),
        ]
      )
    case .outputs:
      (
        "output files",
        [
          ("at first", "output goes to FILE.partial; devices and pipes are written directly"),
          (
            "exit code 0 or 1", "FILE is replaced; it keeps its mode, and a link stays a link"
          ),
          ("any other", "FILE is unchanged; the output so far is in FILE.partial"),
          (
            "in place",
            "with --append, --checkpoint, --follow, --realtime or --speed, output goes to FILE "
              + "itself, whatever the exit code"
          ),
        ]
      )
    case .checkpoints:
      (
        "what continues",
        [
          (
            "output files",
            "are cut back to their length in the checkpoint, so nothing is in them twice or missing"
          ),
          (
            "inputs",
            "are read on from their positions; a followed file is found again under another name; a "
              + "pipe continues with what comes next"
          ),
          (
            "timers",
            "keep their instants; with --realtime, those that came due meanwhile fire at once, in "
              + "order, with their own times, or as '--missed' says"
          ),
          (
            "the stream file",
            "must be the same, and so must the options on which the playback depends; a changed file "
              + "begins with --warm-up and the log of the past"
          ),
        ]
      )
    case .stopping:
      (
        "other ways",
        [
          (
            "--input-end TIME",
            "ends the inputs at this time, and not the playback: operators then emit what they "
              + "hold, as after the last record"
          ),
          (
            "Ctrl-C, SIGTERM",
            "delivers due values, and ends the inputs; a playback without inputs stops where it "
              + "is; a second signal ends the command at once"
          ),
          (
            "--max-memory SIZE",
            "lets the playback fail; the other ways are not failures"
          ),
          (
            "test --steps N",
            "ends a test that would play forever; 'test --fail-fast' ends the run after the first "
              + "test that fails"
          ),
        ]
      )
    case .exitCodes:
      ("exit codes", ExitCode.allCases.map { ("\($0.rawValue)", $0.summary) })
    }
  }
}
