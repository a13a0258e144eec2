package import Values

extension Value {
  /// The value as it is shown in a diagram: a string of one character without its quotes, unless it
  /// could be mistaken for a number; any other value as JSON.
  package var symbol: String {
    if case .string(let text) = self, let character = text.string.first, text.string.count == 1,
      !character.isWholeNumber
    {
      return String(character)
    }
    return description
  }

  /// The symbol that has this value by default: a digit for an int, or a character for a string.
  package var defaultSymbol: String? {
    switch self {
    case .int(let int): (0...9).contains(int) ? "\(int)" : nil
    case .string(let text):
      text.string.count == 1 && !("0"..."9").contains(text.string) ? text.string : nil
    case .null, .bool, .double, .array, .object: nil
    }
  }
}
