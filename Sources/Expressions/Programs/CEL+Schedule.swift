public import Values

extension CEL {
  /// The instants at which the clock of a zone shows a minute that matches five fields: minute,
  /// hour, day of the month, month and day of the week, as in a `crontab`.
  ///
  ///     let schedule = CEL.Schedule("0 6 * * 1-5", zone: "Europe/Berlin")
  ///
  /// It is meant for schedules written in source code. A schedule that cannot be read is a
  /// programming error, and stops the program.
  public struct Schedule: Sendable {
    private let schedule: CronSchedule

    /// Creates a schedule from its fields, or from a name such as `@hourly`.
    ///
    /// - Parameters:
    ///   - zone: A name, an offset or `UTC`.
    ///   - once: Whether a minute that the clock shows twice counts only the first time.
    public init(_ fields: String, zone: String = "UTC", once: Bool = false) {
      do throws(CronSchedule.Mistake) {
        schedule = try CronSchedule(Text(fields), zone: Text(zone), once: once)
      } catch {
        preconditionFailure("the schedule \"\(fields)\": \(error.message)")
      }
    }

    /// Returns the first instant after another one, in nanoseconds since 1970; nil if time ends
    /// before it.
    public func next(after nanoseconds: Int64) -> Int64? {
      schedule.next(after: nanoseconds)
    }
  }
}

extension Value {
  /// Returns an instant, in nanoseconds since 1970, as the string of a timestamp.
  public static func timestamp(nanoseconds: Int64) -> Value {
    .string(Text(TimeText.text(ofNanoseconds: nanoseconds)))
  }
}
