import Composable

/// A reducer with its environment, ready for a store to run.
struct MadeReducer<State, Action> {
  let run: (inout State, Action) -> Composable.Effect<Action>
  /// Ends the effects of children that were removed; nil if there are no such children.
  ///
  /// It is called when all reducers of a store have run, because the reducer that removes a child
  /// usually runs beside the child's reducer, and after it.
  let sweep: ((State) -> Composable.Effect<Action>)?

  init(
    run: @escaping (inout State, Action) -> Composable.Effect<Action>,
    sweep: ((State) -> Composable.Effect<Action>)? = nil
  ) {
    self.run = run
    self.sweep = sweep
  }

  /// The reducer as one of `Composable`.
  var forStore: Reduce<State, Action> {
    guard let sweep else { return Reduce(run) }
    return Reduce { [run] state, action in
      let effect = run(&state, action)
      return effect.merge(with: sweep(state))
    }
  }

  /// Returns the same reducer with another closure for actions.
  func with(
    _ run: @escaping (inout State, Action) -> Composable.Effect<Action>
  ) -> MadeReducer {
    MadeReducer(run: run, sweep: sweep)
  }

  static func combine(_ parts: [MadeReducer]) -> MadeReducer {
    let (runs, sweeps) = (parts.map(\.run), parts.compactMap(\.sweep))
    return MadeReducer(
      run: { state, action in
        runs.reduce(.none) { $0.merge(with: $1(&state, action)) }
      },
      sweep: sweeps.isEmpty
        ? nil : { state in sweeps.reduce(.none) { $0.merge(with: $1(state)) } })
  }
}

/// The place of a reducer's child, and how its actions are recognized.
struct ChildPlace<State, Action, Place: Hashable, ChildState, ChildAction> {
  /// For reports: 'optional' with a line.
  let name: String
  let extract: (Action) -> (Place, ChildAction)?
  let embed: (Place, ChildAction) -> Action
  let read: (State, Place) -> ChildState?
  /// Changes the child in place. It is called only if the child is present.
  let change: (inout State, Place, (inout ChildState) -> Void) -> Void
  let key: AnyHashable
}

/// Runs a reducer on children that are added and removed, and ends the effects of removed ones.
final class ChildReducer<State, Action, Place: Hashable, ChildState, ChildAction> {
  private let child: MadeReducer<ChildState, ChildAction>
  private let place: ChildPlace<State, Action, Place, ChildState, ChildAction>
  /// The number of running effects of each child, and the order of their first effects. A child
  /// without effects is not included.
  private var active: [Place: (number: Int, count: Int)] = [:]
  private var lastNumber = 0

  init(
    _ child: MadeReducer<ChildState, ChildAction>,
    at place: ChildPlace<State, Action, Place, ChildState, ChildAction>
  ) {
    self.child = child
    self.place = place
  }

  var made: MadeReducer<State, Action> { MadeReducer(run: run, sweep: sweep) }

  private func run(_ state: inout State, _ action: Action) -> Composable.Effect<Action> {
    guard let (id, childAction) = place.extract(action) else { return .none }
    guard place.read(state, id) != nil else {
      IssueReporter.report(
        "\(place.name) was sent \(Dump.line(action)) for a child that is not there, and did nothing"
      )
      return .none
    }
    var effect = Composable.Effect<ChildAction>.none
    place.change(&state, id) { effect = child.run(&$0, childAction) }
    if effect.isNone { return .none }
    begin(id)
    return effect.ofChild(
      at: key(id), embed: { [embed = place.embed] in embed(id, $0) },
      onOver: { [self] in end(id) })
  }

  private func sweep(_ state: State) -> Composable.Effect<Action> {
    if active.isEmpty { return .none }
    var effect = Composable.Effect<Action>.none
    for (id, _) in active.sorted(by: { $0.value.number < $1.value.number }) {
      if let childState = place.read(state, id) {
        guard let sweep = child.sweep else { continue }
        effect = effect.merge(
          with: sweep(childState).ofChild(
            at: key(id), embed: { [embed = place.embed] in embed(id, $0) }))
      } else {
        active[id] = nil
        effect = effect.merge(with: .endChild(at: key(id)))
      }
    }
    return effect
  }

  private func begin(_ id: Place) {
    if let known = active[id] {
      active[id] = (known.number, known.count + 1)
    } else {
      lastNumber += 1
      active[id] = (lastNumber, 1)
    }
  }

  private func end(_ id: Place) {
    guard let known = active[id] else { return }
    active[id] = known.count == 1 ? nil : (known.number, known.count - 1)
  }

  private func key(_ id: Place) -> ChildKey<Place> { ChildKey(children: place.key, id: id) }
}

/// The key of a child among all the children of its parent.
private struct ChildKey<Place: Hashable>: Hashable {
  let children: AnyHashable
  let id: Place
}

/// The place of a child without siblings.
struct OnlyPlace: Hashable {}

extension AnyReducer {
  /// Returns the reducer in the form in which a store runs it, with an environment that may change.
  package func forStore(
    with environment: @escaping () -> Environment
  ) -> Reduce<State, Action> {
    make(environment).forStore
  }
}
