import Values

/// Why a text is no timestamp, no duration or no zone: the first mistake in it.
struct TimeTextError: Error, Sendable, Hashable {
  /// What was found, then what was expected; lower case, no full stop.
  var message: String
  /// Where the mistake stands, in Unicode scalars of the text; empty at its end.
  var range: Range<Int>

  /// The failure of an evaluation that met the text as one of these.
  func failure(of text: Text, as kind: String) -> EvaluationFailure {
    let scalars = text.string.unicodeScalars
    var excerpt = String(scalars.prefix(40))
    if scalars.dropFirst(40).first != nil { excerpt += "…" }
    // What is wrong with all of it has no place.
    let isWhole = range == 0..<scalars.count
    let place = isWhole ? "" : ", at character \(range.lowerBound + 1)"
    return .invalid("'\(excerpt)' is not the text of \(kind)\(place): \(message)")
  }
}
