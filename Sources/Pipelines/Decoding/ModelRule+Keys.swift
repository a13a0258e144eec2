import Values

/// Which of the keys of an object have been read.
struct KeySet {
  private var bits: UInt64 = 0

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
}

extension ModelRule {
  /// The next key of the object last begun, by its index in `table`; nil at the end of the object.
  /// What is not a key of it is reported and passed over, or kept if it is an annotation.
  mutating func nextKey(
    in table: KeyTable, names: () -> [String], owner: String, seen: inout KeySet,
    annotations: inout [Member]
  ) throws(ReadError) -> Int? {
    let match = try reader.nextKey(in: table)
    if case .known(let index) = match, seen.insert(index) { return index }
    return try knownKey(
      from: match, in: table, names: names, owner: owner, seen: &seen, annotations: &annotations)
  }

  /// Goes on from a key that is not, or not the first time, one of the table.
  private mutating func knownKey(
    from first: KeyMatch, in table: KeyTable, names: () -> [String], owner: String,
    seen: inout KeySet, annotations: inout [Member]
  ) throws(ReadError) -> Int? {
    var match = first
    while true {
      switch match {
      case .end:
        return nil
      case .known(let index):
        report(
          .duplicateKey, "'\(names()[index])' stands here a second time",
          hint: "remove one of the two")
        try reader.skipValue()
      case .unknown(let key) where key.isAnnotation:
        annotations.append(Member(key: key, value: try reader.readValue()))
      case .unknown(let key):
        let names = names()
        report(
          .unknownKey, "unknown key '\(key.string.abbreviated)' in \(owner)",
          hint: Suggestion.hint(for: key.string, among: names)
            ?? "there are \(names.map { "'\($0)'" }.joined(separator: ", "))")
        try reader.skipValue()
      }
      match = try reader.nextKey(in: table)
      if case .known(let index) = match, seen.insert(index) { return index }
    }
  }

  /// The same, for an object whose keys are the cases of an enum.
  @inline(__always)
  mutating func nextKey<Key: ObjectKey>(
    seen: inout KeySet, annotations: inout [Member]
  ) throws(ReadError) -> Key? {
    let match = try reader.nextKey(in: Key.table)
    // What is right nearly always is looked at first.
    if case .known(let index) = match, seen.insert(index) { return Key(rawValue: index) }
    if case .end = match { return nil }
    let index = try knownKey(
      from: match, in: Key.table, names: { Key.names }, owner: Key.owner, seen: &seen,
      annotations: &annotations)
    return index.flatMap { Key(rawValue: $0) }
  }

  /// Whether a value of this kind comes next. If not, that is reported and the value passed over.
  mutating func expect(
    _ kind: ValueKind, _ expectation: String, hint: String? = nil
  ) throws(ReadError) -> Bool {
    let found = try reader.peek()
    if found == kind { return true }
    report(
      .wrongType, "found \(found.phrase), expected \(expectation)", hint: hint, at: reader.offset)
    try reader.skipValue()
    return false
  }

  mutating func report(
    _ code: DiagnosticCode, _ message: String, hint: String? = nil, at offset: Int? = nil
  ) {
    // To find a place costs a pass over the text: not for what is only counted.
    guard !diagnostics.isFull else { return diagnostics.countOmitted() }
    diagnostics.append(diagnostic(code, message, hint: hint, at: offset ?? reader.offset))
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
  /// The kind with its article, as what was found.
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
  var isAnnotation: Bool { utf8.first == UInt8(ascii: "$") }
}

extension String {
  /// The string as it can stand in a message of one line.
  var abbreviated: String {
    let line = String(unicodeScalars.map { $0.value < 32 ? " " : Character($0) })
    return line.count <= 40 ? line : line.prefix(40) + "…"
  }
}
