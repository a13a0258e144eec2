import Marbles
import Pipelines
import Reactive
import Values

extension OutputFormat {
  /// Writes one event as a line, which only text has in colors; JSON says the cause of a failure.
  func write(
    _ event: Timeline<Value>.Event, cause: Value? = nil, to writer: inout JSONWriter,
    style: TextStyle
  ) {
    switch self {
    case .json:
      event.writeJSON(to: &writer, cause: cause)
      writer.buffer.append("\n" as StaticString)
    case .text: Self.writeText(event, to: &writer, style: style)
    case .values: Self.writeValue(event, to: &writer)
    case .marbles, .csv: preconditionFailure("this is not written event by event")
    }
  }

  /// The bare value. An end is no line.
  private static func writeValue(_ event: Timeline<Value>.Event, to writer: inout JSONWriter) {
    guard case .value(let value) = event.kind else { return }
    writer.write(value)
    writer.buffer.append("\n" as StaticString)
  }

  /// The times in a column, the values in the next; an end is marked as in a diagram.
  private static func writeText(
    _ event: Timeline<Value>.Event, to writer: inout JSONWriter, style: TextStyle
  ) {
    let time = event.instant.secondsText
    writer.buffer.append(String(repeating: " ", count: max(0, 10 - time.utf8.count)))
    writer.buffer.append(style.dim(time))
    writer.buffer.append("  " as StaticString)
    switch event.kind {
    case .value(let value): writer.write(value)
    case .finished: writer.buffer.append("| finished" as StaticString)
    case .failure(let message): writer.buffer.append("\(style.red("#")) \(message.onOneLine)")
    }
    writer.buffer.append("\n" as StaticString)
  }
}

extension Timeline<Value>.Event {
  /// `{"time":1,"value":1}`
  func writeJSON(to writer: inout JSONWriter, cause: Value? = nil) {
    writer.buffer.append(#"{"time":"# as StaticString)
    writer.buffer.appendSeconds(nanoseconds: instant.nanoseconds)
    switch kind {
    case .value(let value):
      writer.buffer.append(#","value":"# as StaticString)
      writer.write(value)
    case .finished:
      writer.buffer.append(#","completion":"finished""# as StaticString)
    case .failure(let message):
      writer.buffer.append(#","completion":"failure","error":"# as StaticString)
      writer.buffer.appendJSON(Text(message))
      if let cause {
        writer.buffer.append(#","cause":"# as StaticString)
        writer.write(cause)
      }
    }
    writer.buffer.append("}" as StaticString)
  }
}

extension Instant {
  /// The instant in seconds, in the shortest decimal form that is exact.
  var secondsText: String {
    var buffer = ByteBuffer()
    buffer.appendSeconds(nanoseconds: nanoseconds)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
