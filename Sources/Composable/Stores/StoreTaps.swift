/// Who sent an action.
package enum ActionSource: Sendable {
  case user, effect
}

/// Those who watch the actions of a store, to record them or while recorded ones are replayed.
package final class StoreTaps<State, Action> {
  private struct Tap {
    let number: Int
    let startsEffects: Bool
    let receive: (Action, ActionSource, State) -> Void
  }

  private var taps: [Tap] = []
  /// Counted, since to ask a list whose type is generic looks that type up, for each action.
  private var count = 0
  private var lastNumber = 0
  /// Sends an action in the place of an effect.
  package internal(set) var resend: (Action) -> Void = { _ in }

  var isEmpty: Bool { count == 0 }

  /// Has a function called with each action, when it is reduced and before its effects start, and the
  /// state that it made. Without `startsEffects` no effect starts as long as this is there.
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

  /// Tells all of them, and says whether effects are to start.
  func tell(_ action: Action, from source: ActionSource, _ state: State) -> Bool {
    let taps = taps
    for tap in taps { tap.receive(action, source, state) }
    return taps.allSatisfy(\.startsEffects)
  }
}
