import Composable
public import Reactive

/// Work that gives values and may fail, which a reducer hands to its store: the earlier kind of effect.
///
/// Those of a reducer give actions and cannot fail; `catchToEffect` makes them so. It is a description
/// as that of `Composable`, and runs as one; it is a publisher besides, so that the operators of
/// publishers apply. What those make of it, `eraseToEffect` makes an effect again.
public struct Effect<Output, Failure: Error> {
  /// What runs: each value, or the failure as the last.
  let base: Composable.Effect<Result<Output, Failure>>

  init(_ base: Composable.Effect<Result<Output, Failure>>) {
    self.base = base
  }

  /// Gives one value at once.
  public init(value: Output) {
    base = .send(.success(value))
  }

  /// Fails at once.
  public init(error: Failure) {
    base = .send(.failure(error))
  }

  /// Gives what a publisher does.
  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    base = .publisher {
      publisher.map(Result<Output, Failure>.success).catch { Just(.failure($0)) }
    }
  }

  /// Does nothing, and finishes at once.
  public static var none: Effect { Effect(.none) }

  /// Runs effects side by side: all are started in their order, and it finishes with the last.
  public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

  /// Runs effects side by side: all are started in their order, and it finishes with the last.
  public static func merge(_ effects: some Sequence<Effect>) -> Effect {
    Effect(.merge(effects.map(\.base)))
  }

  /// Runs effects one after the other.
  public static func concatenate(_ effects: Effect...) -> Effect { concatenate(effects) }

  /// Runs effects one after the other.
  public static func concatenate(_ effects: some Collection<Effect>) -> Effect {
    Effect(.concatenate(effects.map(\.base)))
  }

  /// Runs another effect beside this one.
  public func merge(with other: Effect) -> Effect { Effect(base.merge(with: other.base)) }

  /// Runs another effect when this one has finished.
  public func concatenate(with other: Effect) -> Effect {
    Effect(base.concatenate(with: other.base))
  }
}

/// The effects of reducers, by the name that they had in the time between.
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
