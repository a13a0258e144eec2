import Expressions
import Platform
package import StreamModels
package import Values

/// The documents of a program: the one to play, and the files that it names directly or indirectly.
package struct DocumentList {
  /// The limit on "files named by files".
  static let limit = 1000

  private struct Document {
    let source: SourceText?
    /// The name of its file; nil without a file.
    let name: DocumentName?
    /// The place that names the file first; nil for the document to play.
    let namedBy: (document: Int, path: DocumentPath)?
    var diagnostics: Diagnostics
    var unit: Int?
    /// The model, as long as the file has been read.
    var model: StreamModel<Value>?

    /// Whether a mistake has been reported, perhaps with other notes.
    func hasMistake(like diagnostic: Diagnostic) -> Bool {
      diagnostics.items.contains {
        $0.path == diagnostic.path && $0.message == diagnostic.message
          && $0.rangeInString == diagnostic.rangeInString && $0.severity == diagnostic.severity
      }
    }

    /// Whether a mistake has been reported at a path, or at the object there.
    func hasMistake(at path: DocumentPath) -> Bool {
      let object = DocumentPath(Array(path.components.dropLast()))
      return diagnostics.items.contains {
        ($0.path == path || $0.path == object) && $0.severity == .error
      }
    }
  }

  /// The outcome of opening a file that a document names.
  enum Opening {
    /// The file has been read before.
    case known(Int)
    case new(Int, StreamModel<Value>)
    /// The file cannot be used; nil if the mistake has been reported already.
    case mistaken(Diagnostic?)
  }

  private var documents: [Document]
  /// The outcome for each file, by its path.
  private var openings: [String: Opening] = [:]
  private var hasTooMany = false
  private let texts: DocumentTexts
  /// The operators that the documents can use.
  package let operators: any OperatorRegistry.Type
  /// Whether something is compiled several times.
  var hasInstances = false

  /// Creates a list of the document to play and its diagnostics so far.
  package init(
    _ source: SourceText?, _ diagnostics: Diagnostics, texts: DocumentTexts = .files,
    operators: any OperatorRegistry.Type
  ) {
    self.texts = texts
    self.operators = operators
    let name = source.map {
      DocumentName(file: FilePath($0.name).normalized, spelling: $0.name)
    }
    documents = [Document(source: source, name: name, namedBy: nil, diagnostics: diagnostics)]
    if let name { openings[name.file] = .known(0) }
  }

  package mutating func report(_ diagnostic: Diagnostic, in document: Int) {
    let document = diagnostic.document ?? document
    guard !documents[document].diagnostics.isFull else {
      return documents[document].diagnostics.countOmitted()
    }
    // A model that is compiled several times with different parameter values may have a mistake
    // that does not depend on these.
    if hasInstances, documents[document].hasMistake(like: diagnostic) { return }
    if diagnostic.yields, documents[document].hasMistake(at: diagnostic.path) { return }
    documents[document].diagnostics.append(diagnostic)
  }

  mutating func report(_ diagnostics: Diagnostics, in document: Int) {
    if !hasInstances, diagnostics.items.allSatisfy({ $0.document == nil && !$0.yields }) {
      return documents[document].diagnostics.append(contentsOf: diagnostics)
    }
    for item in diagnostics.items { report(item, in: document) }
    documents[document].diagnostics.countOmitted(diagnostics.omittedCount)
  }

  /// Whether the diagnostics of a document have reached their limit, so that further ones are only
  /// counted.
  func isFull(_ document: Int) -> Bool {
    documents[document].diagnostics.isFull
  }

  /// The name of a document's file as it appears in messages.
  package func name(of document: Int) -> String? {
    documents[document].source?.name
  }

  /// The name of a document's file; nil for a model made in Swift.
  func fileName(of document: Int) -> DocumentName? {
    documents[document].name
  }

  /// The number of documents.
  var count: Int { documents.count }

  /// Reports mistakes at the last keys of their paths, rather than at the values of these keys.
  mutating func report(_ mistakes: Diagnostics, atKeysIn document: Int) {
    guard !mistakes.isEmpty else { return }
    var mistakes = mistakes
    if let source = documents[document].source {
      let offsets = source.keyOffsets(of: mistakes.items.map(\.path))
      mistakes.updateEach { index, mistake in
        mistake.location = offsets[index].map { SourceLocation(offset: $0, in: source) }
      }
    }
    report(mistakes, in: document)
  }

  func unit(of document: Int) -> Int? {
    documents[document].unit
  }

  mutating func setUnit(_ unit: Int, of document: Int) {
    documents[document].unit = unit
  }

  /// Reads a file that a document names, unless it has been read before.
  mutating func open(_ name: String, from document: Int, at path: DocumentPath) -> Opening {
    let file = FilePath(name, besides: documents[document].source?.name).normalized
    if let known = openings[file] { return known }
    guard documents.count <= Self.limit else { return refuse() }
    do throws(FileError) {
      let source = try texts.read(file)
      let (model, diagnostics) = StreamModel<Value>.read(source, with: operators)
      if model == nil || diagnostics.hasErrors, let data = DataFile(name) {
        return mistaken(
          file,
          Diagnostic(
            .invalidValue,
            "'\(name.abbreviated)' does not contain a stream "
              + "model", hint: data.wayOut))
      }
      let index = documents.count
      documents.append(
        Document(
          source: source, name: DocumentName(file: file, spelling: name),
          namedBy: (document, path), diagnostics: diagnostics, model: model))
      // Without a model, the file's own diagnostics explain the mistake.
      openings[file] = model == nil ? .mistaken(nil) : .known(index)
      return model.map { .new(index, $0) } ?? .mistaken(nil)
    } catch {
      // The end of a long path is its most informative part.
      let shown = error.file.count > 200 ? "…\(error.file.suffix(200))" : error.file
      return mistaken(
        file,
        Diagnostic(
          .unreadableFile, "cannot read '\(shown)': \(error.reason)",
          hint: DataFile(name)?.wayOut))
    }
  }

  /// Remembers that a file cannot be used, with the mistake to report.
  private mutating func mistaken(_ file: String, _ mistake: Diagnostic) -> Opening {
    openings[file] = .mistaken(mistake)
    return .mistaken(mistake)
  }

  /// Refuses a file beyond the limit. Only the first refusal has a diagnostic.
  private mutating func refuse() -> Opening {
    defer { hasTooMany = true }
    guard !hasTooMany else { return .mistaken(nil) }
    return .mistaken(
      Diagnostic(.limit, "too many files; the limit is \(Self.limit) files that other files name"))
  }

  mutating func setModel(_ model: StreamModel<Value>, of document: Int) {
    documents[document].model = model
  }

  /// The model of a document.
  func model(of document: Int) -> StreamModel<Value>? { documents[document].model }

  /// The paths of the named files, excluding the document to play.
  package var namedFiles: [String] {
    documents.dropFirst().compactMap { $0.source?.name }
  }

  /// A document's text; nil for a model made in Swift.
  package func source(of document: Int) -> SourceText? {
    documents[document].source
  }

  /// The texts of all documents, by document number.
  package var sources: [SourceText?] { documents.map(\.source) }

  /// Returns all diagnostics with their places, document by document.
  package func located() -> Diagnostics {
    var all = Diagnostics()
    for document in documents {
      var diagnostics = document.diagnostics.located(in: document.source)
      if let (naming, path) = document.namedBy, let source = documents[naming].source,
        !diagnostics.isEmpty
      {
        let place = source.offsets(of: [path])[0].map { SourceLocation(offset: $0, in: source) }
        diagnostics.updateEach { $1.namedAt = place }
      }
      locateNotes(of: &diagnostics)
      all.append(contentsOf: diagnostics)
    }
    return all
  }

  /// Finds the locations of the notes.
  private func locateNotes(of diagnostics: inout Diagnostics) {
    diagnostics.updateEach { _, diagnostic in
      for (index, note) in diagnostic.notes.enumerated() {
        guard let source = documents[note.place.document].source,
          var offset = source.offsets(of: [note.place.path])[0]
        else { continue }
        if let range = note.rangeInString {
          offset = source.offset(ofScalar: range.lowerBound, inStringAt: offset) ?? offset
        }
        diagnostic.notes[index].location = SourceLocation(offset: offset, in: source)
      }
    }
  }
}
