import Composable
import Foundation
import StoreTesting
import Testing

/// Code of a program in Swift 5 mode.
struct CasePathTests {
  struct Child: Reducer {
    struct State: Equatable { var count = 0 }
    enum Action: Equatable {
      case add(Int)
      case reset
    }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .add(let number): state.count += number
      case .reset: state.count = 0
      }
      return .none
    }
  }

  struct Parent: Reducer {
    struct State: Equatable {
      var child = Child.State()
      var sheet: Child.State?
      var id: String?
    }
    enum Action: Equatable {
      case child(Child.Action)
      case sheet(Child.Action)
      case named(id: Int, name: String)
      case tapped
    }
    @Dependency(\.uuid) var uuid
    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: /Action.child) { Child() }
      CombineReducers {
        Reduce { state, action in
          if case .tapped = action { state.id = uuid().uuidString }
          return .none
        }
      }
      .ifLet(\.sheet, action: /Action.sheet) { Child() }
    }
  }

  @Test func `a path leads into an optional in Swift 5`() {
    var action: Parent.Action? = .child(.add(1))
    (/Parent.Action.child).modify(&action) { $0 = .reset }
    #expect(action == .child(.reset))
    let some: CasePath<Int?, Int> = /Optional.some
    #expect(some.extract(from: 1) == 1 && some.extract(from: nil) == nil)
  }

  @Test func `paths to cases work in Swift 5, with a payload and without`() {
    #expect((/Parent.Action.child).extract(from: .child(.add(1))) == .add(1))
    #expect((/Parent.Action.named).extract(from: .named(id: 1, name: "a"))?.1 == "a")
    #expect((/Parent.Action.tapped).extract(from: .tapped) != nil)
    #expect((/Parent.Action.child).extract(from: .sheet(.reset)) == nil)
    #expect((/Parent.Action.child).embed(.reset) == .child(.reset))
  }

  @Test func `a feature is tested in Swift 5`() async {
    let store = TestStore(initialState: Parent.State(sheet: Child.State())) {
      Parent()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.child(.add(2))) { $0.child.count = 2 }
    await store.send(.sheet(.add(3))) { $0.sheet?.count = 3 }
    await store.send(.tapped) { $0.id = "00000000-0000-0000-0000-000000000000" }
  }
}
