import Composable
import Foundation
import StoreTesting
import Testing

/// Lists of features: tasks to do, trees, and rows, one of which is opened.
@MainActor
@Suite struct ListListingTests {
  private struct Chore: Reducer {
    struct State: Equatable, Identifiable {
      @BindingState var title = ""
      @BindingState var isDone = false
      let id: UUID
    }
    enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
    }
    var body: some ReducerOf<Self> { BindingReducer() }
  }

  private struct Chores: Reducer {
    struct State: Equatable {
      var chores: IdentifiedArrayOf<Chore.State> = []
    }
    enum Action: Equatable {
      case addButtonTapped
      case clearButtonTapped
      case chore(id: Chore.State.ID, action: Chore.Action)
      case delete(IndexSet)
      case move(IndexSet, Int)
      case sortDone
    }
    private enum CancelID { case sorting }
    @Dependency(\.continuousClock) var clock
    @Dependency(\.uuid) var uuid

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .addButtonTapped:
          state.chores.insert(Chore.State(id: self.uuid()), at: 0)
          return .none
        case .clearButtonTapped:
          state.chores.removeAll(where: \.isDone)
          return .none
        case .chore(id: _, action: .binding(\.$isDone)):
          return .run { send in
            try await self.clock.sleep(for: .seconds(1))
            await send(.sortDone, animation: .default)
          }
          .cancellable(id: CancelID.sorting, cancelInFlight: true)
        case .chore:
          return .none
        case .delete(let places):
          state.chores.remove(atOffsets: places)
          return .none
        case .move(let places, let place):
          state.chores.move(fromOffsets: places, toOffset: place)
          return .run { send in
            try await self.clock.sleep(for: .milliseconds(100))
            await send(.sortDone)
          }
        case .sortDone:
          state.chores.sort { !$0.isDone && $1.isDone }
          return .none
        }
      }
      .forEach(\.chores, action: /Action.chore(id:action:)) {
        Chore()
      }
    }
  }

  private func chores(_ titles: String...) -> Chores.State {
    Chores.State(
      chores: IdentifiedArray(
        uniqueElements: titles.enumerated().map { Chore.State(title: $1, id: UUID($0)) }))
  }

  @Test func `a completed chore sinks a second after the last change`() async {
    let clock = TestClock()
    let store = TestStore(initialState: chores("milk", "bread", "tea")) {
      Chores()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
    }
    await store.send(.chore(id: UUID(0), action: .set(\.$isDone, true))) {
      $0.chores[id: UUID(0)]?.isDone = true
    }
    await clock.advance(by: .milliseconds(500))
    await store.send(.chore(id: UUID(1), action: .set(\.$isDone, true))) {
      $0.chores[id: UUID(1)]?.isDone = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.sortDone) {
      $0.chores = [$0.chores[2], $0.chores[0], $0.chores[1]]
    }
    await store.send(.clearButtonTapped) { $0.chores = [$0.chores[0]] }
  }

  @Test func `chores are added, moved and deleted`() async {
    let clock = TestClock()
    let store = TestStore(initialState: chores("a", "b", "c", "d")) {
      Chores()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .constant(UUID(9))
    }
    await store.send(.move([0, 2], 4)) {
      $0.chores = [$0.chores[1], $0.chores[3], $0.chores[0], $0.chores[2]]
    }
    await clock.advance(by: .milliseconds(100))
    await store.receive(.sortDone)
    await store.send(.delete([1, 3])) { $0.chores = [$0.chores[0], $0.chores[2]] }
    await store.send(.addButtonTapped) {
      $0.chores.insert(Chore.State(id: UUID(9)), at: 0)
    }
  }

  private struct Tree: Reducer {
    struct State: Equatable, Identifiable {
      let id: Int
      var name = ""
      var branches: IdentifiedArrayOf<State> = []
    }
    enum Action: Equatable {
      case growButtonTapped(Int)
      case named(String)
      indirect case branch(id: State.ID, action: Action)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .growButtonTapped(let id): state.branches.append(State(id: id))
        case .named(let name): state.name = name
        case .branch: break
        }
        return .none
      }
      .forEach(\.branches, action: /Action.branch(id:action:)) { Self() }
    }
  }

  @Test func `a feature contains features of its own type`() async {
    let store = TestStore(initialState: Tree.State(id: 0)) { Tree() }
    await store.send(.growButtonTapped(1)) { $0.branches = [Tree.State(id: 1)] }
    await store.send(.branch(id: 1, action: .growButtonTapped(2))) {
      $0.branches[id: 1]?.branches = [Tree.State(id: 2)]
    }
    await store.send(.branch(id: 1, action: .branch(id: 2, action: .named("leaf")))) {
      $0.branches[id: 1]?.branches[id: 2]?.name = "leaf"
    }
  }

  private struct Detail: Reducer {
    struct State: Equatable { var count: Int }
    enum Action: Equatable { case countButtonTapped }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.count += 1
      return .none
    }
  }

  private struct Opening: Reducer {
    struct State: Equatable {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 1, count: 10), Row(id: 2, count: 20)]
      var selection: Identified<Row.ID, Detail.State?>?
      struct Row: Equatable, Identifiable {
        let id: Int
        var count: Int
      }
    }
    enum Action: Equatable {
      case detail(Detail.Action)
      case select(State.Row.ID?)
      case loaded
    }
    private enum CancelID { case loading }
    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .detail: return .none
        case .select(let id?):
          state.selection = Identified(nil, id: id)
          return .run { send in
            try await self.clock.sleep(for: .seconds(1))
            await send(.loaded)
          }
          .cancellable(id: CancelID.loading, cancelInFlight: true)
        case .select(nil):
          if let selection = state.selection, let count = selection.value?.count {
            state.rows[id: selection.id]?.count = count
          }
          state.selection = nil
          return .cancel(id: CancelID.loading)
        case .loaded:
          guard let id = state.selection?.id else { return .none }
          state.selection?.value = Detail.State(count: state.rows[id: id]?.count ?? 0)
          return .none
        }
      }
      .ifLet(\.selection, action: /Action.detail) {
        EmptyReducer()
          .ifLet(\Identified<State.Row.ID, Detail.State?>.value, action: /.self) {
            Detail()
          }
      }
    }
  }

  @Test func `a row is opened when it has been loaded, and written back`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Opening.State()) {
      Opening()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.select(1)) { $0.selection = Identified(nil, id: 1) }
    await store.send(.select(2)) { $0.selection = Identified(nil, id: 2) }
    await clock.advance(by: .seconds(1))
    await store.receive(.loaded) { $0.selection?.value = Detail.State(count: 20) }
    await store.send(.detail(.countButtonTapped)) { $0.selection?.value?.count = 21 }
    await store.send(.select(nil)) {
      $0.selection = nil
      $0.rows[id: 2]?.count = 21
    }
  }
}
