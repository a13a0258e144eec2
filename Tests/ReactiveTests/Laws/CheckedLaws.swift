import Reactive
import ReactiveTesting
import Testing

/// The laws as a user checks them in one call, for everything that there is.
@Suite struct CheckedLaws {
  @Test(arguments: OperatorUnderTest.all)
  func `every operator keeps the laws`(_ subject: OperatorUnderTest) {
    checkLaws(ofOperator: { upstream, scheduler in
      let failing = upstream.mapError { _ in Broken() }.eraseToAnyPublisher()
      return subject.apply(failing, World(scheduler: scheduler))
    })
  }

  @Test(arguments: SourceUnderTest.all)
  func `every source keeps the laws`(_ subject: SourceUnderTest) {
    checkLaws { scheduler in subject.make(World(scheduler: scheduler)) }
  }

  @Test(arguments: ReleaseLaws.stages)
  func `what waits, holds and combines keeps the laws`(_ stage: ReleaseLaws.Stage) {
    checkLaws(ofOperator: { upstream, scheduler in
      let values = upstream.map { _ in ReleaseLaws.CancelsOnRelease?.none }
        .mapError { _ in Broken() }
      return stage.apply(values.eraseToAnyPublisher(), scheduler)
    })
  }
}
