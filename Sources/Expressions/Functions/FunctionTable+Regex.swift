import RegularExpressions
import Values

/// The functions of cel-go's extension for regular expressions.
extension FunctionTable {
  static let regex: [Function] = [
    Function(
      "regex.extract",
      "Returns the first match of a pattern in a string, or of its only group if it has one, "
        + "as an optional; none if that is empty.",
      .init("regex.extract('item-A, item-B', r'item-(\\w+)').value()", returns: "'A'"),
      .init("regex.extract('a', 'b').hasValue()", returns: "false"),
      overloads: [
        .function(.string, .string, returns: .optional(.string), body: computed("regex.extract"))
      ]),
    Function(
      "regex.extractAll",
      "Returns a list of all matches of a pattern in a string, or of its only group if it has "
        + "one, without empty ones.",
      .init("regex.extractAll('id:1, id:2', r'id:(\\d)')", returns: "['1', '2']"),
      overloads: [
        .function(
          .string, .string, returns: .list(.string), body: computed("regex.extractAll"))
      ]),
    Function(
      "regex.replace",
      "Replaces the matches of a pattern in a string, or the first ones up to a number. In "
        + "the replacement, '\\1' to '\\9' stand for the matches of the groups, '\\0' for the "
        + "whole match, and '\\\\' for a backslash.",
      .init(
        "regex.replace('foo bar', '(fo)o (ba)r', r'\\2 \\1')", returns: "'ba fo'"),
      .init("regex.replace('banana', 'a', 'x', 1)", returns: "'bxnana'"),
      overloads: [
        .function(
          .string, .string, .string, returns: .string, body: computed("regex.replace")),
        .function(
          .string, .string, .string, .int, returns: .string, body: computed("regex.replace")),
      ]),
  ]

  /// Returns the body of a function whose pattern is computed.
  private static func computed(_ name: String) -> Overload.Body {
    .counted { (arguments, frame) throws(EvaluationFailure) in
      let pattern = try CapturingPattern(computed: try arguments[1].text(), &frame)
      return try pattern.call(name, arguments, &frame)
    }
  }
}

extension CapturingPattern {
  /// Returns the reason why a function cannot use the pattern; nil if it can.
  func refusal(by name: String) -> String? {
    name == "regex.replace" || groupCount < 2
      ? nil : "'\(name)' takes a pattern with at most one group, found \(groupCount)"
  }

  /// Calls the function with a name; the second of the arguments is the pattern itself.
  func call(
    _ name: String, _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    if let refusal = refusal(by: name) { throw .invalid(refusal) }
    let text = try arguments[0].text()
    if name == "regex.extract" { return try extract(from: text, &frame) }
    if name == "regex.replace" {
      let limit = arguments.count == 4 ? try arguments[3].int() : -1
      return try replace(in: text, with: try arguments[2].text(), limit: limit, &frame)
    }
    var found: [Value] = []
    try search(text) { (matches) throws(EvaluationFailure) in
      while let match = try matches.next(&frame) {
        if let part = part(of: match, in: text) { found.append(part) }
      }
    }
    try Value.checkSize(elements: found.count)
    return .array(found)
  }

  /// Returns the first match in a string, or what its only group matches, as an optional.
  func extract(from text: Text, _ frame: inout Frame) throws(EvaluationFailure) -> Value {
    let match = try search(text) { (matches) throws(EvaluationFailure) in
      try matches.next(&frame)
    }
    return .optional(match.flatMap { part(of: $0, in: text) })
  }

  /// Returns a match, or what its only group matches. As in cel-go, only a group that matches
  /// nothing counts as missing.
  private func part(of match: PatternMatch, in text: Text) -> Value? {
    guard groupCount > 0 else { return .string(text[match.range]) }
    guard let range = match.range(ofGroup: 1), !range.isEmpty else { return nil }
    return .string(text[range])
  }

  /// Replaces matches. If the number is not negative, it is the maximum number of replacements.
  private func replace(
    in text: Text, with replacement: Text, limit: Int64, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    if limit == 0 { return .string(text) }
    var parts: [Replacement.Part] = []
    var (result, end, left) = ([UInt8](), 0, limit)
    try search(text) { (matches) throws(EvaluationFailure) in
      while left != 0, let match = try matches.next(&frame) {
        if parts.isEmpty {
          parts = try Replacement.parts(of: replacement, groupCount: groupCount)
        }
        result += text.utf8[end..<match.range.lowerBound]
        for part in parts {
          switch part {
          case .bytes(let bytes): result += bytes
          case .group(let number): result += text.utf8[match.range(ofGroup: number) ?? 0..<0]
          }
        }
        try frame.spend(replacement.utf8.count >> 8)
        try Value.checkSize(result.count)
        end = match.range.upperBound
        left -= 1
      }
    }
    result += text.utf8[end...]
    return try .string(ofUTF8: result)
  }
}

extension PatternMatches {
  /// Finds the next match, and counts its steps.
  fileprivate mutating func next(_ frame: inout Frame) throws(EvaluationFailure) -> PatternMatch? {
    try frame.spend(1)
    return try frame.search { next(stepsLeft: &$0) }
  }
}

/// The text that replaces a match.
private enum Replacement {
  enum Part {
    case bytes([UInt8])
    /// The text that a group matches; the match itself is group 0.
    case group(Int)
  }

  static func parts(
    of text: Text, groupCount: Int
  ) throws(EvaluationFailure) -> [Part] {
    var parts: [Part] = []
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8 {
      switch (isEscaped, byte) {
      case (false, UInt8(ascii: "\\")): isEscaped = true
      case (false, _): bytes.append(byte)
      case (true, UInt8(ascii: "\\")):
        bytes.append(byte)
        isEscaped = false
      case (true, _):
        guard byte.isDigit else {
          throw .invalid("bad replacement '\(text)': expected a digit or '\\' after '\\'")
        }
        guard byte.digit <= groupCount else {
          throw .invalid(
            "bad replacement '\(text)': the pattern has no group \(byte.digit), only \(groupCount)")
        }
        parts.append(.bytes(bytes))
        parts.append(.group(byte.digit))
        bytes = []
        isEscaped = false
      }
    }
    if isEscaped { throw .invalid("bad replacement '\(text)': found '\\' at the end") }
    return parts + [.bytes(bytes)]
  }
}
