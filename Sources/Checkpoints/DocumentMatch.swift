import Expressions
import Operators
import StreamModels
import Values

/// The places of a changed document at which the same operators and streams are as in the document
/// before.
///
/// Members of objects match by their keys. Elements of a list match in order: first those that are
/// equal, then those of the same operator, so that an operator in between moves the others.
struct DocumentMatch {
  /// The difference of two operators at matching places.
  enum Difference {
    case none
    /// Constants and expressions differ, but nothing on which the form of a state depends.
    case constants
    case parameters
    case key(String)
  }

  private let old: [Value]
  private let new: [Value]
  /// For each document, the number of the one with the same name before.
  private let numbers: [Int?]
  /// The matching elements of lists.
  private var elements: [ExpressionPlace: [Int?]] = [:]

  init(_ old: [RunDescription.Document], _ new: [RunDescription.Document]) {
    self.old = old.map(\.value)
    self.new = new.map(\.value)
    numbers = new.indices.map { index in
      index == 0 ? 0 : old.firstIndex { $0.name == new[index].name }
    }
  }

  /// Returns the place in the document before; nil if the place is new.
  mutating func oldPlace(of place: ExpressionPlace) -> ExpressionPlace? {
    guard numbers.indices.contains(place.document), let number = numbers[place.document],
      old.indices.contains(number)
    else { return nil }
    var (before, after) = (old[number], new[place.document])
    var (path, passed) = (DocumentPath(), DocumentPath())
    for component in place.path.components {
      switch component {
      case .key(let key):
        guard let inner = after[member: key], let match = before[member: key] else { return nil }
        (before, after) = (match, inner)
        path = path.appending(key)
        passed = passed.appending(key)
      case .index(let index):
        guard case .array(let news) = after, case .array(let olds) = before,
          news.indices.contains(index)
        else { return nil }
        let list = ExpressionPlace(document: place.document, path: passed)
        let matches = elements[list] ?? Self.matches(of: news, in: olds)
        elements[list] = matches
        guard let match = matches[index] else { return nil }
        (before, after) = (olds[match], news[index])
        path = path.appending(match)
        passed = passed.appending(index)
      }
    }
    return ExpressionPlace(document: number, path: path)
  }

  // MARK: - Lists

  /// Lists with more elements that differ are matched by position.
  private static let greatestTable = 1 << 20

  /// Returns for each new element the old one.
  private static func matches(of new: [Value], in old: [Value]) -> [Int?] {
    var matches = [Int?](repeating: nil, count: new.count)
    let prefix = zip(new, old).prefix { $0 == $1 }.count
    let rest = min(new.count, old.count) - prefix
    let suffix = zip(new.reversed(), old.reversed()).prefix(rest).prefix { $0 == $1 }.count
    for index in 0..<prefix { matches[index] = index }
    for index in 0..<suffix { matches[new.count - 1 - index] = old.count - 1 - index }
    let (news, olds) = (prefix..<(new.count - suffix), prefix..<(old.count - suffix))
    guard news.count * olds.count <= greatestTable else {
      for index in news where olds.contains(index) { matches[index] = index }
      return matches
    }
    // The best sum of likenesses from each pair of positions on.
    let width = olds.count + 1
    var best = [Int](repeating: 0, count: (news.count + 1) * width)
    var likenesses = best
    for row in news.indices.reversed().map({ $0 - prefix }) {
      for column in olds.indices.reversed().map({ $0 - prefix }) {
        let likeness = likeness(new[prefix + row], old[prefix + column])
        let place = row * width + column
        likenesses[place] = likeness
        best[place] = max(best[place + width], best[place + 1])
        if likeness > 0 { best[place] = max(best[place], likeness + best[place + width + 1]) }
      }
    }
    var (row, column) = (0, 0)
    while row < news.count, column < olds.count {
      let place = row * width + column
      let likeness = likenesses[place]
      if likeness > 0, best[place] == likeness + best[place + width + 1] {
        matches[prefix + row] = prefix + column
        (row, column) = (row + 1, column + 1)
      } else if best[place] == best[place + width] {
        row += 1
      } else {
        column += 1
      }
    }
    return matches
  }

  private static func likeness(_ new: Value, _ old: Value) -> Int {
    if new == old { return 3 }
    guard case .object(let new) = new, case .object(let old) = old, new.count == old.count,
      let name = new.members.first?.key, name == old.members.first?.key
    else { return 0 }
    return 1
  }

  // MARK: - Operators

  /// Parameters that nest more deeply are taken to differ.
  private static let greatestDepth = 200

  /// Returns the difference of an operator from the one at a matching place.
  ///
  /// - Parameter playsInner: Whether its state includes that of inner streams.
  func difference(
    of place: ExpressionPlace, from old: ExpressionPlace, playsInner: Bool
  ) -> Difference {
    guard let after = value(at: place, in: new), let before = value(at: old, in: self.old) else {
      return .parameters
    }
    guard playsInner else {
      // The streams to which it only subscribes have their own places.
      return difference(
        after.withoutStreams(of: place.operatorName),
        before.withoutStreams(of: place.operatorName), of: place.operatorName)
    }
    var result = difference(after, before, of: place.operatorName)
    // A stream that the operator names has the operators that its inner stream plays.
    guard !result.endsState else { return result }
    let names = after.strings
    for document in place.document == 0 ? [0] : [0, place.document] {
      guard let number = numbers[document],
        case .object(let definitions)? =
          new[document][member: "definitions"]
      else { continue }
      for (name, stream) in definitions.reached(from: names) {
        guard let before = self.old[number][member: "definitions"]?[member: name] else {
          return .parameters
        }
        let inner = difference(stream, before, of: nil)
        if inner.endsState { return inner }
        if case .constants = inner { result = .constants }
      }
    }
    return result
  }

  /// The members of a stream that do not belong to its source.
  private static let others: Set<Text> = [
    "operators", "definitions", "parameters", "outputs", "tests", "expect", "name", "description",
    "id",
  ]

  /// Whether the source at a place is the same as before, whatever follows it.
  ///
  /// - Parameter playsInner: Whether its state includes that of the streams that it combines.
  func isSameSource(
    at place: ExpressionPlace, as old: ExpressionPlace, playsInner: Bool
  ) -> Bool {
    let (after, before) = (value(at: place, in: new), value(at: old, in: self.old))
    guard case .object(let after)? = after, case .object(let before)? = before else {
      return after == before
    }
    func source(_ stream: Object) -> Object {
      Object(
        stream.members.filter { member in
          !Self.others.contains(member.key) && !member.key.string.hasPrefix("$")
        }.map { member in
          // The streams that it combines have their own places, unless one follows another.
          guard !playsInner, ["append", "merge", "zip", "combineLatest"].contains(member.key),
            case .array(let streams) = member.value
          else { return member }
          return Member(key: member.key, value: .int(Int64(streams.count)))
        })
    }
    return source(after) == source(before)
  }

  /// Whether an operator or a source names the stream at another place of its document, or contains
  /// it.
  func names(_ other: ExpressionPlace, in place: ExpressionPlace, isNew: Bool) -> Bool {
    guard other.document == place.document else { return true }
    let (path, inner) = (place.path.components, other.path.components)
    if inner.count > path.count, Array(inner.prefix(path.count)) == path,
      case .key(let key) = inner[path.count], place.isOperator || !Self.others.contains(key)
    {
      return true
    }
    let names = zip(inner, inner.dropFirst()).compactMap { key, name -> Text? in
      if key == .key("definitions"), case .key(let name) = name { name } else { nil }
    }
    guard !names.isEmpty, case .object(let parameters)? = value(at: place, in: isNew ? new : old)
    else { return false }
    return parameters.members.contains { member in
      (place.isOperator || !Self.others.contains(member.key))
        && member.value.strings.contains { names.contains($0) }
    }
  }

  private func value(at place: ExpressionPlace, in documents: [Value]) -> Value? {
    guard documents.indices.contains(place.document) else { return nil }
    return place.path.components.reduce(documents[place.document]) { value, component in
      switch (component, value) {
      case (.key(let key), let value?): value[member: key]
      case (.index(let index), .array(let elements)?) where elements.indices.contains(index):
        elements[index]
      default: nil
      }
    }
  }

  /// Compares two values, which are parameters of an operator, or inside them.
  private func difference(
    _ new: Value, _ old: Value, of name: String?, depth: Int = 0
  ) -> Difference {
    guard depth < Self.greatestDepth else { return .parameters }
    switch (new, old) {
    case (.object(let new), .object(let old)):
      let (new, old) = (new.withoutNotes, old.withoutNotes)
      guard new.count == old.count else { return .parameters }
      var result = Difference.none
      for member in new.members {
        guard let before = old[member.key] else { return .parameters }
        if isKey(member.key, of: name), member.value != before { return .key(member.key.string) }
        let inner = difference(member.value, before, of: member.key.string, depth: depth + 1)
        if inner.endsState { return inner }
        if case .constants = inner { result = .constants }
      }
      return result
    case (.array(let new), .array(let old)):
      guard new.count == old.count else { return .parameters }
      var result = Difference.none
      for (new, old) in zip(new, old) {
        let inner = difference(new, old, of: nil, depth: depth + 1)
        if inner.endsState { return inner }
        if case .constants = inner { result = .constants }
      }
      return result
    case (.object, _), (_, .object), (.array, _), (_, .array): return .parameters
    default: return new == old ? .none : .constants
    }
  }

  /// Whether a parameter of an operator is the key of values that its state holds.
  private func isKey(_ parameter: Text, of name: String?) -> Bool {
    guard let name, let spec = Operator.registry.spec(named: name) else { return false }
    return spec.parameters.contains { $0.role == .key && $0.name == parameter.string }
  }
}

extension DocumentMatch.Difference {
  /// Whether the state of the one operator is not one of the other.
  var endsState: Bool {
    switch self {
    case .none, .constants: false
    case .parameters, .key: true
    }
  }
}

extension RunDescription.Document {
  fileprivate var value: Value {
    do throws(ReadError) {
      return try JSONReader.value(of: SourceText(name: name, text)).value
    } catch {
      // A document that cannot be read has no places.
      return .null
    }
  }
}

extension Value {
  /// The parameters of an operator without the streams among them.
  fileprivate func withoutStreams(of name: String?) -> Value {
    guard case .object(let object) = self, let name,
      let spec = Operator.registry.spec(named: name)
    else { return self }
    let streams = spec.parameters.filter { [.stream, .streams].contains($0.kind) }.map(\.name)
    return .object(Object(object.members.filter { !streams.contains($0.key.string) }))
  }

  fileprivate subscript(member key: Text) -> Value? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// All strings inside.
  fileprivate var strings: [Text] {
    var strings: [Text] = []
    var rest = [self]
    while let value = rest.popLast() {
      switch value {
      case .string(let string): strings.append(string)
      case .array(let elements): rest += elements
      case .object(let object): rest += object.members.map(\.value)
      case .null, .bool, .int, .double: break
      }
    }
    return strings
  }
}

extension Object {
  /// The object without members for people.
  fileprivate var withoutNotes: Object {
    members.contains { $0.key.string.hasPrefix("$") }
      ? Object(members.filter { !$0.key.string.hasPrefix("$") }) : self
  }

  /// The definitions with these names, and those that they name.
  fileprivate func reached(from names: [Text]) -> [(Text, Value)] {
    var found: [(Text, Value)] = []
    var seen: Set<Text> = []
    var waiting = names
    while let name = waiting.popLast() {
      guard seen.insert(name).inserted, let definition = self[name] else { continue }
      found.append((name, definition))
      waiting += definition.strings
    }
    return found
  }
}
