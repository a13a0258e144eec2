/// The sender of an action.
package enum ActionSource: Sendable {
  case user, effect
}

/// The observers of a store's actions. They record actions, or are active while recorded ones are
/// replayed.
package final class StoreTaps<State, Action> {
  private struct Tap {
    let number: Int
    let startsEffects: Bool
    let receive: (Action, ActionSource, State) -> Void
  }

  private var taps: [Tap] = []
  /// The count is stored separately, because reading a list whose type is generic requires looking
  /// that type up, for each action.
  private var count = 0
  private var lastNumber = 0
  /// Sends an action in place of an effect.
  package internal(set) var resend: (Action) -> Void = { _ in }

  var isEmpty: Bool { count == 0 }

  /// Adds a function that is called with each action and the new state, after the action is reduced
  /// and before its effects start. Without `startsEffects`, no effect starts as long as the
  /// function is registered.
  package func add(
    startsEffects: Bool = true, _ receive: @escaping (Action, ActionSource, State) -> Void
  ) -> Int {
    lastNumber += 1
    taps.append(Tap(number: lastNumber, startsEffects: startsEffects, receive: receive))
    count = taps.count
    return lastNumber
  }

  package func remove(_ number: Int) {
    taps.removeAll { $0.number == number }
    count = taps.count
  }

  /// Calls all observers, and returns whether effects should start.
  func tell(_ action: Action, from source: ActionSource, _ state: State) -> Bool {
    let taps = taps
    for tap in taps { tap.receive(action, source, state) }
    return taps.allSatisfy(\.startsEffects)
  }
}
