import Console
import Marbles
import Pipelines
import Platform
import Reactive
import Values

/// The form of events as lines.
struct LineStyle {
  var format: OutputFormat
  /// The colors of the text format. The other formats have none.
  var colors = TextStyle(isColored: false)
  var times = EventTimes.seconds
  /// Whether strings are written without quotes.
  var isRaw = false
  /// Whether lines of JSON are numbered.
  var isNumbered = false
  /// Whether a line has nothing to escape, so that a string without quotes is written unchanged.
  var isExact: Bool { isRaw && format == .values }

  /// Writes one event as a line. JSON includes the number of the line, if there is one, and the
  /// cause of a failure.
  func write(
    _ event: Timeline<Value>.Event, number: Int? = nil, cause: Value? = nil,
    to writer: inout JSONWriter
  ) {
    switch format {
    case .json:
      event.writeJSON(to: &writer, number: number, cause: cause)
      writer.buffer.append("\n" as StaticString)
    case .text: writeText(event, to: &writer)
    case .values: writeValue(event, to: &writer)
    case .marbles, .csv: preconditionFailure("this is not written event by event")
    }
  }

  /// Writes only the value. A completion is not printed.
  private func writeValue(_ event: Timeline<Value>.Event, to writer: inout JSONWriter) {
    guard case .value(let value) = event.kind else { return }
    writer.write(value, isRaw: isRaw)
    writer.buffer.append("\n" as StaticString)
  }

  /// Writes the time in one column and the value in the next. A completion is marked as in a
  /// diagram.
  private func writeText(_ event: Timeline<Value>.Event, to writer: inout JSONWriter) {
    let time = times.text(of: event.instant)
    let padding = times.padding(of: time)
    writer.buffer.append(String(repeating: " ", count: padding.before))
    writer.buffer.append(colors.dim(time))
    writer.buffer.append(String(repeating: " ", count: padding.after + 2))
    switch event.kind {
    case .value(.string(let text)) where isRaw:
      // The string keeps its line breaks, and cannot bring its own colors.
      writer.buffer.append(text.string.escaping { $0.isUnprintable && $0 != "\n" })
    case .value(let value): writer.write(value)
    case .finished: writer.buffer.append("| finished" as StaticString)
    case .failure(let message): writer.buffer.append("\(colors.red("#")) \(message.onOneLine)")
    }
    writer.buffer.append("\n" as StaticString)
  }
}

extension LineStyle {
  /// The form that the settings of `play` request.
  init(_ settings: PlaySettings, onTerminal isTerminal: Bool, _ times: EventTimes) {
    format = settings.format(onTerminal: isTerminal)
    self.times = times
    (isRaw, isNumbered) = (settings.isRaw, settings.isNumbered)
  }
}

extension JSONWriter {
  /// Writes a value as JSON. If `isRaw` is true, a string is written without quotes or escapes,
  /// whatever it contains, as with `jq -r`.
  mutating func write(_ value: Value, isRaw: Bool) {
    if isRaw, case .string(let text) = value {
      buffer.append(text.utf8)
    } else {
      write(value)
    }
  }
}
