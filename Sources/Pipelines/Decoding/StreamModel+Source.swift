public import Values

extension StreamModel {
  /// Reads a stream file's text. All its mistakes are reported at once, each at its place; a mistake
  /// of JSON's syntax alone.
  public init(_ source: SourceText) throws(Diagnostics) {
    let (model, diagnostics) = Self.read(source)
    guard let model, !diagnostics.hasErrors else { throw diagnostics }
    self = model
  }

  /// Reads a stream file. Throws a `FileError` if it cannot be read, `Diagnostics` if it is wrong.
  public init(contentsOfFile path: String) throws {
    try self.init(SourceText(contentsOfFile: path))
  }

  /// Reads what can be read of a stream file's text, with all that is to be said about it, warnings
  /// too. Without errors among that, the model is whole.
  package static func read(_ source: SourceText) -> (StreamModel?, Diagnostics) {
    JSONReader.handingOver(source) { reader in
      var rule = ModelParser(reader: reader, source: source)
      return rule.readDocument(of: Element.self, in: source)
    }
  }
}

extension ModelParser where Reader == JSONReader {
  // Specialized: read from another module it would otherwise look up a type's metadata at each step
  // (480 ns an item instead of 60).
  @specialized(where Element == Value)
  fileprivate mutating func readDocument<Element: Codable>(
    of element: Element.Type, in source: SourceText
  ) -> (StreamModel<Element>?, Diagnostics) {
    do throws(ReadError) {
      let model = try readModel(of: element)
      try reader.finish()
      takeNotes()
      // Of a newer format nothing else is said: there is no model that could be checked further.
      guard newerFormat == nil else { return (nil, finish()) }
      return (model, finish())
    } catch {
      path = DocumentPath()
      return (nil, finish(after: error))
    }
  }
}

extension ModelParser where Reader == JSONReader {
  /// Turns what the reader noticed inside of values into diagnostics.
  mutating func takeNotes() {
    for note in reader.notes {
      switch note.kind {
      case .duplicateKey:
        report(
          .duplicateKey, note.message, hint: "remove one of the two", at: note.offset)
      case .integerBeyond64Bits: warn(.largeInteger, note.message, at: note.offset)
      }
    }
    for kind in ReadNote.Kind.allCases {
      let kept = reader.notes.count { $0.kind == kind }
      diagnostics.countOmitted(max(0, reader.noteCounts[kind, default: 0] - kept))
    }
    diagnostics.sort()
  }

}

extension ModelParser where Reader: ~Copyable {
  /// Says something that does not keep the document from playing.
  mutating func warn(
    _ code: DiagnosticCode, _ message: String, hint: String? = nil, at offset: Int
  ) {
    var warning = diagnostic(code, message, hint: hint, at: offset)
    warning.severity = .warning
    diagnostics.append(warning)
  }
}

extension SourceLocation {
  init(offset: Int, in source: SourceText) {
    let place = source.place(at: offset)
    self.init(file: source.name, offset: offset, line: place.line, column: place.column)
    excerpt = Excerpt(of: self, in: source).description
  }

  /// The place of an offset behind a known one, with no more of a long line than half a terminal
  /// before and behind it.
  package init(offset: Int, behind known: SourceLocation, inNarrow source: SourceText) {
    let start = (known.offset, Place(line: known.line, column: known.column))
    let place = source.place(at: offset, behind: start)
    self.init(file: source.name, offset: offset, line: place.line, column: place.column)
    excerpt = Excerpt(of: self, in: source, reach: 34).description
  }
}
