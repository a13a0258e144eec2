package import Values

import struct FoundationEssentials.UUID

/// Reads stream models, with one implementation for all kinds of readers.
///
/// It collects mistakes and continues after them; only a `ReadError`, for a malformed document,
/// stops it. If a part is nil, the reason has been reported.
package struct ModelParser<Reader: DocumentReader & ~Copyable>: ~Copyable {
  /// The highest supported version of the format.
  static var knownFormat: Int64 { 1 }

  var reader: Reader
  /// The operators that the document can use.
  let operators: any OperatorRegistry.Type
  let source: SourceText?
  var diagnostics = Diagnostics()
  /// The position of the reader in the structure of the document.
  var path = DocumentPath()
  /// The error to report instead of all others if the file has a newer format.
  var newerFormat: Diagnostic?
  /// The text of the most recent items, so that repetitions can be skipped.
  var recentItems = RecentItems()
  /// Whether the current operator list has a warning to repeat at each of its occurrences.
  var listHasNotes = false
  /// Whether all strings are literal, because parameters have already been replaced.
  var hasNoParameters = false
  /// The names whose meaning depends on definitions and parameters that may come later.
  package var openNames: [OpenName] = []
  /// The names of the operators that the document defines, for suggestions.
  var operatorNames: Set<String> = []
  /// The operators found so far that have the name of a built-in one.
  var hidingOperators: [HidingOperator] = []
  /// The operators that hide a built-in one, as found in an earlier reading of the document.
  let knownHidingOperators: [HidingOperator]

  package init(
    reader: consuming Reader, source: SourceText?, operators: any OperatorRegistry.Type,
    hiding hidingOperators: [HidingOperator] = []
  ) {
    self.reader = reader
    self.source = source
    self.operators = operators
    knownHidingOperators = hidingOperators
  }

  /// Returns the diagnostics of a document that was read to its end.
  func finish() -> Diagnostics {
    newerFormat.map { Diagnostics([$0]) } ?? diagnostics
  }

  /// Returns the diagnostics of a document whose reading ended with an error.
  func finish(after error: ReadError) -> Diagnostics {
    if newerFormat != nil { return finish() }
    var diagnostic = Diagnostic(
      error.isLimit ? .limit : .syntax, error.message, hint: error.hint, at: path)
    diagnostic.location = source.map { SourceLocation(offset: error.offset, in: $0) }
    return Diagnostics([diagnostic])
  }

  package mutating func readModel<Element: Codable>(
    of element: Element.Type
  ) throws(ReadError) -> StreamModel<Element>? {
    try readDraft(of: element)?.model
  }

  /// Reads a model. Models nest hundreds of levels deep, so the functions that recurse here use
  /// small stack frames.
  mutating func readDraft<Element: Codable>(
    of element: Element.Type
  ) throws(ReadError) -> ModelDraft<Element>? {
    guard let draft = try beginModel(of: element) else { return nil }
    while let key = try nextKey(of: draft) {
      if key == .from {
        try readFrom(into: draft)
      } else if key == .inputs {
        try readReplacements(into: draft)
      } else if key.belongsToSource {
        try readSource(key, into: draft)
      } else {
        try readMember(key, into: draft)
      }
      path.removeLast()
    }
    finish(draft)
    return draft
  }

  @inline(never)
  private mutating func beginModel<Element: Codable>(
    of element: Element.Type
  ) throws(ReadError) -> ModelDraft<Element>? {
    guard try reader.peek() == .object else { return try refuseModel() }
    let draft = ModelDraft<Element>(start: reader.offset, openNames: openNames.count)
    try reader.beginObject()
    return draft
  }

  /// Reports and skips a value that is not an object where a stream model is expected.
  @inline(never)
  private mutating func refuseModel<Element: Codable>() throws(ReadError) -> ModelDraft<Element>? {
    let found = try reader.peek()
    let start = reader.offset
    var hint: String?
    switch found {
    case .string:
      let text = try reader.readText().string
      let isDiagram = text.contains("-") && (text.hasSuffix("|") || text.hasSuffix("-"))
      let shown = spelling(start..<reader.offset)
      hint = shown.map { "write {\"\(isDiagram ? "marbles" : "from")\": \($0)}" }
    case .array:
      try reader.skipValue()
      hint = "write {\"sequence\": \(spelling(start..<reader.offset) ?? "[ … ]")}"
    default: try reader.skipValue()
    }
    report(
      .wrongType, "found \(found.phrase), expected a stream model, which is an object", hint: hint,
      at: start)
    return nil
  }

  @inline(never)
  private mutating func nextKey<Element>(
    of draft: ModelDraft<Element>
  ) throws(ReadError) -> ModelKey? {
    guard
      let key: ModelKey = try nextKey(seen: &draft.seen, annotations: &draft.annotations)
    else { return nil }
    path.append(.key(ModelKey.table.keys[key.rawValue]))
    return key
  }

  @inline(never)
  private mutating func finish<Element>(_ draft: ModelDraft<Element>) {
    finishSource(of: draft)
    draft.model.annotations = draft.annotations.members
    settleNames(of: draft)
  }

  private mutating func readMember<Element: Codable>(
    _ key: ModelKey, into draft: ModelDraft<Element>
  ) throws(ReadError) {
    switch key {
    case .operators:
      if let operators = try readOperators() { draft.model.operators = operators }
    case .definitions:
      draft.model.definitions = try readDefinitions()
    case .outputs:
      draft.model.outputs = try readOutputs()
    default:
      try readPlainMember(key, into: &draft.model)
    }
  }

  /// Reads a member that cannot contain another model.
  @inline(never)
  private mutating func readPlainMember<Element: Codable>(
    _ key: ModelKey, into model: inout StreamModel<Element>
  ) throws(ReadError) {
    switch key {
    case .expect:
      noteUncheckedExpectation()
      model.expect = try readTimeline()
    case .tests:
      noteUncheckedExpectation()
      model.tests = try readTests()
    case .parameters:
      model.parameters = try readParameters()
    case .format:
      model.format = try readFormat()
    case .id:
      model.statedID = try readID()
    case .name:
      model.name = try readString("a name in a string")
    case .description:
      model.description = try readString("a description in a string")
    case .latest:
      if try expect(.bool, "true or false") { model.keepsLatest = try reader.readBool() }
    case .isDefault:
      if try expect(.bool, "true or false") { model.isDefault = try reader.readBool() }
    default:
      preconditionFailure("'\(key)' is not a plain member")
    }
  }

  private mutating func readFormat() throws(ReadError) -> Int? {
    guard try expect(.number, "the version of the format, a whole number") else { return nil }
    let start = reader.offset
    let number = try reader.readDecimal()
    guard number.isWrittenAsInteger, !number.isNegative, number.coefficient > 0 else {
      report(.invalidValue, "'format' is not a known version, expected 1", at: start)
      return nil
    }
    guard let version = number.int, version <= Self.knownFormat else {
      let found = number.int.map { "format \($0)" } ?? "the format"
      newerFormat = diagnostic(
        .format, "\(found) is newer than this tool, which supports \(Self.knownFormat)",
        hint: "update the tool", at: start)
      return nil
    }
    return Int(version)
  }

  private mutating func readID() throws(ReadError) -> UUID? {
    guard try expect(.string, "a UUID in a string") else { return nil }
    let start = reader.offset
    let text = try reader.readText().string
    guard let id = UUID(uuidString: text) else {
      report(
        .invalidValue, "found '\(text.abbreviated)', expected a UUID",
        hint: "remove 'id' to have one generated from the content", at: start)
      return nil
    }
    return id
  }

  mutating func readString(_ expectation: String) throws(ReadError) -> String? {
    guard try expect(.string, expectation) else { return nil }
    return try reader.readText().string
  }
}
