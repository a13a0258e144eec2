import Checkpoints
import Console
import Pipelines
import Platform
import Reactive
import Synchronization
import Values

/// The checkpoints of a run: the one from which it continues, and those that it writes.
final class RunCheckpoints {
  /// The checkpoint from which the run continues; nil if it begins.
  let resumed: RunCheckpoint?
  /// The state with which the playback begins; nil if it has none.
  var state: PlaybackCheckpoint?
  private let file: CheckpointFile?
  private let interval: CheckpointInterval
  private let options: [String]
  private let countsFrom1970: Bool
  private let isLive: Bool
  private let documents: [RunDescription.Document]
  /// The outputs, once they are open.
  var outputs: PlayOutputs?
  /// The inputs, once they are open; nil if there are none.
  var session: InputSession?
  /// The reason why the last checkpoint could not be written.
  private(set) var trouble: String?
  /// Whether the playback was woken since it was last asked.
  private let isWoken = Flag()
  /// Whether a copy of the process is writing, so that the playback is woken when it may be done.
  private let isCopying = Flag()
  /// The moment, and the number of records, at which the playback was last saved.
  private var last = (moment: MonotonicClock.nanoseconds, records: 0)

  /// Reads the checkpoint of an earlier run, if the settings name one, and claims the place of
  /// those that this one writes.
  init(_ settings: PlaySettings, of program: Program) throws(CheckpointError) {
    let choice = settings.checkpoints
    interval = choice.interval ?? .time(.seconds(10))
    options = settings.wordsOfPlayback
    isLive = settings.isLive
    countsFrom1970 = program.countsFrom1970
    documents = program.sources.compactMap { $0.map(RunDescription.Document.init) }
    file =
      try choice.isDryRun
      ? nil
      : choice.file.map { (path) throws(CheckpointError) in
        try CheckpointFile(at: path, keeping: choice.count ?? 3)
      }
    resumed = try Self.checkpoint(choice)
    guard let resumed, let path = choice.resumedFile ?? choice.file else { return }
    state = try Self.state(of: resumed, at: path, settings, options, documents, for: program)
  }

  private static func report(_ line: String) {
    complain("stream-run: \(line)".onOneLine)
  }

  /// Reads the checkpoint of an earlier run, if the settings name one.
  private static func checkpoint(
    _ choice: CheckpointSettings
  ) throws(CheckpointError) -> RunCheckpoint? {
    guard choice.resumes, let path = choice.resumedFile ?? choice.file else { return nil }
    let last =
      choice.resumedFile == nil
      ? try CheckpointFile.lastCheckpoint(at: path, report: report)
      : try CheckpointFile.existing(at: path, report: report)
    if last == nil { report("the checkpoint '\(path)' does not exist yet; the run begins") }
    return last
  }

  /// Returns the state with which this run continues an earlier one; nil if that has ended.
  private static func state(
    of checkpoint: RunCheckpoint, at path: String, _ settings: PlaySettings, _ options: [String],
    _ documents: [RunDescription.Document], for program: Program
  ) throws(CheckpointError) -> PlaybackCheckpoint? {
    let difference = checkpoint.run.difference(from: options, documents)
    if let difference, !(difference.canBeCarried && settings.checkpoints.resumesChanged) {
      throw CheckpointError(
        .invalid,
        "the checkpoint '\(path)' is of another run: \(difference.reason); \(difference.hint)")
    }
    guard let state = checkpoint.playback else {
      report("the run that '\(path)' saved has ended; there is nothing to continue")
      return nil
    }
    report("the run continues where '\(path)' was saved")
    guard difference != nil else {
      if settings.checkpoints.isDryRun { report("nothing has changed; all operators continue") }
      return state
    }
    do {
      let carried = try program.carry(
        state, of: checkpoint.run, taps: settings.tees.map(\.name),
        outputCount: settings.outputFolder == nil ? 0 : program.outputs.count)
      for line in carried.report { report(line) }
      return carried.checkpoint
    } catch Program.CarryingTrouble.ended {
      throw CheckpointError(
        .invalid, "the checkpoint '\(path)' cannot be used: the changed document ends at once")
    } catch {
      throw CheckpointError(
        .invalid,
        "the checkpoint '\(path)' cannot be used for the changed document: \(error); begin without "
          + "'--resume', or with '--warm-up'")
    }
  }

  /// Whether the run from which this one would continue has ended.
  var hasEnded: Bool { resumed.map { $0.playback == nil } ?? false }

  // MARK: Saving

  /// Whether the run writes checkpoints, so that a signal saves it.
  var isWritten: Bool { file != nil }

  /// How the playback is saved.
  var saving: PlaybackSaving {
    PlaybackSaving(
      isDue: { self.isDue },
      isWoken: { self.isWoken.value.exchange(false, ordering: .acquiringAndReleasing) },
      isInterrupted: { self.isWritten && Interruption.code != nil },
      save: isWritten ? { self.save($0) } : nil)
  }

  private var recordCount: Int { session?.reports.reduce(0) { $0 + $1.recordCount } ?? 0 }

  private var isDue: Bool {
    guard let file else { return false }
    if file.isBeingWritten { report { () throws(CheckpointError) in try file.finish() } }
    guard !file.isBeingWritten else { return false }
    switch interval {
    case .time(let time):
      return MonotonicClock.nanoseconds - last.moment >= time.wholeNanoseconds
    case .records(let count): return recordCount - last.records >= count
    }
  }

  /// Wakes a playback that waits now and then, so that it can be saved.
  func wake(_ remote: WallClockScheduler.Remote?, _ reading: ReadingStop?) {
    guard file != nil, remote != nil || reading != nil, case .time(let time) = interval else {
      return
    }
    let step = min(time.wholeNanoseconds, 500_000_000)
    let isStarted = DetachedThread.start { [isWoken, isCopying] in
      var waited: Int64 = 0
      while true {
        CurrentThread.sleep(nanoseconds: step)
        waited += step
        guard waited >= time.wholeNanoseconds || isCopying.value.load(ordering: .acquiring) else {
          continue
        }
        waited = 0
        isWoken.value.store(true, ordering: .releasing)
        reading?.pause()
        remote?.stop()
      }
    }
    if !isStarted { complain("stream-run: while the playback waits, it is not saved") }
  }

  /// The longest time for which the playback stops to be saved, in nanoseconds. A greater state is
  /// written by a copy of the process.
  private static let patience: Int64 = 10_000_000

  /// Saves a playback. Returns false if the run must end, because an output cannot be written.
  private func save(_ playback: PlaybackSnapshot) -> Bool {
    if Interruption.code != nil { Interruption.endPlaying() }
    var playback = playback
    playback.head.calendar = isLive ? CalendarClock.nanoseconds : nil
    return write(playback, patience: playback.isLast ? nil : Self.patience)
  }

  /// Notes in the file that the run has ended, unless a later run can continue it. Returns the exit
  /// code of the run.
  func conclude(after end: PlaybackEnd, _ code: ExitCode) -> ExitCode {
    if end == .ended, code == .done { _ = write(nil) }
    file?.close()
    return trouble == nil || code == .failed ? code : .outputError
  }

  /// Leaves the last checkpoint.
  func abandon() {
    file?.close()
  }

  private func write(_ playback: PlaybackSnapshot?, patience: Int64? = nil) -> Bool {
    guard let file, let outputs else { return true }
    last = (MonotonicClock.nanoseconds, recordCount)
    guard let saved = outputs.save() else { return false }
    let run = RunDescription(
      tool: ToolVersion.text, options: options, countsFrom1970: countsFrom1970,
      documents: documents, outputs: saved)
    report { () throws(CheckpointError) in try file.write(run, playback, patience: patience) }
    return true
  }

  /// Reports an error. The playback continues: the next checkpoint may be written.
  private func report(_ step: () throws(CheckpointError) -> Void) {
    do throws(CheckpointError) {
      try step()
      trouble = nil
    } catch {
      if trouble != error.message { complain("stream-run: \(error.message)".onOneLine) }
      trouble = error.message
    }
    isCopying.value.store(file?.isBeingWritten == true, ordering: .releasing)
  }
}

/// A flag that two threads share.
private final class Flag: Sendable {
  let value = Atomic<Bool>(false)
}

extension CheckpointError {
  /// The exit code of the command.
  var code: ExitCode {
    switch kind {
    case .unreadable: .unreadableFile
    case .unwritable: .outputError
    case .invalid: .invalidFile
    }
  }
}
