import Reactive
import Values

extension Value {
  /// An event as a value: `{"value": …}`, or a completion as `--format json` prints it, but for its
  /// time.
  init(_ signal: Publishers.Signal<Value, StreamFailure>) {
    switch signal {
    case .value(let value): self = ["value": value]
    case .finished: self = ["completion": "finished"]
    case .failure(let failure):
      self = ["completion": "failure", "error": .string(Text(failure.message))]
    }
  }
}
