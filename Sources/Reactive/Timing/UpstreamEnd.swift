/// Whether, and how, the upstream of a run has ended. It takes the size of a pointer, whatever the
/// failure: there may be a run for each of a million keys.
@usableFromInline
enum UpstreamEnd {
  case none
  case finished
  case failed(any Error)

  @inlinable
  init<Failure: Error>(_ completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: self = .finished
    case .failure(let failure): self = .failed(failure)
    }
  }

  @inlinable var isReached: Bool { if case .none = self { false } else { true } }

  /// The failure, which has the type with which it was stored.
  @inlinable
  func failure<Failure: Error>(as type: Failure.Type = Failure.self) -> Failure? {
    if case .failed(let error) = self { error as? Failure } else { nil }
  }

  /// The completion that downstream receives: it is that of upstream, if upstream has ended.
  @inlinable
  func completion<Failure: Error>() -> Subscribers.Completion<Failure> {
    failure().map { .failure($0) } ?? .finished
  }
}
