public import Composable
import ReactiveTesting

extension TestStore where Action: Equatable {
  /// Receives the next action of an effect, which must equal the expected one, and asserts how it
  /// changes the state.
  ///
  /// It waits until an effect sends an action, or the last `.run` effect has ended, up to the
  /// `timeout` if there is one. Virtual time ignores the timeout. The action is reduced now. With
  /// `exhaustivity` off, actions before it are skipped.
  public func receive(
    _ expected: Action, timeout: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await receiveLater(
      .equal(to: expected), isolation: isolation, timeout: timeout, update,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Receives the next action of an effect, which must equal the expected one, and asserts how it
  /// changes the state. The action must have arrived: from a publisher, or by advancing a
  /// scheduler.
  public func receive(
    _ expected: Action, isolation: isolated (any Actor)? = #isolation,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    settle(isolation: isolation)
    receive(
      .equal(to: expected), update,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension TestStore {
  /// Receives the next action of an effect, which must be in this case:
  /// `receive(/Action.response)`.
  public func receive<Value>(
    _ path: CasePath<Action, Value>, timeout: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await receiveLater(
      .of(path), isolation: isolation, timeout: timeout, update,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Receives the next action of an effect, which must be in this case and must have arrived.
  public func receive<Value>(
    _ path: CasePath<Action, Value>, isolation: isolated (any Actor)? = #isolation,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    settle(isolation: isolation)
    receive(
      .of(path), update,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Receives the next action of an effect, for which the closure must return true.
  public func receive(
    _ isExpected: @escaping (Action) -> Bool, timeout: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await receiveLater(
      matching(isExpected), isolation: isolation, timeout: timeout, update,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Receives the next action of an effect, for which the closure must return true, and which must
  /// have arrived.
  public func receive(
    _ isExpected: @escaping (Action) -> Bool, isolation: isolated (any Actor)? = #isolation,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    settle(isolation: isolation)
    receive(
      matching(isExpected), update,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension TestStore {
  private func matching(_ isExpected: @escaping (Action) -> Bool) -> ActionExpectation<Action> {
    .matching(
      { action in self.withOwnDependencies { isExpected(action) } },
      "an action that satisfies the predicate")
  }
}

extension ActionExpectation {
  fileprivate static func of<Value>(_ path: CasePath<Action, Value>) -> ActionExpectation {
    .matching(
      { path.extract(from: $0) != nil },
      Value.self == Void.self ? "an action of the case" : "an action of the case with \(Value.self)"
    )
  }
}

extension TestStore {
  /// Waits for an action that may be the expected one, and receives it.
  private func receiveLater(
    _ expectation: ActionExpectation<Action>, isolation: isolated (any Actor)?,
    timeout: Duration?, _ update: ((inout State) throws -> Void)?, at place: SourcePlace
  ) async {
    await receiveLater(expectation, isolation: isolation, timeout: timeout, at: place) {
      old, action in
      check(update, from: old, after: action, at: place)
    }
  }

  /// Waits for an action that may be the expected one, receives it, and checks the change that it
  /// made.
  func receiveLater(
    _ expectation: ActionExpectation<Action>, isolation: isolated (any Actor)?,
    timeout: Duration?, at place: SourcePlace, check: (_ old: State, _ action: Action) -> Void
  ) async {
    settle(isolation: isolation)
    let limit = WaitLimit(timeout, of: host.mailbox)
    while true {
      await waitForAction(isolation: isolation, limit)
      guard exhaustivity != .on, let next = received.first, !expectation.isMet(next.action) else {
        break
      }
      passOverFirst(at: place)
    }
    receive(expectation, limit, at: place, check: check)
    await rest(isolation: isolation)
  }

  /// Lets ready effects run, so that an effect with nothing more to do has ended when the test
  /// ends.
  func rest(isolation: isolated (any Actor)?) async {
    guard host.runCount > 0 else { return }
    await executor.rest(isolation: isolation)
  }

  /// Waits until an effect has sent an action, or no `.run` effect remains that could.
  package func waitForAction(isolation: isolated (any Actor)?, _ limit: WaitLimit? = nil) async {
    while true {
      host.takeIn()
      if !received.isEmpty || host.runCount == 0 || Task.isCancelled { break }
      if let limit, limit.hasPassed {
        // A slow machine does not count as a slow effect: effects first do everything that they
        // can.
        await executor.settle(isolation: isolation)
        break
      }
      await host.mailbox.waitForNews(isolation: isolation)
    }
    // An effect that ends after sending its action must have ended, however fast the test
    // continues.
    await executor.flush(isolation: isolation)
    host.takeIn()
  }

  private func receive(
    _ expectation: ActionExpectation<Action>, _ update: ((inout State) throws -> Void)?,
    at place: SourcePlace
  ) {
    receive(expectation, at: place) { old, action in
      check(update, from: old, after: action, at: place)
    }
  }

  /// Receives an action that has arrived, and checks the change that it made.
  func receive(
    _ expectation: ActionExpectation<Action>, _ limit: WaitLimit? = nil, at place: SourcePlace,
    check: (_ old: State, _ action: Action) -> Void
  ) {
    host.takeIn()
    if exhaustivity != .on {
      while let next = received.first, !expectation.isMet(next.action) { passOverFirst(at: place) }
    }
    guard !received.isEmpty else { return reportNothing(expectation, limit, at: place) }
    let action = received.removeFirst().action
    if !expectation.isMet(action) {
      if let difference = expectation.difference(action) {
        report(
          """
          received a different action than expected (− expected, + actual):

          \(difference)
          """, at: place)
      } else {
        report("received \(line(action)), expected \(expectation.words)", at: place)
      }
    }
    let old = state
    act(on: action, at: place)
    check(old, action)
  }

  private func reportNothing(
    _ expectation: ActionExpectation<Action>, _ limit: WaitLimit?, at place: SourcePlace
  ) {
    let waiting = running.sorted { $0.key < $1.key }.map { line($0.value.action) }
    let hint =
      waiting.isEmpty
      ? "no running effect could send it"
      : """
      the effect of \(waiting.joined(separator: ", ")) is still running; advance the scheduler that it \
      waits for\(host.runCount > 0 && limit == nil ? ", or 'await' the call" : "")
      """
    report(
      """
      no action was received\(limit?.words ?? ""), expected \(expectation.words)

      hint: \(hint)
      """, at: place)
  }
}
