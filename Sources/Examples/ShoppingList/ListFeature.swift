import Composable
import Reactive

/// A list of things to buy. Each row is a separate feature.
struct ListFeature: Reducer {
  struct State: Equatable, Codable {
    var items: IdentifiedArrayOf<ItemFeature.State> = []
    /// The number of the next item. It is part of the state, so that a replay is the same.
    var nextID = 1
  }

  enum Action: Equatable, Codable {
    case add(String)
    case remove(id: Int)
    case sortByTitle
    /// Moves ticked items to the end, a second after the last tick.
    case moveDoneToEnd
    case item(id: Int, action: ItemFeature.Action)
  }

  @Dependency(\.mainQueue) var mainQueue

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let title):
        state.items.append(ItemFeature.State(id: state.nextID, title: title))
        state.nextID += 1
        return .none

      case .remove(let id):
        state.items.remove(id: id)
        return .none

      case .sortByTitle:
        state.items.sort { ($0.title, $0.id) < ($1.title, $1.id) }
        return .none

      case .moveDoneToEnd:
        state.items.sort { !$0.isDone && $1.isDone }
        return .none

      case .item(_, action: .toggle):
        return .publisher { Just(.moveDoneToEnd).delay(for: .seconds(1), scheduler: mainQueue) }
          .cancellable(id: "move", cancelInFlight: true)

      case .item:
        return .none
      }
    }
    .forEach(\.items, action: /Action.item(id:action:)) { ItemFeature() }
  }
}
