import Composable
import Foundation
import StoreTesting
import Testing

/// Effects that are cancelled by their ids, and dependencies of models.
@Suite struct CancellationListingTests {
  private struct Timers: Reducer {
    struct State: Equatable {
      var ticks = 0
    }
    enum Action: Equatable {
      case startButtonTapped, stopButtonTapped, ticked
    }
    private enum CancelID: Hashable, Sendable { case timer }
    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .startButtonTapped:
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)
      case .stopButtonTapped:
        return .run { _ in Task.cancel(id: CancelID.timer) }
      case .ticked:
        state.ticks += 1
        return .none
      }
    }
  }

  @Test func `an effect cancels another effect of its feature by an id`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Timers.State()) {
      Timers()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.startButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(.ticked) { $0.ticks = 1 }
    await store.send(.stopButtonTapped)
    await store.finish()
    await clock.run()
  }

  @Test func `a newly started function cancels the previous one`() async {
    struct Loading: Reducer {
      enum Action: Equatable {
        case load(Int)
        case loaded(Int)
        case ended(Int)
      }
      func reduce(into state: inout Int, action: Action) -> Effect<Action> {
        switch action {
        case .load(let number):
          return .run { send in
            do {
              try await withTaskCancellation(id: "load", cancelInFlight: true) {
                if number == 1 { try await Task.never() }
              }
              await send(.loaded(number))
            } catch {
              await send(.ended(number))
            }
          }
        case .loaded(let number): state = number
        case .ended: break
        }
        return .none
      }
    }
    let (store, clock) = (TestStore(initialState: 0) { Loading() }, TestClock())
    store.dependencies.continuousClock = clock
    await store.send(.load(1))
    await clock.advance()
    await store.send(.load(2))
    await store.receive(.ended(1), timeout: .seconds(1))
    await store.receive(.loaded(2)) { $0 = 2 }
    await store.finish()
  }

  @Test func `outside an effect there is nothing to cancel`() async throws {
    Task.cancel(id: 1)
    let text = try await withTaskCancellation(id: 1) { () async throws -> String in "done" }
    #expect(text == "done")
  }

  private class Model {
    @Dependency(\.uuid) var uuid
  }
  private final class SubModel: Model {
    func child() async -> Model {
      await withDependencies(from: self) {
        $0.date.now = .distantPast
      } operation: {
        await Task.yield()
        return Model()
      }
    }
  }
  private final class Plain {}

  @Test func `a model has the dependencies of its superclass's properties`() async {
    let model = withDependencies {
      $0.uuid = .constant(UUID(7))
    } operation: {
      SubModel()
    }
    #expect(await model.child().uuid() == UUID(7))
  }

  @Test func `a model without dependencies is reported`() {
    let reports = LockIsolated<[String]>([])
    IssueReporter.$current.withValue(
      IssueReporter { text in reports.withValue { $0.append(text) } }
    ) {
      #expect(withDependencies(from: Plain()) { 1 } == 1)
    }
    #expect(reports.value.count == 1)
    #expect(reports.value.first?.contains("has no '@Dependency' property") == true)
  }
}
