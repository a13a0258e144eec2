public import Marbles
import Pipelines
import Reactive
import ReactiveTesting
import Values

/// The form of a recorded timeline in a stream file.
public enum RecordedForm: Sendable {
  /// As a marble diagram, for people.
  case diagram
  /// As the records of an input named `recorded`, with a test that supplies them.
  case records
}

extension Timeline where Output: Encodable {
  /// Returns the text of a stream file that plays this timeline, and states it in `expect`.
  ///
  /// Values are encoded with `Codable`. Events of one instant keep their order in both forms.
  /// Throws the errors of encoding a value, and `MarbleTextError` for events that are not in order.
  public func streamFile(
    named name: String? = nil, as form: RecordedForm = .diagram
  ) throws -> String {
    let values = try encoded
    var model =
      switch form {
      case .diagram: try StreamModel<Value>(name: name, source: .marbles(values.diagram))
      case .records: StreamModel<Value>(name: name, source: .input(InputSource("recorded")))
      }
    let stated = StatedTimeline.events(values.stated)
    switch form {
    case .diagram: model.expect = stated
    case .records:
      let input = TestInput("recorded", .timeline(stated))
      model.tests = [StreamTest(name: "as recorded", inputs: [input], expect: stated)]
    }
    let text = PrettyJSONWriter.text(of: try ValueEncoder().encode(model))
    return String(decoding: text, as: UTF8.self)
  }

  private var encoded: Timeline<Value> {
    get throws {
      let encoder = ValueEncoder()
      return Timeline<Value>(
        try events.map { event in
          let kind: Timeline<Value>.Kind =
            switch event.kind {
            case .value(let value): .value(try encoder.encode(value))
            case .finished: .finished
            case .failure(let message): .failure(message)
            }
          return Timeline<Value>.Event(instant: event.instant, kind: kind)
        })
    }
  }
}

extension Timeline<Value> {
  fileprivate var diagram: MarbleSource {
    get throws {
      let text = try MarbleText(self, symbol: \.defaultSymbol)
      return MarbleSource(
        text.text, values: text.values.map { Member(key: Text($0.symbol), value: $0.value) },
        frame: text.frame == .seconds(1) ? nil : Seconds(text.frame), error: text.error)
    }
  }

  fileprivate var stated: [StatedEvent] {
    events.map { event in
      let time = Seconds(nanoseconds: event.instant.nanoseconds)
      return switch event.kind {
      case .value(let value): StatedEvent(time: time, .value(value))
      case .finished: StatedEvent(time: time, .finished)
      case .failure(let message): StatedEvent(time: time, .failure(message.isEmpty ? nil : message))
      }
    }
  }
}

extension Recorder where Input: Encodable {
  /// Returns the text of a stream file that plays the recorded events.
  ///
  /// A run without an end is recorded as a run that is still waiting.
  public func streamFile(
    named name: String? = nil, as form: RecordedForm = .diagram
  ) throws -> String {
    try timeline.streamFile(named: name, as: form)
  }
}
