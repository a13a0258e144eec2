public import Expressions
public import Values

/// A model that is ready to play: its names are bound, its files are read, its expressions are
/// parsed and checked. A model with mistakes never becomes a program.
///
/// A program is a value. It can be played any number of times, on any scheduler.
public struct Program: Sendable {
  private(set) var plan: Plan
  /// The node whose values the program emits.
  private(set) var output: Int
  /// The nodes of definitions that are observed in addition, by name.
  let taps: [String: Int]
  /// The node of the document's own stream if a side output that it feeds plays instead of it.
  let feeder: Int?
  /// The outputs of the document; empty if they are not played.
  package let outputs: [OutputPlan]
  /// The type of the emitted values, as far as it is known.
  public private(set) var type: ValueType
  /// How many values it emits, and how it ends, to the extent that this is known.
  private(set) var extent: Extent
  /// The types and extents of the observed definitions, by name.
  let tapped: [String: Upstream]
  /// The definitions of a document that is only checked, by name, as far as each is one stream that
  /// plays by itself.
  private let definitions: [String: Upstream]
  /// The names of the inputs. `used` are the inputs that the program reads, and `all` are those of
  /// its documents.
  public private(set) var inputs: (used: [String], all: [String])
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
  package var writesLines: Bool { plan.writesLines }
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
    recorder: CoverageRecorder? = nil, types: TypeRecorder? = nil, playsOutputs: Bool = false,
    isTraced: Bool = false
  ) throws(Diagnostics) {
    annotations = model.annotations
    var linker = Linker(documents: documents, replacements: replacements, settings: settings)
    let documentUnit = linker.link(model)
    var root = documentUnit
    var feedingUnit: Int?
    if let stream, let unit = linker.unit(named: stream) {
      feedingUnit = linker.units[unit].sideOutput == nil ? nil : documentUnit
      root = unit
    }
    let tapped = taps.map { ($0, linker.unit(named: $0)) }
    if settings.checked != nil { linker.linkPlayed(root, of: documentUnit) }
    names = settings.checked == nil && model.hasTests ? linker.names : nil
    recorder?.documents = linker.documents
    let tracer = isTraced ? TraceBuilder() : nil
    var (plan, upstreams, bound, written, diagnostics) = UnitCompiler(
      linker, notes: CompileNotes(coverage: recorder, tracer: tracer, types: types)
    ).compile(
      playing: [root] + tapped.compactMap(\.1) + linker.outputs.map(\.unit)
        + [feedingUnit].compactMap { $0 })
    guard !diagnostics.hasErrors, let output = upstreams[root] else { throw diagnostics }
    warnings = diagnostics
    self.taps = Dictionary(
      tapped.compactMap { name, unit in unit.flatMap { upstreams[$0] }.map { (name, $0.node) } },
      uniquingKeysWith: { first, _ in first })
    namedFiles = linker.documents.namedFiles + linker.dataFiles
    self.outputs = playsOutputs ? written : []
    feeder = feedingUnit.flatMap { upstreams[$0]?.node }
    let outputs =
      [output.node] + self.taps.values + self.outputs.map(\.node) + [feeder].compactMap { $0 }
    if settings.onlyChecks {
      definitions = linker.definitionUnits.compactMapValues { unit in
        bound.contains(unit) ? nil : upstreams[unit]
      }
    } else {
      definitions = [:]
      plan.prepare(for: outputs) { tracer?.plan(for: $0, in: linker.documents) }
    }
    inputs = (plan.namesOfUsedInputs, plan.inputs.map(\.source.name))
    self.plan = plan
    self.output = output.node
    sources = linker.documents.sources
    type = output.type
    extent = output.extent
    self.tapped = Dictionary(
      tapped.compactMap { name, unit in unit.flatMap { upstreams[$0] }.map { (name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }
}

extension Program {
  /// Returns the program that plays the document, or one of its definitions, for a document that has
  /// only been checked: nothing is compiled again. Nil if a definition depends on what surrounds it.
  package func playing(_ stream: String?) -> Program? {
    var program = self
    if let stream {
      guard let definition = definitions[stream], plan.sideOutputs.isEmpty, !plan.followsCalendar
      else { return nil }
      program.output = definition.node
      (program.type, program.extent) = (definition.type, definition.extent)
    }
    program.plan.prepare(for: [program.output])
    program.inputs.used = program.plan.namesOfUsedInputs
    return stream == nil || program.inputs.used.isEmpty ? program : nil
  }

  /// The type and the extent of a definition of a document that has only been checked.
  func definition(named name: String) -> (type: ValueType, extent: Extent)? {
    definitions[name].map { ($0.type, $0.extent) }
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
