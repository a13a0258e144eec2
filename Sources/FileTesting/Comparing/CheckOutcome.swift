import Checkpoints
public import Marbles
public import Pipelines
import Platform
import Reactive
public import Values

/// The outcome of a check.
public enum CheckOutcome: Sendable {
  /// The stream emitted the expected events.
  case passed
  /// The test is not played. It states the reason.
  case skipped(String)
  /// The stream emitted different events.
  case differs(CheckDifference)
  /// The playback did not end within its limit.
  case endless(EndlessPlaying)
  /// The playback, interrupted and resumed, had other events than without that.
  case unsteady(InterruptionDifference)
  /// The document has mistakes, so it cannot be played.
  case mistaken(Diagnostics)
}

/// The difference between the expected and the actual timeline.
public struct CheckDifference: Sendable {
  /// The definition beside the stream that these events belong to; nil for the stream itself.
  public var output: String? { expectation.output }
  /// The expected timeline. A failure that matches any failure has no message.
  public let expected: Timeline<Value>
  /// The actual timeline.
  public let actual: Timeline<Value>
  /// The location of the first event that did not occur, or of the event after which an unexpected
  /// one occurred.
  public let location: SourceLocation
  /// The differences of further outputs of the same playback.
  public internal(set) var others: [CheckDifference] = []
  /// The expectation that was not met.
  let expectation: StreamCheck.Expectation
  /// Whether the times are counted from 1970.
  let countsFrom1970: Bool
  /// The rules for comparing values.
  let matching: ValueMatching
  /// The cause of an unexpected failure; nil if there was none.
  public let failure: FailureReport?

  /// This difference and those of further outputs.
  package var all: [CheckDifference] { [self] + others }
}

extension StreamDocument {
  /// The default limit of scheduler steps, and of values, for a playback of a check.
  public static let defaultSteps = 1_000_000

  /// Plays the stream of a check, and compares the actual timelines with the expected ones.
  ///
  /// The playback ends when its stream ends, when there is nothing left to do, or after a number of
  /// steps of the virtual clock. A definition beside the stream is compared with the events that it
  /// has emitted by then.
  ///
  /// - Parameters:
  ///   - accepting: Whether the actual timeline will be accepted. A file of expected events that does
  ///     not exist yet then counts as empty.
  ///   - interrupting: Whether the stream is played again, interrupted after each piece of work:
  ///     its state is saved, and a new playback continues from that.
  public func play(
    _ check: StreamCheck, steps: Int = defaultSteps, accepting: Bool = false,
    interrupting: Bool = false
  ) -> CheckOutcome {
    play(
      check, steps: steps, accepting: accepting, interrupting: interrupting, recorder: nil)
  }

  /// Does the same, and adds the results of the playback to a coverage.
  package func play(
    _ check: StreamCheck, steps: Int, accepting: Bool = false, interrupting: Bool = false,
    addingTo coverage: inout Coverage
  ) -> CheckOutcome {
    let recorder = CoverageRecorder()
    let outcome = play(
      check, steps: steps, accepting: accepting, interrupting: interrupting, recorder: recorder)
    coverage.merge(recorder.coverage)
    return outcome
  }

  private func play(
    _ check: StreamCheck, steps: Int, accepting: Bool, interrupting: Bool,
    recorder: CoverageRecorder?
  ) -> CheckOutcome {
    let test = test(of: check)
    if let reason = test?.skip { return .skipped(reason) }
    do throws(Diagnostics) {
      let expected = try check.expectations.map { (expectation) throws(Diagnostics) in
        try events(of: expectation, for: check, accepting: accepting)
      }
      let program = try program(for: check, recorder: recorder)
      let playing = BoundedPlaying(
        of: program, try session(of: program, for: check),
        taps: test?.outputs.map(\.name) ?? [],
        until: test?.last ?? .endOfTime,
        steps: steps)
      if var endless = playing.endless {
        endless.location = place(of: check.location)
        endless.countsFrom1970 = program.countsFrom1970
        return .endless(endless)
      }
      if interrupting,
        let difference = try difference(
          whenInterrupted: check, steps: steps, facing: playing, of: program)
      {
        return .unsteady(difference)
      }
      return compare(expected, with: playing, of: program, for: check)
    } catch {
      return .mistaken(error)
    }
  }

  /// Returns the events of an expectation, from the document or from the file that it names, and
  /// whether that file still has to be created.
  private func events(
    of expectation: StreamCheck.Expectation, for check: StreamCheck, accepting: Bool
  ) throws(Diagnostics) -> (StatedEvents, isNew: Bool) {
    guard let (stated, values) = stated(expectation, of: check) else {
      return (StatedEvents(), false)
    }
    if accepting, expectedFile(of: stated)?.isMissing == true { return (StatedEvents(), true) }
    if case .marbles(let text) = stated, namesFile(text) {
      throw Diagnostics([
        Diagnostic(
          .invalidValue, "found the path of a file, expected a marble diagram in a string",
          hint: "write { \"path\": \"\(text.abbreviated)\" }", at: expectation.path)
      ]).located(in: source)
    }
    do throws(Diagnostics) {
      return (try stated.events(values: values, besides: source.name), false)
    } catch {
      throw error.below(expectation.path).located(in: source)
    }
  }

  /// Returns whether a string is a path instead of a diagram, which is the case if a file exists
  /// there. A string that ends like the name of a data file is rejected when the document is read.
  private func namesFile(_ text: String) -> Bool {
    text.contains("/") && FolderWalk.isFile(FilePath(text, besides: source.name).normalized)
  }

  /// Returns the file with expected events; nil if they are in the document.
  func expectedFile(of stated: StatedTimeline) -> ExpectedFile? {
    stated.file.map { ExpectedFile($0, besides: source.name) }
  }

  /// Returns the bindings that replace the inputs in a test.
  func bindings(of test: StreamTest?) -> InputBindings {
    (test?.bindings(besides: source.name) ?? InputBindings())
      .lasting(until: test?.last ?? .endOfTime)
  }

  /// Opens the inputs of the program; nil if it has none.
  func session(
    of program: Program, for check: StreamCheck
  ) throws(Diagnostics) -> InputSession? {
    guard !program.inputs.used.isEmpty else { return nil }
    do throws(InputError) {
      return try InputSession(program, bindings(of: test(of: check)))
    } catch {
      let unbound = error.kind == .unbound
      var mistake = Diagnostic(
        unbound ? .invalidValue : .unreadableFile,
        unbound ? "\(error), expected a test that replaces it" : "\(error)",
        hint: unbound ? "add it to the \"inputs\" of one of the \"tests\"" : nil)
      mistake.location = place(of: check.location)
      throw Diagnostics([mistake])
    }
  }
}
