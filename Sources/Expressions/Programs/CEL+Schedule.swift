public import Values

extension CEL {
  /// The instants at which the clock of a zone shows a minute that five fields describe: minute,
  /// hour, day of the month, month and day of the week, as in a `crontab`.
  ///
  ///     let schedule = CEL.Schedule("0 6 * * 1-5", zone: "Europe/Berlin")
  ///
  /// It is meant for schedules that stand in the source code: one that cannot be read is a mistake of
  /// the program, and stops it.
  public struct Schedule: Sendable {
    private let schedule: CronSchedule

    /// Creates a schedule from its fields, or from a name such as `@hourly`.
    ///
    /// - Parameters:
    ///   - zone: A name, an offset or `UTC`.
    ///   - once: Whether a minute that the clock shows twice comes the first time only.
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
  /// Returns a point in time, in nanoseconds since 1970, as the text of a timestamp.
  public static func timestamp(nanoseconds: Int64) -> Value {
    .string(Text(TimeText.text(ofNanoseconds: nanoseconds)))
  }
}
