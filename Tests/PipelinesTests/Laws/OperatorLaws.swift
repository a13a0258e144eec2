import Reactive
import ReactiveTesting
import TestSupport
import Testing
import Values

@testable import Pipelines

/// What every operator of the registry owes, whatever its upstream does: a new one is covered by its
/// examples. `STREAMS_RANDOM_CASES` makes a campaign of it: more parameters, more values.
@Suite struct OperatorLaws {
  /// Never, empty, one, many, failure; cancelled at the subscription, inside a value and between two; a
  /// second run that starts afresh; one completion, nothing after it, and nothing left.
  @Test(arguments: OperatorUnderTest.all + OperatorUnderTest.random)
  func `an operator keeps the laws`(_ subject: OperatorUnderTest) {
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
  func `very many values take a shallow stack`(_ subject: OperatorUnderTest) async {
    let count: Int64 = RandomCampaign.cases == nil ? 20_000 : 100_000
    await onStack(megabytes: 1) {
      let scheduler = VirtualScheduler()
      let values = (0..<count).lazy.map { Value.int($0) }
      let recorder = subject.applied(
        to: Publishers.Sequence(sequence: values).eraseToAnyPublisher(), on: scheduler
      ).record(on: scheduler)
      // One inner stream after another takes its time.
      scheduler.run(until: Instant(nanoseconds: 1_000_000_000_000_000))
      #expect(recorder.completion != nil, "\(subject)")
      #expect(recorder.violations == [], "\(subject)")
      #expect(scheduler.pendingCount == 0, "\(subject)")
    }
  }

  @Test func `every operator is among them`() {
    #expect(Set(OperatorUnderTest.all.map(\.name)) == Set(Operator.specs.map(\.name)))
  }
}

extension OperatorUnderTest {
  /// The operator's chain; what does not compile fails the test.
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
