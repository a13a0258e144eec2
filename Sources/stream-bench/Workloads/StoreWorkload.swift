import Composable

/// Actions for the ten children of a feature, sent to the store of the whole.
struct RootStoreWorkload: Workload {
  static let name = "S1"
  static let summary = "actions for ten scoped children of a feature, sent to its store"
  static let sizes = [10_000, 100_000, 1_000_000]
  static let item = "action"
  static let goal: Goal? = Goal(target: 300, atWorst: 900)

  let count: Int

  init(size: Int) { count = size }

  func engine() -> Pass {
    let (time, checksum) = measured {
      let store = Store(initialState: Panel.State()) { Panel() }
      for number in 0..<count { store.send(Panel.action(number)) }
      return store.withState { $0.checksum }
    }
    return Pass(time: time, checksum: checksum)
  }

  func plain() -> Pass { plainPanel(count) }
}

/// The same actions, sent to a store that is scoped to the child.
struct ScopedStoreWorkload: Workload {
  static let name = "S2"
  static let summary = "actions for ten scoped children of a feature, each sent to a scoped store"
  static let sizes = [10_000, 100_000, 1_000_000]
  static let item = "action"
  static let goal: Goal? = Goal(target: 500, atWorst: 1500)

  let count: Int

  init(size: Int) { count = size }

  func engine() -> Pass {
    let (time, checksum) = measured {
      let store = Store(initialState: Panel.State()) { Panel() }
      let dials = Panel.places.map { store.scope(state: $0.state, action: $0.action) }
      for number in 0..<count { dials[number % dials.count].send(Panel.dialAction(number)) }
      return store.withState { $0.checksum }
    }
    return Pass(time: time, checksum: checksum)
  }

  func plain() -> Pass { plainPanel(count) }
}

/// The same in plain Swift: one switch in another.
private func plainPanel(_ count: Int) -> Pass {
  let (time, checksum) = measured {
    var state = Panel.State()
    for number in 0..<count { reduce(&state, Panel.action(number)) }
    return state.checksum
  }
  return Pass(time: time, checksum: checksum)
}

/// Not inlined, just as no reducer of a program is. Otherwise the loop around it would do the
/// switch in advance.
@inline(never)
private func reduce(_ state: inout Panel.State, _ action: Panel.Action) {
  state.actionCount += 1
  switch action {
  case .a(let action): reduce(&state.a, action)
  case .b(let action): reduce(&state.b, action)
  case .c(let action): reduce(&state.c, action)
  case .d(let action): reduce(&state.d, action)
  case .e(let action): reduce(&state.e, action)
  case .f(let action): reduce(&state.f, action)
  case .g(let action): reduce(&state.g, action)
  case .h(let action): reduce(&state.h, action)
  case .i(let action): reduce(&state.i, action)
  case .j(let action): reduce(&state.j, action)
  }
}

private func reduce(_ state: inout Dial.State, _ action: Dial.Action) {
  switch action {
  case .turned(let amount): state.turn(by: amount)
  case .reset: state.reset()
  }
}

// MARK: - The feature

private struct Dial: Reducer {
  struct State: Equatable {
    var position: Int64 = 0
    var resetCount: Int64 = 0

    mutating func turn(by amount: Int64) { position = (position &* 31 &+ amount) & 0xffff_ffff }

    mutating func reset() {
      position = 0
      resetCount += 1
    }
  }

  enum Action: Equatable {
    case turned(by: Int64)
    case reset
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .turned(let amount): state.turn(by: amount)
    case .reset: state.reset()
    }
    return .none
  }
}

private struct Panel: Reducer {
  struct State: Equatable {
    var actionCount: Int64 = 0
    var a = Dial.State()
    var b = Dial.State()
    var c = Dial.State()
    var d = Dial.State()
    var e = Dial.State()
    var f = Dial.State()
    var g = Dial.State()
    var h = Dial.State()
    var i = Dial.State()
    var j = Dial.State()

    var checksum: UInt64 {
      var checksum = Checksum()
      checksum.add(actionCount)
      for dial in [a, b, c, d, e, f, g, h, i, j] {
        checksum.add(dial.position)
        checksum.add(dial.resetCount)
      }
      return checksum.value
    }
  }

  enum Action: Equatable {
    case a(Dial.Action)
    case b(Dial.Action)
    case c(Dial.Action)
    case d(Dial.Action)
    case e(Dial.Action)
    case f(Dial.Action)
    case g(Dial.Action)
    case h(Dial.Action)
    case i(Dial.Action)
    case j(Dial.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.actionCount += 1
      return .none
    }
    Scope(state: \.a, action: /Action.a) { Dial() }
    Scope(state: \.b, action: /Action.b) { Dial() }
    Scope(state: \.c, action: /Action.c) { Dial() }
    Scope(state: \.d, action: /Action.d) { Dial() }
    Scope(state: \.e, action: /Action.e) { Dial() }
    Scope(state: \.f, action: /Action.f) { Dial() }
    Scope(state: \.g, action: /Action.g) { Dial() }
    Scope(state: \.h, action: /Action.h) { Dial() }
    Scope(state: \.i, action: /Action.i) { Dial() }
    Scope(state: \.j, action: /Action.j) { Dial() }
  }

  static var places: [(state: (State) -> Dial.State, action: (Dial.Action) -> Action)] {
    [
      (\.a, Action.a), (\.b, Action.b), (\.c, Action.c), (\.d, Action.d), (\.e, Action.e),
      (\.f, Action.f), (\.g, Action.g), (\.h, Action.h), (\.i, Action.i), (\.j, Action.j),
    ]
  }

  static func dialAction(_ number: Int) -> Dial.Action {
    number % 1000 == 999 ? .reset : .turned(by: Int64(number))
  }

  static func action(_ number: Int) -> Action {
    let action = dialAction(number)
    switch number % 10 {
    case 0: return .a(action)
    case 1: return .b(action)
    case 2: return .c(action)
    case 3: return .d(action)
    case 4: return .e(action)
    case 5: return .f(action)
    case 6: return .g(action)
    case 7: return .h(action)
    case 8: return .i(action)
    default: return .j(action)
    }
  }
}
