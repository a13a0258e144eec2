import Expressions
import Marbles
import Pipelines
import Reactive
import Tracing
import Values

/// The state of a debugger, and its replies to commands.
final class DebugSession {
  /// The answer to a command.
  struct Reply {
    var lines: [String] = []
    /// Whether the command was wrong.
    var isMistake = false
    /// Whether the session ends.
    var ends = false
  }

  /// A place at which the playback stops.
  private struct Break {
    let text: String
    let stage: Int?
    let condition: Evaluator?
  }

  /// The maximum distance that a command goes: a stream need not end, nor emit anything.
  private struct Budget {
    static let limits = (events: 100_000, steps: 1_000_000)

    var events = Self.limits.events
    var steps = Self.limits.steps
  }

  private let playback: TracedPlayback
  private let style: LineageStyle
  private var breaks: [Break] = []
  private var watched: Set<Int> = []

  init(_ playback: TracedPlayback, style: LineageStyle) {
    self.playback = playback
    self.style = style
  }

  /// The current time, for the prompt.
  var place: String { style.time(playback.instant) }

  /// Returns the reply to a line.
  func reply(to line: String) -> Reply {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1].trimmed : ""
    guard let word = words.first else { return steps(1) }
    guard let command = DebugWord(named: word) else { return unknown(word) }
    switch command {
    case .step: return withCount(rest, of: command) { steps($0) }
    case .back: return withCount(rest, of: command) { back($0) }
    case .go: return go()
    case .goto: return goto(rest)
    case .break: return rest.isEmpty ? listBreaks() : addBreak(rest)
    case .clear:
      breaks = []
      return Reply()
    case .watch: return watch(rest) { watched.insert($0) }
    case .unwatch: return watch(rest) { watched.remove($0) }
    case .buffers: return looking { buffers($0) }
    case .timers: return looking { timers($0) }
    case .why: return explain(rest) { index, event in index.causes(of: event) }
    case .whyNot: return explain(rest) { index, event in index.fate(of: event) }
    case .stages: return Reply(lines: playback.stages.map { "\($0.number)  \(name(of: $0))" })
    case .help: return Reply(lines: Self.help)
    case .quit: return Reply(ends: true)
    }
  }

  /// Returns the words that could complete the given beginning.
  func completions(of beginning: String) -> [String] {
    let words = beginning.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let last = words.last ?? ""
    if words.count < 2 {
      return DebugWord.allCases.map(\.rawValue).filter { $0.hasPrefix(last) }
    }
    switch DebugWord(named: words[0]) {
    case .watch?, .unwatch?, .break?:
      let names = playback.stages.map(\.name).filter { !$0.isEmpty }
      return Array(Set(names)).sorted().filter { $0.hasPrefix(last) }
    default: return []
    }
  }

  // MARK: - Moving

  private func steps(_ count: Int) -> Reply {
    var reply = Reply()
    var budget = Budget()
    for _ in 0..<count {
      guard let entry = nextShown(&budget) else { return stopped(reply, budget, "continue") }
      reply.lines.append(text(of: entry))
    }
    return reply
  }

  /// Moves to the next entry of a stage that is watched.
  private func nextShown(_ budget: inout Budget) -> TraceRecorder.Entry? {
    while let entry = next(&budget) {
      if isShown(entry) { return entry }
    }
    return nil
  }

  /// Moves to the next entry; nil if the playback has ended, or the budget is used up.
  private func next(_ budget: inout Budget) -> TraceRecorder.Entry? {
    guard budget.events > 0, let entry = playback.step(within: &budget.steps) else { return nil }
    budget.events -= 1
    return entry
  }

  private func isShown(_ entry: TraceRecorder.Entry) -> Bool {
    guard !watched.isEmpty else { return true }
    switch entry {
    case .event(let event): return watched.contains(event.stage)
    case .end(let end): return watched.contains(end.stage)
    case .cancellation(let cancellation): return watched.contains(cancellation.stage)
    }
  }

  private func back(_ count: Int) -> Reply {
    for _ in 0..<count {
      repeat {
        guard playback.stepBack() else { return Reply(lines: ["this is the beginning"]) }
      } while playback.last.map(isShown) == false
    }
    return Reply(lines: playback.last.map { [text(of: $0)] } ?? ["this is the beginning"])
  }

  private func go() -> Reply {
    var reply = Reply()
    var budget = Budget()
    while let entry = next(&budget) {
      if isShown(entry), !watched.isEmpty || breaks.isEmpty { reply.lines.append(text(of: entry)) }
      do throws(EvaluationError) {
        for stop in breaks where try isMet(stop, by: entry) {
          reply.lines.append("break \(stop.text): \(text(of: entry))")
          return reply
        }
      } catch {
        reply.lines.append("the condition of the break failed: \(error.message)")
        return reply
      }
    }
    return stopped(reply, budget, "continue")
  }

  private func isMet(
    _ stop: Break, by entry: TraceRecorder.Entry
  ) throws(EvaluationError) -> Bool {
    guard case .event(let event) = entry, stop.stage == nil || stop.stage == event.stage else {
      return false
    }
    guard let condition = stop.condition else { return true }
    guard case .value(let value) = event.kind else { return false }
    var frame = Frame(nanoseconds: event.instant.nanoseconds)
    return try condition.condition(value, in: &frame)
  }

  private func goto(_ text: String) -> Reply {
    guard
      let time = Seconds(text)
        ?? DecimalNumber(text)?.nanoseconds.map({ Seconds(.nanoseconds($0)) })
    else { return mistake("'\(text)' is not a time; write 'goto 6.9' or 'goto 1h30m'") }
    let instant = Instant(nanoseconds: time.nanoseconds)
    while playback.instant >= instant, playback.stepBack() {}
    var budget = Budget()
    while let entry = next(&budget) {
      if instant <= entry.instant {
        _ = playback.stepBack()
        return Reply(lines: playback.last.map { [self.text(of: $0)] } ?? ["this is the beginning"])
      }
    }
    return stopped(Reply(), budget, "goto \(text)")
  }

  /// Returns the reply to a command for which the playback did not continue.
  private func stopped(_ reply: Reply, _ budget: Budget, _ command: String) -> Reply {
    let reason =
      if budget.events <= 0 {
        "\(Budget.limits.events) events"
      } else if budget.steps <= 0 {
        "\(Budget.limits.steps) steps, with \(Budget.limits.events - budget.events) events"
      } else {
        String?.none
      }
    guard let reason else { return ended(reply) }
    var reply = reply
    reply.lines.append("stopped after \(reason); '\(command)' continues")
    return reply
  }

  private func ended(_ reply: Reply) -> Reply {
    var reply = reply
    let way =
      switch playback.end {
      case .ended? where playback.failure != nil:
        "the playback failed, because it has no more memory"
      case .ended?, nil: "the stream has ended"
      case .waiting?: "the stream is still waiting, and nothing is due"
      case .limited?:
        "the playback stopped at '--limit', or after \(TracedPlayback.entryLimitOfWork) events "
          + "of one instant"
      case .stopped?: "the playback was stopped"
      }
    reply.lines.append(way)
    return reply
  }

  // MARK: - Breaks and stages

  private func listBreaks() -> Reply {
    Reply(lines: breaks.isEmpty ? ["there are no breaks"] : breaks.map(\.text))
  }

  private func addBreak(_ text: String) -> Reply {
    var (stageText, condition) = (text, String?.none)
    if text.hasPrefix("when ") {
      (stageText, condition) = ("", String(text.dropFirst(5)))
    } else if let range = text.firstRange(of: " when ") {
      (stageText, condition) = (
        String(text[..<range.lowerBound]), String(text[range.upperBound...])
      )
    }
    var found: Int?
    if !stageText.isEmpty {
      switch stage(named: stageText.trimmed) {
      case .success(let number): found = number
      case .failure(let error): return mistake(error.text)
      }
    }
    guard let condition else {
      breaks.append(Break(text: text, stage: found, condition: nil))
      return Reply(lines: ["breaks at \(text)"])
    }
    do throws(ExpressionErrors) {
      let checked = try CheckedExpression(condition, in: .value(.dyn), as: .condition)
      breaks.append(Break(text: text, stage: found, condition: checked.evaluator()))
      return Reply(lines: ["breaks at \(text)"])
    } catch {
      return mistake("the expression is wrong: \(error.errors.first?.message ?? "")")
    }
  }

  private func watch(_ text: String, _ change: (Int) -> Void) -> Reply {
    guard !text.isEmpty else {
      let names = watched.sorted().map { name(of: playback.stages[$0]) }
      return Reply(lines: names.isEmpty ? ["all stages are shown"] : names)
    }
    switch stage(named: text) {
    case .success(let number):
      change(number)
      return Reply()
    case .failure(let error): return mistake(error.text)
    }
  }

  private struct NoStage: Error {
    let text: String
  }

  /// Returns the stage with a number, or with a name that only one stage has.
  private func stage(named text: String) -> Result<Int, NoStage> {
    if let number = Int(text), playback.stages.indices.contains(number) { return .success(number) }
    let found = playback.stages.filter { $0.name == text || $0.label == text }
    if found.count == 1 { return .success(found[0].number) }
    guard found.isEmpty else {
      let numbers = found.map { "\($0.number)" }.joined(separator: ", ")
      return .failure(
        NoStage(text: "'\(text)' matches several stages: \(numbers); write the number of one"))
    }
    return .failure(NoStage(text: "there is no stage '\(text)'; 'stages' lists them"))
  }

  // MARK: - Looking

  private func looking(_ show: (TraceRecorder.Snapshot) -> [String]) -> Reply {
    do throws(InputError) {
      guard let snapshot = try playback.snapshot() else {
        return mistake("there is nothing to show")
      }
      return Reply(lines: show(snapshot))
    } catch {
      return mistake(error.message)
    }
  }

  private func buffers(_ snapshot: TraceRecorder.Snapshot) -> [String] {
    let trace = playback.trace
    let lines = snapshot.kept.compactMap { kept -> String? in
      guard trace.events.indices.contains(kept.event) else { return nil }
      let stage = playback.stages[kept.stage]
      return "\(name(of: stage)) keeps \(trace.events[kept.event].line(of: playback.stages, style))"
    }
    return lines.isEmpty ? ["no stage holds anything"] : lines
  }

  private func timers(_ snapshot: TraceRecorder.Snapshot) -> [String] {
    let lines = snapshot.timers.map { timer in
      let what = timer.stage.map { name(of: playback.stages[$0]) } ?? "a source"
      return "\(style.time(timer.due))  \(what)"
    }
    return lines.isEmpty ? ["nothing is due"] : lines
  }

  private func explain(_ text: String, _ explain: (TraceIndex, Int) -> Lineage) -> Reply {
    let trace = playback.trace
    let number: Int?
    if text.isEmpty {
      number =
        switch playback.last {
        case .event(let event)?: event.number
        case .end(let end)?: end.event
        case .cancellation?, nil: nil
        }
    } else {
      number = Int(text)
    }
    guard let number, trace.events.indices.contains(number) else {
      return mistake(
        trace.events.isEmpty
          ? "nothing has happened yet" : "expected an event from 0 to \(trace.events.count - 1)")
    }
    return Reply(lines: explain(TraceIndex(trace), number).lines(of: playback.stages, style: style))
  }

  // MARK: - Texts

  private func text(of entry: TraceRecorder.Entry) -> String {
    switch entry {
    case .event(let event): event.line(of: playback.stages, style)
    case .end(let end): "\(end.line(of: playback.stages, style)) \(style.dim("event \(end.event)"))"
    case .cancellation(let cancellation):
      "\(name(of: playback.stages[cancellation.stage])) was cancelled"
    }
  }

  private func name(of stage: Trace.Stage) -> String {
    stage.place.map { "\(stage.label) \(style.dim("(\($0))".onOneLine))" } ?? stage.label
  }

  private func withCount(_ text: String, of command: DebugWord, _ act: (Int) -> Reply) -> Reply {
    guard !text.isEmpty else { return act(1) }
    guard let count = Int(text), count > 0 else {
      return mistake("'\(command.rawValue) \(text)'; expected a number, such as 10")
    }
    return act(count)
  }

  private func unknown(_ word: String) -> Reply {
    let meant = DebugWord.allCases.map(\.rawValue).filter { $0.hasPrefix(word) }
    if meant.count > 1 {
      return mistake("'\(word)' can mean \(meant.map { "'\($0)'" }.joined(separator: " or "))")
    }
    let hint = UsageError.meant(word, among: DebugWord.allCases.map(\.rawValue))
    return mistake("unknown command '\(word)'; \(hint ?? "'help' lists them")")
  }

  private func mistake(_ text: String) -> Reply {
    Reply(lines: [text.onOneLine], isMistake: true)
  }

  static let help: [String] = DebugWord.allCases.map { word in
    let left = word.operands.isEmpty ? word.rawValue : "\(word.rawValue) \(word.operands)"
    return left + String(repeating: " ", count: max(2, 36 - left.count)) + word.summary
  }
}

extension TraceRecorder.Entry {
  fileprivate var instant: Instant {
    switch self {
    case .event(let event): event.instant
    case .end(let end): end.instant
    case .cancellation(let cancellation): cancellation.instant
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    let start = drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}
