import Composable
import Pipelines
public import Reactive
import ReactiveTesting
import Sessions

extension TestStore where Action: Decodable {
  /// Replays a recorded session in this store: actions of the user are sent and actions of effects
  /// are received, in the order and at the times in the file.
  ///
  ///     await store.replay("Streams/Sessions/counter.json", on: scheduler)
  ///
  /// The effects run with the dependencies of the test. The test fails at the first action that an
  /// effect does not send, and at the first one after which the state differs from the recorded
  /// one. The report contains that action, its place in the file, and the difference. The replay
  /// stops there. A `scheduler` is advanced to each action's time.
  public func replay(
    _ path: String, on scheduler: (any RunnableScheduler)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) async {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let clock = scheduler.map { ReplayClock($0) }
    guard let script = beginReplay(path, at: place) else { return }
    for entry in script.session.entries {
      settle(isolation: isolation)
      clock?.advance(to: entry.time)
      if entry.isFromEffect { await wait(for: script.actions[entry.number - 1], isolation) }
      guard play(entry, of: script, at: place) else { return }
    }
    await waitForAction(isolation: isolation)
    reportUnreceived(at: place, whatEnded: "the session ended")
  }

  /// Replays a recorded session in this store, and sleeps until each action's time, as in
  /// `withVirtualTime`. The replay ends when the task is cancelled.
  public func replay<C: Clock<Duration>>(
    _ path: String, on clock: C, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async throws {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let start = clock.now
    guard let script = beginReplay(path, at: place) else { return }
    for entry in script.session.entries {
      settle(isolation: isolation)
      let left = entry.time - start.duration(to: clock.now)
      if left > .zero { try await clock.sleep(for: left) }
      if entry.isFromEffect { await wait(for: script.actions[entry.number - 1], isolation) }
      guard play(entry, of: script, at: place) else { return }
    }
    await waitForAction(isolation: isolation)
    reportUnreceived(at: place, whatEnded: "the session ended")
  }

  /// Replays a recorded session in this store. Actions of effects must have arrived by their times:
  /// from a publisher, or through the scheduler, which is advanced to each action's time.
  public func replay(
    _ path: String, on scheduler: (any RunnableScheduler)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let clock = scheduler.map { ReplayClock($0) }
    guard let script = beginReplay(path, at: place) else { return }
    settle(isolation: isolation)
    for entry in script.session.entries {
      clock?.advance(to: entry.time)
      guard play(entry, of: script, at: place) else { return }
    }
    host.takeIn()
    reportUnreceived(at: place, whatEnded: "the session ended")
  }
}

extension TestStore where Action: Decodable {
  /// Reads a session, and compares the state at its start. Returns nil if that failed the test.
  private func beginReplay(
    _ path: String, at place: SourcePlace
  ) -> SessionScript<State, Action>? {
    do {
      let script = try SessionScript<State, Action>(try Session(contentsOfFile: path))
      return isSame(script, after: nil, at: place) ? script : nil
    } catch {
      reportMistake(error, at: place)
      return nil
    }
  }

  private func reportMistake(_ error: any Error, at place: SourcePlace) {
    let text = (error as? Diagnostics)?.report ?? "\(error)"
    report("the session cannot be replayed:\n\n\(text)", at: place)
  }

  /// Plays one action of a session. Returns false if that failed the test.
  private func play(
    _ entry: Session.Entry, of script: SessionScript<State, Action>, at place: SourcePlace
  ) -> Bool {
    var action = script.actions[entry.number - 1]
    if entry.isFromEffect {
      guard let received = receive(action, for: entry, of: script, at: place) else { return false }
      // The received action is used instead of its copy from the file, because an error is more
      // than its text.
      action = received
    }
    act(on: action, at: place)
    host.takeIn()
    return isSame(script, after: entry, at: place)
  }

  /// Waits until an effect has sent an action. If others have arrived first, the action may arrive
  /// a few steps later, in a series of effects that start one another. An endless series is not
  /// waited for.
  private func wait(for expected: Action, _ isolation: isolated (any Actor)?) async {
    await waitForAction(isolation: isolation)
    for _ in 0..<100 where host.runCount > 0 {
      if received.contains(where: { isRecorded($0.action, as: expected) }) { return }
      await executor.flush(isolation: isolation)
      host.takeIn()
    }
  }

  /// Receives an action of an effect that equals the one in the session. If several have arrived,
  /// the file determines their order: the relative speed of effects does not matter in a replay.
  private func receive(
    _ expected: Action, for entry: Session.Entry, of script: SessionScript<State, Action>,
    at place: SourcePlace
  ) -> Action? {
    host.takeIn()
    if let index = received.firstIndex(where: { isRecorded($0.action, as: expected) }) {
      return received.remove(at: index).action
    }
    let expectation = " is of an effect, "
    guard let first = received.first else {
      let running = running.sorted { $0.key < $1.key }.map { line($0.value.action) }
      let hint =
        running.isEmpty
        ? "no running effect could send it; if it is the user's, remove its '$by'"
        : "the effect of \(running.joined(separator: ", ")) is still running; replay on its "
          + "scheduler"
      report(
        SessionDifference(
          of: entry, in: script.session,
          "\(expectation)and none sent it: \(line(expected))\n\nhint: \(hint)"
        ).description, at: place)
      return nil
    }
    report(
      SessionDifference(
        of: entry, in: script.session,
        """
        \(expectation)and another came (− recorded, + replayed):

        \(difference(expected, first.action))
        """
      ).description, at: place)
    received.removeFirst()
    return nil
  }

  /// Whether an action equals one in a session, or is encoded in the same way.
  private func isRecorded(_ action: Action, as recorded: Action) -> Bool {
    if let action = action as? any Equatable, action.isEqual(to: recorded) { return true }
    guard let one = action as? any Encodable, let other = recorded as? any Encodable else {
      return stateDifference(action, recorded) == nil
    }
    return Session.isWrittenAlike(one, other)
  }

  private func isSame(
    _ script: SessionScript<State, Action>, after entry: Session.Entry?, at place: SourcePlace
  ) -> Bool {
    do throws(Diagnostics) {
      guard let difference = try script.difference(after: entry, state) else { return true }
      report(difference.description, at: place)
    } catch {
      reportMistake(error, at: place)
    }
    return false
  }
}

/// Advances a scheduler through the times of a session.
private struct ReplayClock {
  private let scheduler: any RunnableScheduler
  private let start: Instant

  init(_ scheduler: any RunnableScheduler) {
    self.scheduler = scheduler
    start = scheduler.now
  }

  /// Runs all work that is due by a time. Empty work makes the clock stop at that time.
  func advance(to time: Duration) {
    let due = start.advanced(by: time)
    let mark = scheduler.schedule(after: scheduler.now.duration(to: due)) {}
    scheduler.run(until: due, steps: .max)
    mark.cancel()
  }
}
