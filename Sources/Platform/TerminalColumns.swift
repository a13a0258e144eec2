extension Character {
  /// The number of columns that the character takes up on a terminal and in most editors: 0 for a
  /// character that is drawn over the one before it, 2 for a wide one.
  package var columns: Int {
    if utf8.count == 1 { return 1 }
    guard let scalar = unicodeScalars.first else { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return unicodeScalars.contains { $0.isWide } ? 2 : 1
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar makes a character wide, according to Unicode's East Asian Width or as an
  /// emoji.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE0F, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x1F1E6...0x1F1FF, 0x1F200...0x1F251, 0x20000...0x3FFFD:
      true
    default: properties.isEmojiPresentation
    }
  }
}
