import Checkpoints
import Marbles
import Pipelines
import Reactive
import Values

extension StreamDocument {
  /// Compares all timelines that a check expects with the actual ones.
  func compare(
    _ expected: [(events: StatedEvents, isNew: Bool)], with playing: BoundedPlaying,
    of program: Program, for check: StreamCheck
  ) -> CheckOutcome {
    let hasOwn = check.expectations.first.map { $0.output == nil } ?? false
    let actual = (hasOwn ? [playing.timeline] : []) + playing.taps
    var differences: [CheckDifference] = []
    for (index, expectation) in check.expectations.enumerated() {
      let (events, isNew) = expected[index]
      let matching = ValueMatching(test(of: check))
      let wanted = events.timeline(facing: actual[index], by: matching)
      guard wanted != actual[index] || isNew else { continue }
      let fails = expectation.output == nil && wanted.completion != actual[index].completion
      differences.append(
        CheckDifference(
          expected: wanted, actual: actual[index],
          location: location(of: wanted, facing: actual[index], in: events, for: expectation),
          expectation: expectation, countsFrom1970: program.countsFrom1970, matching: matching,
          failure: fails ? playing.failure.map { FailureReport($0, of: program) } : nil))
    }
    guard var first = differences.first else { return .passed }
    first.others = Array(differences.dropFirst())
    return .differs(first)
  }

  /// Returns a location with its line.
  func place(of location: SourceLocation) -> SourceLocation {
    SourceLocation(offset: location.offset, behind: location, inNarrow: source)
  }

  /// Returns the location of the first event, or part of an event, in a list that differs. Beyond
  /// the last event, returns the location of the last one.
  ///
  /// It starts from the expectation instead of the beginning, because a file may have thousands of
  /// tests.
  private func location(
    of wanted: Timeline<Value>, facing actual: Timeline<Value>, in events: StatedEvents,
    for expectation: StreamCheck.Expectation
  ) -> SourceLocation {
    let common = zip(wanted.events, actual.events).prefix { $0 == $1 }.count
    let isBoth = common < wanted.events.count && common < actual.events.count
    let part = isBoth ? wanted.events[common].part(differingFrom: actual.events[common]) : []
    guard !events.places.isEmpty else { return self.place(of: expectation.location) }
    let place = events.places[min(common, events.places.count - 1)]
    if let lines = events.lines, var location = lines.location(of: place.path + part) {
      location.excerpt = Excerpt(of: location, in: lines.source, reach: 34).description
      return location
    }
    // The events of the test are not those of the case.
    if expectation.isInherited { return self.place(of: expectation.location) }
    let path = place.range == nil ? place.path + part : place.path
    let start = expectation.location.offset
    let found = source.offsets(of: [path, place.path], below: start)
    guard var offset = found[0] ?? found[1] else { return self.place(of: expectation.location) }
    if let range = place.range {
      offset = source.offset(ofScalar: range.lowerBound, inStringAt: offset) ?? offset
    }
    return SourceLocation(offset: offset, behind: expectation.location, inNarrow: source)
  }
}

extension Timeline<Value>.Event {
  /// Returns the path of the part that differs from an event of another list.
  fileprivate func part(differingFrom other: Self) -> DocumentPath {
    if instant != other.instant { return ["time"] }
    return switch (kind, other.kind) {
    case (.value, _): ["value"]
    case (.failure, .failure): ["error"]
    case (.finished, _), (.failure, _): ["completion"]
    }
  }
}

extension StatedEvents {
  /// Returns the events for a comparison with the actual timeline. A failure that matches any
  /// failure gets the actual message, and a value gets the actual value that matches it.
  func timeline(
    facing actual: Timeline<Value>, by matching: ValueMatching = .exact
  ) -> Timeline<Value> {
    var wanted = timeline
    if !matching.isExact {
      for index in wanted.events.indices.prefix(actual.events.count) {
        guard case .value(let expected) = wanted.events[index].kind,
          case .value(let found) = actual.events[index].kind,
          matching.accepts(found, for: expected)
        else { continue }
        wanted.events[index].kind = .value(found)
      }
    }
    guard acceptsAnyFailure, let last = timeline.events.last, case .failure = last.kind else {
      return wanted
    }
    wanted.events[wanted.events.count - 1].kind = .failure("")
    if case .failure(let message)? = actual.completion?.kind {
      wanted.events[wanted.events.count - 1].kind = .failure(message)
    }
    return wanted
  }
}
