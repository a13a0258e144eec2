package import Values

/// The unit in which positions count the characters of a line.
package enum PositionEncoding: String, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// The best of the encodings that a client offers. UTF-16 is the one that every client supports.
  package init(offered: [String]) {
    self = [.utf8, .utf32].first { offered.contains($0.rawValue) } ?? .utf16
  }

  /// The number of units of the scalar that begins with a byte; 0 for a byte within a scalar.
  func width(of byte: UInt8) -> Int {
    if byte & 0xC0 == 0x80 { return 0 }
    return switch self {
    case .utf8: byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    case .utf16: byte < 0xF0 ? 1 : 2
    case .utf32: 1
    }
  }
}

/// A position in a document, in the form of the protocol: both numbers count from 0.
package struct Position: Hashable, Comparable {
  package var line: Int
  package var character: Int

  package init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  package init?(_ value: Value?) {
    guard let line = value?["line"]?.integer, let character = value?["character"]?.integer else {
      return nil
    }
    self.init(line: line, character: character)
  }

  package var value: Value {
    .object(Object(shape: Self.shape, Value(line), Value(character)))
  }

  /// Answers can have thousands of positions.
  private static let shape = ObjectShape(shared: ["line", "character"])

  package static func < (left: Position, right: Position) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}
