/// Runs a test on a separate virtual clock, and fails it if it leaves pending work.
///
///     try withTestScheduler { scheduler in
///       let recorder = publisher.debounce(for: .seconds(1), scheduler: scheduler)
///         .record(on: scheduler)
///       try scheduler.run()
///       #expect(recorder.timeline == .marbles("--a|"))
///     }
///
/// Work that is pending at the end is reported with its stage and the line of the test that made
/// it. A test that throws is not checked further. Work that is supposed to remain must be cancelled
/// through its recorder or handle.
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

/// Like `withTestScheduler`, for an asynchronous test. It stays in the isolation of the caller.
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
