import Composable
import StoreTesting
import Testing

/// Clocks of tests, as users of the architecture have them, including on the main actor.
@Suite struct ClockListingTests {
  private struct Timers: Reducer {
    struct State: Equatable {
      var seconds = 0
      var isOn = false
    }
    enum Action: Equatable {
      case toggled, ticked
    }
    private enum CancelID { case timer }
    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .toggled:
        state.isOn.toggle()
        return .run { [isOn = state.isOn] send in
          guard isOn else { return }
          for await _ in self.clock.timer(interval: .seconds(1)) {
            await send(.ticked)
          }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)
      case .ticked:
        state.seconds += 1
        return .none
      }
    }
  }

  @MainActor @Test func `a timer ticks when a test on the main actor moves its clock`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Timers.State()) {
      Timers()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.toggled) { $0.isOn = true }
    await clock.advance(by: .seconds(1))
    await store.receive(.ticked) { $0.seconds = 1 }
    await clock.advance(by: .seconds(3))
    await store.receive(.ticked, timeout: .seconds(1)) { $0.seconds = 2 }
    await store.receive(.ticked) { $0.seconds = 3 }
    await store.receive(.ticked) { $0.seconds = 4 }
    await clock.advance()
    await store.send(.toggled) { $0.isOn = false }
    await clock.run()
    await store.finish(timeout: .seconds(1))
  }

  @Test func `a timer ticks without an isolation, the same in each of many runs`() async {
    for _ in 0..<20 {
      let clock = TestClock()
      let store = TestStore(initialState: Timers.State()) {
        Timers()
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.send(.toggled) { $0.isOn = true }
      await clock.advance(by: .seconds(2))
      await store.receive(.ticked) { $0.seconds = 1 }
      await store.receive(.ticked) { $0.seconds = 2 }
      await store.send(.toggled) { $0.isOn = false }
      await store.finish()
    }
  }

  @MainActor @Test
  func `sleeps end in the order in which they are due, and with a cancel`() async throws {
    let clock = TestClock()
    let log = LockIsolated<[Int]>([])
    let tasks = [3, 1, 2].map { number in
      Task {
        try await clock.sleep(for: .seconds(number))
        log.withValue { $0.append(number) }
      }
    }
    let cancelled = Task { try await clock.sleep(for: .seconds(9)) }
    cancelled.cancel()
    await clock.run()
    for task in tasks { try await task.value }
    #expect(log.value == [1, 2, 3])
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    try await clock.checkSuspension()
    #expect(clock.now.offset == .seconds(3))
  }

  @Test func `an immediate clock does not wait`() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(3600))
    #expect(clock.now.offset == .seconds(3600))
    var ticks = 0
    for await _ in clock.timer(interval: .seconds(1)) {
      ticks += 1
      if ticks == 3 { break }
    }
    #expect(clock.now.offset == .seconds(3603))
  }
}
