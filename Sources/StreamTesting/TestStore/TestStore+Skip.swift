import Composable

extension TestStore {
  /// Passes over the actions of effects that have come: they are reduced, and nothing is stated.
  ///
  /// With `strict`, that there is none fails the test.
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

  /// Passes over the actions of effects that have come: they are reduced, and nothing is stated.
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

  /// Cancels the effects that are under way.
  ///
  /// With `strict`, that there is none fails the test.
  public func skipInFlightEffects(
    strict: Bool = true, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    skipEffects(
      strict: strict,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Cancels the effects that are under way.
  public func skipInFlightEffects(
    strict: Bool = true, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    skipEffects(
      strict: strict,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Waits until all effects have ended. Fails the test at once if only publishers are left, which
  /// wait for a scheduler that nobody advances; and for actions that were not received. With a `timeout`,
  /// it waits no longer than that; in virtual time a timeout is not used.
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
        // A slow machine is no slow effect: what the effects do by themselves, they do first.
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
  /// Reduces the first action that has come, and shows it if that was asked for.
  func passOverFirst(at place: SourcePlace) {
    let action = received.removeFirst().action
    let old = state
    act(on: action, at: place)
    guard showsSkipped else { return }
    report(
      """
      \(line(action)) was passed over (− before, + after):

      \(isEqual(old, state) ? "  (no state changes)" : difference(old, state))
      """, at: place, isSkipped: true)
  }

  /// Reduces all actions that have come, and those that come of them.
  func passOverReceived(at place: SourcePlace) {
    while !received.isEmpty { passOverFirst(at: place) }
  }

  /// Lets effects have turns, and reduces what they send in each, until they rest: but not without end.
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
      report("there is no action of an effect to pass over", at: place)
    }
    passOverReceived(at: place)
  }

  private func skipEffects(strict: Bool, at place: SourcePlace) {
    host.takeIn()
    if running.isEmpty, strict {
      report("there is no effect under way to stop", at: place)
    }
    for (_, effect) in running.sorted(by: { $0.key < $1.key }) { effect.job.cancel() }
  }

  private func checkFinished(at place: SourcePlace) {
    let left = running.sorted { $0.key < $1.key }
    if !left.isEmpty {
      report(
        """
        \(left.count == 1 ? "an effect does" : "\(left.count) effects do") not finish by \
        \(left.count == 1 ? "itself" : "themselves"); set off by:

        \(left.map { "  \(Dump.line($0.value.action)), at \($0.value.place)" }
          .joined(separator: "\n"))

        hint: advance the scheduler that is waited for, or stop \(left.count == 1 ? "it" : "them") \
        by 'store.skipInFlightEffects()'
        """, at: place)
      // Said once: the end of the test does not say it again.
      for (_, effect) in left { effect.job.cancel() }
    }
    reportUnreceived(at: place, whatEnded: "the store was finished")
  }
}
