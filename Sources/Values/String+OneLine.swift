extension String {
  /// The string in a form that fits into a message of one line.
  package var abbreviated: String { shortened(to: 40).onOneLine }

  /// Returns the string, or its beginning and an ellipsis; counts Unicode scalars, because a single
  /// character can fill a page.
  package func shortened(to limit: Int) -> String {
    guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex),
      end != endIndex
    else { return self }
    return String(self[..<end]) + "…"
  }

  /// The string with everything that would break a line, move a cursor or turn the direction of a
  /// text written as JSON's escapes.
  package var onOneLine: String {
    guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isUnprintable {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether the scalar does anything but show a character.
  package var isUnprintable: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
