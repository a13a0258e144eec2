import Expressions
import Platform
import Values

/// A reading of the times of a log.
struct LogTime {
  /// The members of an input that tell the times.
  var members: [(key: String, value: String)] = []
  /// The year of the first record, if no time has one: a parameter of the document.
  var year: Int?
  /// Sentences about what the log does not say.
  var notes: [String] = []

  init() {}

  /// The members before the input: the declaration of the year.
  var declarations: [(key: String, value: String)] {
    year.map { [("parameters", "{ \"year\": \($0) }")] } ?? []
  }
}

// MARK: - Guesses

extension LogTime {
  private static let names = [
    "time", "timestamp", "@timestamp", "ts", "t", "at", "date", "datetime", "when", "created",
    "createdat", "created_at", "eventtime", "event_time",
  ]

  static func isNamedLikeTime(_ name: String) -> Bool { names.contains(name.lowercased()) }

  /// Returns each possible reading, the most probable first.
  ///
  /// - Parameter modified: The time of the last change of the log, in seconds since 1970.
  static func guesses(
    for fields: [LogField], in records: [Value], modified: Int
  ) -> [LogTime] {
    let whole = fields.filter { $0.count == records.count }
    func rank(_ field: LogField) -> Int {
      names.firstIndex(of: field.name.lowercased()) ?? names.count
    }
    let ordered = whole.enumerated().sorted {
      (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
    }.map(\.element)
    return ordered.flatMap { field in
      readings(of: field, modified).flatMap { reading in
        // Records that are a little out of order are put in order.
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

  private static func readings(of field: LogField, _ modified: Int) -> [LogTime] {
    var greatest = 0.0
    var texts: [String] = []
    for value in field.values {
      switch value {
      case .int(let number): greatest = max(greatest, Double(number).magnitude)
      case .double(let number): greatest = max(greatest, number.magnitude)
      case .string(let text): texts.append(text.string)
      default: return []
      }
    }
    if texts.isEmpty || texts.allSatisfy({ $0.wholeMatch(of: /\d+(?:\.\d+)?/) != nil }) {
      guard isNamedLikeTime(field.name), texts.isEmpty || texts.count == field.count else {
        return []
      }
      greatest = texts.compactMap(Double.init).reduce(greatest, max)
      return [seconds(field.access, upTo: greatest, isText: !texts.isEmpty)]
    }
    guard texts.count == field.count, let form = TimeForm(of: texts[0]) else { return [] }
    return readings(of: form, field.access, example: texts[0], modified)
  }

  /// Of seconds, milliseconds, microseconds and nanoseconds since 1970, the numbers tell.
  private static func seconds(_ access: String, upTo greatest: Double, isText: Bool) -> LogTime {
    let scale =
      [1e11: "", 1e14: " / 1e3", 1e17: " / 1e6"].filter { greatest < $0.key }
      .min { $0.key < $1.key }?.value ?? " / 1e9"
    return LogTime(isText || !scale.isEmpty ? "double(\(access))\(scale)" : access)
  }

  private static func readings(
    of form: TimeForm, _ access: String, example: String, _ modified: Int
  ) -> [LogTime] {
    if form.isUsual {
      return form.zone == nil
        ? [LogTime("timestamp(\(access) + 'Z')", notes: [withoutZone])] : [LogTime(access)]
    }
    if let day = form.dayWithoutYear { return [withoutYear(form, day, access, modified)] }
    // A pattern with the name of a zone reads no offset.
    let zone = form.zone == nil || form.zone == "UTC" ? ", 'UTC'" : ""
    return form.patterns.enumerated().map { index, pattern in
      let quoted = "'\(pattern.replacing("'", with: "\\'"))'"
      var notes = form.zone == nil ? [withoutZone] : []
      if form.patterns.count > 1 {
        let order = index == 0 ? "day" : "month"
        notes.append("'\(example.abbreviated)' is read with the \(order) first")
      }
      return LogTime("timestamp(\(access), \(quoted)\(zone))", notes: notes)
    }
  }

  private static let withoutZone = "the times have no offset, and are read as UTC"

  /// Returns the reading of times without a year: the log was changed last when its last record was
  /// written, and months of the next year come before the first one.
  private static func withoutYear(
    _ form: TimeForm, _ day: TimeForm.Day, _ access: String, _ modified: Int
  ) -> LogTime {
    let date = CivilDate(dayNumber: modified.quotientRoundedDown(by: 86400))
    // A day later in UTC than where the log was written.
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
        "the times have no year: \(first) comes from the last change of the file, and "
          + "'--set year=\(first - 1)' or 'parameters' set another one",
      ])
  }
}

extension Int {
  fileprivate func quotientRoundedDown(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
