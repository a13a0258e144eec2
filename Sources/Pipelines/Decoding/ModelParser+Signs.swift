import Values

extension ModelParser where Reader: ~Copyable {
  /// Refuses signs that no diagram can have: what stands for a value there is one character.
  mutating func checkSigns(of values: [Member]) {
    for member in values where !member.key.isAnnotation || member.key.utf8.count == 1 {
      let sign = member.key.string
      guard sign.count != 1 else { continue }
      let place = path.appending(member.key)
      report(
        .invalidValue,
        sign.isEmpty
          ? "a sign without a character, expected one of the diagram"
          : "the sign '\(sign.abbreviated)' has \(sign.count) characters, expected one",
        hint: "each character of a diagram is a sign of its own",
        at: source?.keyOffsets(of: [place])[0], below: .key(member.key))
    }
  }
}
