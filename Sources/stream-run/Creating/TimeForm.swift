/// A form in which logs write times, found by reading one of them.
struct TimeForm: Equatable {
  /// The pattern of a text of this form for the function `timestamp`. A date such as `01/03/2026` has
  /// two: with the day first, and with the month first.
  let patterns: [String]
  /// The regular expression of such texts.
  let regex: String
  /// The name of its zone, or that it has an offset; nil if it has neither.
  let zone: String?
  /// The month and the day of a time without a year; nil for one with a year.
  let dayWithoutYear: Day?
  /// Whether the text is a time in the form of RFC 3339, but for an offset if there is no zone.
  let isUsual: Bool

  /// A day of any year.
  struct Day: Equatable, Comparable {
    let month: Int
    let day: Int

    static func < (left: Day, right: Day) -> Bool {
      (left.month, left.day) < (right.month, right.day)
    }
  }

  /// Whether it has a time of the day.
  private var hasClock: Bool { patterns[0].contains("mm") }

  /// Whether texts of both forms have the same shape.
  func isLike(_ other: TimeForm) -> Bool { regex == other.regex }

  /// Returns the form of a text that is a time from its beginning to its end; nil for another text.
  init?(of text: String) {
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
  static func first(in line: String) -> (before: String, form: TimeForm)? {
    /// A time further to the right is one that the line tells of.
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

extension UInt8 {
  /// Whether it is an ASCII letter or digit, or a part of another character.
  var isWordByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: false
    }
  }
}
