public import Marbles
public import Pipelines
import Platform
import Reactive
public import Values

/// The outcome of a check.
public enum CheckOutcome: Sendable {
  /// The stream emitted the expected events.
  case passed
  /// The test is not played, for the reason that it states.
  case skipped(String)
  /// The stream emitted other events.
  case differs(CheckDifference)
  /// The playback did not end within its limit.
  case endless(EndlessPlaying)
  /// The document has mistakes, and cannot be played.
  case mistaken(Diagnostics)
}

/// The difference between the expected and the actual timeline.
public struct CheckDifference: Sendable {
  /// The expected timeline. A failure that matches any failure has no message.
  public let expected: Timeline<Value>
  /// The actual timeline.
  public let actual: Timeline<Value>
  /// The location of the first event that did not occur, or after which an unexpected one occurred.
  public let location: SourceLocation
  /// Whether the times are counted from 1970.
  let countsFrom1970: Bool
  /// The rules by which values are compared.
  let matching: ValueMatching
  /// The cause of an unexpected failure; nil if there was none.
  public let failure: FailureReport?
}

extension StreamDocument {
  /// The default limit of scheduler steps, and of values, for a playback of a check.
  public static let defaultSteps = 1_000_000

  /// Plays the stream of a check, and compares the actual timeline with the expected one.
  ///
  /// The playback ends when its stream ends, when there is nothing left to do, or after a number of
  /// steps of the virtual clock.
  ///
  /// - Parameter accepting: Whether the actual timeline is to be accepted: a file of expected
  ///   events that does not exist yet then counts as empty.
  public func play(
    _ check: StreamCheck, steps: Int = defaultSteps, accepting: Bool = false
  ) -> CheckOutcome {
    play(check, steps: steps, accepting: accepting, recorder: nil)
  }

  /// Does the same, and adds the results of the playback to a coverage.
  package func play(
    _ check: StreamCheck, steps: Int, accepting: Bool = false, addingTo coverage: inout Coverage
  ) -> CheckOutcome {
    let recorder = CoverageRecorder()
    let outcome = play(check, steps: steps, accepting: accepting, recorder: recorder)
    coverage.merge(recorder.coverage)
    return outcome
  }

  private func play(
    _ check: StreamCheck, steps: Int, accepting: Bool, recorder: CoverageRecorder?
  ) -> CheckOutcome {
    if let reason = test(of: check)?.skip { return .skipped(reason) }
    do throws(Diagnostics) {
      guard let (stated, values) = expectation(of: check) else { return .passed }
      let isNew = accepting && expectedFile(of: check)?.isMissing == true
      let expected = isNew ? StatedEvents() : try events(of: stated, values, for: check)
      let program = try program(for: check, recorder: recorder)
      let playing = BoundedPlaying(
        of: program, try session(of: program, for: check),
        until: (test(of: check)?.until).map { Instant(nanoseconds: $0.nanoseconds) } ?? .endOfTime,
        steps: steps)
      if var endless = playing.endless {
        endless.location = place(of: check)
        endless.countsFrom1970 = program.countsFrom1970
        return .endless(endless)
      }
      return compare(expected, with: playing, of: program, for: check, isNew: isNew)
    } catch {
      return .mistaken(error)
    }
  }

  /// Returns the events that a check expects, from the document or from the file that it names.
  private func events(
    of stated: StatedTimeline, _ values: [Member], for check: StreamCheck
  ) throws(Diagnostics) -> StatedEvents {
    if case .marbles(let text) = stated, namesFile(text) {
      throw Diagnostics([
        Diagnostic(
          .invalidValue, "found the path of a file, expected a marble diagram in a string",
          hint: "write { \"path\": \"\(text.abbreviated)\" }", at: check.path)
      ]).located(in: source)
    }
    do throws(Diagnostics) {
      return try stated.events(values: values, besides: source.name)
    } catch {
      throw error.below(check.path).located(in: source)
    }
  }

  /// Returns whether a text is a path, and not a diagram: a file exists there. A text that ends
  /// like the name of a data file is refused when the document is read.
  private func namesFile(_ text: String) -> Bool {
    text.contains("/") && FolderWalk.isFile(FilePath(text, besides: source.name).normalized)
  }

  /// Returns the file with the events that a check expects; nil if they are in the document.
  func expectedFile(of check: StreamCheck) -> ExpectedFile? {
    expectation(of: check)?.timeline.file.map { ExpectedFile($0, besides: source.name) }
  }

  /// Opens the inputs of the program; nil if it has none.
  private func session(
    of program: Program, for check: StreamCheck
  ) throws(Diagnostics) -> InputSession? {
    guard !program.inputs.used.isEmpty else { return nil }
    let bindings = test(of: check)?.bindings(besides: source.name) ?? InputBindings()
    do throws(InputError) {
      return try InputSession(program, bindings)
    } catch {
      let unbound = error.kind == .unbound
      throw Diagnostics([
        Diagnostic(
          unbound ? .invalidValue : .unreadableFile,
          unbound ? "\(error), expected a test that stands in for it" : "\(error)",
          hint: unbound ? "write it into the \"inputs\" of one of the \"tests\"" : nil,
          at: check.path)
      ]).located(in: source)
    }
  }

  private func compare(
    _ expected: StatedEvents, with playing: BoundedPlaying, of program: Program,
    for check: StreamCheck, isNew: Bool
  ) -> CheckOutcome {
    let actual = playing.timeline
    let matching = ValueMatching(test(of: check))
    let wanted = expected.timeline(facing: actual, by: matching)
    guard wanted != actual || isNew else { return .passed }
    let common = zip(wanted.events, actual.events).prefix { $0 == $1 }.count
    let isBoth = common < wanted.events.count && common < actual.events.count
    let part = isBoth ? wanted.events[common].part(differingFrom: actual.events[common]) : []
    return .differs(
      CheckDifference(
        expected: wanted, actual: actual,
        location: location(of: common, part, in: expected, for: check),
        countsFrom1970: program.countsFrom1970, matching: matching,
        failure: wanted.completion == actual.completion
          ? nil : playing.failure.map { FailureReport($0, of: program) }))
  }

  /// Returns the location of an expectation, with its line.
  private func place(of check: StreamCheck) -> SourceLocation {
    SourceLocation(offset: check.location.offset, behind: check.location, inNarrow: source)
  }

  /// Returns the location of an event, or of a part of an event of a list; beyond the last event,
  /// the location of the last.
  ///
  /// It walks from the expectation onwards, because a file may have thousands of tests.
  private func location(
    of index: Int, _ part: DocumentPath, in events: StatedEvents, for check: StreamCheck
  ) -> SourceLocation {
    guard !events.places.isEmpty else { return self.place(of: check) }
    let place = events.places[min(index, events.places.count - 1)]
    if let lines = events.lines, var location = lines.location(of: place.path + part) {
      location.excerpt = Excerpt(of: location, in: lines.source, reach: 34).description
      return location
    }
    let path = place.range == nil ? place.path + part : place.path
    let start = check.location.offset
    let found = source.offsets(of: [path, place.path], below: start)
    guard var offset = found[0] ?? found[1] else { return self.place(of: check) }
    if let range = place.range {
      offset = source.offset(ofScalar: range.lowerBound, inStringAt: offset) ?? offset
    }
    return SourceLocation(offset: offset, behind: check.location, inNarrow: source)
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
  /// Returns the events for a comparison with the actual timeline: a failure that matches any
  /// failure takes the actual message, and a value takes the actual one that matches it.
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
