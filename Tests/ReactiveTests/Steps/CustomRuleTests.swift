import Reactive
import Testing

/// Emits each value that is greater than all before it.
private struct Records<Failure: Error>: StepRule {
  var bound: StateBound { .values(1) }

  func begin() -> Int? { nil }

  func receive(_ value: Int, _: inout Void, _ best: inout Int?) -> Step<Int, Failure> {
    if let last = best, value <= last { return .rest }
    best = value
    return .emit(value)
  }
}

/// A rule that a user of the module writes.
@Suite struct CustomRuleTests {
  @Test func `a custom rule is an operator`() {
    var received: [Int] = []
    var completion: Subscribers.Completion<Never>?
    let subscription = [3, 1, 4, 1, 5].publisher.applying(Records())
      .sink(receiveCompletion: { completion = $0 }, receiveValue: { received.append($0) })
    subscription.cancel()
    #expect(received == [3, 4, 5])
    #expect(completion == .finished)
  }

  @Test func `each run has its own state`() {
    let records = [2, 1].publisher.applying(Records())
    for _ in 1...2 {
      var received: [Int] = []
      records.sink { received.append($0) }.cancel()
      #expect(received == [2])
    }
  }

  @Test func `a custom rule is tested without a publisher`() {
    let rule = Records<Never>()
    var best = rule.begin()
    var answer: Void = rule.answer(3, best)
    #expect(rule.receive(3, &answer, &best) == .emit(3))
    #expect(rule.receive(3, &answer, &best) == .rest)
    #expect(best == 3)
  }
}
