/// Scalars that have an effect on a terminal or in a log other than showing a character.
///
/// Everything that writes a foreign string for people uses this, scalar by scalar: `\r\n` is a
/// single character, and a mark that changes the direction of a line can belong to the letter
/// before it.
extension Unicode.Scalar {
  /// Whether the scalar breaks a line, moves a cursor, begins an escape code, changes the direction
  /// of a line, or is invisible. The joiners of emoji and of Indic and Arabic letters are kept.
  package var isUnprintable: Bool {
    switch value {
    // Control characters: C0, DEL and C1.
    case 0..<0x20, 0x7F...0x9F: true
    // Marks and controls of direction, and separators of lines and paragraphs.
    case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x206F: true
    // Invisible scalars: the soft hyphen, zero-width blanks, annotations and tags.
    case 0xAD, 0x180E, 0x200B, 0x2060...0x2065, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }

  /// The scalar as a JSON escape: `\n`, `\u001b`.
  package var escape: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default:
      String(self).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }
}
