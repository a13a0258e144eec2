import Expressions
import Pipelines
import Values

/// A pipeline on one line: a marble diagram, followed by operators separated by commas.
///
/// ```
/// a--b-c| filter $0 != 'b', delay 500ms
/// ```
///
/// The parameters of an operator are in the order of its reference, or named, as in `latest=false`.
/// An expression ends at the next named parameter or at the comma after it. Commas in brackets and
/// in quotes do not separate anything.
package struct OperatorLine {
  package let marbles: String
  /// The operators as JSON.
  package let operators: [String]

  package init(_ line: String) throws(DraftError) {
    let words = LineChunk.chunks(of: line[...], dividedBy: { $0.isWhitespace }, inBrackets: false)
    let first = words.indices.dropFirst().first { index in
      Self.beginsOperators(words[index].text, behind: words[index - 1].text)
    }
    guard let first else {
      (marbles, operators) = (line.trimmed, [])
      return
    }
    marbles = String(line[..<words[first].text.startIndex]).trimmed
    operators = try Self.operators(line[words[first].text.startIndex...], in: line)
  }

  /// Returns whether a word is the name of an operator rather than a part of the diagram.
  private static func beginsOperators(_ word: Substring, behind previous: Substring) -> Bool {
    let name = word.prefix { $0.isLetter }
    guard !name.isEmpty, name.allSatisfy(\.isASCII) else { return false }
    if let end = previous.last, "|#".contains(end) { return true }
    return Operator.specs.contains { $0.name == name } || name.count > 3
  }

  /// Reads operators separated by commas.
  private static func operators(_ text: Substring, in line: String) throws(DraftError) -> [String] {
    var operators: [String] = []
    guard text.contains(where: { !$0.isWhitespace }) else { return [] }
    for part in LineChunk.chunks(of: text, dividedBy: { $0 == "," }) {
      let words = LineChunk.chunks(of: part.text, dividedBy: { $0.isWhitespace })
      guard let name = words.first else {
        throw DraftError(
          "an operator is missing in '\(line)'", hint: "remove the comma")
      }
      operators.append(try operatorText(name.text, words.dropFirst(), in: line))
    }
    return operators
  }

  private static func operatorText(
    _ name: Substring, _ words: ArraySlice<LineChunk>, in line: String
  ) throws(DraftError) -> String {
    guard let spec = Operator.specs.first(where: { $0.name == name }) else {
      let place = line.distance(from: line.startIndex, to: name.startIndex) + 1
      throw DraftError(
        "unknown operator '\(name)' at character \(place)",
        hint: Operator.wayOut(forForeignName: String(name))
          ?? Suggestion.hint(for: String(name), among: Operator.specs.map(\.name))
          ?? "'stream-run explain --kind operator' lists them")
    }
    var parameters: [(name: String, value: String)] = []
    var rest = words
    while let word = rest.first {
      let named = parameter(namedBy: word.text, of: spec)
      let free = spec.parameters.first { known in !parameters.contains { $0.name == known.name } }
      guard let parameter = named ?? free else {
        throw DraftError(
          "'\(name)' has no parameter for '\(word.text)'",
          hint: spec.parameters.isEmpty
            ? "it has none"
            : "it has \(spec.parameters.map { "'\($0.name)'" }.joined(separator: ", "))")
      }
      // An expression and a list of streams end at the next named parameter.
      let takesAll = [.expression, .streams, .text].contains(parameter.kind)
      let further = rest.dropFirst().prefix { self.parameter(namedBy: $0.text, of: spec) == nil }
      let taken = takesAll ? further.count + 1 : 1
      var text = word.text.base[
        word.text.startIndex..<rest[rest.startIndex + taken - 1].text.endIndex]
      if named != nil { text = text.dropFirst(parameter.name.count + 1) }
      parameters.append((parameter.name, try json(text, of: parameter, in: line)))
      rest = rest.dropFirst(taken)
    }
    let members = parameters.map { "\(quoted($0.name)): \($0.value)" }.joined(separator: ", ")
    return "{ \(quoted(spec.name)): { \(members) } }"
  }

  /// Returns the parameter that a word such as `latest=false` names; nil for another word.
  private static func parameter(namedBy word: Substring, of spec: OperatorSpec) -> ParameterSpec? {
    guard let equals = word.firstIndex(of: "="), word[equals...].dropFirst().first != "=" else {
      return nil
    }
    return spec.parameters.first { $0.name == word[..<equals] }
  }

  /// Returns the value of a parameter as JSON.
  private static func json(
    _ text: Substring, of parameter: ParameterSpec, in line: String
  ) throws(DraftError) -> String {
    let text = String(text).trimmed
    let isJSON = isJSON(text)
    switch parameter.kind {
    case .expression, .text, .word: return quoted(text)
    case .selection: return text == "true" ? text : quoted(text)
    case .duration, .count: return isJSON && text.first != "\"" ? text : quoted(text)
    case .flag, .value, .number, .durations, .interval, .errorPolicy, .objects, .namedObjects,
      .repetition:
      return isJSON ? text : quoted(text)
    case .stream: return isJSON ? text : stream(text)
    case .streams:
      if isJSON, text.hasPrefix("[") { return text }
      let parts = LineChunk.chunks(of: text[...], dividedBy: { $0.isWhitespace })
      return "[" + parts.map { stream(String($0.text)) }.joined(separator: ", ") + "]"
    case .operators:
      guard text.hasPrefix("["), text.hasSuffix("]") else {
        throw DraftError(
          "'\(parameter.name)' is '\(text)'",
          hint: "expected operators in brackets: \(parameter.name)=[count, delay 1]")
      }
      let start = text.index(after: text.startIndex)
      let inner = text[start..<text.index(before: text.endIndex)]
      return "[" + (try operators(inner, in: text)).joined(separator: ", ") + "]"
    }
  }

  /// Returns a stream: a diagram, or the name of a definition or a file.
  private static func stream(_ text: String) -> String {
    let isName = text.hasSuffix(".json") || text.allSatisfy { $0.isLetter || $0.isNumber }
    return isName ? quoted(text) : "{ \"marbles\": \(quoted(text)) }"
  }

  private static func isJSON(_ text: String) -> Bool {
    (try? JSONReader.value(of: SourceText(name: "", text))) != nil
  }

  static func quoted(_ text: String) -> String {
    String(decoding: JSONWriter.text(of: .string(Text(text))), as: UTF8.self)
  }
}

/// A part of a line.
private struct LineChunk {
  let text: Substring

  /// Returns the parts of a string between separators that are outside quotes and brackets. If
  /// there are several blanks in a row, no part is empty.
  static func chunks(
    of text: Substring, dividedBy isDivider: (Character) -> Bool, inBrackets: Bool = true
  ) -> [LineChunk] {
    var chunks: [LineChunk] = []
    var start = text.startIndex
    var depth = 0
    var quote: Character?
    var isEscaped = false
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if !isEscaped, character == open { quote = nil }
        isEscaped = !isEscaped && character == "\\"
      } else if inBrackets, character == "'" || character == "\"" {
        quote = character
      } else if inBrackets, "([{".contains(character) {
        depth += 1
      } else if inBrackets, ")]}".contains(character) {
        depth -= 1
      } else if depth <= 0, isDivider(character) {
        chunks.append(LineChunk(text: text[start..<index].trimmed))
        start = text.index(after: index)
      }
    }
    chunks.append(LineChunk(text: text[start...].trimmed))
    return isDivider(" ") ? chunks.filter { !$0.text.isEmpty } : chunks
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop { $0.isWhitespace }
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { start[...$0] } ?? start
  }
}

extension String {
  fileprivate var trimmed: String { String(self[...].trimmed) }
}
