import ComposableClassic
import ComposableClassicTesting
import Foundation
import Testing

// Listings from examples of 2022: a to-do list, and a search.

private struct Todo: Equatable, Identifiable {
  var description = ""
  let id: UUID
  var isComplete = false
}

private enum TodoAction: Equatable {
  case checkBoxToggled
  case textFieldChanged(String)
}

private struct TodoEnvironment {}

private let todoReducer = Reducer<Todo, TodoAction, TodoEnvironment> { todo, action, _ in
  switch action {
  case .checkBoxToggled:
    todo.isComplete.toggle()
    return .none

  case .textFieldChanged(let description):
    todo.description = description
    return .none
  }
}

private struct TodosState: Equatable {
  var todos: IdentifiedArrayOf<Todo> = []
}

private enum TodosAction: Equatable {
  case addTodoButtonTapped
  case clearCompletedButtonTapped
  case sortCompletedTodos
  case todo(id: Todo.ID, action: TodoAction)
}

private struct TodosEnvironment {
  var mainQueue: AnySchedulerOf<DispatchQueue>
  var uuid: () -> UUID
}

private let todosReducer = Reducer<TodosState, TodosAction, TodosEnvironment>.combine(
  todoReducer.forEach(
    state: \.todos,
    action: /TodosAction.todo(id:action:),
    environment: { _ in TodoEnvironment() }
  ),
  Reducer { state, action, environment in
    switch action {
    case .addTodoButtonTapped:
      state.todos.insert(Todo(id: environment.uuid()), at: 0)
      return .none

    case .clearCompletedButtonTapped:
      state.todos.removeAll(where: \.isComplete)
      return .none

    case .sortCompletedTodos:
      state.todos.sort { $1.isComplete && !$0.isComplete }
      return .none

    case .todo(id: _, action: .checkBoxToggled):
      struct TodoCompletionId: Hashable {}
      return Effect(value: .sortCompletedTodos)
        .debounce(id: TodoCompletionId(), for: .seconds(1), scheduler: environment.mainQueue)

    case .todo:
      return .none
    }
  }
)
.debug("todos", printer: { _ in })

private struct SearchState: Equatable {
  var results: [String] = []
  var query = ""
}

private enum SearchAction: Equatable {
  case queryChanged(String)
  case response(Result<[String], SearchFailure>)
}

private struct SearchFailure: Error, Equatable {}

private struct SearchEnvironment {
  var search: (String) -> Effect<[String], SearchFailure>
  var mainQueue: AnySchedulerOf<DispatchQueue>
}

private let searchReducer = Reducer<SearchState, SearchAction, SearchEnvironment> {
  state, action, environment in
  switch action {
  case .queryChanged(let query):
    enum SearchId {}
    state.query = query
    guard !query.isEmpty else {
      state.results = []
      return .cancel(id: SearchId.self)
    }
    return environment.search(query)
      .debounce(id: SearchId.self, for: 0.3, scheduler: environment.mainQueue)
      .catchToEffect(SearchAction.response)

  case .response(.failure):
    state.results = []
    return .none

  case .response(.success(let response)):
    state.results = response
    return .none
  }
}

@Suite struct CaseListingTests {
  private let scheduler = DispatchQueue.test

  private func id(_ number: UInt8) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
  }

  @Test func `to-do items are added, edited and sorted`() {
    var count: UInt8 = 0
    let store = TestStore(
      initialState: TodosState(),
      reducer: todosReducer,
      environment: TodosEnvironment(
        mainQueue: scheduler.eraseToAnyScheduler(),
        uuid: {
          count += 1
          return id(count)
        }
      )
    )
    store.send(.addTodoButtonTapped) { $0.todos.insert(Todo(id: id(1)), at: 0) }
    store.send(.addTodoButtonTapped) { $0.todos.insert(Todo(id: id(2)), at: 0) }
    store.send(.todo(id: id(2), action: .textFieldChanged("milk"))) {
      $0.todos[id: id(2)]?.description = "milk"
    }
    store.send(.todo(id: id(2), action: .checkBoxToggled)) {
      $0.todos[id: id(2)]?.isComplete = true
    }
    scheduler.advance(by: .milliseconds(500))
    store.send(.todo(id: id(1), action: .checkBoxToggled)) {
      $0.todos[id: id(1)]?.isComplete = true
    }
    store.send(.todo(id: id(1), action: .checkBoxToggled)) {
      $0.todos[id: id(1)]?.isComplete = false
    }
    scheduler.advance(by: 1)
    store.receive(.sortCompletedTodos) { $0.todos.swapAt(0, 1) }
    store.send(.clearCompletedButtonTapped) { $0.todos.remove(id: id(2)) }
    store.finish()
  }

  @Test func `a search waits until typing stops, and is dropped with its text`() {
    let store = TestStore(
      initialState: SearchState(), reducer: searchReducer,
      environment: SearchEnvironment(
        search: { _ in .failing("search") }, mainQueue: scheduler.eraseToAnyScheduler()))
    store.send(.queryChanged("s")) { $0.query = "s" }
    store.environment.search = { Effect(value: ["\($0)-nio"]) }
    scheduler.advance(by: .milliseconds(200))
    store.send(.queryChanged("swift")) { $0.query = "swift" }
    scheduler.advance(by: 0.3)
    store.receive(.response(.success(["swift-nio"]))) { $0.results = ["swift-nio"] }
    store.send(.queryChanged("x")) { $0.query = "x" }
    store.send(.queryChanged("")) {
      $0.query = ""
      $0.results = []
    }
    scheduler.run()
    store.finish()
  }

  @Test func `an effect that must not start is reported if it starts`() {
    let texts = reported {
      let effect: Effect<Int, Never> = .unimplemented("fact")
      effect.sink { _ in }.cancel()
    }
    #expect(texts == ["the effect 'fact' was started, and the test has none for it"])
  }
}
