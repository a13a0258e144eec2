package import Checking
import Expressions
package import Reactive
package import StreamModels
package import Values

/// The context that all stages of a playback share.
package final class Playing {
  package let scheduler: any Scheduler
  /// The instant at which the playback begins, or is continued.
  let start: Instant
  /// The limit that ends repetition while time stands still.
  let repetitionLimit: RepetitionLimit<StreamFailure>
  /// The count of subscriptions, if the plan needs counting.
  let count: SubscriptionCount?
  /// The subjects of the hot diagrams, by node.
  var hot: [Int: PassthroughSubject<Value, StreamFailure>] = [:]
  /// The streams that are played once, by node.
  var latest: [Int: LatestStream] = [:]
  /// The hot streams that operators and inputs feed.
  let sideOutputs: [SideOutput<Value, StreamFailure>]
  /// The values that operators have dropped.
  let dropped: DroppedValues
  /// The number of operators that may drop values.
  let dropSiteCount: Int

  /// Records what happens; nil if the playback is not traced.
  let trace: TraceRecorder?

  /// The inputs from outside.
  package let inputs: InputSession?
  /// Whether sources that the file states emit nothing before the scheduler runs.
  let postponesSources: Bool

  package init(
    _ plan: Plan, on scheduler: any Scheduler, inputs: InputSession? = nil,
    dropped: DroppedValues = DroppedValues(), trace: TraceRecorder? = nil,
    postponesSources: Bool = false
  ) {
    self.postponesSources = postponesSources
    self.dropped = dropped
    self.trace = trace
    dropSiteCount = plan.facts.dropSites.count
    sideOutputs = plan.facts.sideOutputs.indices.map { number in
      SideOutput(scheduler: scheduler, isReceived: plan.sideOutputFeeds.received.contains(number))
    }
    self.inputs = inputs
    self.scheduler = trace?.scheduler(scheduler, ofSite: nil) ?? scheduler
    start = scheduler.now
    repetitionLimit = RepetitionLimit(SubscriptionCount.limit, scheduler: scheduler) {
      SubscriptionCount.failure
    }
    count = plan.countsSubscriptions ? SubscriptionCount() : nil
  }

  /// Returns the failure of a stage whose expression failed, with the record that is being
  /// delivered.
  func failure(_ error: EvaluationError) -> StreamFailure {
    attributed(StreamFailure(error))
  }

  /// Returns a failure that happens now, with the record that is being delivered, if there is one.
  package func attributed(_ failure: StreamFailure) -> StreamFailure {
    guard let cause = failure.cause, cause.record == nil, let record = inputs?.delivered else {
      return failure
    }
    return StreamFailure(failure.message, cause.during(record))
  }

  /// Notes in a trace why a value is emitted although nothing has arrived, for the next value.
  package func note(_ reason: @autoclosure () -> String) { trace?.reason = reason() }

  /// Receives the values that a stage no longer keeps, and why; nil if nothing records it.
  package var endNotes: ((Value, String) -> Void)? {
    trace.map { trace in { trace.notePhrase($1, of: $0.traced?.mark?.delivery ?? -1) } }
  }

  /// Drops a value on which an expression of an operator failed: counts it, and sends it to the
  /// operator's side output, if it has one.
  package func drop(_ value: Value, _ failure: StreamFailure, _ tolerance: Tolerance) {
    let failure = attributed(failure)
    tolerance.hits?.add()
    dropped.add(.init(time: scheduler.now, example: .failure(failure)), site: tolerance.site)
    trace.map { $0.notePhrase(failure.message, of: $0.frame?.delivery ?? -1) }
    guard let output = tolerance.output else { return }
    sideOutputs[output].send(SideOutput.event(of: value, failing: failure))
  }

  /// Counts a value that an operator drops by its own rule.
  package func drop(_ value: Value, at instant: Instant, site: Int) {
    let value = trace == nil ? value : value.withoutTraces()
    dropped.add(.init(time: instant, example: .value(value)), site: site)
  }

  /// Drops a value that is late for an operator: counts it, and sends it to the operator's side output,
  /// if it has one.
  package func drop(_ value: Value, lateBy nanoseconds: Int64, _ late: Tolerance) {
    drop(value, at: scheduler.now, site: late.site)
    guard let output = late.output else { return }
    sideOutputs[output].send(SideOutput.event(of: value, lateBy: nanoseconds))
  }

  /// Sends a value to a side output.
  package func send(_ value: Value, to output: Int) { sideOutputs[output].send(value) }

  /// Returns the instant of a time in nanoseconds, counted as the times of records are.
  package func instant(ofTime time: Int64) -> Instant {
    inputs?.clock.instant(of: time) ?? Instant(nanoseconds: time)
  }

  /// Restarts the counts, because repetition cannot make records arrive from outside.
  func noteRecord() {
    repetitionLimit.restart()
    count?.noteEvent()
  }
}
