package import Reactive
package import StreamModels
package import Values

extension Value {
  /// Creates the value of an event: `{"value": …}`, or a completion as printed with `--format
  /// json`, without its time.
  package init(_ signal: Publishers.Signal<Value, StreamFailure>) {
    switch signal {
    case .value(let value): self = .object(Object(shape: Self.signalShape, value))
    case .finished: self = ["completion": "finished"]
    case .failure(let failure):
      self = ["completion": "failure", "error": .string(Text(failure.message))]
    }
  }

  private static let signalShape = ObjectShape(shared: ["value"])
}
