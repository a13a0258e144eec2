import Composable

/// One row of the list.
struct ItemFeature: Reducer {
  struct State: Equatable, Codable, Identifiable {
    let id: Int
    var title: String
    var isDone = false
  }

  enum Action: Equatable, Codable {
    case rename(String)
    case toggle
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .rename(let title): state.title = title
    case .toggle: state.isDone.toggle()
    }
    return .none
  }
}
