import RegularExpressions
import Values

/// The functions that test strings or search in them.
extension FunctionTable {
  static let strings: [Function] = [
    Function(
      "startsWith", "Returns whether a string begins with another.",
      .init("'stream'.startsWith('str')", returns: "true"),
      overloads: [
        .member(
          of: .string, .string, returns: .bool,
          body: .texts { .bool($0.utf8.starts(with: $1.utf8)) })
      ]),
    Function(
      "endsWith", "Returns whether a string ends with another.",
      .init("'stream'.endsWith('eam')", returns: "true"),
      overloads: [
        .member(
          of: .string, .string, returns: .bool,
          body: .texts {
            .bool($0.utf8.count >= $1.utf8.count && $0.utf8.suffix($1.utf8.count) == $1.utf8[...])
          })
      ]),
    Function(
      "contains", "Returns whether a string contains another.",
      .init("'stream'.contains('tre')", returns: "true"),
      overloads: [
        .member(of: .string, .string, returns: .bool, body: .texts { .bool($0.contains($1)) })
      ]),
    Function(
      "matches",
      "Returns whether a regular expression in RE2 syntax matches part of a string.",
      .init("'stream'.matches('^s.*[a-m]$')", returns: "true"),
      .init("matches('stream', 'x|y')", returns: "false"),
      overloads: [
        .member(of: .string, .string, returns: .bool, body: .counted(matches)),
        .function(.string, .string, returns: .bool, body: .counted(matches)),
      ]),
    Function(
      "charAt", "Returns the code point at a position of a string, or '' at its end.",
      .init("'stream'.charAt(1)", returns: "'t'"), .init("'ab'.charAt(2)", returns: "''"),
      overloads: [
        .member(
          of: .string, .int, returns: .string,
          body: .two { (value, index) throws(EvaluationFailure) in
            let (text, index) = (try value.text(), try index.int())
            let offset = try text.checkedOffset(index)
            if offset == text.utf8.count { return "" }
            return .string(text[offset..<text.end(ofCodePointAt: offset)])
          })
      ]),
    Function(
      "indexOf",
      "Returns the index of the first occurrence of a string in another, or of an element in a "
        + "list; -1 if there is none. A second argument is the position at which to start in a "
        + "string.",
      .init("'banana'.indexOf('an')", returns: "1"),
      .init("'banana'.indexOf('an', 2)", returns: "3"),
      .init("['a', 'b'].indexOf('b')", returns: "1"),
      overloads: [
        .member(of: .string, .string, returns: .int, body: .counted(indexOf)),
        .member(of: .string, .string, .int, returns: .int, body: .counted(indexOf)),
        .member(of: .list(.dyn), .dyn, returns: .int, body: .counted(indexOfElement)),
      ]),
    Function(
      "lastIndexOf",
      "Returns the index of the last occurrence of a string in another, or of an element in a "
        + "list; -1 if there is none. A second argument is the last position at which a match in "
        + "a string may begin.",
      .init("'banana'.lastIndexOf('an')", returns: "3"),
      .init("'banana'.lastIndexOf('an', 2)", returns: "1"),
      .init("[1, 2, 1].lastIndexOf(1)", returns: "2"),
      overloads: [
        .member(of: .string, .string, returns: .int, body: .counted(lastIndexOf)),
        .member(of: .string, .string, .int, returns: .int, body: .counted(lastIndexOf)),
        .member(of: .list(.dyn), .dyn, returns: .int, body: .counted(lastIndexOfElement)),
      ]),
  ]

  @Sendable
  private static func matches(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let pattern = try Pattern(computed: try arguments[1].text(), &frame)
    return .bool(try pattern.matches(try arguments[0].text(), &frame))
  }

  @Sendable
  private static func indexOf(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let (text, part) = (try arguments[0].text(), try arguments[1].text())
    var start = 0
    if arguments.count == 3 { start = try text.checkedOffset(try arguments[2].int()) }
    let found = TextSearch(part).first(in: text, from: start)
    return .int(found.map { text.codePointIndex(ofOffset: $0) } ?? -1)
  }

  @Sendable
  private static func lastIndexOf(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let (text, part) = (try arguments[0].text(), try arguments[1].text())
    var end = text.utf8.count
    if arguments.count == 3 { end = try text.checkedOffset(try arguments[2].int()) }
    let found = TextSearch(part).last(in: text, upTo: end)
    return .int(found.map { text.codePointIndex(ofOffset: $0) } ?? -1)
  }
}

extension Text {
  /// Returns the position in bytes of a code point. Fails if the string is too short.
  func checkedOffset(_ index: Int64) throws(EvaluationFailure) -> Int {
    guard let offset = offset(ofCodePoint: index) else {
      throw .invalid(
        "position \(index) is out of range of a string of \(codePointCount) code points")
    }
    return offset
  }
}
