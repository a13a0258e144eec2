import Expressions
import Reactive
import Records
import StreamModels
import Values

/// The values of a document's side outputs: those on which expressions failed, and late records.
extension SideOutput<Value, StreamFailure> {
  /// Returns the event of a value on which an expression failed.
  static func event(of value: Value, failing failure: StreamFailure) -> Value {
    CEL.failure(failure.message, of: value)
  }

  /// Returns the event of a late record. The lateness is in seconds in the event.
  static func event(of record: Value, lateBy nanoseconds: Int64) -> Value {
    .object(
      Object(
        shape: latenessShape, [record, .double(Frame(nanoseconds: nanoseconds).seconds)]))
  }

  /// Returns the event of a malformed record.
  static func event(of record: BadRecord) -> Value {
    let file = record.place.source
    return .object(
      Object(
        shape: malformedShape,
        [
          file.isEmpty ? .null : .string(Text(file)), .int(Int64(record.place.line)),
          .string(Text(String(decoding: record.text, as: UTF8.self))),
          .string(Text(record.reason)),
        ]))
  }
}

private let malformedShape = ObjectShape(shared: ["file", "line", "text", "error"])
private let latenessShape = ObjectShape(shared: ["value", "lateBy"])
