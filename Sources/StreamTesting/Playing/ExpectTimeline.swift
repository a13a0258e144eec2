import Composable
import Diagrams
public import Marbles
public import Pipelines
import Reactive
import ReactiveTesting
import StoreTesting
import Tracing
public import Values

/// Plays a model on a virtual clock, and fails the test if it does not emit the expected events.
///
/// The failure shows both timelines on one axis, describes for each missing value where it ended
/// and what ended it, and draws the events of every stage.
///
///     expectTimeline(of: model, .marbles("---b-|"))
///
/// - Parameters:
///   - model: The model. If it fails the test, it is played twice.
///   - expected: The events, with their times from the start of the playback.
///   - playback: The end of the playback, if the stream has no end.
///   - parameters: The values of the model's parameters.
public func expectTimeline<Element: Codable & Equatable>(
  of model: StreamModel<Element>, _ expected: Timeline<Element>,
  playback: Playback = Playback(), with parameters: KeyValuePairs<String, Value> = [:],
  _ message: @autoclosure () -> String = "", fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    let actual = try model.play(playback, with: parameters)
    guard actual != expected else { return }
    let trace = try model.trace(playback, with: parameters)
    let encoder = ValueEncoder()
    let missing = try expected.values(missingIn: actual).map { event in
      guard case .value(let element) = event.kind else { return event.withoutValue }
      return Timeline<Value>.Event(
        instant: event.instant, kind: .value(try encoder.encode(element)))
    }
    let chart = MarbleChart(width: 80)
      .difference(expected: expected, actual: actual) { "\($0)" }
    let reasons = TraceIndex(trace).reasons(missing: missing, isVerbose: true)
    let diagram = TerminalDiagram(width: 80).text(of: trace)
    let parts = [chart, reasons.joined(separator: "\n"), diagram].filter { !$0.isEmpty }
    reportIssue(
      withNote(message(), parts.joined(separator: "\n\n")), severity: .error, at: place)
  } catch {
    reportIssue(
      withNote(message(), "the model cannot be played: \(error)"), severity: .error, at: place)
  }
}

extension Timeline.Event {
  /// The completion, in a timeline of any values.
  fileprivate var withoutValue: Timeline<Value>.Event {
    switch kind {
    case .failure(let message): .init(instant: instant, kind: .failure(message))
    case .value, .finished: .init(instant: instant, kind: .finished)
    }
  }
}
