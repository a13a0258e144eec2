import Pipelines
public import Playing
import Reactive
import ReactiveTesting
public import Records
import StoreTesting
public import Tuning

/// Plays two programs side by side with the same inputs, and fails the test if one does anything that
/// the other does not.
///
/// The failure says which events came, went, moved in time or changed their values, and shows both on
/// one axis. Use it to change a rule without changing what it does:
///
///     expectNoDifference(from: old, to: new, inputs: ["log": .file("log.ndjson")])
///
/// - Parameters:
///   - old: The program as it was.
///   - new: The program as it is.
///   - inputs: The inputs, each of which is read once.
///   - playback: The end of the playback, if the streams have no end.
///   - matching: How events are matched.
public func expectNoDifference(
  from old: Program, to new: Program, inputs: InputBindings = [:],
  playback: Playback = Playback(), matching: EventMatching = EventMatching(),
  _ message: @autoclosure () -> String = "", fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    let difference = try Difference(
      from: old, to: new, inputs: inputs, playback: playback, matching: matching)
    guard !difference.isEmpty else { return }
    let report = DifferenceReport(difference, from: "old", to: "new") { "\($0.secondsText) s" }
    reportIssue(withNote(message(), report.text(width: 80)), severity: .error, at: place)
  } catch {
    reportIssue(
      withNote(message(), "the programs cannot be compared: \(error)"), severity: .error, at: place)
  }
}
