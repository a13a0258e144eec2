import Values

/// The documents of a program: the one that is to be played, and the files that it names.
struct DocumentList {
  /// The limit called "files named by files".
  static let limit = 1000

  private struct Document {
    let source: SourceText?
    /// Where the file is named; nil for the document that is to be played.
    let namedBy: (document: Int, path: DocumentPath)?
    var diagnostics: Diagnostics
    var unit: Int?
  }

  private var documents: [Document]
  /// The documents by their paths; nil for a file that cannot be read.
  private var indices: [String: Int?] = [:]

  /// Begins with the document that is to be played, and what has been said about it.
  init(_ source: SourceText?, _ diagnostics: Diagnostics) {
    documents = [Document(source: source, namedBy: nil, diagnostics: diagnostics)]
    if let source { indices[FilePath(source.name).normalized] = 0 }
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

  func unit(of document: Int) -> Int? {
    documents[document].unit
  }

  mutating func setUnit(_ unit: Int, of document: Int) {
    documents[document].unit = unit
  }

  /// Reads a file that a document names, unless that has been done. Gives nil, after saying why, if
  /// it cannot be read; a model only the first time.
  mutating func open(
    _ name: String, from document: Int, at path: DocumentPath
  ) -> (document: Int, model: StreamModel<Value>?)? {
    let file = FilePath(name, besides: documents[document].source?.name).normalized
    if let known = indices[file] { return known.map { ($0, nil) } }
    indices[file] = .some(nil)
    guard documents.count <= Self.limit else {
      report(
        Diagnostic(
          .limit, "too many files; the limit is files named by files (\(Self.limit))", at: path),
        in: document)
      return nil
    }
    do throws(FileError) {
      let source = try SourceText(contentsOfRegularFile: file)
      let (model, diagnostics) = StreamModel<Value>.read(source)
      indices[file] = documents.count
      documents.append(
        Document(source: source, namedBy: (document, path), diagnostics: diagnostics))
      return (documents.count - 1, model)
    } catch {
      report(Diagnostic(.unreadableFile, "\(error)", at: path), in: document)
      return nil
    }
  }

  /// Where something stands in a document's text.
  func offset(of path: DocumentPath, in document: Int) -> Int? {
    documents[document].source?.offsets(of: [path])[0]
  }

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

/// The path of a file as another file names it.
struct FilePath {
  private let text: String

  /// Takes a path from the folder of a file; without one, or from standard input, from the present
  /// folder.
  init(_ text: String, besides file: String? = nil) {
    guard let file, !text.hasPrefix("/"), let slash = file.lastIndex(of: "/") else {
      self.text = text
      return
    }
    self.text = file[...slash] + text
  }

  /// The path without detours, by its text alone.
  var normalized: String {
    var parts: [Substring] = []
    for part in text.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return (text.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
