import Expressions
import Pipelines
import Reactive

extension PlaySettings {
  /// Throws if options cannot be combined because a shard is played, or because none is.
  func checkPart() throws(UsageError) {
    guard isShard else { return try playing.checkEnds() }
    if let (option, reason) = optionUnsuitableForPart {
      throw UsageError("'--shard' and '\(option)' cannot be combined", hint: reason)
    }
    if playing.origin == nil {
      throw UsageError(
        "'--shard' needs '--origin'",
        hint: "write the time of the first record of the whole, of all its inputs")
    }
    var names: Set<String?> = []
    for end in playing.inputEnds where !names.insert(end.name).inserted {
      throw UsageError(
        "option '--input-end' is given twice for \(end.name.map { "'\($0)'" } ?? "all inputs")",
        hint: "give it once for each input")
    }
  }

  /// The first option that does not suit a shard, and what to do about it.
  private var optionUnsuitableForPart: (String, String)? {
    let whole = "leave it out: bad records are counted in the whole, not in a part"
    let rest = "leave it out: a part must be played to its end"
    let clock = "leave it out: a part is played by the times of its records"
    let others = "leave it out: a part emits only the events of the stream that is played"
    let options: [(String, Bool, String)] = [
      ("--realtime' or '--speed", isRealTime, clock),
      ("--follow", follows, clock),
      ("--until", playing.until != nil, rest),
      ("--limit", playing.limit != nil, rest),
      ("--max-bad", badRecordLimit != nil, whole),
      ("--tee", !tees.isEmpty, others),
      ("--outputs", outputFolder != nil, others),
    ]
    return options.first { $0.1 }.map { ($0.0, $0.2) }
  }
}

extension PlayWindow {
  /// Returns the window of a shard of a program.
  static func shard(_ settings: PlaySettings, of program: Program) throws(UsageError) -> InputWindow
  {
    let used = program.inputs.used
    if used.isEmpty {
      throw UsageError(
        "'--shard' does not apply: the stream has no inputs", hint: "leave it out")
    }
    if let name = program.inputsWithoutTimes.first {
      throw UsageError(
        "'--shard' needs times, and the records of the input '\(name)' have none",
        hint: #"give the input a "time", an expression that finds it in each record"#)
    }
    for end in settings.inputEnds {
      guard let name = end.name, !used.contains(name) else { continue }
      throw UsageError(
        "option '--input-end': the stream reads no input '\(name)'",
        hint: UsageError.meant(name, among: used) ?? Suggestion.list(of: used))
    }
    // The files named by the stream file contain the records of the whole.
    let bound = Set(settings.inputs.map(\.name))
    if let name = used.first(where: { !bound.contains($0) }) {
      throw UsageError(
        "'--shard' needs the records of the input '\(name)'",
        hint: "write '--input \(name)=PATH' with those of the part")
    }
    guard let origin = settings.origin else { preconditionFailure("a shard without its origin") }
    var ends: [String: Instant] = [:]
    for name in used {
      let all = settings.inputEnds.first { $0.name == nil }
      guard let end = settings.inputEnds.first(where: { $0.name == name }) ?? all else {
        throw UsageError(
          "'--shard' needs '--input-end \(name)=TIME'",
          hint: "write the time of the last record of '\(name)' in the whole")
      }
      let instant = try instant(of: end.time, for: "--input-end", settings.playing, program)
      let start = program.countsFrom1970 ? origin.nanoseconds : 0
      guard instant.nanoseconds >= start else {
        throw UsageError(
          "the input '\(name)' ends before '--origin'", hint: "expected a later '--input-end'")
      }
      ends[name] = instant
    }
    return InputWindow(ofKeysFrom: Instant(nanoseconds: origin.nanoseconds), ends: ends)
  }
}
