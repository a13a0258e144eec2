import FileTesting
import Pipelines
import Platform
import Values

/// The documents that are open, and the files around them.
final class Workspace {
  /// The limit on the files that are searched, and on the size of each.
  private static let limits = (files: 2_000, bytes: 8 << 20)

  private(set) var documents: [DocumentURI: Document] = [:]
  /// The analyses of documents, stored until the documents or the files that they name change.
  private var analyses: [DocumentURI: Analysis] = [:]
  /// The last analyses with some knowledge.
  private var earlier: [DocumentURI: Analysis] = [:]
  /// The folders that the client has opened.
  var folders: [String] = []
  var encoding = PositionEncoding.utf16

  func document(_ uri: DocumentURI) -> Document? { documents[uri] }

  /// Opens a document. Returns the documents whose analysis may change as a result.
  func open(_ uri: DocumentURI, version: Int, text: String) -> Set<DocumentURI> {
    documents[uri] = Document(uri, version: version, text: text, encoding: encoding)
    return forget(uri)
  }

  /// Changes a document. Returns the documents whose analysis may change as a result.
  func change(_ uri: DocumentURI, _ changes: [Value], version: Int) -> Set<DocumentURI> {
    documents[uri]?.change(changes, version: version)
    return forget(uri)
  }

  /// Closes a document. Returns the documents whose analysis may change as a result.
  func close(_ uri: DocumentURI) -> Set<DocumentURI> {
    documents[uri] = nil
    return forget(uri)
  }

  /// Forgets the analyses of all documents, because files that are not open have changed.
  func forgetAll() -> Set<DocumentURI> {
    for (uri, analysis) in analyses { earlier[uri] = analysis.mostKnown ?? earlier[uri] }
    analyses = [:]
    return Set(documents.keys)
  }

  /// Forgets the analysis of a document, and of the documents that may name it.
  private func forget(_ uri: DocumentURI) -> Set<DocumentURI> {
    let name = uri.text.split(separator: "/").last.map(String.init) ?? uri.text
    var forgotten: Set = [uri]
    for (other, document) in documents where other != uri && document.source.mayContain(name) {
      forgotten.insert(other)
    }
    for uri in forgotten {
      earlier[uri] = documents[uri] == nil ? nil : analyses[uri]?.mostKnown ?? earlier[uri]
      analyses[uri] = nil
    }
    return forgotten
  }

  /// Returns the analysis of an open document.
  func analysis(of document: Document) -> Analysis {
    if let known = analyses[document.uri] { return known }
    let analysis = Analysis(document.source, naming: texts, after: earlier[document.uri])
    analyses[document.uri] = analysis
    return analysis
  }

  /// Uses the findings about a version of a document for the versions that have followed.
  func learn(from analysis: Analysis, of uri: DocumentURI) {
    guard documents[uri] != nil, analyses[uri] !== analysis else { return }
    earlier[uri] = analysis
    analyses[uri]?.learn(from: analysis)
  }

  /// The texts of files: those of open documents, and those of all other files as they are on the
  /// disk.
  var texts: DocumentTexts {
    let open = documents.values.compactMap { document in
      document.uri.path.map { (FilePath($0).normalized, document.source) }
    }
    return DocumentTexts(open: Dictionary(open, uniquingKeysWith: { first, _ in first }))
  }

  /// The text of a file as the client has it; otherwise, as it is on the disk. Nil if it cannot be
  /// read.
  func source(ofFile path: String) -> SourceText? {
    if let document = document(ofFile: path) { return document.source }
    do throws(FileError) {
      let source = try SourceText(contentsOfRegularFile: path)
      return source.count <= Self.limits.bytes ? source : nil
    } catch {
      return nil
    }
  }

  func document(ofFile path: String) -> Document? {
    documents.values.first { document in
      document.uri.path.map { FilePath($0).normalized == path } ?? false
    }
  }

  /// The address that the client uses for a file.
  func uri(ofFile path: String) -> DocumentURI {
    document(ofFile: path)?.uri ?? DocumentURI(path: path)
  }

  /// The table of lines of a file, for positions in it.
  func lines(of source: SourceText) -> LineTable { LineTable(source, encoding) }

  /// The paths of all stream files in the folders of the client, including those that are open, in
  /// the order of their paths.
  var files: [String] {
    var paths = Set(
      documents.keys.compactMap(\.path).map { FilePath($0).normalized })
    for folder in folders {
      for file in FolderWalk(folder).files where file.path.hasSuffix(".json") {
        guard paths.count < Self.limits.files else { break }
        paths.insert(FilePath(file.path).normalized)
      }
    }
    return paths.sorted()
  }
}

extension SourceText {
  /// Whether the source may contain a word. A word with characters that can be escaped may be
  /// anywhere.
  func mayContain(_ word: String) -> Bool {
    let bytes = Array(word.utf8)
    let isPlain = bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "%") }
    guard isPlain, let first = bytes.first, !bytes.contains(UInt8(ascii: "\\")) else { return true }
    var rest = self.bytes
    while let start = rest.firstIndex(of: first) {
      if rest[start...].starts(with: bytes) { return true }
      rest = rest[(start + 1)...]
    }
    return false
  }
}
