import Marbles
import Pipelines
import Reactive
import Values

/// Prints the events of a playback.
protocol EventPrinter: AnyObject {
  /// Takes an event. False once no more are wanted.
  func print(_ event: Timeline<Value>.Event) -> Bool

  /// Takes the failure in which the stream has ended.
  func print(_ failure: FailureReport, at instant: Instant)

  /// Prints what can be printed only at the end. Gives the reason if something cannot.
  func finish() -> String?
}

extension EventPrinter {
  func print(_ failure: FailureReport, at instant: Instant) {
    _ = print(Timeline.Event(instant: instant, kind: .failure(failure.message)))
  }
}

/// Prints each event as a line, and on a terminal a picture of all of them below.
final class LinePrinter: EventPrinter {
  private let output: OutputFile
  private let format: OutputFormat
  private let style: TextStyle
  private var picture: Picture?

  init(_ format: OutputFormat, to output: OutputFile, style: TextStyle, picture: Picture?) {
    self.output = output
    self.format = format
    self.style = style
    self.picture = picture
  }

  func print(_ event: Timeline<Value>.Event) -> Bool {
    picture?.add(event)
    return output.write { format.write(event, to: &$0, style: style) }
  }

  func print(_ failure: FailureReport, at instant: Instant) {
    let event = Timeline<Value>.Event(instant: instant, kind: .failure(failure.message))
    picture?.add(event)
    _ = output.write { format.write(event, cause: failure.json, to: &$0, style: style) }
  }

  func finish() -> String? {
    if let text = picture?.text { output.write("\n\(text)\n") }
    return nil
  }
}
