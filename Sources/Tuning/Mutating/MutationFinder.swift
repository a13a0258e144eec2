import Editing
import Operators
import StreamModels
import Values

/// Finds the changes of a document. The specs of operators say which parameters are durations, counts
/// or expressions.
struct MutationFinder {
  private(set) var found: [Mutation] = []

  /// Members that are not played, or that tests state.
  private static let skipped: Set<Text> = ["tests", "expect", "description", "values", "outputs"]

  /// Visits a model, or a part of one.
  mutating func visit(_ value: Value, at path: DocumentPath) {
    switch value {
    case .object(let object):
      for member in object.members where !Self.skipped.contains(member.key) {
        if member.key.string.hasPrefix("$") { continue }
        let place = path.appending(member.key)
        switch (member.key.string, member.value) {
        case ("operators", .array(let operators)): visit(operators: operators, at: place)
        case ("parameters", .object(let parameters)): visit(defaults: parameters, at: place)
        case ("require", .string(let text)): change(expression: text.string, at: place)
        default: visit(member.value, at: place)
        }
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() { visit(element, at: path.appending(index)) }
    case .null, .bool, .int, .double, .string: break
    }
  }

  // MARK: - Operators

  private mutating func visit(operators: [Value], at path: DocumentPath) {
    for (index, value) in operators.enumerated() {
      let place = path.appending(index)
      guard case .object(let object) = value,
        let member = object.members.first(where: {
          Operator.registry.spec(named: $0.key.string) != nil
        }),
        let spec = Operator.registry.spec(named: member.key.string)
      else {
        visit(value, at: place)
        continue
      }
      add("'\(spec.name)' left out", at: place, .remove(place))
      if index + 1 < operators.count, value != operators[index + 1] {
        add(
          "'\(spec.name)' moved after the next operator", at: place,
          .move(place, path.appending(index + 1)))
      }
      guard case .object(let parameters) = member.value else { continue }
      visit(parameters, spec.parameters, at: place.appending(member.key))
    }
  }

  private mutating func visit(
    _ parameters: Object, _ specs: [ParameterSpec], at path: DocumentPath
  ) {
    for member in parameters.members {
      guard let spec = specs.first(where: { $0.name == member.key.string }) else { continue }
      change(member.value, spec, at: path.appending(member.key))
    }
  }

  /// Changes a parameter.
  private mutating func change(_ value: Value, _ spec: ParameterSpec, at path: DocumentPath) {
    switch (spec.kind, value) {
    case (.expression, .string(let text)), (.selection, .string(let text)):
      change(expression: text.string, at: path)
    case (.duration, _): change(duration: value, named: spec.name, at: path)
    case (.durations, .array(let elements)):
      for (index, element) in elements.enumerated() {
        change(duration: element, named: spec.name, at: path.appending(index))
      }
    case (.durations, _): change(duration: value, named: spec.name, at: path)
    case (.interval, .object(let ends)):
      for end in ends.members {
        change(duration: end.value, named: end.key.string, at: path.appending(end.key))
      }
    case (.interval, _): change(duration: value, named: spec.name, at: path)
    case (.count, .int(let number)), (.number, .int(let number)), (.repetition, .int(let number)):
      change(count: number, named: spec.name, at: path)
    case (.repetition, .object(let ends)):
      for end in ends.members {
        guard case .int(let number) = end.value else { continue }
        change(count: number, named: end.key.string, at: path.appending(end.key))
      }
    case (.flag, .bool(let flag)):
      add("'\(spec.name)' became \(!flag)", at: path, .set(path, .bool(!flag)))
    case (.word, .string(let word)):
      for other in spec.words where other != word.string {
        add("'\(word)' became '\(other)'", at: path, .set(path, .string(Text(other))))
      }
    case (.objects, .array(let elements)):
      for (index, element) in elements.enumerated() {
        guard case .object(let object) = element else { continue }
        visit(object, spec.members, at: path.appending(index))
      }
    case (.namedObjects, .object(let objects)):
      for member in objects.members {
        guard case .object(let object) = member.value else { continue }
        visit(object, spec.members, at: path.appending(member.key))
      }
    case (.operators, .array(let operators)): visit(operators: operators, at: path)
    default: visit(value, at: path)
    }
  }

  // MARK: - Numbers and durations

  private mutating func change(count: Int64, named name: String, at path: DocumentPath) {
    for other in [count &- 1, count &+ 1] {
      add("'\(name)' \(count) became \(other)", at: path, .set(path, .int(other)))
    }
  }

  private mutating func change(duration: Value, named name: String, at path: DocumentPath) {
    guard let nanoseconds = Self.nanoseconds(of: duration) else { return }
    for (other, text) in [
      (nanoseconds - 1, "1 ns shorter"), (nanoseconds + 1, "1 ns longer"),
      (nanoseconds.multipliedReportingOverflow(by: 2).partialValue, "twice as long"),
    ] where other > 0 && other != nanoseconds {
      let changed = Value.string(Text("\(Seconds(nanoseconds: other).text)s"))
      add("'\(name)' is \(text)", at: path, .set(path, changed))
    }
  }

  private static func nanoseconds(of duration: Value) -> Int64? {
    switch duration {
    case .int(let seconds):
      let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      return overflow ? nil : nanoseconds
    case .double(let seconds): return DecimalNumber.nanoseconds(ofSeconds: seconds)
    case .string(let text): return Seconds(text.string)?.nanoseconds
    default: return nil
    }
  }

  /// Changes the default values of parameters.
  private mutating func visit(defaults parameters: Object, at path: DocumentPath) {
    for member in parameters.members {
      var (value, place) = (member.value, path.appending(member.key))
      if case .object(let object) = value, let own = object["value"] {
        (value, place) = (own, place.appending("value" as Text))
      }
      switch value {
      case .int(let number): change(count: number, named: member.key.string, at: place)
      case .string: change(duration: value, named: member.key.string, at: place)
      default: break
      }
    }
  }

  // MARK: - Expressions

  private mutating func change(expression: String, at path: DocumentPath) {
    for (text, description) in ExpressionMutations.all(of: expression) {
      add(description, at: path, .set(path, .string(Text(text))))
    }
  }

  // MARK: - Edits

  private enum Change {
    case remove(DocumentPath)
    case move(DocumentPath, DocumentPath)
    case set(DocumentPath, Value)

    var words: [String] {
      switch self {
      case .remove(let path): ["remove", path.pointer]
      case .move(let path, let other): ["move", path.pointer, other.pointer]
      case .set(let path, let value): ["set", path.pointer, value.description]
      }
    }
  }

  private mutating func add(_ text: String, at path: DocumentPath, _ change: Change) {
    do throws(EditError) {
      found.append(
        Mutation(text: text, path: path, edits: try DocumentEdit.edits(change.words)))
    } catch {
      preconditionFailure("an edit of the finder: \(error.message)")
    }
  }
}

extension DocumentPath {
  /// The path as a JSON Pointer.
  fileprivate var pointer: String {
    components.map { component in
      switch component {
      case .key(let key):
        "/" + key.string.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
      case .index(let index): "/\(index)"
      }
    }.joined()
  }
}

/// The changes of an expression.
enum ExpressionMutations {
  /// Comparisons and conjunctions, the longer ones first, with what they become.
  private static let operators = [
    ("<=", "<"), (">=", ">"), ("==", "!="), ("!=", "=="), ("&&", "||"), ("||", "&&"), ("<", "<="),
    (">", ">="),
  ]

  /// Returns the changed expressions, each with the change in words.
  static func all(of text: String) -> [(text: String, description: String)] {
    var found: [(String, String)] = []
    var quote: Character?
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      if let open = quote {
        // A character after a backslash is part of the string.
        if character == "\\", text.index(after: index) < text.endIndex {
          index = text.index(after: index)
        } else if character == open {
          quote = nil
        }
        index = text.index(after: index)
        continue
      }
      if character == "'" || character == "\"" {
        quote = character
        index = text.index(after: index)
        continue
      }
      if let (word, other) = operators.first(where: { text[index...].hasPrefix($0.0) }) {
        let end = text.index(index, offsetBy: word.count)
        found.append(
          (text[..<index] + other + text[end...], "'\(word)' became '\(other)'"))
        index = end
        continue
      }
      guard character.isWholeNumber else {
        index = text.index(after: index)
        continue
      }
      let end = text[index...].firstIndex { !$0.isWholeNumber } ?? text.endIndex
      found += changes(of: text, number: index..<end)
      index = end
    }
    return found
  }

  /// Returns the changes of a number, unless it is a part of a name or of a decimal number.
  private static func changes(
    of text: String, number range: Range<String.Index>
  ) -> [(String, String)] {
    func isPart(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || "_$.".contains(character)
    }
    if range.lowerBound > text.startIndex, isPart(text[text.index(before: range.lowerBound)]) {
      return []
    }
    if range.upperBound < text.endIndex, isPart(text[range.upperBound]) { return [] }
    guard let number = Int64(text[range]) else { return [] }
    return [number &- 1, number &+ 1].map { other in
      (
        text[..<range.lowerBound] + "\(other)" + text[range.upperBound...],
        "\(number) became \(other)"
      )
    }
  }
}
