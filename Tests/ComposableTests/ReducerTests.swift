import Composable
import Reactive
import Synchronization
import Testing

/// A row that ticks, and that can be asked to leave.
private struct Row: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var ticks = 0
  }
  enum Action: Equatable { case start, ticked, stop, remove }
  private enum CancelID { case timer }

  let scheduler: VirtualScheduler

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .timer(id: CancelID.timer, every: .seconds(1), on: scheduler) { _ in .ticked }
    case .ticked:
      state.ticks += 1
      return .none
    case .stop: return .cancel(id: CancelID.timer)
    case .remove: return .none
    }
  }
}

private struct List: Reducer {
  struct State: Equatable {
    var rows: IdentifiedArrayOf<Row.State> = []
    var sheet: Row.State?
    var page = Page.empty
    var log: [String] = []
  }
  enum Page: Equatable {
    case empty
    case row(Row.State)
    case other(Row.State)
  }
  enum Action: Equatable {
    case row(id: Int, action: Row.Action)
    case sheet(Row.Action)
    case page(Row.Action)
    case setSheet(Int?)
    case setPage(Page)
  }

  let scheduler: VirtualScheduler

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .row(let id, .remove): state.rows[id: id] = nil
      case .sheet(.remove): state.sheet = nil
      case .setSheet(let id): state.sheet = id.map { Row.State(id: $0) }
      default: break
      }
      return .none
    }
    .forEach(\.rows, action: /Action.row(id:action:)) { Row(scheduler: scheduler) }
    .ifLet(\.sheet, action: /Action.sheet) { Row(scheduler: scheduler) }
    Scope(state: \.page, action: /Action.self) {
      Reduce<Page, Action> { page, action in
        switch action {
        case .page(.remove): page = .empty
        case .setPage(let new): page = new
        default: break
        }
        return .none
      }
      .ifCaseLet(/Page.row, action: /Action.page) { Row(scheduler: scheduler) }
    }
  }
}

@Suite struct ReducerTests {
  private let scheduler = VirtualScheduler()

  private func makeList(_ ids: Int...) -> StoreOf<List> {
    let rows = IdentifiedArray(uniqueElements: ids.map { Row.State(id: $0) })
    return Store(initialState: List.State(rows: rows)) { List(scheduler: scheduler) }
  }

  @Test func `ids of effects belong to the row that created them`() {
    let store = makeList(1, 2)
    store.send(.row(id: 1, action: .start))
    store.send(.row(id: 2, action: .start))
    scheduler.advance(by: .seconds(2))
    store.send(.row(id: 1, action: .stop))
    scheduler.advance(by: .seconds(2))
    #expect(store.withState { $0.rows.map(\.ticks) } == [2, 4])
  }

  @Test func `effects of a row end when it is removed`() {
    let store = makeList(1, 2)
    store.send(.row(id: 1, action: .start))
    store.send(.row(id: 2, action: .start))
    store.send(.row(id: 1, action: .remove))
    #expect(scheduler.pendingCount == 1)
    scheduler.advance(by: .seconds(2))
    #expect(store.withState { $0.rows.map(\.ticks) } == [2])
    store.send(.row(id: 2, action: .stop))
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `effects of an optional child end when it disappears or is replaced`() {
    let store = makeList()
    store.send(.setSheet(1))
    store.send(.sheet(.start))
    scheduler.advance(by: .seconds(1))
    #expect(store.withState(\.sheet?.ticks) == 1)
    store.send(.setSheet(2))
    #expect(scheduler.pendingCount == 0)
    store.send(.sheet(.start))
    store.send(.sheet(.remove))
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `effects of a case end when the state changes to another`() {
    let store = makeList()
    store.send(.setPage(.row(Row.State(id: 1))))
    store.send(.page(.start))
    scheduler.advance(by: .seconds(1))
    #expect(store.withState(\.page) == .row(Row.State(id: 1, ticks: 1)))
    store.send(.setPage(.other(Row.State(id: 1))))
    #expect(scheduler.pendingCount == 0)
    store.send(.setPage(.row(Row.State(id: 1))))
    store.send(.page(.start))
    store.send(.page(.remove))
    #expect(scheduler.pendingCount == 0)
    #expect(store.withState(\.page) == .empty)
  }

  @Test func `an action for an absent child changes nothing, and is reported`() {
    let reports = Reports()
    IssueReporter.$current.withValue(reports.reporter) {
      let store = makeList()
      store.send(.row(id: 7, action: .ticked))
      store.send(.sheet(.ticked))
      store.send(.page(.ticked))
    }
    #expect(reports.all.count == 3)
    #expect(
      reports.all.first?.hasPrefix("'forEach' at ComposableTests/ReducerTests.swift:") == true)
    #expect(
      reports.all.first?.contains(
        "received an action for a child without state, and did nothing: "
          + "List.Action.row(id: 7, action: Row.Action.ticked)") == true)
  }

  @Test func `a change runs another reducer`() {
    struct State: Equatable { var count = 0, changes: [String] = [] }
    let store = Store(initialState: State()) {
      Reduce<State, Int> { state, action in
        state.count = action
        return .none
      }
      .onChange(of: \.count) { old, new in
        Reduce { state, _ in
          state.changes.append("\(old)→\(new)")
          return .none
        }
      }
    }
    for count in [1, 1, 2] { store.send(count) }
    #expect(store.withState(\.changes) == ["0→1", "1→2"])
  }

  @Test func `the body is made once per store`() {
    let count = Atomic<Int>(0)
    struct Counted: Reducer {
      let made: () -> Void
      var body: some Reducer<Int, Int> {
        let _ = made()
        Reduce { state, action in
          state += action
          return .none
        }
        if true { EmptyReducer() }
      }
    }
    let store = Store(initialState: 0) {
      Counted { count.wrappingAdd(1, ordering: .relaxed) }
    }
    for _ in 0..<10 { store.send(1) }
    #expect(store.withState { $0 } == 10)
    #expect(count.load(ordering: .relaxed) == 1)
  }

  @Test func `a feature may contain features of its own type, to any depth`() {
    let store = Store(initialState: Tree.State(id: 0)) { Tree() }
    store.send(.add)
    store.send(.branch(id: 1, action: .add))
    store.send(.branch(id: 1, action: .branch(id: 2, action: .add)))
    let deepest = store.withState { $0.branches[id: 1]?.branches[id: 2]?.branches[id: 3] }
    #expect(deepest == Tree.State(id: 3))

    let list = Store(initialState: Chain.State.end(0)) { Chain() }
    list.send(.grow)
    list.send(.next(.grow))
    list.send(.next(.next(.grow)))
    #expect(list.withState { $0 } == .link(.link(.link(.end(0)))))
  }

  @Test func `a parent and a child cannot cancel by each other's ids`() {
    let scheduler = VirtualScheduler()
    func ticking(_ stop: Int) -> Reduce<Int, Int> {
      Reduce { state, action in
        state += 1
        return action == stop
          ? .cancel(id: "timer")
          : .timer(id: "timer", every: .seconds(1), on: scheduler) { _ in 0 }
      }
    }
    struct State: Equatable { var child = 0 }
    enum Action: Equatable {
      case child(Int)
      case cancel
    }
    let store = Store(initialState: State()) {
      Scope(state: \.child, action: /Action.child) { ticking(1) }
      Reduce<State, Action> { _, action in
        action == .cancel ? .cancel(id: "timer") : .none
      }
    }
    store.send(.child(2))
    store.send(.cancel)
    #expect(scheduler.pendingCount == 1)
    store.send(.child(1))
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a store runs the body even if there is also a function`() {
    struct Both: Reducer {
      func reduce(into state: inout String, action: Bool) -> Effect<Bool> {
        state = "function"
        return .none
      }
      var body: some Reducer<String, Bool> {
        Reduce { state, _ in
          state = "body"
          return .none
        }
      }
    }
    let store = Store(initialState: "") { Both() }
    store.send(true)
    #expect(store.withState { $0 } == "body")
  }

  @Test func `a body may contain everything that a builder allows`() {
    struct Adding: Reducer {
      let amount: Int
      func reduce(into state: inout [Int], action: Bool) -> Effect<Bool> {
        state.append(amount)
        return .none
      }
    }
    func make(_ isLong: Bool, _ extra: Adding?) -> Store<[Int], Bool> {
      Store(initialState: []) {
        CombineReducers {
          Adding(amount: 1)
          if isLong { Adding(amount: 2) } else { Adding(amount: 3) }
          for amount in 4...5 { Adding(amount: amount) }
          if let extra { extra }
        }
        Reduce(Adding(amount: 7))
      }
    }
    let (long, short) = (make(true, Adding(amount: 6)), make(false, nil))
    long.send(true)
    short.send(true)
    #expect(long.withState { $0 } == [1, 2, 4, 5, 6, 7])
    #expect(short.withState { $0 } == [1, 3, 4, 5, 7])
  }

  @Test func `reducers are combined inside a body, and an operator applies to all`() {
    struct Child: Reducer {
      func reduce(into state: inout Int, action: Bool) -> Effect<Bool> {
        state += 1
        return .none
      }
    }
    struct Parent: Reducer {
      struct State: Equatable {
        var count = 0
        var child: Int?
      }
      enum Action {
        case tapped
        case child(Bool)
      }
      var body: some ReducerOf<Self> {
        CombineReducers {
          Reduce { state, action in
            state.count += 1
            return .none
          }
          Reduce { state, action in
            state.count *= 2
            return .none
          }
        }
        .ifLet(\.child, action: /Action.child) { Child() }
        CombineReducers {
          Reduce { state, action in
            if case .tapped = action { state.child = 0 }
            return .none
          }
        }
      }
    }
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.tapped)
    store.send(.child(true))
    #expect(store.withState { $0 } == Parent.State(count: 6, child: 1))
    // State and action come from the reducers if nothing else specifies them.
    let alone = CombineReducers {
      Child()
      Child()
    }
    var state = 0
    _ = alone.reduce(into: &state, action: true)
    #expect(state == 2)
  }

  @Test func `changes are printed`() {
    struct State: Equatable {
      var count = 0
      var names: Set<String> = ["b", "a", "c"]
      var ages = ["x": 1, "y": 2, "z": 3]
    }
    enum Action: Equatable {
      case add(Int)
      case nothing
    }
    var texts: [String] = []
    let store = Store(initialState: State()) {
      Reduce<State, Action> { state, action in
        if case .add(let amount) = action {
          state.count += amount
          state.names.insert("b2")
          state.ages["y"] = 5
        }
        return .none
      }
      ._printChanges(.customDump { texts.append($0) })
    }
    store.send(.add(1))
    store.send(.nothing)
    #expect(
      texts == [
        """
        received action:
          ReducerTests.Action.add(
            1
          )
          ReducerTests.State(
        −   count: 0,
        +   count: 1,
            names: Set([
              … (2 unchanged)
        +     "b2",
              "c"
            ]),
            ages: [
              "x": 1,
        −     "y": 2,
        +     "y": 5,
              "z": 3
            ]
          )

        """,
        """
        received action:
          ReducerTests.Action.nothing
          (no state changes)

        """,
      ])
  }

  @Test func `actions and effects are written as Chrome trace events`() {
    var microseconds = 0
    let trace = ChromeTrace(now: {
      microseconds += 1
      return .microseconds(microseconds)
    })
    let store = Store(initialState: 0) {
      Reduce<Int, Bool> { state, action in
        state += 1
        return action ? .send(false) : .none
      }
      .instrument("App", into: trace)
    }
    store.send(true)
    #expect(
      trace.text == """
        [
        {"name":"[App] true","cat":"action","ph":"B","ts":1.000,"pid":1,"tid":1},
        {"name":"[App] true","cat":"action","ph":"E","ts":2.000,"pid":1,"tid":1},
        {"name":"[App] true","cat":"effect","ph":"b","ts":3.000,"pid":1,"tid":1,"id":1},
        {"name":"[App] false","cat":"effect","ph":"n","ts":4.000,"pid":1,"tid":1,"id":1},
        {"name":"[App] true","cat":"effect","ph":"e","ts":5.000,"pid":1,"tid":1,"id":1},
        {"name":"[App] false","cat":"action","ph":"B","ts":6.000,"pid":1,"tid":1},
        {"name":"[App] false","cat":"action","ph":"E","ts":7.000,"pid":1,"tid":1}
        ]

        """)
  }
}

/// Stores the reports.
final class Reports: Sendable {
  private let texts = Mutex<[String]>([])
  var all: [String] { texts.withLock { $0 } }
  var reporter: IssueReporter {
    IssueReporter { [self] text in texts.withLock { $0.append(text) } }
  }
}

/// A tree, each branch of which is a tree.
private struct Tree: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var branches: IdentifiedArrayOf<State> = []
  }

  enum Action {
    case add
    indirect case branch(id: Int, action: Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .add = action { state.branches.append(State(id: state.id + 1)) }
      return .none
    }
    .forEach(\.branches, action: /Action.branch(id:action:)) { Tree() }
  }
}

/// A chain, each link of which contains the rest.
private struct Chain: Reducer {
  indirect enum State: Equatable {
    case end(Int)
    case link(State)
  }

  enum Action {
    case grow
    indirect case next(Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: /State.link, action: /Action.next) { Chain() }
    Reduce { state, action in
      if case .grow = action { state = .link(state) }
      return .none
    }
    .ifCaseLet(/State.link, action: /Action.next) { EmptyReducer<State, Action>() }
  }
}
