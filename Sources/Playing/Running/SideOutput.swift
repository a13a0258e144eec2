import Expressions
import Reactive
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
}

private let latenessShape = ObjectShape(shared: ["value", "lateBy"])
