package import Reactive
import Values

/// The way in which live inputs, whose records have times, catch up with the present.
///
/// A live playback follows the calendar. What lies in the past is played at once, with its own
/// times: the clock waits for each record as in virtual time. An input has caught up once one of its
/// records is within a second of the present, at the end of its file, or after a silence. When all
/// have, the clock is the wall clock: a record comes at its time or when it is read, whichever is
/// later. The first element of a sequence is awaited in any case.
public struct CatchingUp {
  /// The silence after which a pipe or a sequence counts as caught up.
  public var silence: Duration
  /// The longest time for which the records of an input that has caught up wait for the others.
  public var patience: Duration
  /// Receives a line for people, once for each input: about one that is left behind after that time,
  /// or a record from the future.
  public var report: (String) -> Void
  /// The time that passes, which tests replace.
  package var time: any RealTime = SystemTime()

  /// Creates the way in which inputs catch up.
  public init(
    silence: Duration = .seconds(1), patience: Duration = .seconds(10),
    report: @escaping (String) -> Void = { _ in }
  ) {
    self.silence = silence
    self.patience = patience
    self.report = report
  }
}
