import Checkpoints
import Expressions
import Pipelines
import Reactive

/// When a playback is saved.
enum CheckpointInterval: Sendable {
  /// After a real time.
  case time(Duration)
  /// After a number of records of all inputs.
  case records(Int)
}

/// The settings of `play` for checkpoints.
struct CheckpointSettings: Sendable {
  /// The file in which the playback is saved; nil if it is not saved.
  var file: String?
  /// The number of checkpoints that a folder keeps; nil for three.
  var count: Int?
  /// When it is saved; nil for every ten seconds.
  var interval: CheckpointInterval?
  /// Whether a saved playback continues: that of `resumedFile`, or that of `file` if it exists.
  var resumes = false
  var resumedFile: String?
  /// Whether a playback of another version of the document continues.
  var resumesChanged = false
  /// Whether the command only says what would continue.
  var isDryRun = false
  /// The expression by which records that a sender repeats are recognized.
  var resumeAfter: CheckedExpression?
  /// The treatment of events that were missed meanwhile; nil if they are emitted.
  var missed: Downtime.Choice?

  /// Whether the playback is saved or continued, so that its outputs are written in place.
  var isUsed: Bool { file != nil || resumes }
}

extension CheckpointSettings {
  static let options: [Option<Self>] = [
    Option(
      "checkpoint", of: .path,
      "save the playback in this file, again and again, and at SIGINT or SIGTERM instead of ending "
        + "the inputs; output files are written in place; a path that ends in / is a folder, which "
        + "keeps some of them, and one that ends in .gz is packed",
      on: .checkpoints
    ) { $0.file = $1 },
    Option(
      "checkpoint-keep", of: .count, "the number of checkpoints that a folder keeps, 3 by default",
      on: .checkpoints
    ) { $0.count = $1 },
    Option(
      "checkpoint-every", of: .checkpointInterval,
      "how often: after a time, 10s by default, or after a number of records, as in 10000records",
      on: .checkpoints
    ) { $0.interval = $1 },
    Option(
      "resume", of: .optionalPath,
      "continue where the playback was saved in this file; without a file, where '--checkpoint' saved "
        + "it, or from the beginning if it has not",
      isOptional: true, on: .checkpoints
    ) {
      $0.resumes = true
      $0.resumedFile = $1
    },
    Option(
      flag: "resume-changed",
      "continue although the document or a parameter has changed: the same operators keep their state, "
        + "and the others begin anew, which is said line by line",
      on: .checkpoints
    ) { $0.resumesChanged = true },
    Option(
      flag: "dry-run", "with '--resume': only say what would continue, and play nothing",
      on: .checkpoints
    ) { $0.isDryRun = true },
    Option(
      "resume-after", of: .recordExpression,
      "skip the records that the sender of a pipe repeats when the run continues: those for which this "
        + "expression, such as $0.id, is not greater than for all records before",
      on: .checkpoints
    ) { $0.resumeAfter = $1 },
    Option(
      "missed", of: .missed,
      "when a live run continues: what happens to the events of timers that came due while no "
        + "process played: fire, drop, now, or fire-if-younger=TIME; fire by default",
      on: .checkpoints
    ) { $0.missed = $1 },
  ]

  func check(_ settings: PlaySettings) throws(UsageError) {
    if interval != nil, file == nil {
      throw UsageError(
        "'--checkpoint-every' needs '--checkpoint'", hint: "write '--checkpoint FILE', too")
    }
    if let count, count == 0 || file?.hasSuffix("/") != true {
      throw UsageError(
        "'--checkpoint-keep' needs a folder, and a number above 0",
        hint: "write '--checkpoint DIR/ --checkpoint-keep 3'")
    }
    if resumes, resumedFile == nil, file == nil {
      throw UsageError(
        "'--resume' needs a file", hint: "write '--resume=FILE', or '--checkpoint FILE', too")
    }
    if resumesChanged || isDryRun, !resumes {
      throw UsageError(
        "'\(isDryRun ? "--dry-run" : "--resume-changed")' needs '--resume'",
        hint: "write '--resume=FILE', too")
    }
    if missed != nil, !(resumes || !settings.warmUp.logs.isEmpty) || !settings.isLive {
      throw UsageError(
        "'--missed' needs '--realtime', and '--resume' or '--warm-up'",
        hint: "leave it out; on other clocks, no time passes between two runs")
    }
    if resumeAfter != nil, !isUsed, settings.warmUp.logs.isEmpty {
      throw UsageError(
        "'--resume-after' needs '--checkpoint' or '--warm-up'",
        hint: "write '--checkpoint FILE', too")
    }
    guard isUsed else { return }
    let option = file == nil ? "--resume" : "--checkpoint"
    if settings.format == .marbles {
      throw UsageError(
        "'\(option)' and '--format marbles' cannot be combined",
        hint: "use another format; a diagram is printed at the end, from all events")
    }
    if settings.trace != nil {
      throw UsageError(
        "'\(option)' and '--trace' cannot be combined", hint: "leave one out; a trace is not saved")
    }
  }
}

extension OptionValue where Value == CheckpointInterval {
  /// Reads a time or a number of records.
  static let checkpointInterval = OptionValue(
    placeholder: "INTERVAL",
    expectation: "expected a time or a number of records, such as 10s or "
      + "10000records"
  ) { (text, option) throws(UsageError) in
    if text.hasSuffix("records") {
      let count = try OptionValue<Int>.count.read(
        String(text.dropLast("records".count)), for: option)
      if count > 0 { return .records(count) }
    } else {
      let time = try OptionValue<Instant>.time.read(text, for: option)
      if time > .zero { return .time(.nanoseconds(time.nanoseconds)) }
    }
    throw UsageError("option '\(option)' is 0", hint: "expected more, such as 10s or 10000records")
  }
}

extension OptionValue where Value == Downtime.Choice {
  static let missed = OptionValue(
    placeholder: "CHOICE",
    expectation: "expected fire, drop, now, or an age such as fire-if-younger=10m"
  ) { (text, option) throws(UsageError) in
    let age = "fire-if-younger="
    switch text {
    case "fire": return .fire
    case "drop": return .drop
    case "now": return .now
    case _ where text.hasPrefix(age):
      let time = try OptionValue<Instant>.time.read(String(text.dropFirst(age.count)), for: option)
      return .fireIfYounger(than: .nanoseconds(time.nanoseconds))
    default:
      throw UsageError(
        "option '\(option)' is '\(text)'",
        hint: UsageError.meant(text, among: ["fire", "drop", "now", "fire-if-younger"])
          ?? "expected fire, drop, now, or an age such as fire-if-younger=10m")
    }
  }
}

extension PlaySettings {
  /// The options on which the playback depends, as words. A playback that continues has the same
  /// ones.
  var wordsOfPlayback: [String] {
    var words = [playing.stream.map { "--stream \($0)" }].compactMap(\.self)
    words += playing.parameters.map { "--set \($0.name)=\($0.text)" }
    words += tees.map { "--tee \($0.name)" }
    if outputFolder != nil { words.append("--outputs") }
    if isRealTime { words.append(isLive ? "--realtime" : "--speed") }
    if isShard { words.append("--shard") }
    if isNumbered { words.append("--sequence") }
    if let after = checkpoints.resumeAfter { words.append("--resume-after '\(after.text)'") }
    if let bigNumbers = playing.bigNumbers { words.append("--big-numbers \(bigNumbers.rawValue)") }
    return words
  }
}
