import Testing

@testable import Reactive

/// Rules that measure time, as tables: an event and the state in, a step and the alarm out. No
/// subscriber and no queue is involved.
@Suite struct AlarmRuleTests {
  @Test func `debounce keeps the latest value and restarts the wait`() {
    var table = RuleTable(
      Publishers.DebounceRule<Int, Broken>(nanoseconds: 4_000_000_000, atEnd: .drop))
    #expect(table.receive(1, at: 0) == "rest, until 4 s")
    #expect(table.receive(2, at: 3) == "rest, until 7 s")
    #expect(table.ring() == "emit 2")
    #expect(table.receive(3, at: 8) == "rest, until 12 s")
    #expect(table.end(at: 9) == "end")
  }

  @Test func `debounce emits a pending value at the end with atEnd emit`() {
    var table = RuleTable(
      Publishers.DebounceRule<Int, Broken>(nanoseconds: 4_000_000_000, atEnd: .emit))
    #expect(table.receive(1, at: 0) == "rest, until 4 s")
    #expect(table.end(at: 1) == "last 1")
    #expect(table.receive(2, at: 2) == "rest, until 6 s")
    #expect(table.end(at: 3, failed: true) == "end")
  }

  @Test func `throttle opens an interval with each value that it emits`() {
    var table = RuleTable(
      Publishers.ThrottleRule<Int, Broken>(nanoseconds: 2_000_000_000, kept: .latest, atEnd: nil))
    #expect(table.receive(1, at: 0) == "emit 1, until 2 s")
    #expect(table.receive(2, at: 1) == "rest, until 2 s")
    #expect(table.receive(3, at: 2) == "rest, until 2 s")
    #expect(table.ring() == "emit 3, until 4 s")
    #expect(table.ring() == "rest")
    #expect(table.receive(4, at: 5) == "emit 4, until 7 s")
    #expect(table.receive(5, at: 6) == "rest, until 7 s")
    #expect(table.end(at: 6) == "rest, until 7 s")
    #expect(table.ring() == "last 5")
  }

  @Test func `audit and sample differ in where an interval begins`() {
    var audit = RuleTable(
      Publishers.AuditRule<Int, Broken>(nanoseconds: 4_000_000_000, atEnd: nil))
    #expect(audit.receive(1, at: 1) == "rest, until 5 s")
    #expect(audit.receive(2, at: 2) == "rest, until 5 s")
    #expect(audit.ring() == "emit 2")

    var sample = RuleTable(
      Publishers.SampleTimeRule<Int, Broken>(period: 4_000_000_000, atEnd: .drop))
    #expect(sample.receive(1, at: 0) == "rest")
    #expect(sample.start(at: 0) == "until 4 s")
    #expect(sample.ring() == "emit 1 and proceed")
    #expect(sample.receive(2, at: 4) == "rest")
    #expect(sample.proceed(at: 4) == "rest, until 8 s")
    #expect(sample.ring() == "emit 2 and proceed")
    #expect(sample.proceed(at: 8) == "rest, until 12 s")
    #expect(sample.ring() == "rest")
    #expect(sample.receive(3, at: 17) == "rest, until 20 s")
  }

  @Test func `sustained waits for both changes, before everything else of an instant`() {
    var table = RuleTable(
      Publishers.SustainedRule<Int, Broken>(
        duration: 3_000_000_000, release: 0,
        condition: { (value) throws(Broken) in
          guard value >= 0 else { throw Broken() }
          return value > 5
        }))
    #expect(table.receive(9, at: 0) == "rest, until 3 s early")
    #expect(table.receive(8, at: 1) == "rest, until 3 s early")
    #expect(table.receive(1, at: 2) == "rest")
    #expect(table.receive(9, at: 3) == "rest, until 6 s early")
    #expect(table.ring() == "emit (isSustained: true, value: 9)")
    #expect(table.receive(2, at: 7) == "emit (isSustained: false, value: 2)")
    #expect(table.receive(-1, at: 8) == "fail")
  }

  @Test func `timeout counts from the subscription and from each value`() {
    var table = RuleTable(
      Publishers.TimeoutRule<Int, Broken>(nanoseconds: 3_000_000_000, customError: nil))
    #expect(table.start(at: 0) == "until 3 s")
    #expect(table.receive(1, at: 2) == "emit 1, until 5 s")
    #expect(table.ring() == "end")
    var failing = RuleTable(
      Publishers.TimeoutRule<Int, Broken>(nanoseconds: 3_000_000_000, customError: { Broken() }))
    #expect(failing.receive(1, at: 0) == "emit 1")
    #expect(failing.start(at: 0) == "until 3 s")
    #expect(failing.ring() == "fail")
  }

  @Test func `rateLimit drops, delays or fails`() {
    var dropping = RuleTable(
      Publishers.RateLimitRule<Int, Broken>(
        count: 2, interval: 3_000_000_000, overflow: .drop, suppressed: nil))
    #expect(dropping.receive(1, at: 0) == "emit 1")
    #expect(dropping.receive(2, at: 1) == "emit 2")
    #expect(dropping.receive(3, at: 2) == "reject")
    #expect(dropping.receive(4, at: 3) == "emit 4")

    var delaying = RuleTable(
      Publishers.RateLimitRule<Int, Broken>(
        count: 1, interval: 3_000_000_000, overflow: .delay(atMost: 2, whenFull: { Broken() }),
        suppressed: nil))
    #expect(delaying.receive(1, at: 0) == "emit 1")
    #expect(delaying.receive(2, at: 1) == "rest, until 3 s")
    #expect(delaying.receive(3, at: 1) == "rest, until 3 s")
    #expect(delaying.receive(4, at: 2) == "fail")
    #expect(delaying.ring() == "emit 2, until 6 s")
    #expect(delaying.end(at: 4) == "rest, until 6 s")
    #expect(delaying.ring() == "last 3")
  }

  @Test func `a computed delay brings the alarm forward`() {
    var table = RuleTable(
      Publishers.DelayEachRule<Int, Broken>(
        interval: { (value) throws(Broken) in .seconds(value) }))
    #expect(table.receive(9, at: 0) == "rest, until 9 s")
    #expect(table.receive(1, at: 1) == "rest, until 2 s")
    #expect(table.end(at: 1) == "rest, until 2 s")
    #expect(table.ring() == "emit 1, until 9 s")
    #expect(table.ring() == "emit 9, until 9 s")
    #expect(table.ring() == "end")
    #expect(table.receive(5, at: 9) == "rest, until 14 s")
    #expect(table.end(at: 9, failed: true) == "rest, until 9 s")
  }

  @Test func `windows close at their end, when they are full, and with the stream`() {
    var table = RuleTable(
      Publishers.WindowRule<Int, Broken>(length: .seconds(4), isSession: false, count: 2))
    #expect(table.receive(1, at: 1) == "rest, until 4 s")
    #expect(table.receive(2, at: 2) == "emit [1, 2], until 4 s")
    #expect(table.receive(3, at: 3) == "rest, until 6 s")
    #expect(table.ring() == "emit [3]")
    #expect(table.receive(4, at: 7) == "rest, until 10 s")
    #expect(table.end(at: 8) == "last [4]")

    var session = RuleTable(
      Publishers.WindowRule<Int, Broken>(length: .seconds(4), isSession: true, count: nil))
    #expect(session.receive(1, at: 0) == "rest, until 4 s")
    #expect(session.receive(2, at: 3) == "rest, until 7 s")
    #expect(session.receive(3, at: 7) == "emit [1, 2], until 11 s")
    #expect(session.end(at: 8, failed: true) == "end")
  }

  @Test func `windows that overlap share their values`() {
    var table = RuleTable(
      Publishers.AlignedWindowRule<[Int], Broken>(
        length: 4_000_000_000, period: 2_000_000_000, emitsAtEnd: true, empty: nil,
        sums: false))
    #expect(table.receive(1, at: 1) == "rest, until 4 s")
    #expect(table.receive(2, at: 3) == "rest, until 4 s")
    #expect(table.ring() == "emit [1, 2], until 6 s")
    #expect(table.end(at: 4) == "emit [2] and proceed")
    #expect(table.proceed(at: 4) == "end")
  }
}

/// A rule with its state and its alarm.
private struct RuleTable<Rule: AlarmRule> {
  private let rule: Rule
  private var state: Rule.State
  private var wait: Ticket?
  private var hasEnded = false
  private let alarm = Alarm(on: VirtualScheduler(), for: Rule.self)

  init(_ rule: Rule) {
    self.rule = rule
    state = rule.begin(at: .zero)
  }

  mutating func receive(_ input: Rule.Input, at seconds: Int64) -> String {
    _ = turn(at: seconds) { rule, state, turn in
      rule.prepare(input, &state, &turn)
      return .rest
    }
    let answer = rule.answer(input, state)
    var replaced: Rule.Replaced?
    return turn(at: seconds) { $0.receive(input, answer, replacing: &replaced, &$1, &$2) }
  }

  mutating func start(at seconds: Int64) -> String {
    let line = turn(at: seconds) { rule, state, turn in
      rule.start(&state, &turn)
      return .rest
    }
    return line.replacing("rest, ", with: "")
  }

  mutating func ring() -> String {
    guard let due = wait.take()?.due else { return "the alarm is not set" }
    return turn(at: due.nanoseconds / 1_000_000_000) { $0.ring(due: due, &$1, &$2) }
  }

  mutating func proceed(at seconds: Int64) -> String {
    turn(at: seconds) { $0.proceed(&$1, &$2) }
  }

  mutating func end(at seconds: Int64, failed: Bool = false) -> String {
    hasEnded = true
    return turn(at: seconds) { $0.end(hasFailed: failed, &$1, &$2) }
  }

  private mutating func turn(
    at seconds: Int64,
    _ event: (Rule, inout Rule.State, inout AlarmTurn) -> AlarmStep<
      Rule.Output, Rule.Failure
    >
  ) -> String {
    alarm.set(at: wait) { _ in }
    var turn = AlarmTurn(
      alarm, now: Instant(nanoseconds: seconds * 1_000_000_000), hasEnded: hasEnded)
    let step = event(rule, &state, &turn)
    wait = turn.wait
    // The run stops the alarm at the end.
    switch step {
    case .emitLast, .end, .fail: return text(of: step)
    case .rest, .reject, .emit, .emitAndProceed:
      return ([text(of: step)] + [wait].compactMap { $0.map(text) }).joined(separator: ", ")
    }
  }

  private func text(of ticket: Ticket) -> String {
    "until \(ticket.due.nanoseconds / 1_000_000_000) s" + (ticket == ticket.early ? " early" : "")
  }

  private func text(of step: AlarmStep<Rule.Output, Rule.Failure>) -> String {
    switch step {
    case .rest: "rest"
    case .reject: "reject"
    case .emit(let output): "emit \(output)"
    case .emitAndProceed(let output): "emit \(output) and proceed"
    case .emitLast(let output): "last \(output)"
    case .end: "end"
    case .fail: "fail"
    }
  }
}
