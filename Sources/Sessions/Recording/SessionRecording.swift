import Composable
import Reactive
import Values

/// A recording of a store's actions.
///
/// It continues until `stop()`, or until the store is gone. It need not be retained.
public final class SessionRecording {
  /// The number of actions in the file.
  public private(set) var count = 0
  /// The reason why it ended before it was stopped: the file could not be written, or an action was
  /// not JSON.
  public private(set) var failure: RecordingError?

  private var file: SessionFile?
  private let clock: SessionClock
  private var lastTime: Int64 = 0
  private var line = JSONWriter()
  private var release: () -> Void = {}

  /// - Parameter entries: The actions that are in the file.
  init(_ file: SessionFile, clock: SessionClock, after entries: [Session.Entry] = []) {
    self.file = file
    self.clock = clock
    count = entries.count
    lastTime = entries.last?.time.wholeNanoseconds ?? 0
  }

  /// Whether actions are still recorded.
  public var isRunning: Bool { file != nil }

  /// Ends the recording. The file is complete after each action, so there is nothing else to do.
  public func stop() {
    file = nil
    release()
    release = {}
  }

  func onStop(_ release: @escaping () -> Void) {
    self.release = release
  }

  /// Records an action. The first failure ends the recording, and is reported.
  func add(
    _ source: ActionSource, action: () throws -> Value, state: (() throws -> Value)?
  ) {
    guard let file else { return }
    do {
      let time = max(lastTime, clock.now())
      let item = try line(
        action(), after: time - lastTime, isFromEffect: source == .effect, state: state?())
      try file.append(item)
      lastTime = time
      count += 1
    } catch {
      let failure = RecordingError(
        "the recording ends before action \(count + 1): \(Self.words(error))")
      self.failure = failure
      stop()
      IssueReporter.report(failure.description)
    }
  }

  /// Returns an item of the stream, on a separate line.
  private func line(
    _ action: Value, after nanoseconds: Int64, isFromEffect: Bool, state: Value?
  ) throws(RecordingError) -> [UInt8] {
    line.buffer.truncate()
    line.buffer.append("    { \"value\": ")
    line.write(try action.written())
    if nanoseconds > 0 {
      line.buffer.append(", \"operators\": [ { \"delay\": { \"seconds\": ")
      line.buffer.appendSeconds(nanoseconds: nanoseconds)
      line.buffer.append(" } } ]")
    }
    if isFromEffect { line.buffer.append(", \"$by\": \"effect\"") }
    if let state {
      line.buffer.append(", \"$state\": ")
      line.write(try state.written())
    }
    line.buffer.append(" }")
    return line.buffer.bytes
  }
}

extension SessionRecording {
  /// Returns the reason why a value cannot be recorded.
  static func words(_ error: any Error) -> String {
    switch error {
    case let error as RecordingError: error.description
    case EncodingError.invalidValue(_, let context): "it is not JSON: \(context.debugDescription)"
    default: "it is not JSON: \(error)"
    }
  }
}

/// The clock of a recording, in nanoseconds since its start.
struct SessionClock {
  let now: () -> Int64

  /// Creates a clock with the exact time of a scheduler, since its present time or an earlier one.
  init(_ scheduler: any Scheduler, since start: Instant? = nil) {
    let start = (start ?? scheduler.now).nanoseconds
    now = { scheduler.now.nanoseconds - start }
  }

  /// Creates a clock of real time, in whole milliseconds, because a person is not more exact than
  /// that and may edit the file.
  init() {
    let start = ContinuousClock.now
    now = {
      let elapsed = (ContinuousClock.now - start).wholeNanoseconds
      return (elapsed + 500_000) / 1_000_000 * 1_000_000
    }
  }
}

extension Value {
  /// Returns the value with the members of objects in the order of their keys, because the order of
  /// dictionaries changes from run to run. Throws for a number that JSON does not have.
  func written() throws(RecordingError) -> Value {
    switch self {
    case .double(let double) where !double.isFinite:
      throw RecordingError("it contains \(double), a number that JSON cannot hold")
    case .array(let elements):
      var written: [Value] = []
      for element in elements { written.append(try element.written()) }
      return .array(written)
    case .object(let object):
      var members: [Member] = []
      for member in object.members.sorted(by: { $0.key < $1.key }) {
        members.append(Member(key: member.key, value: try member.value.written()))
      }
      return .object(Object(members))
    case .null, .bool, .int, .double, .string: return self
    }
  }
}
