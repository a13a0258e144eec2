import Reactive
import ReactiveTesting
import TestSupport
import Testing

@Suite struct LawTests {
  @Test func `a publisher that obeys the laws passes`() {
    checkLaws { scheduler in
      TimedSequence<Int, Never>(
        [(.seconds(1), 1), (.seconds(1), 2), (.seconds(3), 3)], end: .seconds(4), on: scheduler)
    }
    checkLaws { _ in PassthroughSubject<Int, Never>() }
    checkLaws { scheduler in Just(1).delay(for: .seconds(1), scheduler: scheduler) }
    checkLaws(ofOperator: { upstream, _ in upstream.map { $0 * 2 }.filter { $0 > 2 } })
    checkLaws(ofOperator: { upstream, scheduler in
      upstream.debounce(for: .milliseconds(500), scheduler: scheduler)
    })
    checkLaws(ofOperator: { upstream, _ in upstream.prefix(2) })
  }

  /// A publisher that breaks one law.
  private struct Bad: Publisher {
    typealias Output = Int
    typealias Failure = Never
    enum Fault { case finishesTwice, ignoresCancel, leavesWork, runsOnce, holds, early }

    let fault: Fault
    let scheduler: VirtualScheduler
    let keeper = Keeper()

    final class Keeper {
      var kept: [Any] = []
      var runs = 0
    }

    func receive<S: Subscriber<Int, Never>>(subscriber: S) {
      keeper.runs += 1
      if fault == .holds { keeper.kept.append(subscriber) }
      if fault == .early { subscriber.receive(0) }
      let run = Run(ignoresCancel: fault == .ignoresCancel)
      subscriber.receive(subscription: run)
      if fault == .leavesWork {
        scheduler.schedule(
          Nothing(), at: scheduler.takeTicket(due: .zero.advanced(by: .seconds(9000))))
      }
      if fault == .runsOnce, keeper.runs > 1 { return subscriber.receive(completion: .finished) }
      for value in 1...2 where !run.isOver { subscriber.receive(value) }
      if !run.isOver { subscriber.receive(completion: .finished) }
      if fault == .finishesTwice { subscriber.receive(completion: .finished) }
    }

    final class Nothing: ScheduledWork {
      func run(at instant: Instant) -> NextRun { .never }
    }

    final class Run: Subscription {
      let ignoresCancel: Bool
      var isOver = false
      init(ignoresCancel: Bool) { self.ignoresCancel = ignoresCancel }
      func cancel() { isOver = !ignoresCancel }
    }
  }

  private func texts(_ fault: Bad.Fault) async throws -> [String] {
    try await issues { checkLaws { Bad(fault: fault, scheduler: $0) } }.map(\.text)
  }

  @Test func `every broken law is named`() async throws {
    #expect(
      try await texts(.ignoresCancel) == [
        """
        breaks the laws of publishers:
          played whole, cancelled at the subscription: a completion after the cancel
          played whole, cancelled at the subscription: a value after the cancel
          played whole, cancelled at the subscription: 2 values came, expected 0
          played whole, cancelled inside value 1: a completion after the cancel
          played whole, cancelled inside value 1: a value after the cancel
          played whole, cancelled inside value 1: 2 values came, expected 1
          played whole, cancelled inside value 2: a completion after the cancel
        """
      ])
    #expect(
      try await texts(.runsOnce) == [
        "breaks the laws of publishers:\n  played whole: a second run emits something else"
      ])
    #expect(
      try await texts(.holds) == [
        "breaks the laws of publishers:\n  played whole, after the end: the subscriber is still held"
      ])
    let twice = try await texts(.finishesTwice)
    #expect(twice.first?.contains("  played whole: a completion after the completion\n") == true)
    let early = try await texts(.early)
    #expect(early.first?.contains("  played whole: a value before the subscription\n") == true)
    let left = try await texts(.leavesWork)
    #expect(left.first?.contains("played whole, after the end: work is left in line\n") == true)
  }

  @Test func `an operator that does not cancel upstream is named`() async throws {
    let line = #line + 2
    let reported = try await issues {
      checkLaws(ofOperator: { upstream, _ in Careless(upstream: upstream) })
    }
    #expect(reported.map(\.line) == [line])
    #expect(
      reported.first?.text.hasPrefix(
        """
        breaks the laws of publishers:
          never, at once, cancelled in the end: upstream was not cancelled
        """) == true, "\(reported)")
  }

  private struct Careless: Publisher {
    typealias Output = Int
    typealias Failure = LawFailure
    let upstream: AnyPublisher<Int, LawFailure>

    func receive<S: Subscriber<Int, LawFailure>>(subscriber: S) {
      upstream.receive(subscriber: Stage(downstream: subscriber))
    }

    final class Stage<Downstream: Subscriber<Int, LawFailure>>: Subscriber, Subscription {
      private var downstream: Downstream?
      init(downstream: Downstream) { self.downstream = downstream }
      func receive(subscription: any Subscription) { downstream?.receive(subscription: self) }
      func receive(_ input: Int) { downstream?.receive(input) }
      func receive(completion: Subscribers.Completion<LawFailure>) {
        downstream.take()?.receive(completion: completion)
      }
      func cancel() { downstream = nil }
    }
  }
}
