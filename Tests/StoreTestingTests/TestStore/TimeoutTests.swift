import Composable
import StoreTesting
import Testing

/// The time that a test store waits for effects.
@Suite struct TimeoutTests {
  private struct Alarm: Reducer {
    enum Action: Equatable { case set, rang }
    @Dependency(\.continuousClock) var clock

    func reduce(into rings: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .set:
        return .run { send in
          try await clock.sleep(for: .seconds(3600))
          await send(.rang)
        }
      case .rang:
        rings += 1
        return .none
      }
    }
  }

  private func makeStore(_ clock: any Clock<Duration>) -> TestStoreOf<Alarm> {
    TestStore(initialState: 0) {
      Alarm()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `an action that does not arrive in time fails the test`() async {
    let texts = await issueTexts {
      let store = makeStore(TestClock())
      let task = await store.send(.set)
      await store.receive(.rang, timeout: .milliseconds(2))
      await store.receive(/Alarm.Action.rang, timeout: .milliseconds(2))
      await task.finish(timeout: .milliseconds(2))
      await store.skipInFlightEffects()
    }
    #expect(texts.count == 3)
    #expect(
      texts.first == """
        no action was received within 0.002 seconds, expected 'TimeoutTests.Alarm.Action.rang'

        hint: the effect of 'TimeoutTests.Alarm.Action.set' is still running; advance the \
        scheduler that it waits for
        """)
    #expect(
      texts.last == """
        the effect of 'TimeoutTests.Alarm.Action.set' does not finish within 0.002 seconds

        hint: advance the clock before, or cancel the effect
        """)
  }

  @Test func `effects that do not end in time fail the test`() async {
    let texts = await issueTexts {
      let store = makeStore(TestClock())
      await store.send(.set)
      await store.finish(timeout: .milliseconds(2))
    }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("an effect does not finish by itself; started by:") == true)
  }

  @Test func `an action that has arrived, or arrives, is received whatever the timeout`() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.set)
    await clock.advance(by: .seconds(3600))
    await store.receive(.rang, timeout: .zero) { $0 = 1 }
    await store.send(.set)
    await clock.advance(by: .seconds(3600))
    await store.receive(.rang, timeout: .seconds(Int64.max)) { $0 = 2 }
  }

  @Test func `in virtual time timeouts are ignored`() async throws {
    try await withVirtualTime { clock in
      let store = makeStore(clock)
      await store.send(.set)
      await store.receive(.rang, timeout: .milliseconds(1)) { $0 = 1 }
      let task = await store.send(.set)
      await task.finish(timeout: .milliseconds(1))
      await store.receive(.rang) { $0 = 2 }
    }
  }
}
