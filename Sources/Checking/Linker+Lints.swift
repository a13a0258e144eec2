import StreamModels
import Values

/// The places that a thorough check has visited.
struct LintedPlaces {
  /// The paths of the definitions that something uses.
  var used: Set<DocumentPath> = []
  /// The models that declare parameters, by their paths, and the names of the parameters.
  var declaring: [DocumentPath: [String]] = [:]
}

extension Linker {
  /// Notes that a stream or an operator refers to a definition of the document.
  mutating func noteUse(of definition: StreamDefinition, in scope: Int) {
    guard settings.isThorough, scopes[scope].document == 0 else { return }
    lintedPlaces.used.insert(path(of: definition, in: scope))
  }

  private func path(of definition: StreamDefinition, in scope: Int) -> DocumentPath {
    scopes[scope].path + ["definitions", .key(Text(definition.name))]
  }

  /// Warns of the definitions that nothing uses.
  mutating func lintDefinitions() {
    var seen = lintedPlaces.used
    for scope in scopes.indices where scopes[scope].document == 0 {
      for definition in scopes[scope].definitions {
        let path = path(of: definition, in: scope)
        // A definition with tests is used by them.
        guard definition.model.expect == nil, definition.model.tests.isEmpty,
          seen.insert(path).inserted
        else { continue }
        let name = definition.name.abbreviated
        let canBePlayed = scopes[scope].path.isRoot && definition.model.source != .upstream
        var warning = Diagnostic(
          .unusedDefinition, "the definition '\(name)' is not used in this file",
          hint: canBePlayed
            ? "remove it, or give it an 'expect'; '--stream \(name)' can still play it"
            : "remove it", at: path, severity: .warning)
        warning.isAtKey = true
        documents.report(warning, in: 0)
      }
    }
  }

  /// Notes the definitions that tests check as outputs.
  mutating func noteUses(inOutputs names: [String]) {
    // The first scope is that of the document.
    for name in names where scopes[0].indices[name] != nil {
      lintedPlaces.used.insert(["definitions", .key(Text(name))])
    }
  }

  /// Notes the parameters that a model of the document declares.
  mutating func noteParameters(
    _ declarations: [ParameterDeclaration], at path: DocumentPath, in document: Int
  ) {
    guard document == 0, settings.isThorough else { return }
    lintedPlaces.declaring[path] = declarations.map(\.name)
  }

  /// Warns of declared parameters that no string refers to.
  mutating func lintParameters() {
    guard let source = documents.source(of: 0), !lintedPlaces.declaring.isEmpty else { return }
    let models = lintedPlaces.declaring.map { (path: $0, names: $1) }
    let placed = zip(models, source.offsets(of: models.map(\.path))).compactMap { model, start in
      start.map { (start: $0, model: model) }
    }
    for (start, model) in placed.sorted(by: { $0.start < $1.start }) {
      guard let used = source.namesAfterDollars(inValueAt: start) else { continue }
      for name in model.names where !used.contains(name) {
        var warning = Diagnostic(
          .unusedParameter, "the parameter '\(name)' is not used",
          hint: "remove it, or write '$\(name)' where its value belongs",
          at: model.path + ["parameters", .key(Text(name))], severity: .warning)
        warning.isAtKey = true
        documents.report(warning, in: 0)
      }
    }
  }
}

extension SourceText {
  /// Returns the words that follow a `$` somewhere in a value; nil if a `$` is written as an
  /// escape.
  fileprivate func namesAfterDollars(inValueAt start: Int) -> Set<String>? {
    let end = JSONReader.reading(self) { reader -> Int in
      reader.start(at: start)
      do throws(ReadError) {
        try reader.skipValue()
        return reader.offset
      } catch {
        return count
      }
    }
    var names: Set<String> = []
    var place = start
    let bytes = bytes
    while let sign = bytes[place..<end].firstIndex(where: { $0 == 0x24 || $0 == 0x5C }) {
      place = sign + 1
      if bytes[sign] == 0x5C {
        if bytes[place..<end].starts(with: Array("u0024".utf8)) { return nil }
        continue
      }
      let word = bytes[place..<end].prefix { byte in
        byte == 0x5F || byte & 0xDF >= 0x41 && byte & 0xDF <= 0x5A || byte >= 0x30 && byte <= 0x39
      }
      names.insert(String(decoding: word, as: UTF8.self))
      place = word.endIndex
    }
    return names
  }
}
