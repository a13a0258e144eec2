import Marbles
import Pipelines
import Reactive
import Tracing
import Values

/// The settings of `why` and `why-not`.
struct QuestionSettings: Sendable {
  var traced = TracedSettings()
  /// The event to be explained.
  var choice = EventChoice()
  var format = ExplanationFormat.text

  /// Throws if the options do not specify which event is to be explained.
  func check(for command: Subcommand, by number: String) throws(UsageError) {
    if choice.isEmpty {
      throw UsageError(
        "no event is chosen", hint: "choose one with '--at TIME', '--value JSON' or \(number)",
        command: command)
    }
    try traced.check(for: command)
  }

  /// The options of both commands, for settings that contain these.
  static func options<Whole>(
    within part: any WritableKeyPath<Whole, Self> & Sendable
  ) -> [Option<Whole>] {
    (choices + TracedSettings.options(within: \.traced)).map { $0.within(part) }
  }

  private static let choices: [Option<Self>] = [
    Option(
      "at", of: .playTime,
      "the time of the event: seconds, 1h30m, or a date where times count from 1970"
    ) { $0.choice.time = $1 },
    Option("value", of: .json, "the value of the event") { $0.choice.value = $1 },
    Option(
      "event", of: .count, "the number of the event in the trace, of any stage"
    ) { $0.choice.event = $1 },
    Option(
      "format", "f", of: .oneOf(ExplanationFormat.self, noun: "format"),
      "how to print; text by default"
    ) { $0.format = $1 },
  ]
}

/// The events that a question is about.
struct EventChoice: Sendable {
  /// The number of the event in the trace.
  var event: Int?
  /// The number of the event among the values of the sources, from 1.
  var inputEvent: Int?
  /// The value of the event.
  var value: Value?
  /// The time of the event.
  var time: PlayTime?

  /// Whether it names an event by its number.
  var isAboutNumber: Bool { event != nil || inputEvent != nil }

  var isEmpty: Bool { event == nil && inputEvent == nil && value == nil && time == nil }
}

/// The events of a trace, as questions refer to them.
struct ChosenEvents {
  let trace: Trace
  let choice: EventChoice
  /// The instant of the choice; nil if it has none.
  let instant: Instant?

  /// Returns the events of stages with a role that have the value and the time of the choice.
  func matching(_ role: Trace.Stage.Role?) -> [Trace.Event] {
    trace.events.filter { event in
      guard role == nil || trace.stages[event.stage].role == role else { return false }
      if let instant, event.instant != instant { return false }
      guard let wanted = choice.value else { return true }
      guard case .value(let value) = event.kind else { return false }
      return value.isLike(wanted)
    }
  }

  /// The values of all sources, in order.
  var inputs: [Trace.Event] {
    trace.events.filter { event in
      guard case .value = event.kind else { return false }
      return trace.stages[event.stage].role == .source && event.causes.isEmpty
    }
  }

  /// The first completion of an operator that was caused by a value, and not by the completion of
  /// its upstream. After it, the sources were no longer needed. Nil if there is none.
  var ending: Trace.Event? {
    trace.events.first { event in
      if case .value = event.kind { return false }
      guard trace.stages[event.stage].role == .operator, let cause = event.causes.first else {
        return false
      }
      if case .value = trace.events[cause].kind { return true } else { return false }
    }
  }

  /// Returns the last event of the output before an instant, and the first after it.
  func neighbors(of instant: Instant) -> (before: Trace.Event?, after: Trace.Event?) {
    let events = trace.events.filter { trace.stages[$0.stage].role == .output }
    return (events.last { $0.instant < instant }, events.first { $0.instant > instant })
  }
}
