import ComposableClassic
import Testing

private struct CounterState: Equatable {
  var count = 0
  var isTicking = false
}

private enum CounterAction: Equatable {
  case increment
  case toggleTimer
  case ticked
}

private struct CounterEnvironment {
  var mainQueue: AnySchedulerOf<DispatchQueue>
}

private let counterReducer = Reducer<CounterState, CounterAction, CounterEnvironment> {
  state, action, environment in
  struct TimerID: Hashable {}

  switch action {
  case .increment, .ticked:
    state.count += 1
    return .none
  case .toggleTimer:
    state.isTicking.toggle()
    return state.isTicking
      ? Effect.timer(id: TimerID(), every: 1, tolerance: .zero, on: environment.mainQueue)
        .map { _ in .ticked }
      : .cancel(id: TimerID())
  }
}

private struct AppState: Equatable {
  struct Row: Equatable, Identifiable {
    let id: Int
    var counter = CounterState()
  }

  var first = CounterState()
  var sheet: CounterState?
  var rows: IdentifiedArrayOf<Row> = []
  var named: [String: CounterState] = [:]
  var plain: [CounterState] = []
  var log: [String] = []
}

private enum AppAction: Equatable {
  case first(CounterAction)
  case sheet(CounterAction)
  case row(id: Int, action: CounterAction)
  case named(key: String, action: CounterAction)
  case plain(index: Int, action: CounterAction)
  case change(String)
}

private struct AppEnvironment {
  var counter: CounterEnvironment
}

private let rowReducer = counterReducer.pullback(
  state: \AppState.Row.counter, action: /CounterAction.self, environment: { $0 })

private let appReducer = Reducer<AppState, AppAction, AppEnvironment>.combine(
  counterReducer.pullback(
    state: \.first, action: /AppAction.first, environment: { $0.counter }),
  counterReducer.optional().pullback(
    state: \.sheet, action: /AppAction.sheet, environment: { $0.counter }),
  rowReducer.forEach(
    state: \.rows, action: /AppAction.row(id:action:), environment: { $0.counter }),
  counterReducer.forEach(
    state: \.named, action: /AppAction.named(key:action:), environment: { $0.counter }),
  counterReducer.forEach(
    state: \.plain, action: /AppAction.plain(index:action:), environment: { $0.counter }),
  Reducer { state, action, _ in
    switch action {
    case .change("close"): state.sheet = nil
    case .change("open"): state.sheet = CounterState()
    case .change("add"):
      state.rows.append(AppState.Row(id: state.rows.count))
      state.named["\(state.named.count)"] = CounterState()
      state.plain.append(CounterState())
    case .change("clear"):
      state.rows = []
      state.named = [:]
      state.plain = []
    case .change(let text): state.log.append(text)
    default: break
    }
    return .none
  }
)

@Suite struct ChildrenTests {
  private let queue = DispatchQueue.test

  private func makeStore() -> Store<AppState, AppAction> {
    Store(
      initialState: AppState(), reducer: appReducer,
      environment: AppEnvironment(
        counter: CounterEnvironment(mainQueue: queue.eraseToAnyScheduler())))
  }

  @Test func `each child has its part of the state`() {
    let store = makeStore()
    let actions: [AppAction] = [
      .change("add"), .change("add"), .change("open"), .first(.increment), .sheet(.increment),
      .row(id: 1, action: .increment), .named(key: "0", action: .increment),
      .plain(index: 1, action: .increment), .change("seen"),
    ]
    for action in actions { store.send(action) }
    let state = ViewStore(store).state
    #expect(state.first.count == 1 && state.sheet?.count == 1)
    #expect(state.rows.map(\.counter.count) == [0, 1])
    #expect(state.named.mapValues(\.count) == ["0": 1, "1": 0])
    #expect(state.plain.map(\.count) == [0, 1])
    #expect(state.log == ["seen"])
  }

  @Test func `timers of children have their own ids, and end with the children`() {
    let store = makeStore()
    for action: AppAction in [.change("add"), .change("add"), .change("open")] {
      store.send(action)
    }
    for action: AppAction in [
      .first(.toggleTimer), .sheet(.toggleTimer), .row(id: 0, action: .toggleTimer),
      .row(id: 1, action: .toggleTimer), .named(key: "0", action: .toggleTimer),
      .named(key: "1", action: .toggleTimer), .plain(index: 0, action: .toggleTimer),
      .plain(index: 1, action: .toggleTimer),
    ] {
      store.send(action)
    }
    queue.advance(by: .seconds(2))
    store.send(.row(id: 0, action: .toggleTimer))
    queue.advance(by: 1)
    let state = ViewStore(store).state
    #expect(state.first.count == 3 && state.sheet?.count == 3)
    #expect(state.rows.map(\.counter.count) == [2, 3])
    #expect(state.named.mapValues(\.count) == ["0": 3, "1": 3])
    #expect(state.plain.map(\.count) == [3, 3])
    store.send(.change("clear"))
    store.send(.change("close"))
    store.send(.first(.toggleTimer))
    #expect(queue.run(until: .zero, steps: 1000) == .idle)
    #expect(ViewStore(store).first.count == 3)
  }

  @Test func `an action for an absent child changes nothing, and is reported`() {
    let store = makeStore()
    let texts = reported {
      store.send(.sheet(.increment))
      store.send(.row(id: 9, action: .increment))
      store.send(.named(key: "x", action: .increment))
      store.send(.plain(index: 3, action: .increment))
    }
    #expect(ViewStore(store).state == AppState())
    #expect(texts.count == 4)
    #expect(
      texts.last?.contains("was sent AppAction.plain(index: 3, action: CounterAction.increment)")
        == true)
  }

  @Test func `effects of a child inside a removed child end at once`() {
    struct Inner: Equatable { var counter: CounterState? = CounterState() }
    struct Outer: Equatable {
      var inner: Inner? = Inner()
      var rows: [Inner] = [Inner()]
    }
    enum Action: Equatable {
      case inner(CounterAction)
      case row(Int, CounterAction)
      case closeInner, closeAll
    }
    let inner = counterReducer.optional().pullback(
      state: \Inner.counter, action: /CounterAction.self,
      environment: { (environment: CounterEnvironment) in environment })
    let reducer = Reducer<Outer, Action, CounterEnvironment>.combine(
      inner.optional().pullback(state: \.inner, action: /Action.inner, environment: { $0 }),
      inner.forEach(state: \.rows, action: /Action.row, environment: { $0 }),
      Reducer { state, action, _ in
        switch action {
        case .closeInner:
          state.inner?.counter = nil
          state.rows[0].counter = nil
        case .closeAll: state = Outer(inner: nil, rows: [])
        default: break
        }
        return .none
      })
    for close: Action in [.closeInner, .closeAll] {
      let queue = DispatchQueue.test
      let store = Store(
        initialState: Outer(), reducer: reducer,
        environment: CounterEnvironment(mainQueue: queue.eraseToAnyScheduler()))
      store.send(.inner(.toggleTimer))
      store.send(.row(0, .toggleTimer))
      queue.advance(by: 2)
      #expect(store.withState { $0.inner?.counter?.count } == 2)
      #expect(reported { store.send(close) }.isEmpty)
      #expect(queue.run(until: .zero, steps: 1000) == .idle)
    }
  }

  @Test func `a case of a state has its own reducer`() {
    enum State: Equatable {
      case counting(CounterState)
      case done
    }
    enum Action: Equatable {
      case counting(CounterAction)
      case end
    }
    let reducer = Reducer<State, Action, CounterEnvironment>.combine(
      counterReducer.pullback(
        state: /State.counting, action: /Action.counting, environment: { $0 }),
      Reducer { state, action, _ in
        if action == .end { state = .done }
        return .none
      })
    let store = Store(
      initialState: State.counting(CounterState()), reducer: reducer,
      environment: CounterEnvironment(mainQueue: queue.eraseToAnyScheduler()))
    store.send(.counting(.increment))
    #expect(store.withState { $0 } == .counting(CounterState(count: 1)))
    store.send(.counting(.toggleTimer))
    store.send(.end)
    #expect(queue.run(until: .zero, steps: 1000) == .idle)
    #expect(store.withState { $0 } == .done)
  }

  @Test func `a reducer can be run by hand`() {
    var state = CounterState()
    let environment = CounterEnvironment(mainQueue: .immediate)
    _ = counterReducer.run(&state, .increment, environment)
    _ = counterReducer.combined(with: counterReducer)(&state, .increment, environment)
    _ = Reducer<CounterState, CounterAction, CounterEnvironment>.empty(
      &state, .increment, environment)
    #expect(state.count == 3)
  }

  @Test func `a reducer of the later kind can be among earlier ones`() {
    let later = Reducer<Int, Int, Void>(later: {
      Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
    })
    let reducer = later.combined(
      with: Reducer { state, _, _ in
        state *= 2
        return .none
      })
    let store = Store(initialState: 1, reducer: reducer, environment: ())
    store.send(4)
    #expect(store.withState { $0 } == 10)
  }
}
