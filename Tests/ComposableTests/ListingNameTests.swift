import Composable
import Testing

/// Small names that listings use: reordered arrays, paths as functions, streams.
@Suite struct ListingNameTests {
  private struct Row: Equatable, Identifiable {
    let id: Int
    var text = ""
  }

  private func rows(_ ids: Int...) -> IdentifiedArrayOf<Row> {
    IdentifiedArray(uniqueElements: ids.map { Row(id: $0) })
  }

  @Test func `rows are moved and deleted by their offsets`() {
    var array = rows(0, 1, 2, 3, 4)
    array.move(fromOffsets: [1, 3], toOffset: 0)
    #expect(array.ids == [1, 3, 0, 2, 4])
    array.move(fromOffsets: [0], toOffset: 5)
    #expect(array.ids == [3, 0, 2, 4, 1])
    array.remove(atOffsets: [4, 0])
    #expect(array.ids == [0, 2, 4] && array.index(id: 4) == 2 && array[id: 3] == nil)
  }

  @Test func `rows keep their ids when reordered`() {
    var array = rows(0, 1, 2, 3)
    array.reverse()
    #expect(array.ids == [3, 2, 1, 0] && array.index(id: 0) == 3)
    #expect(array.partition { $0.id > 1 } == 2)
    #expect(array[2...].allSatisfy { $0.id > 1 })
    array.shuffle()
    #expect(array.ids.sorted() == [0, 1, 2, 3])
    #expect(array.ids.allSatisfy { array[id: $0]?.id == $0 })
  }

  @Test func `a row is replaced in place, or inserted`() {
    var array = rows(0, 1)
    #expect(array.updateOrInsert(Row(id: 1, text: "a"), at: 0).originalMember == Row(id: 1))
    #expect(array.updateOrInsert(Row(id: 2), at: 0).index == 0)
    #expect(array.ids == [2, 0, 1] && array[id: 1]?.text == "a")
  }

  @Test func `a value has a separate identity`() {
    var named = Identified(Row(id: 1, text: "a"), id: "first")
    named.text = "b"
    #expect(named == Identified(Row(id: 1, text: "b")) { _ in "first" } && named.value.id == 1)
  }

  private enum Outer: Equatable {
    case inner(Inner)
    case none
    enum Inner: Equatable {
      case number(Int)
      case text(String)
    }
  }

  @Test func `a path can be used as a function, and paths can be joined`() {
    let all: [Outer] = [.inner(.number(1)), .none, .inner(.text("a")), .inner(.number(2))]
    #expect(all.compactMap(/Outer.inner).count == 3)
    let numbers = /Outer.inner .. /Outer.Inner.number
    #expect(all.compactMap(numbers.extract(from:)) == [1, 2])
    #expect((/Outer.inner .. Outer.Inner.text).extract(from: all[2]) == "a")
    let whole: CasePath<Outer, Outer> = /.self
    #expect(whole.extract(from: .none) == Outer.none)
  }

  @Test func `a path leads into an optional`() {
    let path: CasePath<Outer?, Outer.Inner> = /Outer.inner
    #expect(path.extract(from: .inner(.text("a"))) == .text("a"))
    #expect(path.extract(from: nil) == nil && path.extract(from: Outer.none) == nil)
    var value: Outer? = .inner(.number(1))
    (/Outer.inner).modify(&value) { $0 = .number(2) }
    #expect(value == .inner(.number(2)))
    let some: CasePath<Int?, Int> = /Optional.some
    #expect(some.extract(from: 1) == 1 && some.extract(from: nil) == nil)
  }

  @Test func `streams end, never end, or wrap sequences`() async throws {
    for await _ in AsyncStream<Int>.finished { Issue.record("it has ended") }
    let waiting = Task {
      for await _ in AsyncStream<Int>.never {}
      return Task.isCancelled
    }
    waiting.cancel()
    #expect(await waiting.value)
    let (source, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
    continuation.yield(1)
    continuation.finish(throwing: CancellationError())
    var values: [Int] = []
    await #expect(throws: CancellationError.self) {
      for try await value in source.eraseToThrowingStream() { values.append(value) }
    }
    #expect(values == [1])
    let failing = AsyncThrowingStream<Int, any Error>.finished(throwing: CancellationError())
    for await _ in AsyncStream(failing) { Issue.record("a failure ends it") }
  }

  @Test func `a task is cancelled together with the task that waits for its value`() async {
    let inner = Task { try await Task<Never, Never>.sleep(for: .seconds(3600)) }
    let outer = Task { try await inner.cancellableValue }
    outer.cancel()
    await #expect(throws: CancellationError.self) { try await outer.value }
    #expect(inner.isCancelled)
  }

  @available(*, deprecated)
  @Test func `an effect whose actions are dropped sends nothing`() async {
    let store = Store<[Int], Int>(initialState: []) {
      Reduce { state, action in
        state.append(action)
        return action == 1 ? Effect.send(2).fireAndForget() : .none
      }
    }
    await store.send(1).finish()
    #expect(store.withState { $0 } == [1])
  }

  @available(*, deprecated)
  @Test func `a task's error is turned into an action, and types serve as ids`() async {
    enum RunID {}
    struct Mistake: Error {}
    let store = Store<[Int], Int>(initialState: []) {
      Reduce { (state: inout [Int], action: Int) -> EffectTask<Int> in
        state.append(action)
        switch action {
        case 1:
          return .task {
            throw Mistake()
          } catch: { _ in
            2
          }
        case 3: return .task { try await Task.never() }.cancellable(id: RunID.self)
        case 4: return .cancel(id: RunID.self)
        default: return .none
        }
      }
    }
    await store.send(1).finish()
    let running = store.send(3)
    store.send(4)
    #expect(running.isFinished && store.withState { $0 } == [1, 2, 3, 4])
  }
}
