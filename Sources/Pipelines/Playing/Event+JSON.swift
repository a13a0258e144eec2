package import Marbles
package import Reactive
package import Values

extension Timeline<Value>.Event {
  /// Writes the event as JSON: `{"time":1,"value":1}`, or `{"sequence":1,"time":1,"value":1}`.
  package func writeJSON(to writer: inout JSONWriter, number: Int? = nil, cause: Value? = nil) {
    writer.buffer.append("{" as StaticString)
    if let number {
      writer.buffer.append(#""sequence":"# as StaticString)
      writer.write(.int(Int64(number)))
      writer.buffer.append("," as StaticString)
    }
    writer.buffer.append(#""time":"# as StaticString)
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
  /// The instant in seconds, in the shortest exact decimal form.
  package var secondsText: String {
    var buffer = ByteBuffer()
    buffer.appendSeconds(nanoseconds: nanoseconds)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
