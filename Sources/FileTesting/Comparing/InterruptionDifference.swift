import Checkpoints
import Expressions
public import Marbles
public import Pipelines
public import Reactive
public import Values

/// The first difference between a playback that was interrupted and resumed, and one that was not.
public struct InterruptionDifference: Sendable {
  /// The location of the check.
  let checkLocation: SourceLocation
  /// The last instant before the interruption; nil if no single interruption makes a difference.
  public let instant: Instant?
  /// The name and the location of the operator whose state was not restored, if it is known.
  public let stage: (name: String?, location: SourceLocation?)
  /// The event that arrived after the interruption; nil for none.
  public let event: Timeline<Value>.Event?
  /// The event that arrives without the interruption; nil for none.
  public let expected: Timeline<Value>.Event?
  /// The reason why a state could not be saved or restored; nil if it could.
  public let trouble: String?
  /// Whether the times are counted from 1970.
  let countsFrom1970: Bool
}

extension StreamDocument {
  /// Plays a check again, interrupted after each piece of work. Returns the first difference; nil
  /// if there is none.
  func difference(
    whenInterrupted check: StreamCheck, steps: Int, facing whole: BoundedPlaying,
    of program: Program
  ) throws(Diagnostics) -> InterruptionDifference? {
    let test = test(of: check)
    let playing = InterruptedPlaying(
      taps: test?.outputs.map(\.name) ?? [], until: test?.last ?? .endOfTime, steps: steps
    ) {
      let program = try self.program(for: check)
      return (program, try self.session(of: program, for: check))
    }
    var (fault, trouble) = (InterruptedPlaying.Fault?.none, String?.none)
    do {
      fault = try playing.fault(facing: whole)
      if fault == nil { return nil }
    } catch let mistakes as Diagnostics {
      throw mistakes
    } catch {
      trouble = "\(error)"
    }
    return InterruptionDifference(
      checkLocation: place(of: check.location), instant: fault?.instant,
      stage: (
        fault?.place?.operatorName, fault?.place.flatMap { program.location(of: $0) }
      ),
      event: fault?.event, expected: fault?.expected, trouble: trouble,
      countsFrom1970: program.countsFrom1970)
  }
}

extension InterruptionDifference: CustomStringConvertible {
  /// Sentences about the difference.
  public var description: String {
    let when = instant.map { "after \(phrase(of: $0))" } ?? "after each piece of work"
    let start = "saved and resumed \(when)"
    if let trouble { return "\(start), the playback stops: \(trouble)" }
    var text = "\(start), the playback differs\n  without: \(phrase(of: expected))"
    text += "\n  resumed: \(phrase(of: event))"
    if let location = stage.location {
      let name = stage.name.map { "'\($0)'" } ?? "the operator"
      text += "\n  \(name) at \(location.file):\(location.line):\(location.column) did not get its"
      text += " state back"
    }
    return text
  }

  private func phrase(of event: Timeline<Value>.Event?) -> String {
    guard let event else { return "nothing more" }
    let what =
      switch event.kind {
      case .value(let value):
        String(decoding: JSONWriter.text(of: value), as: UTF8.self).abbreviated
      case .finished: "the end"
      case .failure(let message): "the failure '\(message.abbreviated)'"
      }
    return "\(what) at \(phrase(of: event.instant))"
  }

  private func phrase(of instant: Instant) -> String {
    instant.phrase(countsFrom1970: countsFrom1970)
  }
}
