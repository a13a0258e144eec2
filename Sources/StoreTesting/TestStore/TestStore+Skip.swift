import Composable
import ReactiveTesting

extension TestStore {
  /// Skips the actions of effects that have arrived. They are reduced without assertions.
  ///
  /// With `strict`, it fails the test if there are none.
  public func skipReceivedActions(
    strict: Bool = true, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    settle(isolation: isolation)
    await waitForAction(isolation: isolation)
    skip(
      strict: strict,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Skips the actions of effects that have arrived. They are reduced without assertions.
  public func skipReceivedActions(
    strict: Bool = true, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    settle(isolation: isolation)
    skip(
      strict: strict,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Cancels the running effects.
  ///
  /// With `strict`, it fails the test if there are none.
  public func skipInFlightEffects(
    strict: Bool = true, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    skipEffects(
      strict: strict,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Cancels the running effects.
  public func skipInFlightEffects(
    strict: Bool = true, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    skipEffects(
      strict: strict,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Waits until all effects have ended. Fails the test at once if only publishers remain that wait
  /// for a scheduler that no code advances, and also for actions that were not received. Waits up
  /// to the `timeout` if there is one. Virtual time ignores the timeout.
  public func finish(
    timeout: Duration? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    settle(isolation: isolation)
    let limit = WaitLimit(timeout, of: host.mailbox)
    while true {
      host.takeIn()
      if exhaustivity != .on { passOverReceived(at: place) }
      if host.runCount == 0 || Task.isCancelled { break }
      if limit.hasPassed {
        // A slow machine does not count as a slow effect: effects first do everything that they
        // can.
        await executor.settle(isolation: isolation)
        host.takeIn()
        if exhaustivity != .on { passOverReceived(at: place) }
        break
      }
      await host.mailbox.waitForNews(isolation: isolation)
    }
    checkFinished(at: place)
  }

  /// Fails the test for effects that have not ended, and for actions that were not received.
  public func finish(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    settle(isolation: isolation)
    host.takeIn()
    if exhaustivity != .on { passOverReceived(at: place) }
    checkFinished(at: place)
  }
}

extension TestStore {
  /// Reduces the first action that has arrived, and shows it if skipped assertions are shown.
  func passOverFirst(at place: SourcePlace) {
    let action = received.removeFirst().action
    let old = state
    act(on: action, at: place)
    guard showsSkipped else { return }
    report(
      """
      \(line(action)) was skipped (− before, + after):

      \(isEqual(old, state) ? "  (no state changes)" : difference(old, state))
      """, at: place, isSkipped: true)
  }

  /// Reduces all actions that have arrived, and those that they cause.
  func passOverReceived(at place: SourcePlace) {
    while !received.isEmpty { passOverFirst(at: place) }
  }

  /// Lets effects run in turns, and reduces the actions that they send, until they come to rest or
  /// a limit is reached.
  func passOverDue(isolation: isolated (any Actor)?, at place: SourcePlace) async {
    var calmTurns = 0
    for _ in 0..<1000 where calmTurns < 3 {
      let isCalm = await executor.takeTurn(isolation: isolation)
      host.takeIn()
      calmTurns = isCalm && received.isEmpty ? calmTurns + 1 : 0
      passOverReceived(at: place)
    }
  }

  private func skip(strict: Bool, at place: SourcePlace) {
    host.takeIn()
    if received.isEmpty, strict {
      report("there is no action of an effect to skip", at: place)
    }
    passOverReceived(at: place)
  }

  private func skipEffects(strict: Bool, at place: SourcePlace) {
    host.takeIn()
    if running.isEmpty, strict {
      report("there is no running effect to stop", at: place)
    }
    for (_, effect) in running.sorted(by: { $0.key < $1.key }) { effect.job.cancel() }
  }

  private func checkFinished(at place: SourcePlace) {
    let left = running.sorted { $0.key < $1.key }
    if !left.isEmpty {
      report(
        """
        \(left.count == 1 ? "an effect does" : "\(left.count) effects do") not finish by \
        \(left.count == 1 ? "itself" : "themselves"); started by:

        \(left.map { "  \(Dump.line($0.value.action)), at \($0.value.place)" }
          .joined(separator: "\n"))

        hint: advance the scheduler that is waited for, or stop \(left.count == 1 ? "it" : "them") \
        with 'store.skipInFlightEffects()'
        """, at: place)
      // This is reported only once, so the end of the test does not repeat it.
      for (_, effect) in left { effect.job.cancel() }
    }
    reportUnreceived(at: place, whatEnded: "the store was finished")
  }
}
