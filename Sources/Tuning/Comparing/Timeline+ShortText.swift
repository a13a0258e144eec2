import Marbles
import Values

extension Timeline<Value>.Kind {
  /// The event in a few words.
  package var shortText: String {
    switch self {
    case .value(let value): value.description.abbreviated
    case .finished: "finished"
    case .failure(let message): "failed with '\(message.abbreviated)'"
    }
  }
}
