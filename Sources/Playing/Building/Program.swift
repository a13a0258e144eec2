package import Checking
public import Expressions
public import StreamModels
public import Values

/// A model that is ready to play: its names are bound, its files are read, its expressions are
/// parsed and checked. A model with mistakes never becomes a program.
///
/// A program is a value. It can be played any number of times, on any scheduler.
public struct Program: Sendable {
  package let plan: Plan
  /// The node whose values the program emits.
  let output: Int
  /// The nodes of definitions that are observed in addition, by name.
  package let taps: [String: Int]
  /// The node of the document's own stream if a side output that it feeds plays instead of it.
  let feeder: Int?
  /// The outputs of the document; empty if they are not played.
  package let outputs: [OutputPlan]
  /// The nodes of the outputs.
  let outputNodes: [Int]
  /// The type of the emitted values, as far as it is known.
  public let type: ValueType
  /// How many values it emits, and how it ends, to the extent that this is known.
  package let extent: Extent
  /// The types and extents of the observed definitions, by name.
  package let tapped: [String: Upstream]
  /// A document that is only checked, of which any part can still be built; nil for one that is
  /// played.
  private let checked: CheckedDocument?
  /// The names of the inputs. `used` are the inputs that the program reads, and `all` are those of
  /// its documents.
  public let inputs: (used: [String], all: [String])
  /// The texts of its documents, in which failures at playback are located; nil for a model made in
  /// Swift.
  package let sources: [SourceText?]
  /// The paths of the files that the document names, directly or through other files: stream files,
  /// and the data of tests, which a playback does not read.
  package let namedFiles: [String]
  /// The names of the inputs that specify their own files.
  package var inputsWithPaths: [String] {
    plan.inputs.map(\.source).filter { !$0.paths.isEmpty }.map(\.name)
  }
  /// Whether a malformed record ends a playback, as far as the document determines that.
  package var failsOnMalformed: Bool {
    plan.inputsInUse.contains { $0.source.malformed?.kind ?? .fail == .fail }
  }
  /// Whether a playback itself writes lines to standard error, as `print` does.
  package var writesLines: Bool { plan.facts.writesLines }
  /// The members of the document whose keys begin with `$`, for editors and people.
  public let annotations: [Member]
  /// The diagnostics of the documents that do not prevent a playback.
  public let warnings: Diagnostics
  /// The names that the document's tests can replace; nil if it has no tests.
  package let names: StreamNames?

  package init(
    _ model: StreamModel<Value>, _ documents: DocumentList, stream: String?, taps: [String] = [],
    replacements: Replacements = Replacements(), settings: ParameterSettings,
    recorder: CoverageRecorder? = nil, playsOutputs: Bool = false, isTraced: Bool = false
  ) throws(Diagnostics) {
    let document = CheckedDocument(
      model, documents, stream: stream, taps: taps, replacements: replacements,
      settings: settings)
    try self.init(
      document, recorder: recorder, playsOutputs: playsOutputs, isTraced: isTraced)
  }

  /// Builds a document that has been checked. Throws its mistakes, if there are any. A document that
  /// is only to be checked is not built.
  package init(
    _ document: CheckedDocument, recorder: CoverageRecorder? = nil, playsOutputs: Bool = false,
    isTraced: Bool = false
  ) throws(Diagnostics) {
    guard !document.diagnostics.hasErrors, let stream = document.stream(document.root) else {
      throw document.diagnostics
    }
    let outputs = playsOutputs ? document.outputs : []
    let probes = recorder?.probes(for: document)
    let onlyChecks = document.linker.settings.onlyChecks
    self.init(
      document, emitting: stream, outputs: outputs,
      onlyChecks
        ? nil
        : ProgramBuild(document, outputs: outputs, probes: probes, isTraced: isTraced))
  }

  /// Creates the program of a stream that has been built as a part of its document.
  package init?(_ built: BuiltDocument, playing unit: Int, _ node: Int) {
    guard let stream = built.document.stream(unit) else { return nil }
    self.init(
      built.document, emitting: stream, outputs: [], ProgramBuild(built, playing: node))
  }

  /// - Parameter build: The plan; nil for a document that is only checked.
  private init(
    _ document: CheckedDocument, emitting stream: Upstream, outputs: [OutputPlan],
    _ build: ProgramBuild?
  ) {
    checked = build == nil ? document : nil
    plan = build?.plan ?? Plan(checking: document.model.facts)
    output = build?.output ?? 0
    taps = build?.taps ?? [:]
    feeder = build?.feeder
    self.outputs = outputs
    outputNodes = build?.outputs ?? []
    inputs = (plan.namesOfUsedInputs, plan.inputs.map(\.source.name))
    (type, extent) = (stream.type, stream.extent)
    tapped = Dictionary(
      document.taps.compactMap { name, unit in document.stream(unit).map { (name, $0) } },
      uniquingKeysWith: { first, _ in first })
    warnings = document.diagnostics
    annotations = document.annotations
    names = document.names
    namedFiles = document.namedFiles
    sources = document.linker.documents.sources
  }
}

extension Program {
  /// Builds all streams of a document that has only been checked; nil for one that is played.
  package var built: BuiltDocument? { checked.map(BuiltDocument.init) }

  /// The type and the extent of a definition of a document that has only been checked.
  package func definition(named name: String) -> (type: ValueType, extent: Extent)? {
    checked.flatMap { $0.definitions[name].flatMap($0.stream) }.map { ($0.type, $0.extent) }
  }

  /// Returns the location of the expression or operator that failed; nil if it is not known, or if
  /// the model was made in Swift.
  public func location(of failure: StreamFailure) -> SourceLocation? {
    failure.cause.flatMap { cause in
      cause.place.flatMap { location(of: $0, rangeInString: cause.rangeInString) }
    }
  }

  /// Returns the location of an operator or an expression; nil if the model was made in Swift.
  package func location(
    of place: ExpressionPlace, rangeInString: Range<Int>? = nil
  ) -> SourceLocation? {
    guard let source = sources.indices.contains(place.document) ? sources[place.document] : nil,
      var offset = source.offsets(of: [place.path])[0]
    else { return nil }
    if let range = rangeInString {
      offset = source.offset(ofScalar: range.lowerBound, inStringAt: offset) ?? offset
    }
    return SourceLocation(offset: offset, in: source)
  }
}
