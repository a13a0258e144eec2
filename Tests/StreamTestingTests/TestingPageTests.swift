import Marbles
import Pipelines
import Reactive
import StreamTesting
import Testing
import Values

/// The Swift code on the page TestingInSwift, word for word.
@Suite struct TestingPageTests {
  @Test func `a publisher is compared with a diagram`() throws {
    let scheduler = TestScheduler()
    let keys = Timeline<String>.marbles("ab--c|").publisher(on: scheduler)
    let timeline = try keys.debounce(for: .seconds(2), scheduler: scheduler).play(on: scheduler)
    #expect(timeline == .marbles("---b-|"))
  }

  @Test func `nothing is emitted before its time`() throws {
    try withTestScheduler { scheduler in
      let keys = PassthroughSubject<String, Never>()
      let shown = keys.debounce(for: .seconds(2), scheduler: scheduler).record(on: scheduler)
      keys.send("a")
      try scheduler.expectNoEvents(for: .milliseconds(1999))
      try scheduler.advance(by: .milliseconds(1))
      #expect(shown.values == ["a"])
    }
  }

  @Test func `an hour takes no time`() async throws {
    let waited = try await withVirtualTime { clock in
      let reminder = Task {
        try await clock.sleep(for: .seconds(3600))
        return "stand up"
      }
      try await clock.sleep(for: .seconds(600))
      return (try await reminder.value, clock.now)
    }
    #expect(waited.0 == "stand up" && waited.1 == Instant.zero.advanced(by: .seconds(3600)))
  }

  private actor Account {
    private(set) var balance: Int

    init(balance: Int) {
      self.balance = balance
    }

    func put(_ amount: Int, _ clock: VirtualClock) async throws {
      try await clock.sleep(for: .seconds(1))
      balance += amount
    }
  }

  @Test func `no order of jobs loses money`() async throws {
    try await explore { clock in
      let account = Account(balance: 100)
      async let first: Void = account.put(80, clock)
      async let second: Void = account.put(60, clock)
      _ = try await (first, second)
      return await account.balance
    }
  }

  @Test func `laws and generators are used`() {
    checkLaws(ofOperator: { upstream, scheduler in
      upstream.map { $0 + 1 }.delay(for: .seconds(1), scheduler: scheduler)
    })
    forAll(
      of: { Timeline.random(using: &$0) },
      holds: { try StreamModel<Int>(SourceText(name: "a.json", $0.streamFile())).play() == $0 })
  }
}
