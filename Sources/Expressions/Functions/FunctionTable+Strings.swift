import Values

extension FunctionTable {
  static let strings: [Function] = [
    Function(
      name: "startsWith", summary: "Says whether a string begins with another.",
      examples: [.init("'stream'.startsWith('str')", gives: "true")],
      overloads: [
        .member(
          of: .string, .string, gives: .bool,
          body: .texts { .bool($0.utf8.starts(with: $1.utf8)) })
      ]),
    Function(
      name: "endsWith", summary: "Says whether a string ends with another.",
      examples: [.init("'stream'.endsWith('eam')", gives: "true")],
      overloads: [
        .member(
          of: .string, .string, gives: .bool,
          body: .texts {
            .bool($0.utf8.count >= $1.utf8.count && $0.utf8.suffix($1.utf8.count) == $1.utf8[...])
          })
      ]),
    Function(
      name: "contains", summary: "Says whether a string holds another.",
      examples: [.init("'stream'.contains('tre')", gives: "true")],
      overloads: [
        .member(of: .string, .string, gives: .bool, body: .texts { .bool($0.contains($1)) })
      ]),
  ]
}

extension Text {
  /// Searches by bytes: a code point never begins inside another one.
  func contains(_ part: Text) -> Bool {
    let (bytes, wanted) = (utf8, part.utf8)
    guard let first = wanted.first else { return true }
    guard bytes.count >= wanted.count else { return false }
    for start in 0...bytes.count - wanted.count where bytes[start] == first {
      if bytes[start...].starts(with: wanted) { return true }
    }
    return false
  }
}
