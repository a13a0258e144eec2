import Console
import Marbles
import Pipelines
import Reactive
import Tracing
import Values

/// Shows why events happened: what led to each, back to the sources.
struct WhyCommand: FileCommand {
  struct Settings: CommandSettings {
    var question = QuestionSettings()

    static let options: [Option<Self>] = QuestionSettings.options(within: \.question)

    var maximumMemory: Int? { question.traced.playing.maximumMemory }

    func check(_ operands: [String]) throws(UsageError) {
      try question.check(for: .why, by: "'--event N'")
    }
  }

  let file: String
  let settings: Settings
  private var question: QuestionSettings { settings.question }

  func run() -> ExitCode {
    let (played, code) = TracedFile(file: file, traced: question.traced, command: .why).play()
    guard let played else { return code }
    let instant: Instant?
    do throws(UsageError) {
      instant = try question.instant(in: played)
    } catch {
      complain(error.report)
      return .usage
    }
    let chosen = ChosenEvents(trace: played.trace, choice: question.choice, instant: instant)
    let events: [Trace.Event]
    if let number = question.choice.event {
      guard played.trace.events.indices.contains(number) else {
        complain(played.noEvent(number))
        return .unmet
      }
      events = [played.trace.events[number]]
    } else {
      events = chosen.matching(.output)
    }
    guard !events.isEmpty else {
      complain("stream-run: " + nothing(chosen, played))
      return .unmet
    }
    let index = TraceIndex(played.trace)
    return ExplanationPrinter(played, question).print(
      events, branches: "causes", { index.causes(of: $0) })
  }

  /// Returns the sentence about a choice that matches no event.
  private func nothing(_ chosen: ChosenEvents, _ played: TracedFile.Played) -> String {
    let value = question.choice.value.map { " '\("\($0)".abbreviated)'" } ?? ""
    guard let instant = chosen.instant else {
      return "the output has no event\(value); try 'stream-run why-not' with the same option"
    }
    let (before, after) = chosen.neighbors(of: instant)
    let times = [before, after].compactMap { $0.map { played.times.phrase(of: $0.instant) } }
    let others =
      times.isEmpty
      ? "the output has no events" : "others came at \(times.joined(separator: " and at "))"
    return "no event\(value) came at \(played.times.phrase(of: instant)); \(others)"
  }
}

extension TracedFile.Played {
  /// Returns the message about a number that does not belong to any event.
  func noEvent(_ number: Int) -> String {
    let hint =
      trace.events.isEmpty ? "nothing happened" : "expected 0 to \(trace.events.count - 1)"
    return "stream-run: there is no event \(number); \(hint)"
  }
}

extension QuestionSettings {
  /// Returns the instant of the choice on the clock of a playback; nil if it has none.
  func instant(in played: TracedFile.Played) throws(UsageError) -> Instant? {
    guard let time = choice.time else { return nil }
    return try PlayWindow.instant(of: time, for: "--at", traced.playing, played.program)
  }
}
