package import StreamModels
package import Values

/// A document whose names are linked and whose streams are checked. Unless it has mistakes, it can be
/// played, written as code, exported, and divided into parts.
package struct CheckedDocument: Sendable {
  package let linker: Linker
  package let model: CheckedModel
  /// The unit of the document's own stream, or of the definition that plays instead of it.
  package let root: Int
  /// The unit of the document's own stream if a side output that it feeds plays instead of it.
  package let feeder: Int?
  /// The definitions that are observed in addition, with their units.
  package let taps: [(name: String, unit: Int)]
  /// The outputs of the document.
  package let outputs: [OutputPlan]
  /// The units that need something from an enclosing operator.
  let bound: Set<Int>
  /// The names that the document's tests can replace; nil if it has no tests.
  package let names: StreamNames?
  /// The members of the document whose keys begin with `$`, for editors and people.
  package let annotations: [Member]
  /// The mistakes and warnings of all documents.
  package let diagnostics: Diagnostics

  /// Checks a model that has been read.
  ///
  /// - Parameters:
  ///   - stream: The definition to play instead of the document itself.
  ///   - taps: The names of definitions to observe in addition.
  package init(
    _ model: StreamModel<Value>, _ documents: DocumentList, stream: String? = nil,
    taps: [String] = [], replacements: Replacements = Replacements(),
    settings: ParameterSettings = ParameterSettings()
  ) {
    annotations = model.annotations
    var linker = Linker(documents: documents, replacements: replacements, settings: settings)
    let documentUnit = linker.link(model)
    var root = documentUnit
    var feeder: Int?
    if let stream, let unit = linker.unit(named: stream) {
      feeder = linker.units[unit].sideOutput == nil ? nil : documentUnit
      root = unit
    }
    let tapped = taps.map { ($0, linker.unit(named: $0)) }
    if settings.checked != nil { linker.linkPlayed(root, of: documentUnit) }
    names = settings.checked == nil && model.hasTests ? linker.names : nil
    var check = DocumentCheck(linker)
    (self.model, bound, outputs, diagnostics) = check.check(
      playing: [root] + tapped.compactMap(\.1) + linker.outputs.map(\.unit)
        + [feeder].compactMap { $0 })
    (self.linker, self.root, self.feeder) = (linker, root, feeder)
    self.taps = tapped.compactMap { name, unit in unit.map { (name, $0) } }
  }

  /// The stream of a unit.
  package func stream(_ unit: Int) -> Upstream? { model.streams[unit]?.output }

  /// The units of the definitions that are one stream each, whatever uses them, by name.
  package var definitions: [String: Int] {
    linker.definitionUnits.filter { !bound.contains($0.value) }
  }

  /// The paths of the files that the document names, directly or through other files: stream files,
  /// and the data of tests, which a playback does not read.
  package var namedFiles: [String] { linker.documents.namedFiles + linker.dataFiles }

  /// Returns diagnostics of its files, located in their texts and sorted.
  package func located(_ found: [Diagnostic]) -> Diagnostics { located(Diagnostics(found)) }

  /// Returns diagnostics of its files, located in their texts and sorted.
  package func located(_ found: Diagnostics) -> Diagnostics {
    var documents = linker.documents
    documents.report(found, in: 0)
    return documents.located()
  }

  /// The types that the check found, for editors.
  package var types: RecordedTypes { RecordedTypes(model) }
}
