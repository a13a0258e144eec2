import Composable
import Reactive
import Testing

private struct Child: Equatable {
  var count = 0
  var name = ""
}

private struct Whole: Equatable {
  var child = Child()
  var total = 0
}

private enum WholeAction: Equatable {
  case child(Int)
  case total
}

private func makeStore() -> Store<Whole, WholeAction> {
  Store(initialState: Whole()) {
    Reduce { state, action in
      switch action {
      case .child(let count): state.child.count = count
      case .total: state.total += 1
      }
      return .none
    }
  }
}

/// Lets a test break the rule that the compiler enforces.
private struct Smuggled<Value>: @unchecked Sendable {
  let value: Value
}

@Suite struct StoreTests {
  @Test func `a scoped store sees and sends the child's part`() {
    let store = makeStore()
    let child = store.scope(state: \.child, action: WholeAction.child)
    child.send(3)
    #expect(store.withState { $0 } == Whole(child: Child(count: 3)))
    let count = child.scope(state: \.count, action: { $0 })
    count.send(4)
    #expect(child.withState(\.count) == 4 && count.withState { $0 } == 4)
  }

  @Test func `an action sent while another is being reduced waits its turn`() {
    var store: Store<[String], String>?
    var seen: [[String]] = []
    store = Store(initialState: []) {
      Reduce { state, action in
        state.append("begin " + action)
        if action == "a" {
          store?.send("b")
          store?.send("c")
        }
        state.append("end " + action)
        return action == "b" ? .send("d") : .none
      }
    }
    let handle = store?.publisher.sink { seen.append($0) }
    store?.send("a")
    let expected = ["a", "b", "c", "d"].flatMap { ["begin " + $0, "end " + $0] }
    #expect(store?.withState { $0 } == expected)
    #expect(seen.map(\.count) == [0, 2, 4, 6, 8])
    handle?.cancel()
    store = nil
  }

  @Test func `an observer may send, and sees each state once`() {
    let store = makeStore()
    var counts: [Int] = []
    let handle = store.publisher.child[dynamicMember: \.count].sink { count in
      counts.append(count)
      if count < 5 { store.send(.child(count + 1)) }
    }
    #expect(counts == [0, 1, 2, 3, 4, 5])
    handle.cancel()
  }

  @Test func `the publisher emits no duplicates, of the whole or of a part`() {
    let store = makeStore()
    var (wholes, names, totals) = (0, 0, [Int]())
    let handles = [
      store.publisher.sink { _ in wholes += 1 },
      store.publisher.child.name.sink { _ in names += 1 },
      store.publisher.total.sink { totals.append($0) },
    ]
    for _ in 0..<3 { store.send(.child(1)) }
    store.send(.total)
    #expect(wholes == 3 && names == 1 && totals == [0, 1])
    for handle in handles { handle.cancel() }
  }

  @Test func `a view store observes a part, and sends its own actions`() {
    let store = makeStore()
    struct ViewState: Equatable {
      let text: String
      init(_ state: Whole) { text = "\(state.child.count)" }
    }
    let viewStore = ViewStore(
      store, observe: ViewState.init, send: { (number: Int) in WholeAction.child(number) })
    var texts: [String] = []
    let handle = viewStore.publisher.text.sink { texts.append($0) }
    viewStore.send(1)
    store.send(.total)
    viewStore.send(2)
    #expect(viewStore.text == "2" && viewStore.state == ViewState(store.withState { $0 }))
    #expect(texts == ["0", "1", "2"])
    handle.cancel()
  }

  @Test @MainActor func `a view store waits as long as an effect is under way`() async {
    struct Loading: Equatable { var isLoading = false }
    let store = Store(initialState: Loading()) {
      Reduce<Loading, Bool> { state, starts in
        state.isLoading = starts
        return starts ? .run { send in await send(false) } : .none
      }
    }
    let viewStore = ViewStore(store, observe: { $0 })
    await viewStore.send(true, while: \.isLoading)
    #expect(!viewStore.isLoading)
  }

  @Test func `a released store leaves nothing behind, subscribed to or not`() {
    weak var object: Probe?
    do {
      let probe = Probe()
      object = probe
      let store = Store(initialState: 0) {
        Reduce<Int, Int> { state, action in
          withExtendedLifetime(probe) { state += action }
          return .none
        }
      }
      let child = store.scope(state: { $0 }, action: { $0 })
      let handle = child.publisher.sink { _ in }
      child.send(1)
      withExtendedLifetime(handle) {}
    }
    #expect(object == nil)
  }

  @Test func `effects leave nothing behind`() {
    let scheduler = VirtualScheduler()
    var probes: [WeakProbe] = []
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        let probe = Probe()
        probes.append(WeakProbe(probe: probe))
        return action == 0
          ? .none
          : .publisher {
            Just(0).delay(for: .seconds(1), scheduler: scheduler)
              .handleEvents(receiveOutput: { _ in withExtendedLifetime(probe) {} })
          }
          .cancellable(id: action)
      }
    }
    for number in 1...10 { store.send(number) }
    #expect(probes.filter { $0.probe != nil }.count == 10)
    scheduler.run()
    #expect(probes.allSatisfy { $0.probe == nil })
  }

  // MARK: Isolation

  @Test @MainActor func `a store created without isolation settles where it is used`() async {
    func make() -> Store<Int, Int> {
      Store(initialState: 0) {
        Reduce { state, action in
          state += action
          return action == 1 ? .run { send in await send(10) } : .none
        }
      }
    }
    let store = make()
    await store.send(1).finish()
    #expect(store.withState { $0 } == 11)
    store.send(1)
    for await state in store.publisher.values where state == 22 { break }
  }

  @Test func `a store used from another actor reports it`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = await MainActor.run {
        let store = makeStore()
        store.send(.total)
        return Smuggled(value: store)
      }
      await Elsewhere().send(to: store)
    }
    #expect(
      text(result).contains("a store was used from a different isolation: it belongs to"))
    #expect(text(result).contains("MainActor"))
    let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = await MainActor.run {
        let store = makeStore()
        store.send(.total)
        return Smuggled(value: store)
      }
      func send() { store.value.send(.total) }
      send()
    }
    #expect(text(other).contains("a store was used from a different isolation"))
  }

  @Test func `a store of an actor used by a function without isolation reports it`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = await Owner().make()
      func send() { store.value.send(.total) }
      send()
    }
    #expect(text(result).contains("Owner"))
  }

  @Test func `a function without isolation may use a store where the actor calls it`() async {
    #expect(await Owner().useByFunction() == 1)
  }

  @Test func `a reducer that reads its own store reports it`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var store: Store<Int, Int>?
      store = Store(initialState: 0) {
        Reduce { state, action in
          state = store?.withState { $0 } ?? 0
          return .none
        }
      }
      store?.send(1)
    }
    #expect(text(result).contains("a store's state was read by its reducer"))
  }

  private actor Owner {
    func make() -> Smuggled<Store<Whole, WholeAction>> {
      let store = makeStore()
      store.send(.total)
      return Smuggled(value: store)
    }

    func useByFunction() -> Int {
      let store = Store(initialState: 0) {
        Reduce<Int, Int> { state, action in
          state += action
          return .none
        }
      }
      store.send(0)
      nonisolated func send() { store.send(1) }
      send()
      return store.withState { $0 }
    }
  }

  private actor Elsewhere {
    func send(to store: Smuggled<Store<Whole, WholeAction>>) {
      store.value.send(.total)
    }
  }
}

private final class Probe {}
private struct WeakProbe { weak var probe: Probe? }
