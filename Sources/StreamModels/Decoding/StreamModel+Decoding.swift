package import Values

extension StreamModel {
  /// Reads as much of a stream file's text as possible, with all diagnostics, warnings included.
  /// The model is complete if there are no errors among them.
  package static func read(
    _ source: SourceText, with operators: any OperatorRegistry.Type
  ) -> (StreamModel?, Diagnostics) {
    var (model, diagnostics, hiding) = read(source, with: operators, hiding: [])
    if !hiding.isEmpty {
      // A definition may follow its uses, so only now is it known which names are not built in.
      (model, diagnostics, _) = read(source, with: operators, hiding: hiding)
    }
    diagnostics.updateEach { _, diagnostic in
      if diagnostic.rangeInString == nil { diagnostic.findEnd(in: source, ofStringAt: nil) }
    }
    return (model, diagnostics)
  }

  private static func read(
    _ source: SourceText, with operators: any OperatorRegistry.Type, hiding hidden: [HidingOperator]
  ) -> (StreamModel?, Diagnostics, hiding: [HidingOperator]) {
    JSONReader.handingOver(source) { reader in
      var rule = ModelParser(
        reader: reader, source: source, operators: operators, hiding: hidden)
      let (model, diagnostics) = rule.readDocument(of: Element.self, in: source)
      return (model, diagnostics, rule.hidingOperators)
    }
  }
}

extension ModelParser where Reader == JSONReader {
  // Specialized, because otherwise a call from another module looks up the metadata of a type at
  // each step (480 ns an item instead of 60).
  @specialized(where Element == Value)
  fileprivate mutating func readDocument<Element: Codable>(
    of element: Element.Type, in source: SourceText
  ) -> (StreamModel<Element>?, Diagnostics) {
    do throws(ReadError) {
      let model = try readModel(of: element)
      try reader.finish()
      reportOpenNames()
      takeNotes()
      // A newer format is the only diagnostic, because there is no model to check further.
      guard newerFormat == nil else { return (nil, finish()) }
      return (model, finish())
    } catch {
      path = DocumentPath()
      return (nil, finish(after: error))
    }
  }
}

extension ModelParser where Reader == JSONReader {
  /// Turns the reader's notes about values into diagnostics, and sorts all of them by place.
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
  /// Reports a warning, which does not prevent a playback.
  mutating func warn(
    _ code: DiagnosticCode, _ message: @autoclosure () -> String, hint: String? = nil,
    at offset: Int
  ) {
    guard diagnostics.keepsWarnings else { return diagnostics.countOmitted() }
    var warning = diagnostic(code, message(), hint: hint, at: offset)
    warning.severity = .warning
    diagnostics.append(warning)
  }
}

extension SourceLocation {
  package init(offset: Int, in source: SourceText) {
    let place = source.place(at: offset)
    self.init(file: source.name, offset: offset, line: place.line, column: place.column)
    excerpt = Excerpt(of: self, in: source).description
  }

  /// Creates the location of an offset after a known one. For a long line, the excerpt has at most
  /// half a terminal's width on each side.
  package init(offset: Int, behind known: SourceLocation, inNarrow source: SourceText) {
    let start = (known.offset, Place(line: known.line, column: known.column))
    let place = source.place(at: offset, behind: start)
    self.init(file: source.name, offset: offset, line: place.line, column: place.column)
    excerpt = Excerpt(of: self, in: source, reach: 34).description
  }
}
