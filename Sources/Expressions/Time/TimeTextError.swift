import Values

/// The first mistake in the text of a timestamp, a duration or a zone.
struct TimeTextError: Error, Sendable, Hashable {
  /// The message: what was found, then what was expected; lower case, no full stop.
  var message: String
  /// The range of the mistake, in Unicode scalars of the text; empty at its end.
  var range: Range<Int>

  /// Returns the failure of an evaluation that reads the text as a timestamp, a duration or a zone.
  func failure(of text: Text, as kind: String) -> EvaluationFailure {
    let scalars = text.string.unicodeScalars
    var excerpt = String(scalars.prefix(40))
    if scalars.dropFirst(40).first != nil { excerpt += "…" }
    // A mistake of the whole text has no place.
    let isWhole = range == 0..<scalars.count
    let place = isWhole ? "" : ", at character \(range.lowerBound + 1)"
    return .invalid("'\(excerpt)' is not the text of \(kind)\(place): \(message)")
  }
}
