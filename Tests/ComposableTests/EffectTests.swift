import Composable
import Dispatch
import Reactive
import Testing

@Suite struct EffectTests {
  private let scheduler = VirtualScheduler()

  private func at(_ milliseconds: Int, _ action: @escaping () -> Void) -> AnyCancellable {
    scheduler.schedule(after: .milliseconds(milliseconds), action)
  }

  /// Sends 'start' with the names at the times, and returns the recorded events.
  private func play(
    _ starts: [(Int, String)], _ effects: [String: () -> Effect<Script.Action>]
  ) -> [String] {
    let store = makeScript(scheduler, effects)
    let handles = starts.map { start in at(start.0) { store.send(.start(start.1)) } }
    scheduler.run()
    return withExtendedLifetime(handles) { store.withState(\.log) }
  }

  @Test func `merge runs effects concurrently`() {
    let log = play(
      [(0, "x")],
      [
        "x": { [scheduler] in
          .merge(
            .note("c", after: .milliseconds(3), scheduler), .note("a"), .none,
            .note("b", after: .milliseconds(1), scheduler))
        }
      ])
    #expect(log == ["0:a", "1:b", "3:c"])
  }

  @Test func `concatenate runs effects one after another`() {
    let log = play(
      [(0, "x")],
      [
        "x": { [scheduler] in
          .concatenate(
            .note("a", after: .milliseconds(3), scheduler), .note("b"), .none,
            .merge(.note("c", after: .milliseconds(1), scheduler), .note("d")),
            .note("e"))
        }
      ])
    #expect(log == ["3:a", "3:b", "3:d", "4:c", "4:e"])
  }

  @Test func `cancels effects in flight, to the instant`() {
    let log = play(
      [(0, "x"), (5, "x"), (15, "x"), (18, "stop")],
      [
        "x": { [scheduler] in
          .note("done", after: .milliseconds(10), scheduler).cancellable(
            id: 1, cancelInFlight: true)
        },
        "stop": { .cancel(id: 2) },
      ])
    // The second is due at 15, and is queued after the start of the third.
    #expect(log == ["25:done"])
  }

  @Test func `cancels only effects with the given id`() {
    let log = play(
      [(0, "x"), (5, "stop")],
      [
        "x": { [scheduler] in
          .merge(
            .note("one", after: .milliseconds(10), scheduler).cancellable(id: 1),
            .note("two", after: .milliseconds(10), scheduler).cancellable(id: "1"),
            .note("three", after: .milliseconds(10), scheduler).cancellable(id: 1))
        },
        "stop": { .cancel(id: 1) },
      ])
    #expect(log == ["10:two"])
  }

  @Test func `an effect cancelled by its id counts as completed`() {
    let log = play(
      [(0, "x"), (5, "stop")],
      [
        "x": { [scheduler] in
          .note("never", after: .milliseconds(10), scheduler).cancellable(id: 1)
            .concatenate(with: .note("next"))
        },
        "stop": { .cancel(ids: [0, 1]) },
      ])
    #expect(log == ["5:next"])
  }

  @Test func `debounce waits for silence, to the instant`() {
    let log = play(
      [(0, "x"), (90, "x"), (189, "x"), (289, "x"), (400, "x")],
      [
        "x": { [scheduler] in
          .note("found").debounce(id: 1, for: .milliseconds(100), scheduler: scheduler)
        }
      ])
    #expect(log == ["389:found", "500:found"])
  }

  @Test func `debounce cancels the effect that it has started`() {
    let log = play(
      [(0, "x"), (120, "x")],
      [
        "x": { [scheduler] in
          .note("found", after: .milliseconds(50), scheduler)
            .debounce(id: 1, for: .milliseconds(100), scheduler: scheduler)
        }
      ])
    #expect(log == ["270:found"])
  }

  @Test(arguments: [
    (true, ["0:1", "100:4", "200:5", "450:6"]), (false, ["0:1", "100:2", "200:5", "450:6"]),
  ])
  func `throttle lets one action pass per interval`(latest: Bool, expected: [String]) {
    var count = 0
    let log = play(
      [(0, "x"), (10, "x"), (20, "x"), (30, "x"), (150, "x"), (450, "x")],
      [
        "x": { [scheduler] in
          count += 1
          return .note("\(count)").throttle(
            id: 1, for: .milliseconds(100), scheduler: scheduler, latest: latest)
        }
      ])
    #expect(log == expected)
  }

  @Test func `a timer ticks to the instant until it is cancelled`() {
    let log = play(
      [(0, "x"), (7, "x"), (40, "stop")],
      [
        "x": { [scheduler] in
          .timer(id: 1, every: .milliseconds(10), on: scheduler) { _ in .note("tick") }
        },
        "stop": { .cancel(id: 1) },
      ])
    #expect(log == ["17:tick", "27:tick", "37:tick"])
  }

  @Test func `a timer of instants is mapped`() {
    let log = play(
      [(0, "x"), (25, "stop")],
      [
        "x": { [scheduler] in
          Effect.timer(id: 1, every: .milliseconds(10), on: scheduler)
            .map { .note("at \($0.nanoseconds)") }
        },
        "stop": { .cancel(id: 1) },
      ])
    #expect(log == ["10:at 10000000", "20:at 20000000"])
  }

  @Test func `a burst is complete before its first action is reduced`() {
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        switch action {
        case 0:
          let burst = Publishers.Sequence<[Int], Never>(sequence: Array(1...5))
          return .publisher { burst }.cancellable(id: 1)
        default: return .none
        }
      }
    }
    store.send(0)
    // Actions wait for their turn.
    #expect(store.withState { $0 } == [0, 1, 2, 3, 4, 5])
  }

  @Test func `20,000 merged or concatenated effects need no deep stack`() {
    for merges in [true, false] {
      let log = play(
        [(0, "x")],
        [
          "x": {
            (0..<20_000).reduce(Effect.none) { effect, number in
              let next: Effect<Script.Action> =
                number % 10_000 == 0 ? .note("\(number)") : .send(.start("nothing"))
              return merges ? effect.merge(with: next) : effect.concatenate(with: next)
            }
          }
        ])
      #expect(log.count == 2)
    }
  }

  @Test func `100,000 actions that each cause the next need no deep stack`() {
    let store = Store(initialState: 0) {
      Reduce<Int, Void> { state, _ in
        state += 1
        return state < 100_000 ? .send(()) : .none
      }
    }
    store.send(())
    #expect(store.withState { $0 } == 100_000)
  }

  @Test func `effects end with the store`() {
    var store: StoreOf<Script>? = makeScript(
      scheduler,
      [
        "x": { [scheduler] in
          .timer(id: 1, every: .milliseconds(10), on: scheduler) { _ in .note("tick") }
        }
      ])
    store?.send(.start("x"))
    scheduler.advance(by: .milliseconds(35))
    #expect(store?.withState(\.log).count == 3)
    store = nil
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `cancelling an unused id does nothing`() {
    #expect(play([(0, "x")], ["x": { .cancel(id: 7).concatenate(with: .note("a")) }]) == ["0:a"])
  }
}

@Suite struct RunEffectTests {
  private enum Action: Equatable {
    case start
    case got(Int)
    case failed(String)
    case stop
  }

  private func makeStore(
    _ effect: @escaping () -> Effect<Action>
  ) -> Store<[Action], Action> {
    Store(initialState: []) {
      Reduce { state, action in
        state.append(action)
        switch action {
        case .start: return effect()
        case .stop: return .cancel(id: "run")
        default: return .none
        }
      }
    }
  }

  @Test @MainActor func `actions arrive in the order in which they were sent`() async {
    let store = makeStore {
      .run { send in
        for number in 0..<1000 { await send(.got(number)) }
      }
    }
    await store.send(.start).finish()
    #expect(store.withState { $0 } == [.start] + (0..<1000).map { .got($0) })
  }

  /// This is made where there is no isolation, as in a reducer: a closure that is written in a
  /// main-actor function belongs to the main actor, no matter who calls it.
  private nonisolated func signalling(_ signal: DispatchSemaphore) -> Effect<Action> {
    .run { _ in signal.signal() }
  }

  @Test @MainActor func `run works outside the store's isolation`() async {
    let signal = DispatchSemaphore(value: 0)
    let store = makeStore { signalling(signal) }
    let task = store.send(.start)
    // The main actor is blocked here, so an effect that ran on it would never signal.
    func wait() { signal.wait() }
    wait()
    await task.finish()
  }

  @Test @MainActor func `run works on the main actor if written in a main-actor function`() async {
    let store = makeStore {
      .run { send in
        MainActor.assertIsolated()
        await send(.got(1))
      }
    }
    await store.send(.start).finish()
    #expect(store.withState { $0 } == [.start, .got(1)])
  }

  @Test @MainActor func `run passes an error to the handler`() async {
    struct Mistake: Error {}
    let store = makeStore {
      .run { _ in
        throw Mistake()
      } catch: { error, send in
        await send(.failed("\(error)"))
      }
    }
    await store.send(.start).finish()
    #expect(store.withState { $0 } == [.start, .failed("Mistake()")])
  }

  @Test @MainActor func `a cancel ends a run, and later actions are dropped`() async {
    let store = makeStore {
      .run { send in
        await send(.got(1))
        await withTaskCancellationHandler {
          for await _ in AsyncStream<Void>(unfolding: { Task.isCancelled ? nil : () }) {}
        } onCancel: {
        }
        await send(.got(2))
      }
      .cancellable(id: "run")
    }
    let task = store.send(.start)
    #expect(!task.isFinished)
    store.send(.stop)
    #expect(task.isFinished)
    await task.finish()
    #expect(store.withState { $0 } == [.start, .stop] || store.withState { $0.count } == 3)
    #expect(!store.withState { $0.contains(.got(2)) })
  }

  @Test @MainActor func `the waiting task may be cancelled`() async {
    let store = makeStore {
      .run { _ in for await _ in AsyncStream<Void>(unfolding: { Task.isCancelled ? nil : () }) {} }
    }
    let task = store.send(.start)
    task.cancel()
    await task.finish()
    #expect(task.isFinished)
  }

  @Test @MainActor func `actions arrive without any code waiting for the effect`() async {
    let store = makeStore { .run { send in await send(.got(1)) } }
    store.send(.start)
    for await actions in store.publisher.values where actions.count == 2 { break }
    #expect(store.withState { $0 } == [.start, .got(1)])
  }
}
