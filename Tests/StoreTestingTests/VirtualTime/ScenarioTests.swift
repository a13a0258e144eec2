import Reactive
import StoreTesting
import Testing

/// Tests that fail occasionally on clocks that only yield and hope. Here each run is the same.
///
/// `STREAMS_SCENARIO_RUNS` is the number of times that each is run.
@Suite struct ScenarioTests {
  /// An asynchronous search that waits until typing has stopped.
  private actor Search {
    private let clock: any Clock<Duration>
    private var current: Task<Void, Never>?
    private(set) var log: [String] = []

    init(clock: any Clock<Duration>) {
      self.clock = clock
    }

    func type(_ text: String) {
      current?.cancel()
      current = Task { await search(for: text) }
    }

    func finish() async {
      await current?.value
    }

    private func search(for text: String) async {
      do {
        try await clock.sleep(for: .milliseconds(300))
        log.append("asks for \(text)")
        try await clock.sleep(for: .milliseconds(50 * text.count))
        log.append("shows \(text)")
      } catch {
        log.append("drops \(text)")
      }
    }
  }

  @Test func `a debounced search runs once typing has stopped`() async throws {
    try await expectOne(
      "drops s|drops sw|asks for swi|drops swi|asks for swift|shows swift"
    ) { clock in
      let search = Search(clock: clock)
      for (text, pause) in [("s", 100), ("sw", 299), ("swi", 301), ("swift", 300)] {
        await search.type(text)
        try await clock.sleep(for: .milliseconds(pause))
      }
      await search.finish()
      return await search.log.joined(separator: "|")
    }
  }

  @Test func `a retry waits twice as long each time`() async throws {
    struct Refused: Error {}
    @Sendable func load(_ attempt: Int) throws -> String {
      if attempt < 4 { throw Refused() }
      return "page"
    }
    try await expectOne("0 1 3 7 page") { clock in
      var log: [String] = []
      var attempt = 0
      var pause = Duration.seconds(1)
      while true {
        attempt += 1
        log.append("\(clock.now.nanoseconds / 1_000_000_000)")
        if let page = try? load(attempt) {
          log.append(page)
          return log.joined(separator: " ")
        }
        try await clock.sleep(for: pause)
        pause *= 2
      }
    }
  }

  private actor Ticks {
    private(set) var times: [Int64] = []
    func add(_ time: Instant) { times.append(time.nanoseconds / 1_000_000_000) }
  }

  @Test func `a cancelled timer no longer ticks`() async throws {
    try await expectOne("[1, 2, 3]") { clock in
      let ticks = Ticks()
      let timer = Task {
        while true {
          try await clock.sleep(for: .seconds(1))
          await ticks.add(clock.now)
        }
      }
      try await clock.sleep(for: .milliseconds(3500))
      timer.cancel()
      try await clock.sleep(for: .seconds(100))
      return "\(await ticks.times)"
    }
  }

  private actor Account {
    private(set) var balance = 100
    private let clock: any Clock<Duration>

    init(clock: any Clock<Duration>) {
      self.clock = clock
    }

    /// Checks before it waits, and so may take something that is gone. This is the race that the
    /// test is about.
    func take(_ amount: Int) async throws -> Bool {
      guard balance >= amount else { return false }
      try await clock.sleep(for: .milliseconds(10))
      balance -= amount
      return true
    }
  }

  @Test func `two actors and a race have the same loser each time`() async throws {
    try await expectOne("true true -40") { clock in
      let account = Account(clock: clock)
      async let first = account.take(80)
      async let second = account.take(60)
      return "\(try await first) \(try await second) \(await account.balance)"
    }
  }

  /// Runs a scenario repeatedly, and expects the same outcome each time.
  private func expectOne(
    _ expected: String, _ scenario: @escaping @Sendable (VirtualClock) async throws -> String
  ) async throws {
    var outcomes: [String: Int] = [:]
    for _ in 0..<scenarioRuns {
      outcomes[try await withVirtualTime { try await scenario($0) }, default: 0] += 1
    }
    #expect(outcomes == [expected: scenarioRuns])
  }
}
