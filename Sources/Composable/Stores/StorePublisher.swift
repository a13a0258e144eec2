public import Reactive

extension Store {
  /// The state now, and after each action.
  ///
  /// A part of it is watched by its name, without duplicates: `store.publisher.name`, or where a
  /// publisher has a method of that name `store.publisher[dynamicMember: \.count]`. It finishes
  /// never; when the store is gone nothing comes any more.
  public var publisher: StorePublisher<State> {
    StorePublisher(changes)
  }

  private var changes: AnyPublisher<State, Never> {
    let (runtime, peek) = (runtime, peeking)
    return Deferred {
      // News first: an observer may send an action while it gets the first state.
      runtime.changes.merge(with: Just(())).compactMap { peek() }
    }
    .eraseToAnyPublisher()
  }
}

extension Store where State: Equatable {
  /// The state now, and whenever it has changed.
  public var publisher: StorePublisher<State> {
    StorePublisher(changes.removeDuplicates().eraseToAnyPublisher())
  }
}

/// The states of a store, of which parts can be watched by name.
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

  /// A part of the state now, and whenever it has changed.
  public subscript<Value: Equatable>(
    dynamicMember path: KeyPath<State, Value>
  ) -> StorePublisher<Value> {
    StorePublisher<Value>(
      upstream.map { $0[keyPath: path] }.removeDuplicates().eraseToAnyPublisher())
  }
}
