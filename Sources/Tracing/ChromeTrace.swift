import Marbles
import Reactive
import Values

/// A trace in the format of Chrome's trace events, written while it happens. Each stage is a
/// thread, each event is a slice on it, and arrows lead from an event to the events that it caused.
///
/// Perfetto and `chrome://tracing` open such a file. The times are those of the playback, in
/// microseconds. See "Trace Event Format" in the documentation of Chromium's catapult project.
public struct ChromeTrace: ~Copyable {
  private var writer = JSONWriter(capacity: 1 << 16)
  private var isEmpty = true
  /// For each event, its stage and its time in nanoseconds.
  private var places: [(stage: Int, nanoseconds: Int64)] = []
  private var arrowCount = 0

  /// Creates the text of a trace that has not happened yet.
  public init(of stages: [Trace.Stage]) {
    writer.buffer.append(#"{"displayTimeUnit":"ms","traceEvents":["# as StaticString)
    for stage in stages { write(stage) }
  }

  /// Returns the bytes written since the last call.
  public mutating func takeBytes() -> [UInt8] {
    defer { writer.buffer.truncate() }
    return writer.buffer.bytes
  }

  /// Writes the name of a stage, and its position.
  private mutating func write(_ stage: Trace.Stage) {
    let name = [stage.name.isEmpty ? "output" : stage.name, stage.parameters]
      .filter { !$0.isEmpty }.joined(separator: " ")
    for (key, argument) in [
      ("thread_name", Value.object(Object([Member(key: "name", value: .string(Text(name)))]))),
      (
        "thread_sort_index",
        .object(Object([Member(key: "sort_index", value: .int(Int64(stage.number)))]))
      ),
    ] {
      write([
        ("ph", "M"), ("pid", 1), ("tid", .int(Int64(stage.number))), ("name", .string(Text(key))),
        ("args", argument),
      ])
    }
  }

  /// Writes an event, and the arrows to it.
  public mutating func write(_ event: Trace.Event) {
    places.append((event.stage, event.instant.nanoseconds))
    let name: String
    switch event.kind {
    case .value(let value): name = value.description.prefix(60).description
    case .finished: name = "finished"
    case .failure(let message): name = "failed: \(message)"
    }
    var arguments = [Member(key: "event", value: .int(Int64(event.number)))]
    if case .value(let value) = event.kind { arguments.append(Member(key: "value", value: value)) }
    if let record = event.record {
      arguments.append(
        Member(key: "record", value: .string(Text("\(record.source):\(record.line)"))))
    }
    write([
      ("ph", "X"), ("pid", 1), ("tid", .int(Int64(event.stage))),
      ("ts", Self.microseconds(event.instant.nanoseconds)), ("dur", 1),
      ("name", .string(Text(name))), ("args", .object(Object(arguments))),
    ])
    for cause in event.causes where cause < places.count { writeArrow(from: cause, to: event) }
  }

  /// Writes the end of an event.
  public mutating func write(_ end: Trace.End) {
    write([
      ("ph", "i"), ("s", "t"), ("pid", 1), ("tid", .int(Int64(end.stage))),
      ("ts", Self.microseconds(end.instant.nanoseconds)), ("name", .string(Text(end.text))),
      (
        "args",
        .object(
          Object([
            Member(key: "event", value: .int(Int64(end.event))),
            Member(key: "reason", value: .string(Text(end.reason.rawValue))),
          ]))
      ),
    ])
  }

  /// Writes the end of the text.
  public mutating func finish() {
    writer.buffer.append("\n]}\n" as StaticString)
  }

  private mutating func writeArrow(from cause: Int, to event: Trace.Event) {
    arrowCount += 1
    let (stage, nanoseconds) = places[cause]
    for (phase, stage, nanoseconds) in [
      ("s", stage, nanoseconds), ("f", event.stage, event.instant.nanoseconds),
    ] {
      var members: [(Text, Value)] = [
        ("ph", .string(Text(phase))), ("pid", 1), ("tid", .int(Int64(stage))),
        ("ts", Self.microseconds(nanoseconds)), ("id", .int(Int64(arrowCount))),
        ("cat", "cause"), ("name", "cause"),
      ]
      if phase == "f" { members.append(("bp", "e")) }
      write(members)
    }
  }

  private mutating func write(_ members: [(Text, Value)]) {
    writer.buffer.append(isEmpty ? "\n" : ",\n")
    isEmpty = false
    writer.write(.object(Object(members.map { Member(key: $0.0, value: $0.1) })))
  }

  private static func microseconds(_ nanoseconds: Int64) -> Value {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1000)
    return remainder == 0 ? .int(quotient) : .double(Double(nanoseconds) / 1000)
  }
}

extension ByteBuffer {
  fileprivate mutating func append(_ text: String) {
    append(Array(text.utf8))
  }
}
