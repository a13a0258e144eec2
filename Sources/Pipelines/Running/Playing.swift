import Expressions
import Reactive
import Values

/// What all stages of one playing share.
final class Playing {
  let scheduler: any Scheduler
  /// What ends repetition while time stands still.
  let repetitionLimit: RepetitionLimit<StreamFailure>
  /// The count of subscriptions, if the plan is to be counted.
  let count: SubscriptionCount?
  /// The hot diagrams, by their nodes.
  var hot: [Int: PassthroughSubject<Value, StreamFailure>] = [:]

  /// What is read from outside.
  let inputs: InputSession?
  /// Whether streams that are made of known sources are played as one source. If not, publishers join
  /// the sources, with the same result; they also do so where the clock stands still, since each source
  /// then emits everything at once.
  let joinsSources: Bool
  /// Whether nobody else uses the scheduler, and whoever receives what comes only takes note of it.
  let hasClockAlone: Bool

  init(
    _ plan: Plan, on scheduler: any Scheduler, inputs: InputSession? = nil,
    hasClockAlone: Bool = false, joinsSources: Bool = true
  ) {
    self.hasClockAlone = hasClockAlone
    self.inputs = inputs
    self.joinsSources = joinsSources && !scheduler.clockStandsStill
    self.scheduler = scheduler
    repetitionLimit = RepetitionLimit(SubscriptionCount.limit, scheduler: scheduler) {
      SubscriptionCount.failure
    }
    count = plan.countsSubscriptions ? SubscriptionCount() : nil
  }

  /// The failure of a stage whose expression failed, with the record that is being delivered.
  func failure(_ error: EvaluationError) -> StreamFailure {
    attributed(StreamFailure(error))
  }

  /// A failure that happens now, with the record that is being delivered, if one is.
  func attributed(_ failure: StreamFailure) -> StreamFailure {
    guard let cause = failure.cause, cause.record == nil, let record = inputs?.delivered else {
      return failure
    }
    return StreamFailure(failure.message, cause.during(record))
  }

  /// Begins counts anew: what comes from outside no repetition can bring again.
  func noteRecord() {
    repetitionLimit.restart()
    count?.noteEvent()
  }
}
