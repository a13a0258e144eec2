import Values

extension ModelParser where Reader: ~Copyable {
  /// Reports symbols that no diagram can contain, because a symbol is a single character.
  mutating func checkSymbols(of values: [Member]) {
    for member in values where !member.key.isAnnotation || member.key.utf8.count == 1 {
      let symbol = member.key.string
      guard symbol.count != 1 else { continue }
      let place = path.appending(member.key)
      report(
        .invalidValue,
        symbol.isEmpty
          ? "a symbol needs a character of the diagram"
          : "the symbol '\(symbol.abbreviated)' has \(symbol.count) characters, expected one",
        hint: "each character of a diagram is a separate symbol",
        at: source?.keyOffsets(of: [place])[0], below: .key(member.key))
    }
  }
}
