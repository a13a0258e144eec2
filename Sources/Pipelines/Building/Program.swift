public import Expressions
public import Values

/// A model that is ready to play: its names are bound, its files are read, its expressions are
/// parsed and checked. A model with mistakes never becomes a program.
///
/// A program is a value. It can be played any number of times, on any scheduler.
public struct Program: Sendable {
  let plan: Plan
  /// The node whose values the program emits.
  let output: Int
  /// The nodes of definitions that are observed in addition, by name.
  let taps: [String: Int]
  /// The node of the document's own stream if a side output that it feeds plays instead of it.
  let feeder: Int?
  /// The outputs of the document; empty if they are not played.
  package let outputs: [OutputPlan]
  /// The nodes of the outputs.
  let outputNodes: [Int]
  /// The type of the emitted values, as far as it is known.
  public let type: ValueType
  /// How many values it emits, and how it ends, to the extent that this is known.
  let extent: Extent
  /// The types and extents of the observed definitions, by name.
  let tapped: [String: Upstream]
  /// A document that is only checked, of which any part can still be built; nil for one that is
  /// played.
  private let checked: CheckedDocument?
  /// The names of the inputs. `used` are the inputs that the program reads, and `all` are those of
  /// its documents.
  public let inputs: (used: [String], all: [String])
  /// The texts of its documents, in which failures at playback are located; nil for a model made in
  /// Swift.
  let sources: [SourceText?]
  /// The paths of the files that the document names, directly or through other files: stream files,
  /// and the data of tests, which a playback does not read.
  package let namedFiles: [String]
  /// The names of the inputs that specify their own files.
  package var inputsWithPaths: [String] {
    plan.inputs.map(\.source).filter { !$0.paths.isEmpty }.map(\.name)
  }
  /// Whether a playback itself writes lines to standard error, as `print` does.
  package var writesLines: Bool { plan.facts.writesLines }
  /// The members of the document whose keys begin with `$`, for editors and people.
  public let annotations: [Member]
  /// The diagnostics of the documents that do not prevent a playback.
  public let warnings: Diagnostics
  /// The names that the document's tests can replace; nil if it has no tests.
  package let names: StreamNames?

  /// Reads and checks the text of a stream file, and the files that it names.
  ///
  /// All mistakes are reported at once: those of the structure, and those of names and expressions
  /// in the parts that could be read. A JSON syntax error is the only mistake reported for its
  /// file.
  ///
  /// - Parameters:
  ///   - stream: The definition to play instead of the document itself.
  ///   - taps: The names of definitions to observe in addition.
  ///   - inputs: Names of inputs. One that includes its file, such as `./cpu.json#metrics`, is
  ///     bound separately from other inputs of the same name.
  ///   - parameters: The values of parameters of the definition to play, and of the document.
  ///   - isTraced: Whether playbacks can be traced, which makes them slower.
  public init(
    _ source: SourceText, stream: String? = nil, taps: [String] = [], inputs: [String] = [],
    with parameters: KeyValuePairs<String, Value> = [:], isTraced: Bool = false
  ) throws(Diagnostics) {
    var settings = ParameterSettings(parameters)
    settings.stream = stream
    self = try Program(
      source, stream: stream, taps: taps, inputs: inputs, settings: settings,
      isTraced: isTraced)
  }

  /// Reads and checks the text of a stream file, with values for its parameters.
  ///
  /// - Parameters:
  ///   - texts: The texts of the files that it names.
  ///   - playsOutputs: Whether the outputs of the document are also played.
  package init(
    _ source: SourceText, texts: DocumentTexts = .files, stream: String?, taps: [String] = [],
    inputs: [String] = [], settings: ParameterSettings, playsOutputs: Bool = false,
    isTraced: Bool = false
  ) throws(Diagnostics) {
    let (model, diagnostics) = StreamModel<Value>.read(source)
    guard let model else { throw diagnostics }
    self = try Program(
      model, DocumentList(source, diagnostics, texts: texts), stream: stream, taps: taps,
      replacements: Replacements(bindingApart: inputs, besides: source.name), settings: settings,
      playsOutputs: playsOutputs, isTraced: isTraced)
  }

  /// Checks a model that was read from a source, with other streams in place of its inputs and
  /// definitions.
  package init(
    _ model: StreamModel<Value>, from source: SourceText?, _ diagnostics: Diagnostics,
    texts: DocumentTexts = .files, stream: String?, taps: [String] = [],
    replacements: Replacements, settings: ParameterSettings, recorder: CoverageRecorder? = nil,
    isTraced: Bool = false
  ) throws(Diagnostics) {
    self = try Program(
      model, DocumentList(source, diagnostics, texts: texts), stream: stream, taps: taps,
      replacements: replacements, settings: settings, recorder: recorder, isTraced: isTraced)
  }

  /// Checks a model. Files that it names are looked up in the current directory.
  ///
  /// - Parameters:
  ///   - parameters: The values of the model's parameters.
  ///   - isTraced: Whether playbacks can be traced, which makes them slower.
  public init<Element>(
    _ model: StreamModel<Element>, with parameters: KeyValuePairs<String, Value> = [:],
    isTraced: Bool = false
  ) throws(Diagnostics) {
    var diagnostics = model.findUnwritableValues()
    let values = model.encodingValues(collecting: &diagnostics)
    self = try Program(
      values, DocumentList(nil, diagnostics), stream: nil, settings: ParameterSettings(parameters),
      isTraced: isTraced)
  }

  init(
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
  init(
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
  init?(_ built: BuiltDocument, playing unit: Int, _ node: Int) {
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
  func definition(named name: String) -> (type: ValueType, extent: Extent)? {
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
  func location(
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

extension Diagnostics {
  /// Finds the locations of diagnostics that have only a path, and sorts all by place.
  package func located(in source: SourceText?) -> Diagnostics {
    guard let source, !isEmpty else { return self }
    let places = source.locations(of: items.map(\.path))
    var located = self
    located.updateEach { index, diagnostic in
      let place = places[index].map { diagnostic.isAtKey ? $0.key ?? $0.value : $0.value }
      if diagnostic.location == nil, var offset = place {
        if let range = diagnostic.rangeInString {
          offset = source.offset(ofScalar: range.lowerBound, inStringAt: offset) ?? offset
        }
        diagnostic.location = SourceLocation(offset: offset, in: source)
      }
      diagnostic.findEnd(in: source, ofStringAt: place)
    }
    located.sort()
    return located
  }
}
