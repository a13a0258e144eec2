/// The rule of an operator that measures time: it decides what happens to a value, and when the
/// alarm rings.
///
/// A rule is stateless. What a run remembers is a `State`, a value, which is `Codable` where the
/// values of the stream are. The functions of a rule change the state, set the alarm, and return
/// the next step, which `AlarmRun` takes once the state is at rest again. The only foreign code that
/// a rule calls is that of its parameters, in `answer`, before anything changes. So a rule need not
/// expect a value, a cancel or an end in the middle of a change, and knows neither its subscriber
/// nor its subscription.
@usableFromInline
package protocol AlarmRule<Input, Output, Failure> {
  associatedtype Input
  associatedtype Output
  associatedtype Failure: Error
  associatedtype State
  /// The results of the closures of the rule for a value.
  associatedtype Answer = Void
  /// The type of a value that a new value may replace. The run releases the replaced value, because
  /// that may run foreign code.
  associatedtype Replaced = Never

  /// The most that a run holds. It also has one alarm.
  var bound: StateBound { get }

  /// The state of a run that begins at an instant.
  func begin(at now: Instant) -> State

  /// Whether the run calls `start` once it has subscribed to upstream.
  static var starts: Bool { get }
  func start(_ state: inout State, _ turn: inout AlarmTurn)

  /// Whether the run calls `prepare`.
  static var prepares: Bool { get }
  /// Receives a value before the closures are called.
  func prepare(_ input: Input, _ state: inout State, _ turn: inout AlarmTurn)
  /// Calls the closures of the rule for a value. Most do not depend on the state, and a copy of it
  /// costs time.
  func answer(_ input: Input, _ state: @autoclosure () -> State) -> Answer
  /// Receives a value.
  func receive(
    _ input: Input, _ answer: Answer, replacing replaced: inout Replaced?, _ state: inout State,
    _ turn: inout AlarmTurn
  ) -> AlarmStep<Output, Failure>
  /// Receives a value that `receive` rejected, with the instant at which it arrived.
  func reject(_ input: Input, at now: Instant)
  /// Receives a value that another one has replaced.
  func lose(_ replaced: Replaced, at now: Instant)

  /// Receives the ring of the alarm, which is no longer set by then. `due` is the instant for which
  /// it was set.
  func ring(due: Instant, _ state: inout State, _ turn: inout AlarmTurn) -> AlarmStep<
    Output, Failure
  >
  /// Continues after a value that was emitted with `emitAndProceed`.
  func proceed(_ state: inout State, _ turn: inout AlarmTurn) -> AlarmStep<
    Output, Failure
  >
  /// Upstream has completed or failed. If the step is `rest`, the completion waits for a later one.
  func end(hasFailed: Bool, _ state: inout State, _ turn: inout AlarmTurn) -> AlarmStep<
    Output, Failure
  >
  /// Receives what a run still holds when it completes.
  func leave(_ state: State)

  /// Whether batches are worth offering.
  static var takesBatches: Bool { get }
  /// Whether a value that arrives at an instant, before the alarm rings, will be stored or rejected.
  func absorbs(at now: Instant, _ state: State, isWaiting: Bool) -> Bool

  /// The values that are lost if time stops once upstream has finished, at most `limit` of them as
  /// examples. `wait` is the ticket for which the alarm is set.
  func undelivered(in state: State, wait: Ticket?, limit: Int) -> UndeliveredValues
}

/// The step that follows an event.
@usableFromInline
package enum AlarmStep<Output, Failure: Error> {
  /// Does nothing: the value was stored or dropped.
  case rest
  /// Hands the value that arrived to `reject`.
  case reject
  case emit(Output)
  /// Emits an output. Once it has travelled all the way down, the rule proceeds.
  case emitAndProceed(Output)
  /// Emits an output, and then ends as upstream has.
  case emitLast(Output)
  /// Ends as upstream has. If upstream has not ended, it is cancelled and the run completes.
  case end
  /// Cancels upstream, which then counts as having failed.
  case fail(() -> Failure)
}

/// One event, as a rule sees it.
@safe @usableFromInline
package struct AlarmTurn {
  /// The instant of the event.
  @usableFromInline package let now: Instant
  /// The ticket with which the alarm rings; nil if it is not set. A rule changes it to set the
  /// alarm, or to stop waiting.
  @usableFromInline package var wait: Ticket?
  /// Whether the wait does not keep a playback alive.
  @usableFromInline package var isIdle: Bool
  /// Whether upstream has completed or failed.
  @usableFromInline package let hasEnded: Bool
  /// The alarm outlives the call that makes the turn.
  @usableFromInline let alarm: Unmanaged<Alarm>

  @inlinable
  init(_ alarm: Alarm, now: Instant, hasEnded: Bool) {
    self.now = now
    wait = unsafe alarm.next
    isIdle = unsafe alarm.isIdle
    self.hasEnded = hasEnded
    unsafe self.alarm = .passUnretained(alarm)
  }

  @inlinable package var isWaiting: Bool { wait != nil }

  /// Takes a ticket for an instant, in the order of all events of the playback.
  @inlinable
  package func takeTicket(due: Instant) -> Ticket {
    unsafe alarm._withUnsafeGuaranteedRef { $0.scheduler.takeTicket(due: due) }
  }

  /// Sets the alarm to `nanoseconds` from now.
  @inlinable
  package mutating func wait(nanoseconds: Int64) {
    wait = takeTicket(due: now.advanced(byNanoseconds: nanoseconds))
  }
}

// MARK: - What most rules do

extension AlarmRule {
  @inlinable package static var starts: Bool { false }
  @inlinable package static var prepares: Bool { false }
  @inlinable
  package func start(_ state: inout State, _ turn: inout AlarmTurn) {}
  @inlinable
  package func prepare(_ input: Input, _ state: inout State, _ turn: inout AlarmTurn) {}
  @inlinable
  package func reject(_ input: Input, at now: Instant) {}
  @inlinable
  package func lose(_ replaced: Replaced, at now: Instant) {}
  @inlinable
  package func proceed(_ state: inout State, _ turn: inout AlarmTurn) -> AlarmStep<
    Output, Failure
  > { turn.hasEnded ? .end : .rest }
  @inlinable
  package func end(hasFailed: Bool, _ state: inout State, _ turn: inout AlarmTurn) -> AlarmStep<
    Output, Failure
  > { .end }
  @inlinable
  package func leave(_ state: State) {}
  @inlinable package static var takesBatches: Bool { false }
  @inlinable
  package func absorbs(at now: Instant, _ state: State, isWaiting: Bool) -> Bool { false }
  @usableFromInline
  package func undelivered(in state: State, wait: Ticket?, limit: Int) -> UndeliveredValues {
    UndeliveredValues(count: 0, first: [])
  }
}

extension AlarmRule where Answer == Void {
  @inlinable
  func answer(_ input: Input, _ state: @autoclosure () -> State) {}
}
