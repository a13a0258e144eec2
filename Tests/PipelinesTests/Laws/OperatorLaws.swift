import Reactive
import ReactiveTesting
import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import Playing
@testable import StreamModels

/// The laws that every registered operator must obey, whatever its upstream does. A new operator is
/// covered by its examples. `STREAMS_RANDOM_CASES` starts a campaign with more parameters and more
/// values.
@Suite struct OperatorLaws {
  /// The upstream never emits, is empty, emits one or many values, or fails. The subscription is
  /// cancelled at once, inside a value and between two values. A second run starts afresh. There is
  /// one completion, and nothing after it, and nothing is left over.
  @Test(arguments: OperatorUnderTest.all + OperatorUnderTest.random)
  func `an operator obeys the laws`(_ subject: OperatorUnderTest) {
    checkLaws(ofOperator: { upstream, scheduler in
      subject.applied(
        to: upstream.map { .int(Int64($0)) }.mapError { _ in StreamFailure("law") }
          .eraseToAnyPublisher(), on: scheduler)
    })
  }

  @Test(arguments: OperatorUnderTest.quiet)
  func `an endless upstream is cancelled with its operator`(_ subject: OperatorUnderTest) {
    let scheduler = VirtualScheduler()
    let numbers = PassthroughSubject<Value, StreamFailure>()
    var running = 0
    let upstream = numbers.handleEvents(
      receiveSubscription: { _ in running += 1 }, receiveCancel: { running -= 1 })
    let recorder = subject.applied(to: upstream.eraseToAnyPublisher(), on: scheduler)
      .record(on: scheduler)
    func send(_ seconds: ClosedRange<Int64>) {
      for second in seconds {
        scheduler.run(until: Instant(nanoseconds: second * 1_000_000_000))
        numbers.send(.int(second))
      }
    }
    send(1...200)
    #expect(running == (recorder.completion == nil ? 1 : 0))
    recorder.cancel()
    #expect(running == 0)
    #expect(scheduler.pendingCount == 0)
    let count = recorder.values.count
    send(201...210)
    #expect(recorder.values.count == count)
    #expect(recorder.violations == [])
  }

  @Test(arguments: OperatorUnderTest.quiet)
  func `very many values need only a shallow stack`(_ subject: OperatorUnderTest) async {
    // A list for each value takes time in proportion to the square of their number.
    let isSliding = subject.testDescription.contains(#""sliding":"#)
    let count: Int64 = isSliding ? 2_000 : RandomCampaign.cases == nil ? 8_000 : 100_000
    await onStack(megabytes: 1) {
      let scheduler = VirtualScheduler()
      let values = (0..<count).lazy.map { Value.int($0) }
      let recorder = subject.applied(
        to: Publishers.Sequence(sequence: values).eraseToAnyPublisher(), on: scheduler
      ).map { _ in 0 }.record(on: scheduler)
      // Inner streams that play one after another take their time.
      scheduler.run(until: Instant(nanoseconds: 1_000_000_000_000_000))
      #expect(recorder.completion != nil, "\(subject)")
      #expect(recorder.violations == [], "\(subject)")
      #expect(scheduler.pendingCount == 0, "\(subject)")
    }
  }

  @Test func `the tests cover every operator`() {
    #expect(Set(OperatorUnderTest.all.map(\.name)) == Set(Operator.specs.map(\.name)))
  }
}

extension OperatorUnderTest {
  /// Returns the operator's chain. If it does not compile, the test fails.
  fileprivate func applied(
    to upstream: Chain.Values, on scheduler: any Scheduler
  ) -> Chain.Values {
    do {
      return try apply(upstream, on: scheduler)
    } catch {
      Issue.record("\(testDescription): \(error)")
      return Empty().eraseToAnyPublisher()
    }
  }
}
