package import Reactive

/// How live inputs whose records have times catch up with the present.
///
/// A live playback follows the calendar. Past records are played at once, with their own times: the
/// clock waits for each record, as in virtual time. An input has caught up once one of its records
/// is within a second of the present, once it reaches the end of its file, or after a silence. When
/// all inputs have caught up, the clock is the wall clock: a record is emitted at its time or when
/// it is read, whichever is later. The clock always waits for the first element of a sequence.
public struct CatchingUp {
  /// The silence after which a pipe or a sequence is considered to have caught up.
  public var silence: Duration
  /// How long, at most, the records of an input that has caught up wait for the other inputs.
  public var patience: Duration
  /// Receives a line for people, once for each input: when the input is left behind after that
  /// time, or when it has a record from the future.
  public var report: (String) -> Void
  /// The passage of real time, which tests replace.
  package var time: any RealTime = SystemTime()

  /// Creates settings for how inputs catch up.
  public init(
    silence: Duration = .seconds(1), patience: Duration = .seconds(10),
    report: @escaping (String) -> Void = { _ in }
  ) {
    self.silence = silence
    self.patience = patience
    self.report = report
  }
}
