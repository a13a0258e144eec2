import Expressions
import Platform
import StreamModels
import Values

/// The name of a document's file.
package struct DocumentName: Hashable, Sendable {
  /// The normalized path.
  let file: String
  /// The path as it is spelled in the file that names it.
  let spelling: String
}

/// The name of an input or a definition in a test or an option: `metrics` or, with its file,
/// `./cpu.json#metrics`.
struct StreamAddress: Hashable, Sendable {
  let text: String
  /// The file as it is spelled; nil if the name does not include a file.
  let file: String?
  let name: String

  init(_ text: String) {
    self.text = text
    let signs = text.indices.filter { text[$0] == "#" }
    let split =
      signs.first { text[..<$0].lowercased().hasSuffix(".json") }
      ?? (StreamInput(text) == .file(text) ? signs.last : nil)
    file = split.map { String(text[..<$0]) }
    name = split.map { String(text[text.index(after: $0)...]) } ?? text
  }

  init(_ name: String, in document: DocumentName) {
    self.name = name
    file = document.spelling
    text = "\(document.spelling)#\(name)"
  }

  /// Returns whether the address has the file of a document.
  ///
  /// - Parameter root: The document relative to which files are named. A file that another file
  ///   names can also be matched by its spelling in that other file.
  func names(_ document: DocumentName, besides root: String?) -> Bool {
    guard let file else { return false }
    return FilePath(file, besides: root).normalized == document.file || file == document.spelling
  }
}

/// The definitions and inputs that a test can replace by name, in a document and in the files that
/// it names.
package struct StreamNames: Sendable {
  struct Document: Sendable {
    let name: DocumentName
    let definitions: [String]
    let inputs: Set<String>
  }

  /// The document itself, followed by the files.
  let documents: [Document]

  /// The meaning of a name.
  enum Meaning {
    /// A definition of the document itself, or an input, in every file that reads it.
    case own
    /// A definition of another file, or the input of that file only.
    case inFile(Document)
    case unknown
    /// The document does not name such a file.
    case unknownFile
    /// Several files have the name. Contains the addresses that distinguish them.
    case ambiguous([StreamAddress])
  }

  /// Returns the meaning of an address.
  ///
  /// - Parameter own: The names of definitions that can be replaced in addition to those of files.
  func meaning(of address: StreamAddress, among own: ReplaceableNames) -> Meaning {
    if address.file != nil { return meaning(inFileOf: address) }
    let name = address.name
    if own.contains(name) || documents.first?.inputs.contains(name) == true { return .own }
    let others = documents.dropFirst()
    let defining = others.filter { $0.definitions.contains(name) }
    let reading = others.filter { $0.inputs.contains(name) }
    switch (defining.count, reading.count) {
    case (0, 0): return .unknown
    // An input is read once, no matter how many files have it.
    case (0, _): return .own
    case (1, 0): return .inFile(defining[defining.startIndex])
    default:
      let all = others.filter { $0.definitions.contains(name) || $0.inputs.contains(name) }
      // A file may have an input and a definition with the same name: they are replaced together.
      if all.count == 1, let only = all.first { return .inFile(only) }
      return .ambiguous(all.map { StreamAddress(name, in: $0.name) })
    }
  }

  private func meaning(inFileOf address: StreamAddress) -> Meaning {
    let root = documents.first?.name.file
    guard let document = documents.first(where: { address.names($0.name, besides: root) }) else {
      return .unknownFile
    }
    let isKnown =
      document.definitions.contains(address.name) || document.inputs.contains(address.name)
    return isKnown ? .inFile(document) : .unknown
  }

  /// Returns whether an address refers to an input, which a data file can replace.
  func isInput(_ address: StreamAddress, among own: ReplaceableNames) -> Bool {
    switch meaning(of: address, among: own) {
    case .own: documents.contains { $0.inputs.contains(address.name) }
    case .inFile(let document): document.inputs.contains(address.name)
    case .unknown, .unknownFile, .ambiguous: false
    }
  }

  /// Returns all names, for suggestions. The names in files are returned without the file, because
  /// that is enough for a unique name.
  func all(among own: ReplaceableNames) -> [String] {
    var names = own.all
    for document in documents {
      names += document.inputs.sorted()
      if document.name != documents.first?.name { names += document.definitions }
    }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}

extension StreamModel<Value> {
  /// Returns the mistakes in the names of the inputs of the model's tests. The model is a document
  /// or one of its definitions.
  ///
  /// - Parameter document: The definitions of the document around the model; nil for the document.
  func addInputMistakes(
    at path: DocumentPath, inside document: DefinitionNames?, among names: StreamNames,
    to mistakes: inout Diagnostics
  ) {
    guard !tests.isEmpty else { return }
    let own = ReplaceableNames(of: definitions, inside: document)
    func check(_ test: StreamTest, at path: DocumentPath) {
      for input in test.inputs {
        var mistake = names.mistake(in: input, among: own, isCounted: mistakes.isFull)
        mistake?.path = path + ["inputs", .key(Text(input.name))]
        if let mistake { mistakes.append(mistake) }
      }
      for (index, part) in test.cases.enumerated() {
        check(part, at: path + ["cases", .index(index)])
      }
    }
    for (index, test) in tests.enumerated() { check(test, at: path + ["tests", .index(index)]) }
  }
}

extension StreamNames {
  /// Returns the mistake in the name of a test's input; nil if the input can be replaced. For a
  /// mistake that is only counted, it does not look for a hint.
  fileprivate func mistake(
    in input: TestInput, among own: ReplaceableNames, isCounted: Bool
  ) -> Diagnostic? {
    let address = StreamAddress(input.name)
    let shown = input.name.abbreviated
    switch meaning(of: address, among: own) {
    case .own, .inFile:
      if case .timeline(.marbles(let text)) = input.content, own.contains(text) {
        return Diagnostic(
          .invalidValue,
          "'\(text.abbreviated)' is read as a diagram, but it is also the name of "
            + "a definition",
          hint: "write { \"from\": \"\(text.abbreviated)\" } to play the definition",
          severity: .warning)
      }
      guard input.file != nil, !isInput(address, among: own) else { return nil }
      return Diagnostic(
        .unknownStream, "there is no input '\(shown)' to replace with this file",
        hint: "write a diagram, or a list of { \"time\", \"value\" }")
    case .unknown where isCounted:
      return Diagnostic(.unknownStream, "there is no definition '\(shown)' to replace with this")
    case .unknown where address.file != nil:
      let root = documents.first?.name.file
      let document = documents.first { address.names($0.name, besides: root) }
      let known = (document?.definitions ?? []) + (document?.inputs.sorted() ?? [])
      return Diagnostic(
        .unknownStream, "that file has no definition or input '\(address.name.abbreviated)'",
        hint: Suggestion.hint(for: address.name, among: known)
          ?? (known.isEmpty ? "it has none" : Suggestion.list(of: known)))
    case .unknown:
      let known = all(among: own)
      return Diagnostic(
        .unknownStream, "there is no definition '\(shown)' to replace with this",
        hint: Suggestion.hint(for: input.name, among: known)
          ?? (known.isEmpty ? "the file defines none" : Suggestion.list(of: known)))
    case .unknownFile:
      let files = documents.dropFirst().map(\.name.spelling)
      let file = address.file ?? ""
      return Diagnostic(
        .unknownStream, "no file '\(file.abbreviated)' is used here",
        hint: Suggestion.hint(for: file, among: files)
          ?? (files.isEmpty ? "write only the name" : Suggestion.list(of: files)))
    case .ambiguous(let addresses):
      let files = addresses.compactMap(\.file)
      return Diagnostic(
        .unknownStream,
        "'\(shown)' is defined in \(Suggestion.enumeration(of: files)), expected one of them",
        hint: "write '\(addresses.map(\.text).joined(separator: "' or '"))'")
    }
  }
}
