import Values

/// The functions that read a string in a given notation.
extension FunctionTable {
  static let readings: [Function] = [
    Function(
      "parseJSON",
      "Reads a string as JSON; if a key is repeated, its first value counts.",
      .init("'{\"a\": [1, 2.0]}'.parseJSON()", returns: "{'a': [1, 2.0]}"),
      overloads: [.member(of: .string, returns: .dyn, body: .counted(parseJSON))]),
    Function(
      "parseKeyValues",
      "Reads pairs such as 'level=info msg=\"it works\" ok', as in logfmt, as a map of strings. "
        + "A value with spaces is quoted, with the escapes of JSON; a word without '=' is true; "
        + "if a key is repeated, its last value counts.",
      .init(
        "'level=info msg=\"it works\" ok'.parseKeyValues()",
        returns: "{'level': 'info', 'msg': 'it works', 'ok': true}"),
      overloads: [
        .member(
          of: .string, returns: .map(.dyn),
          body: .counted { (arguments, frame) throws(EvaluationFailure) in
            let text = try arguments[0].text()
            try frame.spend(text.utf8.count >> 4)
            return try KeyValueReader.object(of: text)
          })
      ]),
    Function(
      "parseNumber",
      "Reads a string as a JSON number, an int or a double, and returns an optional; none "
        + "if it is anything else.",
      .init("'42'.parseNumber().value()", returns: "42"),
      .init("'n/a'.parseNumber().orValue(0)", returns: "0"),
      overloads: [
        .member(
          of: .string, returns: .optional(.dyn),
          body: .text { (text) throws(EvaluationFailure) in .optional(number(of: text)) })
      ]),
    Function(
      "hash",
      "Returns an int of 0 or more that depends only on a string and is always the same: XXH64 "
        + "with the seed 0, without its highest bit.",
      .init("'abc'.hash() % 100 < 10", returns: "false"),
      .init("'user-1'.hash() == 'user-1'.hash()", returns: "true"),
      overloads: [
        .member(
          of: .string, returns: .int,
          body: .text { (text) throws(EvaluationFailure) in
            .int(Int64(truncatingIfNeeded: XXHash64.hash(text.utf8) & ~(1 << 63)))
          })
      ]),
  ]

  @Sendable
  private static func parseJSON(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let text = try arguments[0].text()
    try frame.spend(text.utf8.count >> 4)
    do throws(ReadError) {
      return try JSONReader.value(of: SourceText(name: "text", bytes: text.utf8)).value
    } catch {
      let offset = max(0, min(error.offset, text.utf8.count))
      let place = Int(text.codePointIndex(ofOffset: offset))
      let message = error.message + (error.hint.map { "; \($0)" } ?? "")
      throw TimeTextError(message: message, range: place..<place).failure(of: text, as: "JSON")
    }
  }

  private static func number(of text: Text) -> Value? {
    let source = SourceText(name: "text", bytes: text.utf8)
    guard let first = text.utf8.first, first.isDigit || first == UInt8(ascii: "-"),
      let last = text.utf8.last, last.isDigit,
      // A string that JSON cannot read is not a number. That is an answer, not a mistake.
      let number = try? JSONReader.value(of: source).value
    else { return nil }
    return number
  }
}
