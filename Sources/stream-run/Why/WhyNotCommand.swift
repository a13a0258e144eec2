import Console
import Marbles
import Pipelines
import Reactive
import Tracing
import Values

/// Shows why events did not reach the output: where their consequences ended, and what ended them.
struct WhyNotCommand: FileCommand {
  struct Settings: CommandSettings {
    var question = QuestionSettings()

    static let options: [Option<Self>] =
      [
        Option(
          "input-event", of: .count,
          "the number of the event among the values of all sources, from 1"
        ) { $0.question.choice.inputEvent = $1 }
      ] + QuestionSettings.options(within: \.question)

    var maximumMemory: Int? { question.traced.playing.maximumMemory }

    func check(_ operands: [String]) throws(UsageError) {
      try question.check(for: .whyNot, by: "'--input-event N'")
    }
  }

  let file: String
  let settings: Settings

  func run() -> ExitCode {
    let (played, code) = TracedFile(
      file: file, traced: settings.question.traced, command: .whyNot
    ).play()
    guard let played else { return code }
    let question = settings.question.choice
    let chosen: ChosenEvents
    do throws(UsageError) {
      chosen = ChosenEvents(
        trace: played.trace, choice: question, instant: try settings.question.instant(in: played))
    } catch {
      complain(error.report)
      return .usage
    }
    let index = TraceIndex(played.trace)
    switch events(chosen, played) {
    case .failure(let trouble):
      complain("stream-run: \(trouble.message)".onOneLine)
      return .unmet
    case .success(let events):
      let printer = ExplanationPrinter(played, settings.question)
      let isAnswered =
        question.isAboutNumber
        || (question.value == nil || question.time == nil)
          && events.contains { !index.arrivals(of: $0.number).isEmpty }
      let absence =
        isAnswered
        ? nil : index.absence(of: question.value, at: chosen.instant, style: printer.style)
      let shown = events.isEmpty ? absence?.evidence.map(\.event) ?? [] : events
      return printer.print(
        shown, branches: "effects",
        { number in
          absence?.evidence.first { $0.event.number == number } ?? index.fate(of: number)
        },
        headline: { headline($0, index.arrivals(of: $0.number), played) }, absence: absence)
    }
  }

  private struct Trouble: Error {
    let message: String
  }

  /// Returns the events that the question is about.
  private func events(
    _ chosen: ChosenEvents, _ played: TracedFile.Played
  ) -> Result<[Trace.Event], Trouble> {
    let question = settings.question.choice
    if let number = question.event {
      guard played.trace.events.indices.contains(number) else {
        return .failure(Trouble(message: "there is no event \(number)"))
      }
      return .success([played.trace.events[number]])
    }
    if let number = question.inputEvent {
      let inputs = chosen.inputs
      guard inputs.indices.contains(number - 1) else {
        let ending = chosen.ending.map { ending in
          let stage = played.trace.stages[ending.stage]
          let place = stage.place.map { " (\($0))" } ?? ""
          return "'\(stage.name)'\(place) ended the stream at "
            + "\(played.times.phrase(of: ending.instant)), because of event \(ending.causes[0])"
        }
        return .failure(
          Trouble(
            message: "there is no event \(number) of the sources, which emitted \(inputs.count)"
              + (ending.map { "; \($0)" } ?? "")))
      }
      return .success([inputs[number - 1]])
    }
    let sources = chosen.matching(.source).filter { $0.causes.isEmpty }
    let found = sources.isEmpty ? chosen.matching(nil) : sources
    if !found.isEmpty || question.value != nil { return .success(found) }
    return .success(pending(at: chosen.instant, played))
  }

  /// Returns the events that stages stored at an instant, and that ended there later.
  private func pending(at instant: Instant?, _ played: TracedFile.Played) -> [Trace.Event] {
    guard let instant else { return [] }
    let trace = played.trace
    var seen: Set<Int> = []
    return trace.ends.filter { end in
      trace.events[end.event].instant <= instant && instant <= end.instant
        && seen.insert(end.event).inserted
    }.map { trace.events[$0.event] }
  }

  private func headline(
    _ event: Trace.Event, _ arrivals: [Trace.Event], _ played: TracedFile.Played
  ) -> String? {
    if played.trace.stages[event.stage].role == .output { return "It came:" }
    let values = arrivals.filter { if case .value = $0.kind { true } else { false } }
    guard let first = values.first else { return "It never reached the output:" }
    let count = values.count == 1 ? "" : ", the first of \(values.count)"
    return "It reached the output at \(played.times.phrase(of: first.instant))\(count):"
  }
}
