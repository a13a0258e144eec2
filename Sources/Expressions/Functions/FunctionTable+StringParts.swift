import Values

/// The functions that create strings from strings.
extension FunctionTable {
  static let stringParts: [Function] = [
    Function(
      "substring",
      "Returns the part of a string from a position to its end, or between two positions.",
      .init("'stream'.substring(3)", returns: "'eam'"),
      .init("'stream'.substring(1, 3)", returns: "'tr'"),
      overloads: [
        .member(of: .string, .int, returns: .string, body: .counted(substring)),
        .member(of: .string, .int, .int, returns: .string, body: .counted(substring)),
      ]),
    Function(
      "lowerAscii", "Converts the letters A to Z of a string to lower case.",
      .init("'ÄBC'.lowerAscii()", returns: "'Äbc'"),
      overloads: [
        .member(
          of: .string, returns: .string,
          body: .text { text in
            .string(
              Text(validUTF8: text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }))
          })
      ]),
    Function(
      "upperAscii", "Converts the letters a to z of a string to upper case.",
      .init("'äbc'.upperAscii()", returns: "'äBC'"),
      overloads: [
        .member(
          of: .string, returns: .string,
          body: .text { text in
            .string(
              Text(validUTF8: text.utf8.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }))
          })
      ]),
    Function(
      "trim", "Removes the white space at both ends of a string.",
      .init("' a b\\n'.trim()", returns: "'a b'"),
      overloads: [.member(of: .string, returns: .string, body: .text { .string($0.trimmed) })]),
    Function(
      "reverse", "Reverses a string or a list.", .init("'abc'.reverse()", returns: "'cba'"),
      .init("[1, 2].reverse()", returns: "[2, 1]"),
      overloads: [
        .member(of: .string, returns: .string, body: .text { .string($0.reversed) }),
        .member(of: .list(.dyn), returning: { $0[0] }, body: .counted(reverse)),
      ]),
    Function(
      "replace",
      "Replaces all occurrences of a string with another, or as many as a limit allows.",
      .init("'banana'.replace('an', 'i')", returns: "'biia'"),
      .init("'banana'.replace('a', 'o', 1)", returns: "'bonana'"),
      overloads: [
        .member(of: .string, .string, .string, returns: .string, body: .counted(replace)),
        .member(of: .string, .string, .string, .int, returns: .string, body: .counted(replace)),
      ]),
    Function(
      "split",
      "Splits a string at each separator, or into at most as many parts as a limit allows.",
      .init("'a,b,c'.split(',')", returns: "['a', 'b', 'c']"),
      .init("'a,b,c'.split(',', 2)", returns: "['a', 'b,c']"),
      overloads: [
        .member(of: .string, .string, returns: .list(.string), body: .counted(split)),
        .member(of: .string, .string, .int, returns: .list(.string), body: .counted(split)),
      ]),
    Function(
      "join", "Joins the strings of a list, with a separator between them if one is given.",
      .init("['a', 'b'].join()", returns: "'ab'"), .init("['a', 'b'].join('-')", returns: "'a-b'"),
      overloads: [
        .member(of: .list(.string), returns: .string, body: .counted(join)),
        .member(of: .list(.string), .string, returns: .string, body: .counted(join)),
      ]),
    Function(
      "strings.quote", "Returns a string as a literal in double quotes.",
      .init(#"strings.quote('a"b\n')"#, returns: #"'"a\\"b\\n"'"#),
      overloads: [
        .function(
          .string, returns: .string,
          body: .text { (text) throws(EvaluationFailure) in
            try .string(ofUTF8: text.quoted)
          })
      ]),
  ]

  @Sendable
  private static func substring(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let text = try arguments[0].text()
    let start = try text.checkedOffset(try arguments[1].int())
    guard arguments.count == 3 else { return .string(text[start..<text.utf8.count]) }
    let end = try text.checkedOffset(try arguments[2].int())
    guard start <= end else {
      throw .invalid("'substring' ends before it begins")
    }
    return .string(text[start..<end])
  }

  @Sendable
  private static func replace(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let (text, part, other) = (
      try arguments[0].text(), try arguments[1].text(), try arguments[2].text()
    )
    let limit = arguments.count == 4 ? try arguments[3].int() : -1
    if limit == 0 { return arguments[0] }
    let pieces = try text.pieces(around: part, limit: limit < 0 ? nil : limit, &frame)
    var bytes: [UInt8] = []
    for (index, piece) in pieces.enumerated() {
      if index > 0 { bytes += other.utf8 }
      bytes += text.utf8[piece]
      try Value.checkSize(bytes.count)
    }
    try frame.spend(bytes.count >> 8)
    return try .string(ofUTF8: bytes)
  }

  @Sendable
  private static func split(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let (text, separator) = (try arguments[0].text(), try arguments[1].text())
    let limit = arguments.count == 3 ? try arguments[2].int() : -1
    if limit == 0 { return [] }
    let cuts = limit < 0 ? nil : limit - 1
    let pieces =
      separator.isEmpty
      ? try text.characters(cuts: cuts, &frame)
      : try text.pieces(around: separator, limit: cuts, &frame)
    try Value.checkSize(elements: pieces.count)
    return .array(pieces.map { .string(text[$0]) })
  }

  @Sendable
  private static func join(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let separator = arguments.count == 2 ? try arguments[1].text().utf8 : []
    var bytes: [UInt8] = []
    for (index, element) in try arguments[0].list().enumerated() {
      guard case .string(let text) = element else {
        throw .mismatch(found: element.runtimeKind, expectation: "a string in 'join'")
      }
      try frame.spend(1 + (text.utf8.count + separator.count) >> 8)
      if index > 0 { bytes += separator }
      bytes += text.utf8
      try Value.checkSize(bytes.count)
    }
    return try .string(ofUTF8: bytes)
  }
}

extension Text {
  /// Returns the ranges between the first matches of a part, up to a limit, in bytes. An empty part
  /// matches before each code point and at the end.
  fileprivate func pieces(
    around part: Text, limit: Int64?, _ frame: inout Frame
  ) throws(EvaluationFailure) -> [Range<Int>] {
    let search = TextSearch(part)
    var pieces: [Range<Int>] = []
    var (start, next) = (0, 0)
    while next <= utf8.count, Int64(pieces.count) < limit ?? .max,
      let found = search.first(in: self, from: next)
    {
      try frame.spend(1)
      pieces.append(start..<found)
      start = found + part.utf8.count
      next = !part.isEmpty ? start : found < utf8.count ? end(ofCodePointAt: found) : found + 1
    }
    pieces.append(start..<utf8.count)
    return pieces
  }

  /// Returns the ranges of the single code points, and of the rest after a number of cuts, in
  /// bytes.
  fileprivate func characters(
    cuts: Int64?, _ frame: inout Frame
  ) throws(EvaluationFailure) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = 0
    while start < utf8.count {
      try frame.spend(1)
      let isLast = Int64(pieces.count) == cuts
      let end = isLast ? utf8.count : end(ofCodePointAt: start)
      pieces.append(start..<end)
      start = end
    }
    return pieces
  }

  fileprivate var trimmed: Text {
    let scalars = string.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return Text(String(scalars[first...last]))
  }

  fileprivate var reversed: Text {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var end = utf8.count
    for start in utf8.indices.reversed() where utf8[start] & 0xC0 != 0x80 {
      bytes += utf8[start..<end]
      end = start
    }
    return Text(validUTF8: bytes)
  }

  /// The text as a literal of the language.
  fileprivate var quoted: [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in utf8 {
      if let letter = Self.escapes[byte] {
        bytes += [UInt8(ascii: "\\"), letter]
      } else {
        bytes.append(byte)
      }
    }
    return bytes + [UInt8(ascii: "\"")]
  }

  private static let escapes: [UInt8: UInt8] = [
    0x07: UInt8(ascii: "a"), 0x08: UInt8(ascii: "b"), 0x0C: UInt8(ascii: "f"),
    0x0A: UInt8(ascii: "n"), 0x0D: UInt8(ascii: "r"), 0x09: UInt8(ascii: "t"),
    0x0B: UInt8(ascii: "v"), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    UInt8(ascii: "\""): UInt8(ascii: "\""),
  ]
}
