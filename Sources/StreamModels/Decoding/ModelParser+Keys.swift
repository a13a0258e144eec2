import Expressions
import Values

/// The keys of an object that have been read.
struct KeySet {
  private var bits: UInt64 = 0
  /// The keys for which unknown ones are most likely misspellings. They are not also reported as
  /// missing.
  private var meant: UInt64 = 0

  mutating func insert(_ index: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(index)
    defer { bits |= bit }
    return bits & bit == 0
  }

  func contains(_ index: Int) -> Bool {
    bits & 1 << UInt64(index) != 0
  }

  func contains(_ key: some ObjectKey) -> Bool {
    contains(key.rawValue)
  }

  /// The bits of the keys, by index.
  var mask: UInt64 { bits }

  mutating func noteMeant(_ index: Int) {
    meant |= 1 << UInt64(index)
  }

  func isMeant(_ index: Int) -> Bool {
    meant & 1 << UInt64(index) != 0
  }

  func isMeant(_ key: some ObjectKey) -> Bool {
    isMeant(key.rawValue)
  }
}

/// The members of an object whose keys begin with `$`.
struct Annotations {
  private(set) var members: [Member] = []
  /// A set of the keys, once there are too many for a linear search.
  private var keys: Set<Text> = []

  /// Returns whether no member has this key yet.
  func isNew(_ key: Text) -> Bool {
    keys.isEmpty ? !members.contains { $0.key == key } : !keys.contains(key)
  }

  mutating func append(_ key: Text, _ value: Value) {
    members.append(Member(key: key, value: value))
    if !keys.isEmpty {
      keys.insert(key)
    } else if members.count == 16 {
      keys = Set(members.map(\.key))
    }
  }
}

extension ModelParser where Reader: ~Copyable {
  /// Returns the next key of the current object, by its index in `table`; nil at the end of the
  /// object. Unknown and repeated keys are reported and skipped; annotations are stored.
  mutating func nextKey(
    in table: KeyTable, names: () -> [String], foreign: ForeignNames?,
    owner: @autoclosure () -> String, seen: inout KeySet, annotations: inout Annotations
  ) throws(ReadError) -> Int? {
    let match = try reader.nextKey(in: table)
    if case .known(let index) = match, seen.insert(index) { return index }
    return try knownKey(
      from: match, in: table, names: names, foreign: foreign, owner: owner(), seen: &seen,
      annotations: &annotations)
  }

  /// Continues after an unknown or repeated key.
  private mutating func knownKey(
    from first: KeyMatch, in table: KeyTable, names: () -> [String], foreign: ForeignNames?,
    owner: @autoclosure () -> String,
    seen: inout KeySet, annotations: inout Annotations
  ) throws(ReadError) -> Int? {
    var match = first
    while true {
      switch match {
      case .end:
        return nil
      case .known(let index):
        reportRepetition(of: names()[index])
        try reader.skipValue()
      case .unknown(let key) where key.isAnnotation:
        try readAnnotation(key, into: &annotations)
      case .unknown where diagnostics.isFull:
        // Finding the nearest key is expensive: skip it for a mistake that is only counted, because
        // an object may have any number of them.
        diagnostics.countOmitted()
        try reader.skipValue()
      case .unknown(let key):
        let names = names()
        let (hint, meant) = wayOut(for: key.string, among: names, foreign)
        if let meant = names.firstIndex(where: { $0 == meant }) { seen.noteMeant(meant) }
        report(
          .unknownKey, "unknown key '\(key.string.abbreviated)' in \(owner())", hint: hint,
          below: .key(key))
        try reader.skipValue()
      }
      match = try reader.nextKey(in: table)
      if case .known(let index) = match, seen.insert(index) { return index }
    }
  }

  /// Returns a hint for an unknown key, and the key that was most likely intended, if there is one.
  @inline(never)
  private func wayOut(
    for key: String, among names: [String], _ foreign: ForeignNames?
  ) -> (hint: String, meant: String?) {
    if let row = foreign?.row(for: key, among: names) { return (row.wayOut, row.meaning) }
    if let nearest = Suggestion.nearest(to: key, among: names + ["$comment"]) {
      return ("did you mean '\(nearest)'?", nearest)
    }
    if names.contains(ModelKey.operators.name), operators.names.contains(key) {
      return (#"operators are in a list: "operators": [{"\#(key)": { … }}]"#, nil)
    }
    return (Suggestion.list(of: names), nil)
  }

  /// Reads and stores the value of a key that is for editors and people.
  mutating func readAnnotation(
    _ key: Text, into annotations: inout Annotations
  ) throws(ReadError) {
    guard annotations.isNew(key) else {
      reportRepetition(of: key.string)
      return try reader.skipValue()
    }
    annotations.append(key, try readData())
  }

  /// Reads a value of any kind, and records whether the reader has noted anything inside it.
  mutating func readData() throws(ReadError) -> Value {
    let before = reader.noteCount
    let value = try reader.readValue()
    if reader.noteCount != before { listHasNotes = true }
    return value
  }

  /// Returns the next key of an object whose keys are the cases of an enum; nil at its end.
  @inline(__always)
  mutating func nextKey<Key: ObjectKey>(
    seen: inout KeySet, annotations: inout Annotations
  ) throws(ReadError) -> Key? {
    let match = try reader.nextKey(in: Key.table)
    // The most frequent case is tested first.
    if case .known(let index) = match, seen.insert(index) { return Key(rawValue: index) }
    if case .end = match { return nil }
    let index = try knownKey(
      from: match, in: Key.table, names: { Key.names }, foreign: Key.foreignNames,
      owner: Key.owner, seen: &seen, annotations: &annotations)
    return index.flatMap { Key(rawValue: $0) }
  }

  /// Returns whether the next value has this kind. If not, reports a mistake and skips the value.
  mutating func expect(
    _ kind: ValueKind, _ expectation: @autoclosure () -> String,
    hint: @autoclosure () -> String? = nil
  ) throws(ReadError) -> Bool {
    let found = try reader.peek()
    if found == kind { return true }
    let start = reader.offset
    let change = try passOver(found, expecting: kind)
    report(
      .wrongType, "found \(found.phrase), expected \(expectation())", hint: hint() ?? change,
      at: start)
    return false
  }

  /// Skips a value of the wrong kind. Returns a hint if a small change makes it valid.
  private mutating func passOver(
    _ found: ValueKind, expecting kind: ValueKind
  ) throws(ReadError) -> String? {
    switch (found, kind) {
    case (.string, .number):
      let text = try reader.readText().string
      return DecimalNumber(text) == nil ? nil : "write it without quotes"
    case (.string, .bool):
      let text = try reader.readText().string
      return text == "true" || text == "false" ? "write it without quotes" : nil
    case (.object, .array):
      try reader.skipValue()
      return "put it in brackets: [ … ]"
    case (.number, .string), (.bool, .string):
      try reader.skipValue()
      return "put it in double quotes"
    default:
      try reader.skipValue()
      return nil
    }
  }

  /// Returns the text of the file between two offsets, for a message; nil if it is longer than 60
  /// bytes, has a line break, or is not available.
  func spelling(_ range: Range<Int>) -> String? {
    guard let source, range.lowerBound >= 0, range.count <= 60, range.upperBound <= source.count
    else { return nil }
    let text = String(decoding: source.bytes[range], as: UTF8.self)
    return text.contains("\n") ? nil : text
  }

  mutating func reportRepetition(of key: String) {
    report(
      .duplicateKey, "key '\(key.abbreviated)' is already in this object",
      hint: "remove one of the two", below: .key(Text(key)))
  }

  mutating func report(
    _ code: DiagnosticCode, _ message: @autoclosure () -> String,
    hint: @autoclosure () -> String? = nil, at offset: Int? = nil,
    below component: DocumentPath.Component? = nil
  ) {
    // Finding a location takes a pass over the text, and a hint takes a comparison with many names:
    // skip both for a mistake that is only counted.
    guard !diagnostics.isFull else { return diagnostics.countOmitted() }
    var mistake = diagnostic(code, message(), hint: hint(), at: offset ?? reader.offset)
    if let component { mistake.path.append(component) }
    diagnostics.append(mistake)
  }

  func diagnostic(
    _ code: DiagnosticCode, _ message: String, hint: String? = nil, at offset: Int
  ) -> Diagnostic {
    Diagnostic(
      code, message, hint: hint, at: path,
      location: source.map { SourceLocation(offset: offset, in: $0) })
  }
}

extension ValueKind {
  /// The kind with its article, for messages about an unexpected value.
  var phrase: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension Text {
  /// Whether a key is for editors and people.
  package var isAnnotation: Bool { utf8.first == UInt8(ascii: "$") }
}
