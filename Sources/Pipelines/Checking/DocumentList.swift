import Platform
import Values

/// The documents of a program: the one that is to be played, and the files that it names.
struct DocumentList {
  /// The limit called "files named by files".
  static let limit = 1000

  private struct Document {
    let source: SourceText?
    /// What its file is called; nil without a file.
    let name: DocumentName?
    /// Where the file is named; nil for the document that is to be played.
    let namedBy: (document: Int, path: DocumentPath)?
    var diagnostics: Diagnostics
    var unit: Int?
  }

  /// What came of a file that a document names.
  enum Opening {
    /// Read before.
    case known(Int)
    case new(Int, StreamModel<Value>)
    /// Not to be used, and why, unless that has been said.
    case mistaken(Diagnostic?)
  }

  private var documents: [Document]
  /// What came of each file, by its path.
  private var openings: [String: Opening] = [:]
  private var hasTooMany = false

  /// Begins with the document that is to be played, and what has been said about it.
  init(_ source: SourceText?, _ diagnostics: Diagnostics) {
    let name = source.map {
      DocumentName(file: FilePath($0.name).normalized, spelling: $0.name)
    }
    documents = [Document(source: source, name: name, namedBy: nil, diagnostics: diagnostics)]
    if let name { openings[name.file] = .known(0) }
  }

  mutating func report(_ diagnostic: Diagnostic, in document: Int) {
    guard !documents[document].diagnostics.isFull else {
      return documents[document].diagnostics.countOmitted()
    }
    documents[document].diagnostics.append(diagnostic)
  }

  mutating func report(_ diagnostics: Diagnostics, in document: Int) {
    documents[document].diagnostics.append(contentsOf: diagnostics)
  }

  /// Whether no more mistakes of a document are kept.
  func isFull(_ document: Int) -> Bool {
    documents[document].diagnostics.isFull
  }

  /// The name of a document's file, as it is shown to people.
  func name(of document: Int) -> String? {
    documents[document].source?.name
  }

  /// What a document's file is called; nil for a model made in Swift.
  func fileName(of document: Int) -> DocumentName? {
    documents[document].name
  }

  /// How many documents there are.
  var count: Int { documents.count }

  /// Reports mistakes at the keys in which their paths end.
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

  /// Reads a file that a document names, unless that has been done.
  mutating func open(_ name: String, from document: Int, at path: DocumentPath) -> Opening {
    let file = FilePath(name, besides: documents[document].source?.name).normalized
    if let known = openings[file] { return known }
    guard documents.count <= Self.limit else { return refuse() }
    do throws(FileError) {
      let source = try SourceText(contentsOfRegularFile: file)
      let (model, diagnostics) = StreamModel<Value>.read(source)
      if model == nil || diagnostics.hasErrors, let data = DataFile(name) {
        return mistaken(
          file,
          Diagnostic(
            .invalidValue, "'\(name.abbreviated)' holds no stream model", hint: data.wayOut))
      }
      let index = documents.count
      documents.append(
        Document(
          source: source, name: DocumentName(file: file, spelling: name),
          namedBy: (document, path), diagnostics: diagnostics))
      // Without a model its mistakes say why.
      openings[file] = model == nil ? .mistaken(nil) : .known(index)
      return model.map { .new(index, $0) } ?? .mistaken(nil)
    } catch {
      // The end of a long path says most.
      let shown = error.file.count > 200 ? "…\(error.file.suffix(200))" : error.file
      return mistaken(
        file,
        Diagnostic(
          .unreadableFile, "cannot read '\(shown)': \(error.reason)",
          hint: DataFile(name)?.wayOut))
    }
  }

  /// Keeps that a file cannot be used, and why.
  private mutating func mistaken(_ file: String, _ mistake: Diagnostic) -> Opening {
    openings[file] = .mistaken(mistake)
    return .mistaken(mistake)
  }

  /// Says that there are too many files, once.
  private mutating func refuse() -> Opening {
    defer { hasTooMany = true }
    guard !hasTooMany else { return .mistaken(nil) }
    return .mistaken(
      Diagnostic(.limit, "too many files; the limit is files named by files (\(Self.limit))"))
  }

  /// The paths of the files that are named, without the document that is to be played.
  var namedFiles: [String] {
    documents.dropFirst().compactMap { $0.source?.name }
  }

  /// A document's text; nil for a model made in Swift.
  func source(of document: Int) -> SourceText? {
    documents[document].source
  }

  /// The texts of all documents, by their numbers.
  var sources: [SourceText?] { documents.map(\.source) }

  /// All that was said, each with its place, document by document.
  func located() -> Diagnostics {
    var all = Diagnostics()
    for document in documents {
      var diagnostics = document.diagnostics.located(in: document.source)
      if let (naming, path) = document.namedBy, let source = documents[naming].source,
        !diagnostics.isEmpty
      {
        let place = source.offsets(of: [path])[0].map { SourceLocation(offset: $0, in: source) }
        diagnostics.updateEach { $1.namedAt = place }
      }
      all.append(contentsOf: diagnostics)
    }
    return all
  }
}
