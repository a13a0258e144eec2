import Expressions
import Pipelines
import Platform
import Values

/// A way to read the times of a log.
struct LogTime {
  /// The members of an input that describe the times.
  var members: [(key: String, value: String)] = []
  /// The year of the first record, if no time has a year. It becomes a parameter of the document.
  var year: Int?
  /// Sentences about what the log does not specify.
  var notes: [String] = []

  init() {}

  /// The members before the input: the declaration of the year.
  var declarations: [(key: String, value: String)] {
    year.map { [("parameters", "{ \"year\": \($0) }")] } ?? []
  }
}

// MARK: - Guesses

extension LogTime {
  /// Returns each possible reading, the most probable first.
  ///
  /// - Parameter modified: The time of the last change of the log, in seconds since 1970.
  static func guesses(
    for fields: [RecordField], in records: [Value], modified: Int
  ) -> [LogTime] {
    RecordField.candidates(among: fields, of: records).flatMap { field in
      readings(of: field, modified).flatMap { reading in
        // Records that are slightly out of order are put in order.
        var reordered = reading
        reordered.members.append((key: "late", value: "{ \"reorder\": \"1m\" }"))
        return [reading, reordered]
      }
    }
  }

  fileprivate init(_ expression: String, year: Int? = nil, notes: [String] = []) {
    members = [(key: "time", value: OperatorLine.quoted(expression))]
    self.year = year
    self.notes = notes
  }

  private static func readings(of field: RecordField, _ modified: Int) -> [LogTime] {
    if let expression = field.secondsExpression { return [LogTime(expression)] }
    guard let example = field.texts?.first, let form = TimeForm(of: example) else { return [] }
    return readings(of: form, field.access, example: example, modified)
  }

  private static func readings(
    of form: TimeForm, _ access: String, example: String, _ modified: Int
  ) -> [LogTime] {
    if let day = form.dayWithoutYear { return [withoutYear(form, day, access, modified)] }
    return form.expressions(of: access).enumerated().map { index, expression in
      var notes = form.zone == nil ? [withoutZone] : []
      if form.patterns.count > 1 {
        let order = index == 0 ? "day" : "month"
        notes.append("'\(example.abbreviated)' is read with the \(order) first")
      }
      return LogTime(expression, notes: notes)
    }
  }

  private static let withoutZone = "the times have no offset, and are read as UTC"

  /// Returns the reading of times without a year. It assumes that the log was last changed when its
  /// last record was written, and that months of the next year come before the first one.
  private static func withoutYear(
    _ form: TimeForm, _ day: TimeForm.Day, _ access: String, _ modified: Int
  ) -> LogTime {
    let date = CivilDate(dayNumber: modified.quotientRoundedDown(by: 86400))
    // In UTC, the day may be one later than where the log was written.
    let last = TimeForm.Day(month: date.month, day: date.day + 1)
    let isBefore = day > last
    let pattern = "'yyyy \(form.patterns[0])', 'UTC'"
    let year =
      isBefore
      ? "$year + (timestamp('1972 ' + \(access), \(pattern)).getMonth() < \(day.month - 1) ? 1 : 0)"
      : "$year"
    let first = isBefore ? date.year - 1 : date.year
    return LogTime(
      "timestamp(string(\(year)) + ' ' + \(access), \(pattern))", year: first,
      notes: [
        withoutZone,
        "the times have no year; \(first) is that of the last change of the file, and "
          + "'--set year=\(first - 1)' or 'parameters' sets another one",
      ])
  }
}

extension Int {
  fileprivate func quotientRoundedDown(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
