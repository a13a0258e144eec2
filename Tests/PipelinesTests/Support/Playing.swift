import FileTesting
import Marbles
import Pipelines
import Reactive
import Values

/// Plays the text of a stream file, and returns the events in brief: `1@0.5 "a"@2 |@2`.
func played(_ text: String, _ playback: Playback = Playback()) throws(Diagnostics) -> String {
  try program(text).play(playback).brief
}

/// Plays a document with lines of JSON for its inputs, by their names.
func played(
  _ text: String, reading lines: [String: String], badRecords: BadRecordPolicy? = nil,
  _ playback: Playback = Playback()
) throws -> String {
  let bindings = InputBindings(lines.mapValues { .text($0) }, badRecords: badRecords)
  return try program(text).play(playback, inputs: bindings).brief
}

func program(_ text: String) throws(Diagnostics) -> Program {
  try Program(SourceText(name: "test.json", text))
}

/// Returns whether all tests of a document pass.
func passes(_ text: String) -> Bool {
  let document = StreamDocument(SourceText(name: "test.json", text))
  return !document.checks.isEmpty
    && document.checks.allSatisfy { check in
      if case .passed = document.play(check) { true } else { false }
    }
}

/// Plays the items of a `stream`, followed by operators.
func played(items: String, operators: String = "") throws(Diagnostics) -> String {
  try played(#"{"stream": [\#(items)], "operators": [\#(operators)]}"#)
}

/// Plays these values, one a second, through operators.
func played(values: String..., through operators: String) throws(Diagnostics) -> String {
  let items = values.map { #"{"value": \#($0), "operators": [{"delay": {"seconds": 1}}]}"# }
  return try played(items: items.joined(separator: ", "), operators: operators)
}

/// Returns the result of a playback, or the mistakes that prevent it.
func outcome(_ play: () throws -> String) -> String {
  do { return try play() } catch { return "\(error)" }
}

extension Timeline where Output: CustomStringConvertible {
  /// The events on one line: `1@0.5`, a failure as `#message@2`, the completion as `|@2`.
  var brief: String {
    events.map(\.brief).joined(separator: " ")
  }
}

extension Timeline.Event where Output: CustomStringConvertible {
  var brief: String {
    var time = ByteBuffer()
    time.appendSeconds(nanoseconds: instant.nanoseconds)
    let seconds = String(decoding: time.bytes, as: UTF8.self)
    return switch kind {
    case .value(let value): "\(value)@\(seconds)"
    case .finished: "|@\(seconds)"
    case .failure(let message): "#\(message)@\(seconds)"
    }
  }
}

/// Records the events of a publisher on a scheduler.
final class Recorder<Output: CustomStringConvertible>: Subscriber {
  typealias Input = Output
  typealias Failure = StreamFailure

  private let scheduler: any Scheduler
  private let hear: (String) -> Void
  private(set) var subscription: (any Subscription)?

  init(on scheduler: any Scheduler, hear: @escaping (String) -> Void) {
    self.scheduler = scheduler
    self.hear = hear
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
  }

  func receive(_ value: Output) {
    hear(Timeline.Event(instant: scheduler.now, kind: .value(value)).brief)
  }

  func receive(completion: Subscribers.Completion<StreamFailure>) {
    let kind: Timeline<Output>.Kind =
      switch completion {
      case .finished: .finished
      case .failure(let failure): .failure(failure.message)
      }
    hear(Timeline.Event(instant: scheduler.now, kind: kind).brief)
  }
}
