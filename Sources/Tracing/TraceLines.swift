import Marbles
import Reactive
import Values

/// A trace as lines of JSON, written while it happens: the stages come first, followed by each
/// event, each end and each cancellation on a separate line.
///
/// A line has the form in which `Codable` encodes its part, and its first key states what it is:
/// `stage`, `event`, `end` or `cancelled`.
public struct TraceLines: ~Copyable {
  private var writer = JSONWriter(capacity: 1 << 16)

  /// Creates the lines of a trace that has not happened yet.
  public init() {}

  /// Returns the bytes written since the last call.
  public mutating func takeBytes() -> [UInt8] {
    defer { writer.buffer.truncate() }
    return writer.buffer.bytes
  }

  /// Writes a stage.
  public mutating func write(_ stage: Trace.Stage) {
    writer.write(stage.value)
    writer.buffer.append("\n" as StaticString)
  }

  /// Writes an event.
  public mutating func write(_ event: Trace.Event) {
    writer.buffer.append(#"{"event":"# as StaticString)
    writer.buffer.appendDecimal(Int64(event.number))
    writer.buffer.append(#","stage":"# as StaticString)
    writer.buffer.appendDecimal(Int64(event.stage))
    writeRun(event.run)
    writeTime(event.instant.nanoseconds)
    switch event.kind {
    case .value(let value):
      writer.buffer.append(#","value":"# as StaticString)
      writer.write(value)
    case .finished:
      writer.buffer.append(#","completion":"finished""# as StaticString)
    case .failure(let message):
      writer.buffer.append(#","completion":"failure","error":"# as StaticString)
      writer.buffer.appendJSON(Text(message))
    }
    writeCauses(event.causes)
    if let record = event.record {
      writer.buffer.append(#","record":{"input":"# as StaticString)
      writer.buffer.appendJSON(Text(record.input))
      writer.buffer.append(#","source":"# as StaticString)
      writer.buffer.appendJSON(Text(record.source))
      writer.buffer.append(#","line":"# as StaticString)
      writer.buffer.appendDecimal(Int64(record.line))
      writer.buffer.append("}" as StaticString)
    }
    if let owner = event.owner {
      writer.buffer.append(#","owner":"# as StaticString)
      writer.write(owner)
    }
    if let because = event.because {
      writer.buffer.append(#","because":"# as StaticString)
      writer.buffer.appendJSON(Text(because))
    }
    writer.buffer.append("}\n" as StaticString)
  }

  /// Writes an end.
  public mutating func write(_ end: Trace.End) {
    writer.buffer.append(#"{"end":"# as StaticString)
    writer.buffer.appendDecimal(Int64(end.event))
    writer.buffer.append(#","stage":"# as StaticString)
    writer.buffer.appendDecimal(Int64(end.stage))
    writeRun(end.run)
    writeTime(end.instant.nanoseconds)
    writer.buffer.append(#","reason":"# as StaticString)
    writer.buffer.appendJSON(Text(end.reason.rawValue))
    if let by = end.by {
      writer.buffer.append(#","by":"# as StaticString)
      writer.buffer.appendDecimal(Int64(by))
    }
    if let due = end.due?.nanoseconds {
      if due.magnitude < 1 << 53 {
        writer.buffer.append(#","due":"# as StaticString)
        writer.buffer.appendSeconds(nanoseconds: due)
      } else {
        writer.buffer.append(#","dueNanoseconds":"# as StaticString)
        writer.buffer.appendDecimal(due)
      }
    }
    writer.buffer.append(#","text":"# as StaticString)
    writer.buffer.appendJSON(Text(end.text))
    writer.buffer.append("}\n" as StaticString)
  }

  /// Writes a cancellation.
  public mutating func write(_ cancellation: Trace.Cancellation) {
    writer.buffer.append(#"{"cancelled":"# as StaticString)
    writer.buffer.appendDecimal(Int64(cancellation.stage))
    writeRun(cancellation.run)
    writeTime(cancellation.instant.nanoseconds)
    writer.buffer.append("}\n" as StaticString)
  }

  private mutating func writeRun(_ run: Int) {
    guard run != 0 else { return }
    writer.buffer.append(#","run":"# as StaticString)
    writer.buffer.appendDecimal(Int64(run))
  }

  private mutating func writeTime(_ nanoseconds: Int64) {
    // Beyond this limit, a decimal is not the only one that is nearest to its `Double`.
    if nanoseconds.magnitude < 1 << 53 {
      writer.buffer.append(#","time":"# as StaticString)
      writer.buffer.appendSeconds(nanoseconds: nanoseconds)
    } else {
      writer.buffer.append(#","nanoseconds":"# as StaticString)
      writer.buffer.appendDecimal(nanoseconds)
    }
  }

  private mutating func writeCauses(_ causes: [Int]) {
    for (index, cause) in causes.enumerated() {
      if index == 0 {
        writer.buffer.append(#","causes":["# as StaticString)
      } else {
        writer.buffer.append("," as StaticString)
      }
      writer.buffer.appendDecimal(Int64(cause))
    }
    if !causes.isEmpty { writer.buffer.append("]" as StaticString) }
  }
}

extension Trace.Stage {
  /// The stage as JSON.
  fileprivate var value: Value {
    var members = [
      Member(key: "stage", value: .int(Int64(number))),
      Member(key: "role", value: .string(Text(role.rawValue))),
      Member(key: "name", value: .string(Text(name))),
    ]
    if !parameters.isEmpty {
      members.append(Member(key: "parameters", value: .string(Text(parameters))))
    }
    if emission != .made {
      members.append(Member(key: "emits", value: .string(Text(emission.rawValue))))
    }
    if !remedies.isEmpty {
      let named = Trace.Reason.allCases.compactMap { reason in
        remedies[reason].map { Member(key: Text(reason.rawValue), value: .string(Text($0))) }
      }
      members.append(Member(key: "remedies", value: .object(Object(named))))
    }
    for (key, numbers) in [("inputs", inputs), ("inner", inner)] as [(Text, [Int])]
    where !numbers.isEmpty {
      members.append(Member(key: key, value: .array(numbers.map { .int(Int64($0)) })))
    }
    if let definition {
      members.append(Member(key: "definition", value: .string(Text(definition))))
    }
    if let place {
      members.append(Member(key: "file", value: .string(Text(place.file))))
      members.append(Member(key: "line", value: .int(Int64(place.place.line))))
      members.append(Member(key: "column", value: .int(Int64(place.place.column))))
    }
    if !path.isEmpty { members.append(Member(key: "path", value: .string(Text(path)))) }
    return .object(Object(members))
  }
}
