import Composable
import ReactiveTesting

extension TestStore {
  /// Sends an action as a user would, and asserts how it changes the state.
  ///
  /// The closure receives the state before the action, and turns it into the expected one. Actions
  /// of effects must have been received first. With `exhaustivity` off, actions that effects send
  /// by themselves are skipped.
  @discardableResult
  public func send(
    _ action: Action, isolation: isolated (any Actor)? = #isolation,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async -> TestStoreTask {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    settle(isolation: isolation)
    if exhaustivity != .on { await passOverDue(isolation: isolation, at: place) }
    let task = send(action, update, at: place)
    await rest(isolation: isolation)
    return task
  }

  /// Sends an action as a user would, and asserts how it changes the state.
  @discardableResult
  public func send(
    _ action: Action, isolation: isolated (any Actor)? = #isolation,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> TestStoreTask {
    settle(isolation: isolation)
    return send(
      action, update,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func send(
    _ action: Action, _ update: ((inout State) throws -> Void)?, at place: SourcePlace
  ) -> TestStoreTask {
    send(action, at: place) { old in check(update, from: old, after: action, at: place) }
  }

  /// Sends an action, and checks the change that it made.
  func send(
    _ action: Action, at place: SourcePlace, check: (_ old: State) -> Void
  ) -> TestStoreTask {
    if exhaustivity == .on {
      reportUnreceived(at: place, whatEnded: "\(self.line(action)) was sent")
    } else {
      passOverReceived(at: place)
    }
    let old = state
    let known = Set(running.keys)
    act(on: action, at: place)
    check(old)
    return TestStoreTask(
      job: running.first { !known.contains($0.key) }?.value.job, host: host,
      executor: executor, place: place, action: self.line(action))
  }
}

/// The effects of an action in a test.
public struct TestStoreTask {
  let job: EffectJob?
  let host: EffectHost
  let executor: PiecewiseExecutor
  let place: SourcePlace
  let action: String

  /// Whether the effects are over.
  public var isFinished: Bool { job?.isOver ?? true }

  /// Cancels the effects.
  public func cancel() {
    job?.cancel()
  }

  /// Cancels the effects.
  public func cancel(isolation: isolated (any Actor)? = #isolation) async {
    job?.cancel()
  }

  /// Waits until the effects are over. Fails the test at once if they wait for a scheduler, or for
  /// nothing that is running. Waits up to the `timeout` if there is one. Virtual time ignores the
  /// timeout.
  public func finish(
    timeout: Duration? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let limit = WaitLimit(timeout, of: host.mailbox)
    while true {
      host.takeIn()
      if isFinished || Task.isCancelled { return }
      guard host.runCount > 0 else { break }
      if limit.hasPassed {
        // A slow machine does not count as a slow effect: effects first do everything that they
        // can.
        await executor.settle(isolation: isolation)
        host.takeIn()
        if isFinished { return }
        break
      }
      await host.mailbox.waitForNews()
    }
    let waitsForOthers = host.runCount == 0
    reportIssue(
      """
      the effect of \(action) does not finish\(waitsForOthers ? " by itself" : limit.words)\
      \(waitsForOthers ? ": it waits for a scheduler or for a publisher" : "")

      hint: advance the \(waitsForOthers ? "scheduler" : "clock") before, or cancel the effect
      """, severity: .error, at: place)
  }
}
