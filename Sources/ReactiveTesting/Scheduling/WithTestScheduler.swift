/// Runs a test on a virtual clock of its own, and fails it if it leaves work in line.
///
///     try withTestScheduler { scheduler in
///       let recorder = publisher.debounce(for: .seconds(1), scheduler: scheduler)
///         .record(on: scheduler)
///       try scheduler.run()
///       #expect(recorder.timeline == .marbles("--a|"))
///     }
///
/// What is still in line at the end is named with its stage and the line of the test that made it.
/// A test that throws is not asked for more. Work that is meant to be left is cancelled by its
/// recorder or handle.
public func withTestScheduler<Result>(
  bounds: Bounds = .standard, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  _ test: (TestScheduler) throws -> Result
) rethrows -> Result {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let scheduler = TestScheduler(bounds: bounds)
  let result = try test(scheduler)
  scheduler.reportUnfinished(at: place)
  return result
}

/// As `withTestScheduler`, for a test that waits for something else meanwhile; it stays in the
/// isolation of the caller.
public func withTestScheduler<Result>(
  bounds: Bounds = .standard, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
  column: Int = #column, _ test: (TestScheduler) async throws -> Result
) async rethrows -> Result {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let scheduler = TestScheduler(bounds: bounds)
  let result = try await test(scheduler)
  scheduler.reportUnfinished(at: place)
  return result
}

extension TestScheduler {
  fileprivate func reportUnfinished(at place: SourcePlace) {
    guard hasPending else { return }
    reportIssue(
      "work is left at the end of the test, at \(now.brief)\n\(pending.listed(of: pending.count))",
      at: place)
  }
}
