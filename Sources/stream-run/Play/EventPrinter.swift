import Checkpoints
import Console
import Marbles
import Pipelines
import Reactive
import Values

/// Prints the events of a playback.
protocol EventPrinter: AnyObject {
  /// Prints an event. Returns false once no more events are wanted.
  func print(_ event: Timeline<Value>.Event) -> Bool

  /// Prints the failure of the stream.
  func print(_ failure: FailureReport, at instant: Instant)

  /// Prints everything that can be printed only at the end. Returns the reason if something cannot
  /// be printed.
  func finish() -> String?

  /// The rows so far, if a table is printed.
  var table: SavedTable? { get set }

  /// The number of lines so far, if they are numbered.
  var lineCount: Int? { get set }
}

extension EventPrinter {
  var table: SavedTable? {
    get { nil }
    set {}
  }

  var lineCount: Int? {
    get { nil }
    set {}
  }

  /// Prints the completion of a stream. A failure is printed with its cause, and its report is
  /// returned.
  @discardableResult
  func print(
    _ completion: Subscribers.Completion<StreamFailure>, of program: Program, at instant: Instant
  ) -> FailureReport? {
    guard case .failure(let failure) = completion else {
      _ = print(Timeline.Event(instant: instant, kind: .finished))
      return nil
    }
    let report = FailureReport(failure, of: program)
    print(report, at: instant)
    return report
  }

  func print(_ failure: FailureReport, at instant: Instant) {
    _ = print(Timeline.Event(instant: instant, kind: .failure(failure.message)))
  }
}

/// Prints each event as a line, and on a terminal a picture of all events below the lines.
final class LinePrinter: EventPrinter {
  private let output: OutputFile
  private let style: LineStyle
  @exclusivity(unchecked) private var picture: Picture?
  var lineCount: Int?

  init(to output: OutputFile, style: LineStyle, picture: Picture?) {
    self.output = output
    self.style = style
    unsafe self.picture = picture
    lineCount = style.isNumbered ? 0 : nil
  }

  func print(_ event: Timeline<Value>.Event) -> Bool {
    unsafe picture?.add(event)
    lineCount? += 1
    return output.write(exactly: style.isExact) {
      style.write(event, number: lineCount, to: &$0)
    }
  }

  func print(_ failure: FailureReport, at instant: Instant) {
    let event = Timeline<Value>.Event(instant: instant, kind: .failure(failure.message))
    unsafe picture?.add(event)
    lineCount? += 1
    _ = output.write(exactly: style.isExact) {
      style.write(event, number: lineCount, cause: failure.json, to: &$0)
    }
  }

  func finish() -> String? {
    if let text = unsafe picture?.text { output.write("\n\(text)\n") }
    return nil
  }
}
