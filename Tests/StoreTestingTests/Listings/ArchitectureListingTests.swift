import Composable
import Foundation
import StoreTesting
import Testing

/// Code that users of the architecture type without thinking.
@Suite struct ArchitectureListingTests {
  private struct Downloads: Reducer {
    struct State: Equatable {
      var log: [String] = []
    }
    enum Action: Equatable {
      case start, stop
      case noted(String)
    }
    private enum CancelID: Hashable, Sendable { case download }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .start:
        return .run { send in
          do {
            try await withTaskCancellation(id: CancelID.download, cancelInFlight: true) {
              () -> Void in
              try await Task.never()
            }
          } catch {
            await send(.noted("stopped"))
          }
        }
      case .stop:
        return .cancel(id: CancelID.download)
      case .noted(let text):
        state.log.append(text)
        return .none
      }
    }
  }

  @Test func `a running function is cancelled by its id`() async {
    let store = TestStore(initialState: Downloads.State(), reducer: Downloads())
    let clock = TestClock()
    store.dependencies.continuousClock = clock
    await store.send(.start)
    await clock.advance()
    await store.send(.stop)
    await store.receive(.noted("stopped")) { $0.log = ["stopped"] }
    #expect(await withTaskCancellation(id: 1) { 7 } == 7)
  }

  @Test func `a store is created from a reducer or a builder`() {
    let store = Store(initialState: Downloads.State(), reducer: Downloads())
    store.send(.noted("a"))
    #expect(store.withState(\.log) == ["a"])
  }

  @Test func `dependencies are set as in listings`() {
    let date = Date(timeIntervalSince1970: 1_234_567_890)
    withDependencies {
      $0.context = .preview
      $0.date.now = date
      $0.mainQueue = .immediate
      $0.calendar = Calendar(identifier: .gregorian)
      $0.locale = Locale(identifier: "en_US")
      $0.timeZone = .gmt
      $0.suspendingClock = ImmediateClock()
    } operation: {
      @Dependency(\.date) var now
      @Dependency(\.timeZone) var timeZone
      @Dependency(\.uuid) var uuid
      #expect(now() == date && now.now == date)
      #expect(timeZone == .gmt)
      #expect(uuid() != uuid())
    }
  }

  private final class Model {
    @Dependency(\.uuid) var uuid
    func child() -> Model { withDependencies(from: self) { Model() } }
  }

  @Test func `a child model has the dependencies of its parent`() {
    let model = withDependencies {
      $0.uuid = .constant(UUID(3))
    } operation: {
      Model()
    }
    #expect(model.child().uuid() == UUID(3))
  }

  @Test func `differences and dumps are available to tests`() {
    var text = ""
    customDump(Downloads.State(log: ["a"]), to: &text)
    #expect(text.contains("log: ["))
    #expect(String(customDumping: 1) == "1")
    #expect(diff(1, 1) == nil)
    #expect(diff(Downloads.State(), Downloads.State(log: ["a"])) != nil)
    expectNoDifference([1], [1])
    let texts = issueTexts { expectNoDifference(1, 2, "numbers") }
    #expect(texts == ["numbers\n\ntwo values differ (− first, + second):\n\n− 1\n+ 2"])
  }

  private struct Ringing: Reducer {
    @Dependency(\.mainQueue) var queue
    func reduce(into state: inout Int, action: Bool) -> Effect<Bool> {
      .timer(id: 1, every: .seconds(1), on: queue) { _ in true }
    }
  }

  @Test func `an unimplemented function reports its use`() {
    let texts = issueTexts {
      let store = TestStore(initialState: 0, reducer: Ringing()) {
        $0.mainQueue = .unimplemented
      }
      store.exhaustivity = .off
      store.send(true)
    }
    #expect(texts.contains { $0.hasPrefix("'AnyScheduler' is not implemented, but") })
    #expect(Result(TaskResult<Int>.success(1)).map { $0 + 1 }.isSuccess(2))
  }

  @Test func `a child's store exists as long as its state`() {
    let store = Store<Int?, Int>(initialState: nil) {
      Reduce { state, action in
        state = action < 0 ? nil : action
        return .none
      }
    }
    var log: [String] = []
    var child: Store<Int, Int>?
    let handle = store.ifLet(
      then: {
        child = $0
        log.append("there")
      }, else: { log.append("gone") })
    store.send(1)
    store.send(2)
    #expect(child?.withState { $0 } == 2)
    store.send(-1)
    #expect(log == ["gone", "there", "gone"])
    #expect(child?.withState { $0 } == 2)
    handle.cancel()
  }

  @Test func `tests can record values`() async {
    let sent = LockIsolated<[Int]>([])
    sent.withValue { $0.append(1) }
    sent.setValue(sent.value + [2])
    #expect(sent.value == [1, 2] && sent.count == 2)
    let kept = ActorIsolated("a")
    await kept.withValue { $0 += "b" }
    #expect(await kept.value == "ab")
  }
}

extension Result where Success == Int {
  fileprivate func isSuccess(_ value: Int) -> Bool {
    if case .success(value) = self { true } else { false }
  }
}
