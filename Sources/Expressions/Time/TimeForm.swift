/// A form in which logs write times, found by reading one of them.
package struct TimeForm: Equatable, Sendable {
  /// The patterns of this form for the function `timestamp`. A date such as `01/03/2026` has two
  /// patterns: one with the day first, and one with the month first.
  package let patterns: [String]
  /// The regular expression that matches such strings.
  package let regex: String
  /// The name of its zone, or the fact that it has an offset; nil if it has neither.
  package let zone: String?
  /// The month and the day of a time without a year; nil if the time has a year.
  package let dayWithoutYear: Day?
  /// Whether the string is a time in the form of RFC 3339. Without a zone, only the offset may be
  /// missing.
  package let isUsual: Bool

  /// A day of any year.
  package struct Day: Equatable, Comparable, Sendable {
    package let month: Int
    package let day: Int

    package init(month: Int, day: Int) {
      self.month = month
      self.day = day
    }

    package static func < (left: Day, right: Day) -> Bool {
      (left.month, left.day) < (right.month, right.day)
    }
  }

  /// Whether it has a time of the day.
  private var hasClock: Bool { patterns[0].contains("mm") }

  /// Whether strings of both forms have the same shape.
  package func isLike(_ other: TimeForm) -> Bool { regex == other.regex }

  /// Returns the form of a string that is a time as a whole; nil for any other string.
  package init?(of text: String) {
    var reader = TimeFormReader(Array(text.utf8)[...])
    guard let form = reader.read(), reader.rest.isEmpty else { return nil }
    self = form
  }

  init(
    patterns: [String], regex: String, zone: String?, dayWithoutYear: Day?, isUsual: Bool
  ) {
    self.patterns = patterns
    self.regex = regex
    self.zone = zone
    self.dayWithoutYear = dayWithoutYear
    self.isUsual = isUsual
  }

  /// Returns the first time in a line, with the text before it; nil if there is none.
  package static func first(in line: String) -> (before: String, form: TimeForm)? {
    /// A time further to the right belongs to the message of the line.
    let limit = 200
    let bytes = Array(line.utf8.prefix(limit + 50))
    var wasWord = false
    for index in bytes.indices.prefix(limit) {
      let isWord = bytes[index].isWordByte
      defer { wasWord = isWord }
      guard isWord, !wasWord else { continue }
      var reader = TimeFormReader(bytes[index...])
      guard let form = reader.read(), reader.rest.first?.isWordByte != true, form.hasClock else {
        continue
      }
      return (String(decoding: bytes[..<index], as: UTF8.self), form)
    }
    return nil
  }
}

// MARK: - Expressions

extension TimeForm {
  /// Returns the expressions that read strings of this form as times, the most probable first.
  /// There are none for times without a year.
  ///
  /// - Parameter access: The expression of the string.
  package func expressions(of access: String) -> [String] {
    if isUsual { return [zone == nil ? "timestamp(\(access) + 'Z')" : access] }
    guard dayWithoutYear == nil else { return [] }
    // A pattern that contains the name of a zone does not read an offset.
    let zone = zone == nil || zone == "UTC" ? ", 'UTC'" : ""
    return patterns.map { "timestamp(\(access), '\($0.replacing("'", with: "\\'"))'\(zone))" }
  }

  /// Returns the expression for a string in a different form from that of a timestamp; nil if it is
  /// not known.
  package static func wayOut(reading text: String, of access: String) -> String? {
    guard let expression = expression(reading: [text], of: access) else { return nil }
    return expression == access ? nil : expression
  }

  /// Returns an expression that reads strings of one form as times; nil if they have no common
  /// form, or several.
  package static func expression(reading texts: [String], of access: String) -> String? {
    let expressions = texts.map { TimeForm(of: $0)?.expressions(of: access).first }
    guard let first = expressions.first, expressions.allSatisfy({ $0 == first }) else { return nil }
    return first
  }
}

extension UInt8 {
  /// Whether it is an ASCII letter or digit, or a part of another character.
  var isWordByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: false
    }
  }
}
