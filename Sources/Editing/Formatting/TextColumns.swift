/// The widths of characters in a terminal and in an editor.
enum TextColumns {
  /// The ranges of scalars that take two columns, from Unicode's East Asian Width.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F1E6...0x1F1FF,
    0x20000...0x3FFFD,
  ]

  static func width(of character: Character) -> Int {
    if character.utf8.count == 1 { return 1 }
    let isWide = character.unicodeScalars.contains { scalar in
      scalar.value == 0xFE0F || scalar.properties.isEmojiPresentation
        || wideRanges.contains { $0.contains(scalar.value) }
    }
    return isWide ? 2 : 1
  }
}
