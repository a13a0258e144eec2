import Reactive
import ReactiveTesting
import Testing

/// The laws, checked in one call as by a user, for everything that exists.
@Suite struct CheckedLaws {
  @Test(arguments: OperatorUnderTest.all)
  func `every operator obeys the laws`(_ subject: OperatorUnderTest) {
    checkLaws(ofOperator: { upstream, scheduler in
      let failing = upstream.mapError { _ in Broken() }.eraseToAnyPublisher()
      return subject.apply(failing, World(scheduler: scheduler))
    })
  }

  @Test(arguments: SourceUnderTest.all)
  func `every source obeys the laws`(_ subject: SourceUnderTest) {
    checkLaws { scheduler in subject.make(World(scheduler: scheduler)) }
  }

  @Test(arguments: ReleaseLaws.stages)
  func `operators that wait, hold or combine obey the laws`(_ stage: ReleaseLaws.Stage) {
    checkLaws(ofOperator: { upstream, scheduler in
      let values = upstream.map { _ in ReleaseLaws.CancelsOnRelease?.none }
        .mapError { _ in Broken() }
      return stage.apply(values.eraseToAnyPublisher(), scheduler)
    })
  }
}
