// The mistakes of a document, in words. None of this runs for a document without mistakes, so it
// may search: near the mistake, and from the beginning for brackets.

extension JSONReader {
  /// The syntax that is expected at a place.
  enum Expectation {
    case value, null, bool, string, array, object, key, colon, end
    /// A comma and another element, or the end of the array; and the equivalent for an object.
    case element, member
    /// Another element after a comma, and the equivalent for an object.
    case lastElement, lastMember
    /// A container that is not nested too deeply.
    case nesting
  }

  /// Throws the error. This is the only way out of the loops that read: if each place made its own
  /// error, they would need a larger frame, and every call would pay for that.
  @inline(never)
  mutating func refuse(_ expectation: Expectation, at place: Int) throws(ReadError) -> Never {
    switch expectation {
    case .value: throw valueMistake(at: place)
    case .null: throw valueMistake(at: place, expected: "null")
    case .bool: throw valueMistake(at: place, expected: "true or false")
    case .string: throw valueMistake(at: place, expected: "a string")
    case .array: throw valueMistake(at: place, expected: "an array")
    case .object: throw valueMistake(at: place, expected: "an object")
    case .key: throw keyMistake(at: place)
    case .colon: throw colonMistake(at: place)
    case .end: throw textAfterEndMistake(at: place)
    case .element: throw elementMistake(at: place)
    case .member: throw separatorMistake(at: place, between: "members", close: "}")
    case .lastElement: throw trailingCommaMistake(at: place, before: "]")
    case .lastMember: throw trailingCommaMistake(at: place, before: "}")
    case .nesting: throw nestingMistake(at: place)
    }
  }

  /// Returns the mistake for something that was found where a value was expected.
  func valueMistake(at place: Int, expected: String = "a value") -> ReadError {
    if place == count { return endMistake(expected: expected) }
    let byte = unsafe bytes[place]
    if let mistake = characterMistake(at: place) { return mistake }
    switch byte {
    case .plus:
      return ReadError("number begins with '+'", hint: "remove the '+'", offset: place)
    case .point:
      return ReadError(
        "number begins with '.'", hint: "write a digit before it: '0.'", offset: place)
    case .quote, .digit0 ... .digit9, .openBrace, .openBracket:
      return ReadError("found \(described(place)), expected \(expected)", offset: place)
    case .minus:
      return numberMistake(at: place)
    default:
      if isPartOfWord(byte) { return wordMistake(at: place, expected: expected) }
      return ReadError("unexpected \(described(place)), expected \(expected)", offset: place)
    }
  }

  /// Returns the mistake for a word that is not one of JSON's three.
  private func wordMistake(at place: Int, expected: String) -> ReadError {
    let word = self.word(at: place)
    let hints = [
      "nan": "JSON has no such number; use null or a string",
      "infinity": "JSON has no such number; use null or a string",
      "inf": "JSON has no such number; use null or a string",
      "none": "write null", "nil": "write null", "undefined": "write null",
      "yes": "write true", "no": "write false",
    ]
    for known in ["true", "false", "null"] {
      if word == known {
        return ReadError("found \(word), expected \(expected)", offset: place)
      }
      if word.lowercased().hasPrefix(known) || known.hasPrefix(word.lowercased()) && word.count > 1
      {
        return ReadError(
          "unknown word '\(word)', expected \(expected)", hint: "write \(known)", offset: place)
      }
    }
    return ReadError(
      "unknown word '\(word)', expected \(expected)",
      hint: hints[word.lowercased()] ?? "put strings in double quotes: \"\(word)\"", offset: place)
  }

  /// Returns the mistake for an element followed by neither a comma nor the end of the array.
  private func elementMistake(at place: Int) -> ReadError {
    if unsafe place == opened || bytes[place] == .comma { return valueMistake(at: place) }
    return separatorMistake(at: place, between: "elements", close: "]")
  }

  private func separatorMistake(
    at place: Int, between parts: String, close: String
  ) -> ReadError {
    let expected = "',' or '\(close)'"
    if place == count { return endMistake(expected: expected) }
    if let mistake = characterMistake(at: place) { return mistake }
    switch unsafe bytes[place] {
    case .quote, .digit0 ... .digit9, .minus, .openBrace, .openBracket:
      return ReadError(
        "missing ',' between \(parts), found \(described(place))", hint: "write ',' before it",
        offset: place)
    case UInt8(ascii: ";"):
      return ReadError("found ';', expected \(expected)", hint: "write ','", offset: place)
    case .closeBrace, .closeBracket:
      return ReadError(
        "found \(described(place)), expected \(expected)", hint: openedHint(before: place),
        offset: place)
    default:
      if ["true", "false", "null"].contains(word(at: place)) {
        return ReadError(
          "missing ',' between \(parts), found \(word(at: place))", hint: "write ',' before it",
          offset: place)
      }
      // A quote inside a string has ended it.
      let isInString = unsafe place > 0 && bytes[place - 1] == .quote
      return ReadError(
        "unexpected \(described(place)), expected \(expected)",
        hint: isInString ? "use single quotes inside" : nil, offset: place)
    }
  }

  private func trailingCommaMistake(at comma: Int, before close: String) -> ReadError {
    ReadError("trailing ',' before '\(close)'", hint: "remove the ','", offset: comma)
  }

  /// Returns the mistake for something other than a string where a key was expected.
  private func keyMistake(at place: Int) -> ReadError {
    if place == count { return endMistake(expected: "a key in double quotes") }
    if let mistake = characterMistake(at: place) { return mistake }
    if unsafe isPartOfWord(bytes[place]) {
      let word = self.word(at: place)
      return ReadError(
        "key without quotes: \(word)", hint: "put it in double quotes: \"\(word)\"", offset: place)
    }
    return ReadError(
      "found \(described(place)), expected a key in double quotes", offset: place)
  }

  /// Returns the mistake for a key without a colon after it.
  private func colonMistake(at place: Int) -> ReadError {
    if place == count { return endMistake(expected: "':'") }
    if let mistake = characterMistake(at: place) { return mistake }
    return ReadError(
      "missing ':' after a key, found \(described(place))",
      hint: unsafe bytes[place] == UInt8(ascii: "=")
        ? "write ':' in its place" : "write ':' before it",
      offset: place)
  }

  private func textAfterEndMistake(at place: Int) -> ReadError {
    if let mistake = characterMistake(at: place) { return mistake }
    let isClosing = unsafe bytes[place] == .closeBrace || bytes[place] == .closeBracket
    return ReadError(
      "found \(described(place)) after the end of the JSON value",
      hint: isClosing
        ? "remove it, because nothing is open here"
        : "JSON is a single value; remove everything after it",
      offset: place)
  }

  private func nestingMistake(at place: Int) -> ReadError {
    ReadError(
      "too deeply nested; the limit is \(JSONReader.nestingLimit) levels",
      offset: place, isLimit: true)
  }

  /// Returns the mistake for a document that ends too early.
  private func endMistake(expected: String) -> ReadError {
    if count == 0 { return ReadError("found nothing, expected a value", offset: 0) }
    var start = 0
    while unsafe isWhitespace(bytes[start]) { start += 1 }
    if start == count {
      return ReadError("found only whitespace, expected a value", offset: count)
    }
    guard let bracket = openBrackets(before: count).last else {
      return ReadError("the JSON ends, expected \(expected)", offset: count)
    }
    let kind = unsafe bytes[bracket] == .openBrace ? "object" : "array"
    return ReadError(
      "the JSON ends within an \(kind), expected \(expected)",
      hint: openedHint(before: count), offset: count)
  }

  /// Returns a hint that describes where the innermost container was opened, and how to close it.
  private func openedHint(before place: Int) -> String? {
    guard let bracket = openBrackets(before: place).last else { return nil }
    let isObject = unsafe bytes[bracket] == .openBrace
    let opening = unsafe Place(
      of: bracket, in: UnsafeBufferPointer(start: bytes, count: count))
    return "close the \(isObject ? "object" : "array") opened at line \(opening.line), "
      + "column \(opening.column) with '\(isObject ? "}" : "]")'"
  }

  /// Returns the offsets of the brackets that are open at a place.
  private func openBrackets(before end: Int) -> [Int] {
    var open: [Int] = []
    var isInString = false
    var place = 0
    while place < end {
      switch unsafe bytes[place] {
      case .quote: isInString.toggle()
      case .backslash: place += 1
      case .openBrace, .openBracket: if !isInString { open.append(place) }
      case .closeBrace, .closeBracket: if !isInString { _ = open.popLast() }
      default: break
      }
      place += 1
    }
    return open
  }
}
