import Checkpoints
import Console
import Pipelines
import Platform
import Reactive
import Values

/// The settings of `play` for a warm start.
struct WarmUpSettings: Sendable {
  /// The logs of the past of each input, in order.
  var logs: [NamedPath] = []
  /// The instant at which the past ends; nil for the end of the logs.
  var until: PlayTime?

  static let options: [Option<Self>] = [
    Option(
      "warm-up", of: .namedPath("NAME=PATH", "motion=motion.1.ndjson"),
      "before the run begins, play this log of the past of an input, without outputs; the stages then "
        + "hold what they would hold if the run had begun with it",
      on: .checkpoints, isRepeatable: true
    ) { $0.logs.append($1) },
    Option(
      "warm-up-until", of: .playTime,
      "end the past at this time; later records come from the inputs of the run, and earlier ones of "
        + "these are skipped",
      on: .checkpoints
    ) { $0.until = $1 },
  ]

  func check(_ settings: PlaySettings) throws(UsageError) {
    if until != nil, logs.isEmpty {
      throw UsageError(
        "'--warm-up-until' needs '--warm-up'", hint: "write '--warm-up NAME=PATH', too")
    }
    if !logs.isEmpty, settings.trace != nil {
      throw UsageError(
        "'--warm-up' and '--trace' cannot be combined",
        hint: "leave one out; the past is not traced")
    }
    if !logs.isEmpty, settings.isShard {
      throw UsageError(
        "'--warm-up' and '--shard' cannot be combined",
        hint: "leave one out; a part begins where the whole log begins")
    }
  }
}

/// Plays the past of a program's inputs without outputs, so that a run can begin with the state that
/// it leaves.
///
/// The logs do not end the inputs. Timers that are due after the last record stay pending.
struct WarmUp {
  /// The reason why the past leaves no state.
  enum Trouble: Error {
    case usage(UsageError)
    case unreadable(InputError)
    case ended(String)
  }

  private let program: Program
  private let settings: PlaySettings
  private let times: EventTimes
  /// The paths of the inputs that name their files.
  private let named: [String: [String]]
  private let end: Instant?

  init(
    of program: Program, _ settings: PlaySettings, _ times: EventTimes,
    named: [String: [InputFile]]
  ) throws(Trouble) {
    (self.program, self.settings, self.times) = (program, settings, times)
    self.named = named.mapValues { $0.map(\.path) }
    let names = Set(program.inputs.used)
    if let log = settings.warmUp.logs.first(where: { !names.contains($0.name) }) {
      let hint = UsageError.meant(log.name, among: names.sorted())
      throw .usage(
        UsageError(
          "option '--warm-up' names '\(log.name)', which is not an input that the stream reads",
          hint: hint ?? "name one of its inputs"))
    }
    for log in settings.warmUp.logs { try Self.check(log) }
    do throws(UsageError) {
      end = try settings.warmUp.until.map { (time) throws(UsageError) in
        try PlayWindow.instant(of: time, for: "--warm-up-until", settings.playing, program)
      }
    } catch {
      throw .usage(error)
    }
  }

  private static func check(_ log: NamedPath) throws(Trouble) {
    do throws(SystemError) {
      guard try FileStatus(ofPath: log.path).kind != .file else { return }
    } catch {
      throw .unreadable(InputError(.unreadable, "cannot read '\(log.path)': \(error.reason)"))
    }
    throw .unreadable(
      InputError(
        .unreadable,
        "the log '\(log.path)' is not a file; name each file of the past, the oldest first"))
  }

  /// Plays the past, and returns the state at its end.
  func play() throws(Trouble) -> PlaybackCheckpoint {
    let pastEnd: PastEnd
    do {
      pastEnd = try program.playPast(
        bindings, until: end, taps: settings.tees.map(\.name),
        outputCount: settings.outputFolder == nil ? 0 : program.outputs.count
      ) { instant in
        ProgressLine.update { _ in "at \(times.phrase(of: instant))" }
      }
    } catch let error as InputError {
      throw .unreadable(error)
    } catch {
      throw .ended("the state of the past cannot be saved: \(error)")
    }
    switch pastEnd {
    case .completion(let completion, let instant):
      throw .ended(describe(completion, at: instant))
    case .state(var state):
      state.head.valueCount = 0
      if settings.isLive {
        state.head.calendar = state.head.inputs?.calendarZero.map {
          $0 &+ state.head.instant.nanoseconds
        }
      }
      return state
    }
  }

  private var bindings: InputBindings {
    var bindings = InputBindings()
    bindings.badRecords = settings.badRecords.map { if case .fail = $0 { .fail } else { .skip } }
    bindings.resumeAfter = settings.checkpoints.resumeAfter
    bindings.badRecordLimit = settings.badRecordLimit
    bindings.window.origin = settings.origin.map { Instant(nanoseconds: $0.nanoseconds) }
    for name in program.inputs.used {
      let logs = settings.warmUp.logs.filter { $0.name == name }
      bindings.bindings[name] =
        logs.isEmpty
        ? .values([])
        : .files(
          logs.map { InputFile(path: $0.path, isGrowing: isFollowed($0)) },
          format: settings.inputFormat,
          bigNumbers: settings.bigNumbers)
    }
    return bindings
  }

  /// Whether a log is the file that the run follows, which another process may be writing.
  private func isFollowed(_ log: NamedPath) -> Bool {
    guard settings.follows, let identity = FileIdentity(path: log.path) else { return false }
    let paths = settings.inputs.filter { $0.name == log.name }.map(\.path) + (named[log.name] ?? [])
    return paths.contains { FileIdentity(path: $0) == identity }
  }

  private func describe(
    _ completion: Subscribers.Completion<StreamFailure>, at instant: Instant
  ) -> String {
    let time = times.phrase(of: instant)
    switch completion {
    case .finished: return "the stream ended at \(time), in the past of '--warm-up'"
    case .failure(let failure):
      let report = FailureReport(failure, of: program)
      return "the stream failed at \(time), in the past of '--warm-up': \(report.line)"
    }
  }
}
