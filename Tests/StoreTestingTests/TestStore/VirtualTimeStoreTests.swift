import Composable
import Reactive
import StoreTesting
import Testing

/// A feature whose effect sleeps.
private struct Reminder: Reducer {
  struct State: Equatable {
    var text: String?
  }

  enum Action: Equatable {
    case remindButtonTapped
    case cancelButtonTapped
    case reminded(String)
  }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .remindButtonTapped:
      return .run { send in
        try await clock.sleep(for: .seconds(3600))
        await send(.reminded("stand up"))
      }
      .cancellable(id: "reminder", cancelInFlight: true)
    case .cancelButtonTapped:
      return .cancel(id: "reminder")
    case .reminded(let text):
      state.text = text
      return .none
    }
  }
}

/// A store for tests in virtual time. Waits of its effects take no time, and end at the exact
/// instant.
@Suite struct VirtualTimeStoreTests {
  private static let hour = Instant.zero.advanced(by: .seconds(3600))

  private static func store(_ clock: VirtualClock) -> TestStore<Reminder.State, Reminder.Action> {
    TestStore(initialState: Reminder.State()) {
      Reminder()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `the action of a sleeping effect is received when it has slept`() async throws {
    let end = try await withVirtualTime { clock in
      let store = Self.store(clock)
      await store.send(.remindButtonTapped)
      await store.receive(.reminded("stand up")) { $0.text = "stand up" }
      await store.finish()
      return clock.now
    }
    #expect(end == Self.hour)
  }

  @Test func `an effect that restarts sleeps its whole time again`() async throws {
    let end = try await withVirtualTime { clock in
      let store = Self.store(clock)
      await store.send(.remindButtonTapped)
      try await clock.sleep(for: .seconds(600))
      await store.send(.remindButtonTapped)
      await store.receive(.reminded("stand up")) { $0.text = "stand up" }
      await store.finish()
      return clock.now
    }
    #expect(end == Self.hour.advanced(by: .seconds(600)))
  }

  @Test func `an effect that is cancelled ends at once`() async throws {
    let end = try await withVirtualTime { clock in
      let store = Self.store(clock)
      await store.send(.remindButtonTapped)
      try await clock.sleep(for: .seconds(1))
      await store.send(.cancelButtonTapped)
      await store.finish()
      return clock.now
    }
    #expect(end == Instant.zero.advanced(by: .seconds(1)))
  }
}
