public import Reactive

extension Store {
  /// Emits the current state, and the state after each action.
  ///
  /// Its properties are observed by name, without duplicates: `store.publisher.name`, or, where a
  /// publisher has a method with that name, `store.publisher[dynamicMember: \.count]`. It never
  /// completes. When the store is gone, nothing more is emitted.
  public var publisher: StorePublisher<State> {
    StorePublisher(changes)
  }

  private var changes: AnyPublisher<State, Never> {
    let (runtime, peek) = (runtime, peeking)
    return Deferred {
      // The changes come first, because an observer may send an action while it receives the first
      // state.
      runtime.changes.merge(with: Just(())).compactMap { peek() }
    }
    .eraseToAnyPublisher()
  }
}

extension Store where State: Equatable {
  /// Emits the current state, and the state whenever it has changed.
  public var publisher: StorePublisher<State> {
    StorePublisher(changes.removeDuplicates().eraseToAnyPublisher())
  }
}

/// The states of a store, whose properties can be observed by name.
@dynamicMemberLookup
public struct StorePublisher<State>: Publisher {
  public typealias Output = State
  public typealias Failure = Never

  private let upstream: AnyPublisher<State, Never>

  init(_ upstream: AnyPublisher<State, Never>) {
    self.upstream = upstream
  }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == State, S.Failure == Never {
    upstream.receive(subscriber: subscriber)
  }

  /// Emits a property of the current state, and its value whenever it has changed.
  public subscript<Value: Equatable>(
    dynamicMember path: KeyPath<State, Value>
  ) -> StorePublisher<Value> {
    StorePublisher<Value>(
      upstream.map { $0[keyPath: path] }.removeDuplicates().eraseToAnyPublisher())
  }
}
