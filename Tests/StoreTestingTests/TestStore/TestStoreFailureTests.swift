import Composable
import Reactive
import StoreTesting
import Testing

/// The messages that report mistakes in a test, word for word.
@Suite struct TestStoreFailureTests {
  private func makeStore(
    _ scheduler: VirtualScheduler = VirtualScheduler()
  ) -> TestStoreOf<Counter> {
    TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.fact.fetch = { "\($0) is a good number" }
      $0.mainQueue = scheduler.eraseToAnyScheduler()
    }
  }

  @Test func `a different state than expected is reported`() {
    let texts = issueTexts { makeStore().send(.increment) { $0.count = 2 } }
    #expect(
      texts == [
        """
        the state after 'Counter.Action.increment' is not as expected (− expected, + actual):

          Counter.State(
        −   count: 2,
        +   count: 1,
            … (2 unchanged)
          )
        """
      ])
  }

  @Test func `an unstated change is reported`() {
    let texts = issueTexts { makeStore().send(.increment) }
    #expect(
      texts == [
        """
        'Counter.Action.increment' changed the state, and no change was expected (− expected, + actual):

          Counter.State(
        −   count: 0,
        +   count: 1,
            … (2 unchanged)
          )

        hint: state the change in a closure after the action: '{ $0.… = … }'
        """
      ])
  }

  @Test func `a closure that changes nothing is reported`() {
    let texts = issueTexts { makeStore().send(.noChange) { $0.count = 0 } }
    #expect(
      texts == [
        """
        'Counter.Action.noChange' changed nothing, and the closure after it changes nothing either

        hint: remove the closure if no change is expected
        """
      ])
  }

  @Test func `a closure that throws is reported`() {
    struct Mistake: Error {}
    let texts = issueTexts { makeStore().send(.increment) { _ in throw Mistake() } }
    #expect(texts == ["the closure after 'Counter.Action.increment' threw Mistake()"])
  }

  @Test func `a different action than expected is reported`() {
    let texts = issueTexts {
      let store = makeStore()
      store.send(.echo(1))
      store.receive(.echoed(7))
    }
    #expect(
      texts == [
        """
        received a different action than expected (− expected, + actual):

          Counter.Action.echoed(
        −   7
        +   0
          )
        """
      ])
  }

  @Test func `an action of another case is reported`() {
    let texts = issueTexts {
      let store = makeStore()
      store.send(.echo(2))
      store.receive(/Counter.Action.factResponse)
      store.receive { _ in false }
    }
    #expect(
      texts == [
        "received 'Counter.Action.echoed(0)', expected an action of the case with TaskResult<String>",
        "received 'Counter.Action.echoed(1)', expected an action that satisfies the predicate",
      ])
  }

  @Test func `a missing action is reported`() async {
    let texts = await issueTexts {
      let store = makeStore()
      await store.receive(.timerTicked)
      await store.send(.timerToggled) { $0.isTimerOn = true }
      await store.receive(.timerTicked)
      await store.skipInFlightEffects()
    }
    #expect(
      texts == [
        """
        no action was received, expected 'Counter.Action.timerTicked'

        hint: no running effect could send it
        """,
        """
        no action was received, expected 'Counter.Action.timerTicked'

        hint: the effect of 'Counter.Action.timerToggled' is still running; advance the scheduler \
        that it waits for
        """,
      ])
  }

  @Test func `actions that are not received are reported`() {
    let texts = issueTexts {
      let store = makeStore()
      store.send(.echo(2))
      store.send(.noChange)
      store.send(.echo(1))
    }
    #expect(
      texts == [
        """
        'Counter.Action.noChange' was sent before 2 actions of effects were received:

          Counter.Action.echoed(0)
          Counter.Action.echoed(1)

        hint: receive each with 'store.receive', or skip them with 'store.skipReceivedActions()'
        """,
        """
        the test ended before an action of effects was received:

          Counter.Action.echoed(0)

        hint: receive it with 'store.receive', or skip it with 'store.skipReceivedActions()'
        """,
      ])
  }

  @Test func `a send that was too early keeps the actions for the next receive`() {
    let texts = issueTexts {
      let store = makeStore()
      store.send(.echo(2))
      store.send(.noChange)
      store.receive(.echoed(0))
      store.receive(.echoed(1))
      store.finish()
    }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("was sent before 2 actions of effects were received") == true)
  }

  @Test func `a finish that was too early also keeps them`() {
    let texts = issueTexts {
      let store = makeStore()
      store.send(.echo(1))
      store.finish()
      store.receive(.echoed(0))
    }
    #expect(texts.count == 1)
  }

  @Test func `an effect that does not end is reported`() async {
    let texts = await issueTexts {
      let store = makeStore()
      await store.send(.timerToggled) { $0.isTimerOn = true }
    }
    #expect(
      texts == [
        """
        the effect of 'Counter.Action.timerToggled' is still running at the end of the test

        hint: end it with an action, wait for it with 'await store.finish()', or stop it with \
        'store.skipInFlightEffects()'
        """
      ])
  }

  @Test func `finish fails at once when only publishers wait`() async {
    var line = 0
    let texts = await issueTexts {
      let store = makeStore()
      line = #line + 1
      let task = await store.send(.timerToggled) { $0.isTimerOn = true }
      await task.finish()
      await store.finish()
    }
    #expect(texts.count == 2)
    #expect(
      texts.first == """
        the effect of 'Counter.Action.timerToggled' does not finish by itself: it waits for a \
        scheduler or for a publisher

        hint: advance the scheduler before, or cancel the effect
        """)
    #expect(
      texts.last == """
        an effect does not finish by itself; started by:

          Counter.Action.timerToggled, at TestStoreFailureTests.swift:\(line)

        hint: advance the scheduler that is waited for, or stop it with 'store.skipInFlightEffects()'
        """)
  }

  @Test func `a dependency without a test value is reported by name`() async {
    let texts = await issueTexts {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      await store.send(.factButtonTapped)
      await store.receive(.factResponse(.success("0 is live"))) { $0.fact = "0 is live" }
    }
    #expect(
      texts == [
        """
        the dependency 'fact' has no test value, so the live one was used; set it with \
        'withDependencies: { $0.fact = … }', or give its key a 'testValue'
        """
      ])
  }

  @Test func `setting one closure of a client does not count as a use`() async {
    let texts = await issueTexts {
      let unset = TestStore(initialState: Counter.State()) { Counter() }
      unset.dependencies.fact.fetch = { _ in "set" }
      let store = TestStore(initialState: Counter.State()) {
        Counter()
      } withDependencies: {
        $0.fact.fetch = { _ in "set" }
      }
      store.dependencies.fact.fetch = { _ in "set again" }
      await store.send(.factButtonTapped)
      await store.receive(.factResponse(.success("set again"))) { $0.fact = "set again" }
    }
    #expect(texts == [])
  }

  @Test func `skipping without any action is reported`() async {
    let texts = await issueTexts {
      let store = makeStore()
      await store.skipReceivedActions()
      await store.skipInFlightEffects()
    }
    #expect(
      texts == [
        "there is no action of an effect to skip", "there is no running effect to stop",
      ])
  }

  @Test func `skipped assertions are shown as warnings`() async {
    let texts = await issueTexts {
      let store = makeStore()
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(.increment)
      await store.send(.echo(2))
      await store.receive(.echoed(1))
      await store.send(.timerToggled) { $0.isTimerOn = true }
    }
    #expect(
      texts == [
        """
        warning: the test does not state everything that 'Counter.Action.increment' changed (− stated, + actual):

          Counter.State(
        −   count: 0,
        +   count: 1,
            … (2 unchanged)
          )
        """,
        """
        warning: 'Counter.Action.echoed(0)' was skipped (− before, + after):

          (no state changes)
        """,
        """
        warning: the effect of 'Counter.Action.timerToggled' is still running at the end of the test

        hint: end it with an action, wait for it with 'await store.finish()', or stop it with \
        'store.skipInFlightEffects()'
        """,
      ])
  }

  @Test func `a wrong state without exhaustivity is reported`() {
    let texts = issueTexts {
      let store = makeStore()
      store.exhaustivity = .off
      store.send(.increment) { $0.fact = "wrong" }
    }
    #expect(
      texts == [
        """
        the state after 'Counter.Action.increment' is not as expected (− expected, + actual):

          Counter.State(
            count: 1,
        −   fact: "wrong",
        +   fact: nil,
            isTimerOn: false
          )
        """
      ])
  }
}
