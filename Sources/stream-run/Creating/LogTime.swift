import Values

/// Guesses which field of a log is the time of a record, and how to read it.
enum LogTime {
  private static let names = [
    "time", "timestamp", "@timestamp", "ts", "t", "at", "date", "datetime", "when", "created",
    "createdat", "created_at", "eventtime", "event_time",
  ]

  static func isNamedLikeTime(_ name: String) -> Bool { names.contains(name.lowercased()) }

  /// Returns the members of an input for each possible reading, the most probable first.
  static func guesses(
    for fields: [LogField], in records: [Value]
  ) -> [[(key: String, value: String)]] {
    let whole = fields.filter { $0.count == records.count }
    func rank(_ field: LogField) -> Int {
      names.firstIndex(of: field.name.lowercased()) ?? names.count
    }
    let ordered = whole.enumerated().sorted {
      (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
    }.map(\.element)
    return ordered.flatMap { field in
      expressions(for: field).flatMap { expression in
        let time = (key: "time", value: OperatorLine.quoted(expression))
        // Records that are a little out of order are put in order.
        return [[time], [time, (key: "late", value: "{ \"reorder\": \"1m\" }")]]
      }
    }
  }

  private static func expressions(for field: LogField) -> [String] {
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
    guard texts.isEmpty else {
      return texts.count == field.count ? expressions(for: texts, of: field) : []
    }
    guard isNamedLikeTime(field.name) else { return [] }
    // Of seconds, milliseconds, microseconds and nanoseconds since 1970, the numbers tell.
    let scale =
      [1e11: "", 1e14: " / 1e3", 1e17: " / 1e6"].filter { greatest < $0.key }
      .min { $0.key < $1.key }?.value ?? " / 1e9"
    return [scale.isEmpty ? field.access : "double(\(field.access))\(scale)"]
  }

  private static func expressions(for texts: [String], of field: LogField) -> [String] {
    func all(_ pattern: Regex<Substring>) -> Bool {
      texts.allSatisfy { $0.wholeMatch(of: pattern) != nil }
    }
    let access = field.access
    if all(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/) { return [access] }
    if all(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?/) { return ["timestamp(\(access) + 'Z')"] }
    if all(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/) {
      return ["timestamp(\(access), 'yyyy-MM-dd HH:mm:ss', 'UTC')"]
    }
    if all(/\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}/) {
      return ["timestamp(\(access), 'dd/MMM/yyyy:HH:mm:ss Z')"]
    }
    return []
  }
}
