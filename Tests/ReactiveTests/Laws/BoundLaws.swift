import ReactiveTesting
import Testing

@testable import Reactive

/// No run holds more than the bound that its rule states.
@Suite struct BoundLaws {
  typealias Value = ReleaseLaws.CancelsOnRelease

  /// Values with the instants at which they were sent. It does not hold them.
  struct Sent {
    struct Entry {
      let instant: Instant
      weak var value: Value?
    }

    var entries: [Entry] = []

    /// The number of values that something holds, apart from the caller.
    var heldCount: Int { entries.count { $0.value != nil } }

    func count(since instant: Instant) -> Int { entries.count { $0.instant >= instant } }
  }

  @Test(arguments: ReleaseLaws.stages)
  func `a run holds at most its bound`(_ stage: ReleaseLaws.Stage) {
    var random = SeededGenerator(seed: 42)
    let scheduler = VirtualScheduler()
    let subject = PassthroughSubject<Value?, Broken>()
    let probe = Probe()
    stage.apply(subject.eraseToAnyPublisher(), scheduler).receive(subscriber: probe)
    let bounds = probe.bounds
    var sent = Sent()
    for _ in 0..<200 {
      if Int.random(in: 0..<3, using: &random) == 0 {
        let quarters = Int64.random(in: 0..<8, using: &random)
        scheduler.advance(by: .milliseconds(quarters * 250))
      }
      do {
        let value = Value()
        sent.entries.append(.init(instant: scheduler.now, value: value))
        subject.send(value)
      }
      guard let most = most(bounds, sent, at: scheduler.now) else { continue }
      #expect(sent.heldCount <= most, "\(bounds)")
    }
    probe.subscription?.cancel()
  }

  /// One line for each rule without a clock that has a state of values.
  @Test func `a rule without a clock holds at most its bound`() {
    check(Rules.Pairwise<Value, Broken>())
    check(Rules.Scan<Value, Value?, Broken, Broken>(from: nil, widen: { $0 }) { $1 })
    check(Rules.Collect<Value, Broken>(3))
    check(Rules.Collect<Value, Broken>(nil))
    check(Rules.DropFirst<Value, Broken>(2))
    check(Rules.ReplaceEmpty<Value, Broken>(Value()))
    check(
      Rules.RemoveDuplicates<Value, Broken, Broken>(widen: { $0 }) { $0 === $1 })
    check(
      Rules.Fold<Value, Value?, Value, Broken, Broken>.choice(
        widen: { $0 }, isLast: true, where: { _ in true }))
  }

  private func check<Rule: StepRule>(_ rule: Rule) where Rule.Input == Value {
    var (state, sent) = (rule.begin(), Sent())
    for _ in 0..<20 {
      do {
        let value = Value()
        sent.entries.append(.init(instant: .zero, value: value))
        guard var answer = try? rule.answer(value, state) else { continue }
        _ = rule.receive(value, &answer, &state)
      }
      guard let most = most([rule.bound], sent, at: .zero) else { continue }
      #expect(sent.heldCount <= most, "\(Rule.self)")
    }
  }

  /// The sum of the bounds of a chain; nil if one of them is open.
  private func most(_ bounds: [StateBound?], _ sent: Sent, at now: Instant) -> Int? {
    bounds.reduce(0) { sum, bound in
      guard let sum, let bound else { return nil }
      switch bound {
      case .values(let count): return sum + count
      case .valuesWithin(let time):
        return sum + sent.count(since: now.advanced(byNanoseconds: -time.wholeNanoseconds))
      case .unbounded: return nil
      }
    }
  }

  /// A subscriber that lists the bounds of the runs of its chain.
  private final class Probe: Subscriber {
    var subscription: (any Subscription)?

    func receive(subscription: any Subscription) { self.subscription = subscription }
    func receive(_ input: Value?) {}
    func receive(completion: Subscribers.Completion<Broken>) {}

    /// The bounds; nil for a run that does not know its rule.
    var bounds: [StateBound?] {
      var (bounds, stack) = ([StateBound?](), [subscription])
      while let next = stack.popLast() {
        if let run = next as? any BoundedRun {
          bounds.append(run.bound)
        } else if next is any EndingHandle {
          bounds.append(nil)
        }
        if let run = next as? any SavableRun {
          stack += run.upstreams
        } else if let run = next as? any PassingRun {
          stack.append(run.subscription)
        }
      }
      return bounds
    }
  }
}
