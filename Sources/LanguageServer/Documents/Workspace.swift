import FileTesting
import Platform
import Values

/// The documents that are open, and the files around them.
final class Workspace {
  /// The limit on the files that are searched, and on the size of each.
  private static let limits = (files: 2_000, bytes: 8 << 20)

  private(set) var documents: [DocumentURI: Document] = [:]
  private var analyses: [DocumentURI: (version: Int, generation: Int, analysis: Analysis)] = [:]
  /// The number of changes so far: what is known of a document may depend on others.
  private(set) var generation = 0
  /// The folders that the client has opened.
  var folders: [String] = []
  var encoding = PositionEncoding.utf16

  func document(_ uri: DocumentURI) -> Document? { documents[uri] }

  func open(_ uri: DocumentURI, version: Int, text: String) {
    documents[uri] = Document(uri, version: version, text: text, encoding: encoding)
    generation += 1
  }

  func change(_ uri: DocumentURI, _ changes: [Value], version: Int) {
    documents[uri]?.change(changes, version: version)
    generation += 1
  }

  func close(_ uri: DocumentURI) {
    documents[uri] = nil
    analyses[uri] = nil
    generation += 1
  }

  /// Notes that files have changed that are not open.
  func noteChangedFiles() { generation += 1 }

  /// The analysis of an open document.
  func analysis(of document: Document) -> Analysis {
    if let known = analyses[document.uri], known.version == document.version,
      known.generation == generation
    {
      return known.analysis
    }
    let analysis = Analysis(document.source)
    analyses[document.uri] = (document.version, generation, analysis)
    return analysis
  }

  /// The text of a file as the client has it, or else as it is on the disk; nil if it cannot be
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

  /// The address by which the client knows a file.
  func uri(ofFile path: String) -> DocumentURI {
    document(ofFile: path)?.uri ?? DocumentURI(path: path)
  }

  /// The table of lines of a file, for positions in it.
  func lines(of source: SourceText) -> LineTable { LineTable(source, encoding) }

  /// The paths of all stream files in the folders of the client, with those that are open, in order
  /// of their paths.
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
