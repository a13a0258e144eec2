import Platform

extension String {
  /// The string in a form that fits into a message of one line.
  package var abbreviated: String { shortened(to: 40).onOneLine }

  /// Returns the string, or its beginning and an ellipsis. Counts Unicode scalars, because a single
  /// character can fill a page.
  package func shortened(to limit: Int) -> String {
    guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex),
      end != endIndex
    else { return self }
    return String(self[..<end]) + "…"
  }

  /// The string, in which everything that would break a line, move a cursor or change the direction
  /// of a line is written as JSON escapes. Compact JSON stays JSON, with the same value.
  package var onOneLine: String { escaping(\.isUnprintable) }

  /// Returns the string with some of its scalars written as JSON escapes.
  package func escaping(_ isEscaped: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: isEscaped) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if isEscaped(scalar) {
        result += scalar.escape
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
