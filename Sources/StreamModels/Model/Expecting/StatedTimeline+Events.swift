package import Marbles
import Reactive
package import Values

/// A stated timeline that has been read: its events and their places.
package struct StatedEvents {
  package var timeline = Timeline<Value>()
  /// Whether its failure matches any failure.
  package var acceptsAnyFailure = false
  /// The place of each event, relative to the place of the timeline.
  package var places: [Place] = []
  /// The file of the events, and the offset of each; nil if the events are in the document itself.
  package var lines: EventLines?

  package init(
    timeline: Timeline<Value> = Timeline(), acceptsAnyFailure: Bool = false, places: [Place] = []
  ) {
    self.timeline = timeline
    self.acceptsAnyFailure = acceptsAnyFailure
    self.places = places
  }

  package struct Place {
    package var path: DocumentPath
    /// The range within the string at `path`, for a symbol of a diagram.
    package var range: Range<Int>?
  }
}

extension StatedTimeline {
  /// Reads its events.
  ///
  /// - Parameters:
  ///   - values: The values of symbols that it does not define itself.
  ///   - file: The file to which file names are relative.
  package func events(values: [Member], besides file: String? = nil) throws(Diagnostics)
    -> StatedEvents
  {
    switch self {
    case .marbles(let text):
      try Self.events(of: MarbleSource(text), at: [], values: values)
    case .diagram(let marbles, _):
      try Self.events(of: marbles, at: ["marbles"], values: marbles.values + values)
    case .events(let events):
      try Self.checked(events)
    case .file(let name, _):
      try ExpectedFile(name, besides: file).events()
    }
  }

  private static func events(
    of marbles: MarbleSource, at path: DocumentPath, values: [Member]
  ) throws(Diagnostics) -> StatedEvents {
    var source = marbles
    source.values = values
    do throws(MarbleErrors) {
      let diagram = try MarbleDiagram(source.text, frame: (source.frame ?? 1).duration)
      let plan = try MarblePlan(source)
      return StatedEvents(
        timeline: Timeline(plan.events.map(Timeline.Event.init)),
        acceptsAnyFailure: source.error == nil,
        places: diagram.events.map { StatedEvents.Place(path: path, range: $0.range) })
    } catch {
      throw Diagnostics(error, at: path)
    }
  }

  /// Checks the events of a list, which must be sorted by time.
  package static func checked(_ events: [StatedEvent]) throws(Diagnostics) -> StatedEvents {
    var result = StatedEvents()
    var mistakes = Diagnostics()
    for (index, event) in events.enumerated() {
      if result.timeline.completion != nil {
        mistakes.append(
          Diagnostic(
            .invalidValue,
            "found an event after the end of the "
              + "stream", hint: "a stream ends only once",
            at: [.index(index)]))
        break
      }
      let instant = Instant(nanoseconds: event.time.nanoseconds)
      if let last = result.timeline.events.last, instant < last.instant {
        mistakes.append(
          Diagnostic(
            .invalidValue,
            "'time' is earlier than in the previous event, expected increasing times",
            at: [.index(index), "time"]))
      }
      if event.kind == .failure(nil) { result.acceptsAnyFailure = true }
      result.timeline.events.append(Timeline.Event(instant: instant, kind: event.kind.played))
      result.places.append(StatedEvents.Place(path: [.index(index)]))
    }
    if !mistakes.isEmpty { throw mistakes }
    return result
  }
}

extension StatedEvent.Kind {
  fileprivate var played: Timeline<Value>.Kind {
    switch self {
    case .value(let value): .value(value)
    case .finished: .finished
    case .failure(let message): .failure(message ?? "")
    }
  }
}

extension Timeline<Value>.Event {
  fileprivate init(_ event: MarblePlan.Event) {
    let kind: Timeline<Value>.Kind =
      switch event.kind {
      case .value(let value): .value(value)
      case .finished: .finished
      case .failure(let failure): .failure(failure.message)
      }
    self.init(instant: Instant(nanoseconds: event.time), kind: kind)
  }
}

extension MarblePlan {
  /// Creates the diagram that plays stated events.
  package init(_ events: StatedEvents, isHot: Bool) {
    self.isHot = isHot
    self.events = MarbleEvents(capacity: events.timeline.events.count)
    for event in events.timeline.events {
      let kind: Kind =
        switch event.kind {
        case .value(let value): .value(value)
        case .finished: .finished
        case .failure(let message): .failure(StreamFailure(message.isEmpty ? "error" : message))
        }
      self.events.append(Event(time: event.instant.nanoseconds, kind: kind))
    }
  }
}

extension StreamModel {
  /// Returns the mistakes in the diagrams and events that the model states.
  package func expectationMistakes(at path: DocumentPath) -> Diagnostics {
    var mistakes = Diagnostics()
    func check(_ timeline: StatedTimeline, _ values: [Member], at path: DocumentPath) {
      // Files are read only when they are needed; playing the document itself does not need them.
      guard timeline.file == nil else { return }
      do throws(Diagnostics) {
        _ = try timeline.events(values: values)
      } catch {
        mistakes.append(contentsOf: error.below(path))
      }
    }
    if let expect { check(expect, [], at: path + ["expect"]) }
    func check(_ test: StreamTest, besides values: [Member], at path: DocumentPath) {
      let values = test.values + values
      if let expect = test.expect { check(expect, values, at: path + ["expect"]) }
      for output in test.outputs {
        check(output.expect, values, at: path + ["outputs", .key(Text(output.name))])
      }
      for input in test.inputs {
        // A stream is checked like the streams of the document.
        guard case .timeline(let timeline) = input.content else { continue }
        check(timeline, values, at: path + ["inputs", .key(Text(input.name))])
      }
      for (index, part) in test.cases.enumerated() {
        check(part, besides: values, at: path + ["cases", .index(index)])
      }
    }
    for (index, test) in tests.enumerated() {
      check(test, besides: [], at: path + ["tests", .index(index)])
    }
    return mistakes
  }
}

extension Diagnostics {
  /// Returns the same diagnostics for a model at a path.
  package func below(_ path: DocumentPath) -> Diagnostics {
    var moved = self
    moved.updateEach { $1.path = path + $1.path }
    return moved
  }
}
