/// The text form of times in a picture, for a clock that counts from 1970.
package struct ChartDates: Sendable {
  /// Returns the text of an instant, in nanoseconds, in the form of RFC 3339:
  /// `2009-02-13T23:31:30.5Z`.
  let text: @Sendable (_ instant: Int64) -> String
  /// Returns the offset of the zone from UTC at an instant, in nanoseconds.
  package let offset: @Sendable (_ instant: Int64) -> Int64

  package init(
    text: @escaping @Sendable (_ instant: Int64) -> String,
    offset: @escaping @Sendable (_ instant: Int64) -> Int64
  ) {
    self.text = text
    self.offset = offset
  }

  /// Returns the label of a mark. The first label is complete, and later ones contain only the
  /// parts that have changed.
  func label(_ instant: Int64, after previous: Int64?) -> String {
    let text = text(instant)
    guard let previous else { return text }
    let (day, clock) = Self.parts(of: text)
    if day == Self.parts(of: self.text(previous)).day { return clock }
    return clock == "00:00" ? day : "\(day)T\(clock)"
  }

  /// Returns `2009-02-13` and `23:31:30.5`, or `23:31` if the minute is whole; without the zone.
  private static func parts(of text: String) -> (day: String, clock: String) {
    let day = text.prefix { $0 != "T" }
    let clock = text.dropFirst(day.count + 1).prefix { $0.isNumber || $0 == ":" || $0 == "." }
    let isWhole = clock.count == 8 && clock.hasSuffix(":00")
    return (String(day), String(isWhole ? clock.dropLast(3) : clock))
  }
}
