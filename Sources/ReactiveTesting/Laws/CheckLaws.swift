public import Reactive

/// Checks the laws that every publisher must obey, and fails the test with a list of violations.
///
///     checkLaws { scheduler in MyTimer(every: .seconds(1), scheduler: scheduler).prefix(3) }
///
/// The laws: one subscription first; at most one completion, and nothing after it; nothing after a
/// cancel, whether it happens at the subscription, inside a value or between two values; no queued
/// work left after a cancel or after the end; the subscriber is released after the end; a second
/// run is independent of the first.
///
/// - Parameters:
///   - bounds: The limits of a run that does not end by itself. Reaching them is not a mistake.
///   - make: Makes the publisher. It is called for each run.
public func checkLaws<P: Publisher>(
  bounds: Bounds = Bounds(steps: 10_000, time: .seconds(1000)), fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  of make: @escaping (VirtualScheduler) -> P
) {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  var check = LawCheck<P>(bounds: bounds) {
    let scheduler = VirtualScheduler()
    return .init(scheduler: scheduler, publisher: make(scheduler), running: { 0 })
  }
  check.checkAll("played whole")
  report(check.broken, at: place)
}

/// Checks the laws that every operator must obey, for any behaviour of its upstream.
///
///     checkLaws(ofOperator: { upstream, scheduler in upstream.myDebounce(on: scheduler) })
///
/// The upstream emits no value, one or many, and then completes, fails or stays open, either all at
/// once or one per second. In addition to the laws of a publisher, upstream must be cancelled when
/// the run is, and when the operator ends the run by itself.
public func checkLaws<P: Publisher>(
  bounds: Bounds = Bounds(steps: 10_000, time: .seconds(1000)), fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  ofOperator apply:
    @escaping (AnyPublisher<Int, LawFailure>, VirtualScheduler) -> P
) {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  var broken: [String] = []
  for course in LawUpstream.Course.allCases {
    for style in LawUpstream.Style.allCases {
      var check = LawCheck<P>(bounds: bounds) {
        let scheduler = VirtualScheduler()
        let count = LawUpstream.RunCount()
        let upstream = LawUpstream(
          course: course, style: style, count: count, scheduler: scheduler)
        return .init(
          scheduler: scheduler, publisher: apply(upstream.eraseToAnyPublisher(), scheduler),
          running: { count.running })
      }
      check.checkAll("\(course.rawValue), \(style.rawValue)")
      broken += check.broken
    }
  }
  report(broken, at: place)
}

private func report(_ broken: [String], at place: SourcePlace) {
  guard !broken.isEmpty else { return }
  let lines = broken.prefix(20).map { "  \($0)" }
  let more = broken.count > 20 ? ["  … and \(broken.count - 20) more"] : []
  reportIssue(
    (["breaks the laws of publishers:"] + lines + more).joined(separator: "\n"), at: place)
}
