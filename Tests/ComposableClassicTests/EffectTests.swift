import ComposableClassic
import Testing

/// The values of effects, in a store whose reducer starts an effect and records the values that
/// arrive.
@Suite struct EffectTests {
  private struct Failed: Error, Equatable {}

  private enum Action {
    case start(Effect<String, Failed>)
    case come(Result<String, Failed>)
  }

  private static let reducer = Reducer<[String], Action, Void> { state, action, _ in
    switch action {
    case .start(let effect): return effect.catchToEffect(Action.come)
    case .come(.success(let text)): state.append(text)
    case .come(.failure): state.append("failed")
    }
    return .none
  }

  private let store = Store(initialState: [], reducer: reducer, environment: ())
  private let queue = DispatchQueue.test

  private var texts: [String] { store.withState { $0 } }

  private func value(_ text: String) -> Effect<String, Failed> { Effect(value: text) }

  @Test func `an effect may emit a value, fail, or do nothing`() {
    for effect: Effect<String, Failed> in [Effect(value: "a"), Effect(error: Failed()), .none] {
      #expect(store.send(.start(effect)).isFinished)
    }
    #expect(texts == ["a", "failed"])
  }

  @Test func `effects and publishers convert to each other`() {
    store.send(.start(["a", "b"].publisher.setFailureType(to: Failed.self).eraseToEffect()))
    store.send(.start(Fail(error: Failed()).eraseToEffect()))
    store.send(.start(Just(1).setFailureType(to: Failed.self).eraseToEffect { "\($0)" }))
    store.send(
      .start(value("c").flatMap { Just($0 + "!").setFailureType(to: Failed.self) }.eraseToEffect()))
    store.send(
      .start(
        Effect<String, Failed>(error: Failed()).replaceError(with: "d")
          .setFailureType(to: Failed.self).eraseToEffect()))
    #expect(texts == ["a", "b", "failed", "1", "c!", "d"])
  }

  @Test func `effects can be merged and concatenated`() {
    store.send(
      .start(
        .merge(
          value("late").delay(for: 2, scheduler: queue),
          value("soon").delay(for: 1, scheduler: queue))))
    store.send(
      .start(.concatenate(value("1").delay(for: .seconds(3), scheduler: queue), value("2"))))
    store.send(.start(value("x").merge(with: value("y")).concatenate(with: value("z"))))
    queue.run()
    #expect(texts == ["x", "y", "z", "soon", "late", "1", "2"])
  }

  @Test func `values received on a queue arrive in order when the queue runs`() {
    store.send(
      .start(
        ["a", "b"].publisher.setFailureType(to: Failed.self).eraseToEffect().receive(on: queue)))
    #expect(texts.isEmpty)
    queue.advance()
    #expect(texts == ["a", "b"])
  }

  @Test func `an id cancels an effect whatever operators are applied to it`() {
    let id = "id"
    store.send(
      .start(
        value("a").delay(for: 1, scheduler: queue).cancellable(id: id).map { $0 + "!" }
          .receive(on: queue)))
    store.send(.start(.cancel(id: id)))
    store.send(.start(value("b").delay(for: 1, scheduler: queue).cancellable(id: Failed.self)))
    store.send(.start(.cancel(id: Failed.self)))
    store.send(.start(value("c").delay(for: 1, scheduler: queue).cancellable(id: 1)))
    store.send(
      .start(value("d").delay(for: 1, scheduler: queue).cancellable(id: 1, cancelInFlight: true)))
    store.send(.start(value("e").delay(for: 1, scheduler: queue).cancellable(id: 2)))
    store.send(.start(.cancel(ids: [2, 3])))
    queue.run()
    #expect(texts == ["d"])
  }

  @Test func `effects can be debounced, throttled and deferred`() {
    for text in ["s", "sw", "swift"] {
      store.send(.start(value(text).debounce(id: "search", for: 0.3, scheduler: queue)))
      queue.advance(by: .milliseconds(200))
    }
    queue.advance(by: .milliseconds(100))
    #expect(texts == ["swift"])
    for text in ["1", "2", "3"] {
      store.send(
        .start(value(text).throttle(id: "t", for: 1, scheduler: queue, latest: true)))
    }
    store.send(.start(value("late").deferred(for: 5, scheduler: queue)))
    queue.run()
    #expect(texts == ["swift", "1", "3", "late"])
  }

  @Test func `functions are called when the effect starts`() {
    var calls: [String] = []
    store.send(.start(.fireAndForget { calls.append("fire") }))
    store.send(
      .start(
        .result {
          calls.append("result")
          return .success("r")
        }))
    var callback: ((Result<String, Failed>) -> Void)?
    store.send(.start(.future { callback = $0 }))
    store.send(.start(.future { $0(.success("now")) }))
    callback?(.success("later"))
    callback?(.success("too late"))
    #expect(calls == ["fire", "result"] && texts == ["r", "now", "later"])
  }

  @Test func `a run sends values until it ends or is cancelled`() {
    var cancelled = 0
    var subscriber: Effect<String, Failed>.Subscriber?
    let run = Effect<String, Failed>.run { sender in
      subscriber = sender
      sender.send("a")
      return AnyCancellable { cancelled += 1 }
    }
    store.send(.start(run.cancellable(id: 1)))
    subscriber?.send("b")
    store.send(.start(.cancel(id: 1)))
    subscriber?.send("c")
    #expect(texts == ["a", "b"] && cancelled == 1)
    store.send(.start(run))
    subscriber?.send(completion: .failure(Failed()))
    subscriber?.send("d")
    #expect(texts == ["a", "b", "a", "failed"])
  }

  @Test func `fire-and-forget work emits nothing`() {
    var calls = 0
    let silent: Effect<String, Failed> = Effect<Int, Never>(value: 1)
      .map { _ in calls += 1 }.fireAndForget()
    store.send(.start(silent))
    store.send(.start(Just(1).map { _ in calls += 1 }.fireAndForget()))
    #expect(calls == 2 && texts.isEmpty)
  }

  @Test func `tasks emit their results`() async {
    let reducer = Reducer<[String], String, Void> { state, action, _ in
      state.append(action)
      switch action {
      case "task": return .task { "one" }
      case "run":
        return .run { send in
          await send("two")
          await send("three")
        }
      case "fire": return .fireAndForget { await Task.yield() }
      case "throw":
        return Effect<String, any Error>.task { throw Failed() }
          .catchToEffect { result in
            switch result {
            case .success(let text): text
            case .failure(let error): "\(error)"
            }
          }
      default: return .none
      }
    }
    let store = Store(initialState: [], reducer: reducer, environment: ())
    for action in ["task", "run", "fire", "throw"] { await store.send(action).finish() }
    #expect(
      store.withState { $0 }
        == ["task", "one", "run", "two", "three", "fire", "throw", "Failed()"])
  }

  @Test func `a task as a publisher is reported`() {
    let texts = reported {
      let task: Effect<String, Never> = .task { "one" }
      task.sink { _ in }.cancel()
    }
    #expect(texts.count == 1 && texts[0].contains("used as a publisher"))
  }

  @Test func `a cancel inside a value of the publisher stops it`() {
    var seen: [Int] = []
    var handle: AnyCancellable?
    let subject = PassthroughSubject<Int, Never>()
    handle = subject.eraseToEffect().map { $0 * 2 }.sink { value in
      seen.append(value)
      handle?.cancel()
    }
    for number in 1...3 { subject.send(number) }
    #expect(seen == [2])
  }
}
