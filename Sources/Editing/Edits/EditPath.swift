/// The path to a value that is to be edited. It is in the form of messages,
/// `stream[3].operators[0]` or `definitions['a b']`, or a JSON Pointer, `/stream/3/operators/0`.
///
/// `[-]`, or `-` in a pointer, is the place after the last element of an array.
package struct EditPath: Sendable, Hashable, CustomStringConvertible {
  /// A step from a container to one of its values.
  enum Step: Sendable, Hashable {
    case key(String)
    case index(Int)
    /// The place after the last element.
    case end
    /// A part of a pointer, which is a key or an index, depending on the container.
    case part(String)
  }

  let steps: [Step]
  /// The path as it was written.
  package let description: String

  /// Reads a path. Throws if the string is not a path.
  package init(_ text: String) throws(EditError) {
    description = text
    if text.isEmpty || text.hasPrefix("/") {
      steps = try Self.pointer(text)
    } else {
      var reader = EditPathReader(text)
      steps = try reader.steps()
    }
  }

  private static func pointer(_ text: String) throws(EditError) -> [Step] {
    var steps: [Step] = []
    for part in text.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      var name = ""
      var rest = part[...]
      while let character = rest.popFirst() {
        guard character == "~" else {
          name.append(character)
          continue
        }
        switch rest.popFirst() {
        case "0": name.append("~")
        case "1": name.append("/")
        default:
          throw EditError(
            "the pointer '\(text)' has a '~' that is neither '~0' nor '~1'",
            hint: "write '~0' for '~', and '~1' for '/'")
        }
      }
      steps.append(.part(name))
    }
    return steps
  }
}

/// A reason why a document is not edited.
package struct EditError: Error, Sendable, Hashable {
  package let message: String
  /// A way to fix it.
  package var hint: String?
  /// The offset in the document before the edit; nil if the edit itself is wrong.
  package var offset: Int?

  package init(_ message: String, hint: String? = nil, offset: Int? = nil) {
    self.message = message
    self.hint = hint
    self.offset = offset
  }
}

/// Reads `stream[3].operators['a b']`.
private struct EditPathReader {
  private let text: String
  private var rest: Substring

  init(_ text: String) {
    self.text = text
    rest = text[...]
  }

  mutating func steps() throws(EditError) -> [EditPath.Step] {
    var steps: [EditPath.Step] = []
    while let first = rest.first {
      if first == "[" {
        steps.append(try bracket())
        continue
      }
      if !steps.isEmpty {
        guard first == "." else { throw wrong("expected '.' or '['") }
        rest.removeFirst()
      }
      let name = rest.prefix { $0 != "." && $0 != "[" }
      guard !name.isEmpty else { throw wrong("expected a key") }
      steps.append(.key(String(name)))
      rest = rest.dropFirst(name.count)
    }
    return steps
  }

  private mutating func bracket() throws(EditError) -> EditPath.Step {
    rest.removeFirst()
    let step: EditPath.Step
    if let quote = rest.first, quote == "'" || quote == "\"" {
      step = .key(try key(in: quote))
    } else {
      let word = rest.prefix { $0 != "]" }
      rest = rest.dropFirst(word.count)
      if word == "-" {
        step = .end
      } else if let index = Int(word), index >= 0, word.allSatisfy(\.isNumber) {
        step = .index(index)
      } else {
        throw wrong("expected an index, '-', or a key in quotes")
      }
    }
    guard rest.popFirst() == "]" else { throw wrong("expected ']'") }
    return step
  }

  private mutating func key(in quote: Character) throws(EditError) -> String {
    rest.removeFirst()
    var key = ""
    while let character = rest.popFirst() {
      if character == quote { return key }
      guard character == "\\" else {
        key.append(character)
        continue
      }
      guard let escaped = rest.popFirst() else { break }
      guard escaped == "u", rest.first == "{" else {
        key.append(escaped)
        continue
      }
      let digits = rest.dropFirst().prefix { $0 != "}" }
      guard let number = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(number) else {
        throw wrong("expected a scalar such as \\u{1b}")
      }
      key.unicodeScalars.append(scalar)
      rest = rest.dropFirst(digits.count + 2)
    }
    throw wrong("expected \(quote) at the end of the key")
  }

  private func wrong(_ expectation: String) -> EditError {
    let place = text.count - rest.count
    return EditError(
      "the path '\(text)' is wrong at character \(place + 1)",
      hint: "\(expectation); write a path such as stream[3].operators[0] or /stream/3/operators/0")
  }
}
