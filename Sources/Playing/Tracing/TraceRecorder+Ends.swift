import Reactive
import Tracing

extension TraceRecorder {
  /// Reports the ends of events that stages have released since the last call. Call it after every
  /// task of the scheduler, so that each end has the right instant.
  public func settle() {
    for number in released.take() {
      if let run = deliveries[number]?.run, plan.summarizes[run.stage], isArriving(number),
        deliveries[number]?.isUsed == false
      {
        run.summarized.append(number)
        continue
      }
      guard let delivery = deliveries.removeValue(forKey: number), !delivery.isUsed else {
        continue
      }
      let (reason, by) = reason(of: delivery, number)
      report(delivery, reason, by)
    }
  }

  /// Reports the ends of the events that a run can no longer use for a result.
  func endSummary(of run: Run) {
    for delivery in takeSummary(of: run) {
      let (reason, by) = reason(of: delivery, nil)
      report(delivery, reason, by)
    }
  }

  /// Returns whether a delivery is being received at the moment.
  private func isArriving(_ number: Int) -> Bool {
    frames.contains { $0.delivery == number }
  }

  private func reason(of delivery: Delivery, _ number: Int?) -> (Trace.Reason, by: Frame?) {
    guard let top = frames.last else { return (.expired, nil) }
    // The playback has ended, at a limit on its events.
    if isOutput(top.run) { return (.held, nil) }
    guard let own = frames.last(where: { $0.run === delivery.run }) else {
      return (.cancelled, top)
    }
    if own.delivery == number { return (.dropped, nil) }
    return (own.isCompletion ? .completed : .replaced, own)
  }

  /// Reports the events that stages still keep, before the playback is torn down.
  public func finish() {
    settle()
    guard !hasFinished else { return }
    let kept = deliveries.keys.sorted().compactMap { deliveries[$0] }
    for delivery in kept where !delivery.isUsed { report(delivery, .held, nil) }
    // The teardown of the playback only releases events that have already been reported.
    deliveries = [:]
    hasFinished = true
  }

  private func report(_ delivery: Delivery, _ reason: Trace.Reason, _ by: Frame?) {
    let stage = plan.stages[delivery.run.stage]
    // An event that reaches an output belongs to the playback, and has not ended.
    if stage.role == .output { return }
    let rival =
      reason == .dropped && delivery.phrase == nil ? delivery.rival ?? delivery.run.rival : nil
    let text = EndText(
      stage: stage, phrase: delivery.phrase ?? plan.reasons[stage.number][reason], reason: reason,
      by: by.flatMap { by in by.event.map { ($0, plan.stages[by.run.stage].name) } },
      rival: rival.map { ($0.event, $0.instant.duration(to: now)) },
      age: delivery.instant.duration(to: now))
    receive(
      .end(
        Trace.End(
          event: delivery.event, stage: stage.number, run: delivery.run.number, instant: now,
          reason: reason, by: by?.event ?? rival?.event, due: delivery.due,
          text: text.description)))
  }
}
