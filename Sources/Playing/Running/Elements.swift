import Reactive
package import StreamModels
package import Values

/// Emits the elements of a list at once, or fails.
package struct Elements: Publisher {
  typealias Output = Value
  typealias Failure = StreamFailure

  let result: Result<[Value], StreamFailure>

  package init(_ result: Result<[Value], StreamFailure>) {
    self.result = result
  }

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    switch result {
    case .success(let values):
      Publishers.Sequence(sequence: values).receive(subscriber: subscriber)
    case .failure(let failure):
      Fail(error: failure).receive(subscriber: subscriber)
    }
  }
}
