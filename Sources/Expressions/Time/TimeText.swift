package import Values

/// Conversions between times and strings, for code outside expressions.
package enum TimeText {
  /// Returns the nanoseconds since 1970 of a string in the form of RFC 3339; nil if they do not fit
  /// in 64 bits, which is the case before 1677 and after 2262.
  package static func nanoseconds(of text: Text) throws(EvaluationError) -> Int64? {
    do throws(EvaluationFailure) {
      let timestamp = try Timestamp(text)
      let (product, tooLarge) = timestamp.seconds.multipliedReportingOverflow(by: 1_000_000_000)
      let (sum, overflow) = product.addingReportingOverflow(Int64(timestamp.nanoseconds))
      return tooLarge || overflow ? nil : sum
    } catch {
      throw EvaluationError(error.message)
    }
  }

  /// Returns an instant as a string in the form of RFC 3339, `2009-02-13T23:31:30.5Z`, with as many
  /// digits after the point as necessary.
  ///
  /// - Parameters:
  ///   - nanoseconds: The instant, counted from 1970.
  ///   - offset: The offset of the zone from UTC, in seconds; nil for UTC itself.
  package static func text(ofNanoseconds nanoseconds: Int64, offset: Int? = nil) -> String {
    let (second, rest) = Int(nanoseconds).dividedDown(by: TimeSpan.nanosecondsPerSecond)
    let (day, secondOfDay) = (second + (offset ?? 0)).dividedDown(by: 86_400)
    let zone = offset.map(UTCOffset.init(seconds:))?.text ?? "Z"
    return "\(CivilDate(dayNumber: day).text)T\(clock(secondOfDay))"
      + fraction(ofNanoseconds: rest) + zone
  }

  /// Returns a time of day such as `23:31:30`.
  static func clock(_ second: Int) -> String {
    [second / 3_600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined(separator: ":")
  }
}

/// The first mistake in the text of a timestamp, a duration, a zone, or a similar notation.
struct TimeTextError: Error, Sendable, Hashable {
  /// The message: what was found, and then what was expected. It is in lower case, without a full
  /// stop.
  var message: String
  /// The range of the mistake, in Unicode scalars of the text. At the end of the text it is empty.
  var range: Range<Int>

  /// Returns the failure of an evaluation that reads the string as something of a given kind.
  func failure(of text: Text, as kind: String) -> EvaluationFailure {
    let scalars = text.string.unicodeScalars
    var excerpt = String(scalars.prefix(40))
    if scalars.dropFirst(40).first != nil { excerpt += "…" }
    // A mistake of the whole string has no place.
    let isWhole = range == 0..<scalars.count
    let place = isWhole ? "" : ", at character \(range.lowerBound + 1)"
    return .invalid("'\(excerpt)' is not \(kind)\(place): \(message)")
  }
}
