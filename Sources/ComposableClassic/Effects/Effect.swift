import Composable
public import Reactive

/// Work that emits values and may fail, and that a reducer returns to its store. This is the
/// earlier kind of effect.
///
/// The effects of a reducer emit actions and cannot fail; `catchToEffect` converts effects to that
/// form. An effect is a description like that of `Composable`, and runs in the same way. It is also
/// a publisher, so the operators of publishers can be applied to it. `eraseToEffect` turns their
/// results back into an effect.
public struct Effect<Output, Failure: Error> {
  /// The effect that runs. It sends each value, and the failure as the last one.
  let base: Composable.Effect<Result<Output, Failure>>

  init(_ base: Composable.Effect<Result<Output, Failure>>) {
    self.base = base
  }

  /// Creates an effect that emits one value at once.
  public init(value: Output) {
    base = .send(.success(value))
  }

  /// Creates an effect that fails at once.
  public init(error: Failure) {
    base = .send(.failure(error))
  }

  /// Creates an effect that emits the values of a publisher.
  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    base = .publisher {
      publisher.map(Result<Output, Failure>.success).catch { Just(.failure($0)) }
    }
  }

  /// An effect that does nothing and completes at once.
  public static var none: Effect { Effect(.none) }

  /// Runs effects concurrently. All are started in order, and the result completes with the last.
  public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

  /// Runs effects concurrently. All are started in order, and the result completes with the last.
  public static func merge(_ effects: some Sequence<Effect>) -> Effect {
    Effect(.merge(effects.map(\.base)))
  }

  /// Runs effects one after another.
  public static func concatenate(_ effects: Effect...) -> Effect { concatenate(effects) }

  /// Runs effects one after another.
  public static func concatenate(_ effects: some Collection<Effect>) -> Effect {
    Effect(.concatenate(effects.map(\.base)))
  }

  /// Runs another effect concurrently with this one.
  public func merge(with other: Effect) -> Effect { Effect(base.merge(with: other.base)) }

  /// Runs another effect when this one has completed.
  public func concatenate(with other: Effect) -> Effect {
    Effect(base.concatenate(with: other.base))
  }
}

/// The effects of reducers, under their name between the two versions.
public typealias EffectTask<Action> = Effect<Action, Never>

extension Effect where Failure == Never {
  /// The effect as a store runs it.
  var forStore: Composable.Effect<Output> {
    base.map { result in
      switch result {
      case .success(let value): value
      }
    }
  }

  init(forStore effect: Composable.Effect<Output>) {
    base = effect.map { .success($0) }
  }
}
