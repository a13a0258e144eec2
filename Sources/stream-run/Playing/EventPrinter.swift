import Marbles
import Values

/// Prints what a playback gives.
protocol EventPrinter: AnyObject {
  /// Takes an event. False once no more are wanted.
  func print(_ event: Timeline<Value>.Event) -> Bool

  /// Prints what can be printed only at the end. Gives the reason if something cannot.
  func finish() -> String?
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

  func finish() -> String? {
    if let text = picture?.text { output.write("\n\(text)\n") }
    return nil
  }
}
