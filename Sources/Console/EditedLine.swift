/// A line that a person edits, key by key, with a history of earlier lines and with completion.
package struct EditedLine {
  /// The result of a key.
  package enum Outcome: Equatable {
    /// The line continues.
    case edited
    /// The line is complete.
    case line(String)
    /// There is nothing more to read.
    case end
    /// Words that could follow, to be shown.
    case choices([String])
  }

  /// The characters so far.
  package private(set) var text: [Character] = []
  /// The position of the cursor, in characters.
  package private(set) var cursor = 0
  private var history: [String]
  /// The position in the history; its count for a new line.
  private var place: Int
  /// The new line, stored while an earlier one is shown.
  private var newest: [Character] = []
  private let complete: (String) -> [String]
  /// The bytes of a character or a key that is not yet complete.
  private var pending: [UInt8] = []

  /// - Parameter complete: Returns the whole words that could complete a beginning.
  package init(history: [String], complete: @escaping (String) -> [String]) {
    self.history = history
    place = history.count
    self.complete = complete
  }

  /// Receives a byte from the terminal.
  package mutating func receive(_ byte: UInt8) -> Outcome {
    pending.append(byte)
    if pending[0] == 0x1B { return receiveKey() }
    guard let character = decoded() else { return .edited }
    pending = []
    return receive(character)
  }

  /// Returns the character that is complete; nil if bytes are missing.
  private func decoded() -> Character? {
    let expected =
      switch pending[0] {
      case 0xC0..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0...: 4
      default: 1
      }
    guard pending.count >= expected else { return nil }
    return String(decoding: pending, as: UTF8.self).first
  }

  /// Receives a key that begins with an escape: an arrow, home, end or delete.
  private mutating func receiveKey() -> Outcome {
    guard pending.count > 1 else { return .edited }
    guard pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O") else {
      pending = []
      return .edited
    }
    guard pending.count > 2, let last = pending.last, (0x40...0x7E).contains(last) else {
      return .edited
    }
    let parameter = pending[2]
    pending = []
    switch last {
    case UInt8(ascii: "A"): show(place - 1)
    case UInt8(ascii: "B"): show(place + 1)
    case UInt8(ascii: "C"): cursor = min(cursor + 1, text.count)
    case UInt8(ascii: "D"): cursor = max(cursor - 1, 0)
    case UInt8(ascii: "H"): cursor = 0
    case UInt8(ascii: "F"): cursor = text.count
    case UInt8(ascii: "~") where parameter == UInt8(ascii: "3"): delete()
    default: break
    }
    return .edited
  }

  private mutating func receive(_ character: Character) -> Outcome {
    switch character {
    case "\r", "\n": return .line(String(text))
    case "\u{4}":
      if text.isEmpty { return .end }
      delete()
    case "\u{3}": return replace(with: [])
    case "\u{1}": cursor = 0
    case "\u{5}": cursor = text.count
    case "\u{B}": text.removeSubrange(cursor...)
    case "\u{15}":
      text.removeSubrange(..<cursor)
      cursor = 0
    case "\u{8}", "\u{7F}":
      guard cursor > 0 else { break }
      cursor -= 1
      delete()
    case "\t": return completed()
    default:
      guard character >= " " else { break }
      text.insert(character, at: cursor)
      cursor += 1
    }
    return .edited
  }

  private mutating func delete() {
    if cursor < text.count { text.remove(at: cursor) }
  }

  private mutating func replace(with other: [Character]) -> Outcome {
    text = other
    cursor = other.count
    return .edited
  }

  /// Shows a line of the history.
  private mutating func show(_ wanted: Int) {
    guard wanted != place, (0...history.count).contains(wanted) else { return }
    if place == history.count { newest = text }
    place = wanted
    _ = replace(with: wanted == history.count ? newest : Array(history[wanted]))
  }

  /// Completes the word at the cursor, as far as there is only one possibility.
  private mutating func completed() -> Outcome {
    let beginning = String(text[..<cursor])
    let word = beginning.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    let choices = complete(beginning)
    guard let first = choices.first else { return .edited }
    let common = choices.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    guard common.count > word.count else { return .choices(choices) }
    let rest = Array(common.dropFirst(word.count) + (choices.count == 1 ? " " : ""))
    text.insert(contentsOf: rest, at: cursor)
    cursor += rest.count
    return .edited
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
