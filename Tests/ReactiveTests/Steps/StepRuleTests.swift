import Testing

@testable import Reactive

/// Rules without a clock, as tables: a value and the state in, a step and the state out. No
/// subscriber is involved.
@Suite struct StepRuleTests {
  @Test func `scan emits what it remembers`() {
    var table = StepTable(Rules.Scan<Int, Int, Broken, Broken>(from: 10, widen: { $0 }) { $0 + $1 })
    #expect(table.receive(1) == "emit 11")
    #expect(table.receive(2) == "emit 13")
    #expect(table.state == 13)
    #expect(table.end() == "finished")
    #expect(table.end(.failure(Broken())) == "failure")
  }

  @Test func `an error changes nothing`() {
    var table = StepTable(
      Rules.Scan<Int, Int, Broken, Broken>(from: 10, widen: { $0 }) { (sum, value) throws(Broken) in
        guard value > 0 else { throw Broken() }
        return sum + value
      })
    #expect(table.receive(1) == "emit 11")
    #expect(table.receive(0) == "fail")
    #expect(table.state == 11)
  }

  @Test func `a fold ends early when later values cannot matter`() {
    var first = StepTable(
      Rules.Fold<Int, Int?, Int, Broken, Broken>.choice(
        widen: { $0 }, isLast: false, where: { $0 > 2 }))
    #expect(first.receive(1) == "rest")
    #expect(first.end() == "finished")
    #expect(first.receive(3) == "cancel, last 3")

    var last = StepTable(
      Rules.Fold<Int, Int?, Int, Broken, Broken>.choice(
        widen: { $0 }, isLast: true, where: { $0 > 2 }))
    #expect(last.receive(3) == "rest")
    #expect(last.receive(4) == "rest")
    #expect(last.receive(1) == "rest")
    #expect(last.end() == "last 4, finished")
    #expect(last.end(.failure(Broken())) == "failure")
  }

  @Test func `the first values are dropped or the only ones`() {
    var drop = StepTable(Rules.DropFirst<Int, Broken>(1))
    #expect(drop.receive(1) == "rest")
    #expect(drop.receive(2) == "emit 2")

    var output = StepTable(Rules.Output<Int, Broken>(1..<3))
    #expect(output.receive(1) == "rest")
    #expect(output.receive(2) == "emit 2")
    #expect(output.receive(3) == "last 3")
    #expect(Rules.Output<Int, Broken>(2..<2).isSpent)
  }

  @Test func `values are dropped or passed while the closure says so`() {
    var drop = StepTable(Rules.DropWhile<Int, Broken, Broken>(widen: { $0 }) { $0 < 2 })
    #expect(drop.receive(1) == "rest")
    #expect(drop.receive(2) == "emit 2")
    #expect(drop.receive(1) == "emit 1")

    var prefix = StepTable(Rules.PrefixWhile<Int, Broken, Broken>(widen: { $0 }) { $0 < 2 })
    #expect(prefix.receive(1) == "emit 1")
    #expect(prefix.receive(2) == "end finished")
  }

  @Test func `duplicates are compared with the last value that was emitted`() {
    var next = StepTable(
      Rules.RemoveDuplicates<Int, Broken, Broken>(widen: { $0 }) { $1 - $0 < 2 })
    #expect(next.receive(1) == "emit 1")
    #expect(next.receive(2) == "rest")
    #expect(next.receive(3) == "emit 3")

    var all = StepTable(Rules.Distinct<Int, Int, Broken, Broken>(widen: { $0 }) { $0 % 10 })
    #expect(all.receive(1) == "emit 1")
    #expect(all.receive(11) == "rest")
    #expect(all.receive(2) == "emit 2")
  }

  @Test func `an end becomes a value`() {
    var empty = StepTable(Rules.ReplaceEmpty<Int, Broken>(7))
    #expect(empty.end() == "last 7, finished")
    #expect(empty.receive(1) == "emit 1")
    #expect(empty.end() == "finished")

    var failing = StepTable(Rules.ReplaceError<Int, Broken>(7))
    #expect(failing.end() == "finished")
    #expect(failing.end(.failure(Broken())) == "last 7, finished")

    var array = StepTable(Rules.Collect<Int, Broken>(2))
    #expect(array.receive(1) == "rest")
    #expect(array.receive(2) == "emit [1, 2]")
    #expect(array.end() == "finished")
    #expect(array.receive(3) == "rest")
    #expect(array.end() == "last [3], finished")
  }
}

/// A rule with its state, between events.
private struct StepTable<Rule: StepRule> {
  let rule: Rule
  var state: Rule.State

  init(_ rule: Rule) {
    self.rule = rule
    state = rule.begin()
  }

  mutating func receive(_ input: Rule.Input) -> String {
    guard var answer = try? rule.answer(input, state) else { return "fail" }
    return switch rule.receive(input, &answer, &state) {
    case .rest: "rest"
    case .emit(let output): "emit \(output)"
    case .emitLast(let output): "last \(output)"
    case .cancelAndEmitLast(let output): "cancel, last \(output)"
    case .end(let completion): "end \(Self.name(of: completion))"
    }
  }

  mutating func end(
    _ completion: Subscribers.Completion<Rule.UpstreamFailure> = .finished
  ) -> String {
    let last = rule.last(completion, &state).map { "last \($0), " } ?? ""
    return last + Self.name(of: rule.end(completion))
  }

  private static func name(of completion: Subscribers.Completion<Rule.Failure>) -> String {
    if case .failure = completion { "failure" } else { "finished" }
  }
}
