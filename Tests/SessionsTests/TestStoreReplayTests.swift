import Composable
import Foundation
import Reactive
import Sessions
import StreamTesting
import Testing

/// A session as a test. The effects run, and must send the same actions as when it was recorded.
@Suite struct TestStoreReplayTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  private func testStore(
    _ scheduler: VirtualScheduler,
    fact: @escaping @Sendable (Int) async throws -> String = {
      "\($0) is a number"
    }
  ) -> TestStoreOf<Counter> {
    TestStore(initialState: Counter.State()) {
      Counter(fact: fact)
    } withDependencies: {
      $0.mainQueue = scheduler.eraseToAnyScheduler()
    }
  }

  /// Records a timer, and a fact that arrives at once or not at all.
  private func record(hasFact: Bool = true, states: Bool = true) async throws {
    let scheduler = VirtualScheduler()
    let store = Store(initialState: Counter.State()) {
      Counter(fact: { number in
        guard hasFact else { throw Counter.NoFact() }
        return "\(number) is a number"
      })
    } withDependencies: {
      $0.mainQueue = scheduler.eraseToAnyScheduler()
    }
    try store.record(to: folder("a.json"), states: states, on: scheduler)
    store.send(.add(2))
    scheduler.advance(by: .seconds(1))
    await store.send(.askForFact).finish()
    store.send(.startTimer)
    scheduler.advance(by: .milliseconds(2500))
    store.send(.stopTimer)
  }

  private func edit(_ old: String, _ new: String) throws {
    let text = try folder.read("a.json")
    try #require(text.contains(old))
    try folder.write(text.replacingOccurrences(of: old, with: new), to: "a.json")
  }

  @Test func `a session that matches passes`() async throws {
    try await record()
    let scheduler = VirtualScheduler()
    let store = testStore(scheduler)
    await store.replay(folder("a.json"), on: scheduler)
    #expect(store.state == Counter.State(count: 4, fact: "2 is a number"))
    await store.finish()
  }

  @Test func `an error of an effect is represented by its text`() async throws {
    try await record(hasFact: false)
    #expect(try folder.read("a.json").contains(#"{"factResponse":{"_0":{"failure":"no fact"}}}"#))
    let scheduler = VirtualScheduler()
    let store = testStore(scheduler) { _ in throw Counter.NoFact() }
    await store.replay(folder("a.json"), on: scheduler)
    #expect(store.state.fact == "sorry: no fact")
  }

  @Test func `an effect that sends something else fails the test, with the difference`()
    async throws
  {
    try await record()
    let path = folder("a.json")
    let texts = await issueTexts {
      let scheduler = VirtualScheduler()
      await testStore(scheduler) { "\($0) is even" }.replay(path, on: scheduler)
    }
    #expect(
      texts.map(folder.short) == [
        """
        a.json:6:5: action 3 at 1 s is of an effect, and another came (− recorded, + replayed):

          Counter.Action.factResponse(
            TaskResult<String>.success(
        −     "2 is a number"
        +     "2 is even"
            )
          )
        """
      ])
  }

  @Test func `an effect that sends nothing fails the test, with a hint`() async throws {
    try await record()
    let path = folder("a.json")
    let texts = await issueTexts {
      let store = testStore(VirtualScheduler())
      await store.replay(path)
      await store.skipInFlightEffects()
    }
    #expect(
      texts.map(folder.short) == [
        """
        a.json:8:5: action 5 at 2 s is of an effect, and none sent it: 'Counter.Action.ticked'

        hint: the effect of 'Counter.Action.startTimer' is still running; replay on its scheduler
        """
      ])
    try edit(#"{ "value": {"add":{"_0":2}}"#, #"{ "$by": "effect", "value": {"add":{"_0":2}}"#)
    let more = await issueTexts { await testStore(VirtualScheduler()).replay(path) }
    #expect(
      more.map(folder.short) == [
        """
        a.json:4:5: action 1 at 0 s is of an effect, and none sent it: 'Counter.Action.add(2)'

        hint: no running effect could send it; if it is the user's, remove its '$by'
        """
      ])
  }

  @Test func `a different state fails the test, and nothing is reported after it`() async throws {
    try await record()
    try edit(#"{"add":{"_0":2}}"#, #"{"add":{"_0":3}}"#)
    let path = folder("a.json")
    let texts = await issueTexts { await testStore(VirtualScheduler()).replay(path) }
    #expect(
      texts.count == 1 && texts[0].contains("'Counter.Action.add(3)', produces another state"))
  }

  @Test func `actions that the session lacks fail the test at its end`() async throws {
    try await record(states: false)
    let lines = try folder.read("a.json").split(separator: "\n")
    try folder.write(
      lines.filter { !$0.contains("factResponse") }.joined(separator: "\n"), to: "a.json")
    let path = folder("a.json")
    let texts = await issueTexts {
      let scheduler = VirtualScheduler()
      await testStore(scheduler).replay(path, on: scheduler)
    }
    #expect(
      texts.count == 1 && texts[0].hasPrefix("the session ended before an action of effects was"))
  }

  @Test func `a mistake in the file fails the test with its place`() async throws {
    try await record()
    try edit(#"{"add":{"_0":2}}"#, #"{"ad":{"_0":2}}"#)
    let path = folder("a.json")
    let texts = await issueTexts { await testStore(VirtualScheduler()).replay(path) }
    #expect(
      texts.count == 1
        && folder.short(texts[0]).hasPrefix(
          "the session cannot be replayed:\n\na.json:4:16: error: action 1 at 0 s: unknown case 'ad'"
        ))
  }

  @Test func `a virtual scheduler requires no waiting`() async throws {
    try await record(states: false)
    try edit(
      #"{ "value": {"askForFact":{}}, "operators": [ { "delay": { "seconds": 1 } } ] },"#, "")
    let lines = try folder.read("a.json").split(separator: "\n")
    try folder.write(
      lines.filter { !$0.contains("factResponse") }.joined(separator: "\n"), to: "a.json")
    replaySynchronously()
  }

  private func replaySynchronously() {
    let scheduler = VirtualScheduler(now: .zero.advanced(by: .seconds(5)))
    let store = testStore(scheduler)
    store.replay(folder("a.json"), on: scheduler)
    #expect(store.state.count == 4)
    #expect(scheduler.now == Instant.zero.advanced(by: .seconds(7.5)))
    store.finish()
  }

  @Test func `effects that answer in a different order wait for their turn`() async throws {
    try folder.write(
      #"""
      { "$session": {}, "stream": [
        { "value": {"add":{"_0":1}} }, { "value": {"askForFact":{}} },
        { "value": {"add":{"_0":1}} }, { "value": {"askForFact":{}} },
        { "$by": "effect", "value": {"factResponse":{"_0":{"success":"2 is a number"}}} },
        { "$by": "effect", "value": {"factResponse":{"_0":{"success":"1 is a number"}}} } ] }
      """#, to: "a.json")
    let store = testStore(VirtualScheduler())
    await store.replay(folder("a.json"))
    #expect(store.state.fact == "1 is a number")
  }

  @Test func `in virtual time sleeping effects are waited for`() async throws {
    try folder.write(
      #"""
      { "$session": {}, "stream": [
        { "value": {"askForFact":{}}, "operators": [ { "delay": { "seconds": 10 } } ] },
        { "$by": "effect", "value": {"factResponse":{"_0":{"success":"slow"}}},
          "operators": [ { "delay": { "seconds": 3600 } } ] } ] }
      """#, to: "a.json")
    let path = folder("a.json")
    let end = try await withVirtualTime { clock in
      let store = TestStore(initialState: Counter.State()) {
        Counter(fact: { _ in
          try await clock.sleep(for: .seconds(3600))
          return "slow"
        })
      }
      try await store.replay(path, on: clock)
      #expect(store.state.fact == "slow")
      return clock.now
    }
    #expect(end == Instant.zero.advanced(by: .seconds(3610)))
  }
}
