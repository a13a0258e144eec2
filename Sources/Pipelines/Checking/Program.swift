public import Expressions
public import Values

/// A model that can play: its names are bound, its files are read, its expressions are parsed and
/// checked. What cannot play never becomes one.
///
/// A program is a value. It can be played any number of times, on any scheduler.
public struct Program: Sendable {
  let plan: Plan
  /// The node whose values come out.
  let output: Int
  /// The nodes of definitions that are listened to beside it, by their names.
  let taps: [String: Int]
  /// What is known of the values that come out.
  public let type: ValueType
  /// The inputs that the program reads, and those that its documents have beside them.
  public let inputs: (used: [String], all: [String])
  /// The texts of its documents, for the places of what fails when it plays; nil for a model that was
  /// made in Swift.
  private let sources: [SourceText?]
  /// The paths of the files that the document names, and of those that these name: stream files, and
  /// the data of tests, which is not read when the program plays.
  package let namedFiles: [String]
  /// Whether a playing writes lines to standard error by itself, as `print` does.
  package var writesLines: Bool { plan.writesLines }
  /// What the document carries under keys that begin with `$`, for editors and people.
  public let annotations: [Member]
  /// What there is to say about the documents that does not keep them from playing.
  public let warnings: Diagnostics
  /// What the document's tests can replace; nil if it has none.
  package let names: StreamNames?

  /// Reads and checks a stream file's text, and the files that it names. All mistakes are reported at
  /// once: those of the structure, and those of names and expressions in what could be read; a
  /// mistake of JSON's syntax alone for its file. With a `stream`, that definition of the file is what
  /// plays; `taps` are definitions that can be listened to beside it. Names of `inputs` that say in which
  /// file an input is, as `./cpu.json#metrics`, let it be bound apart from others of its name.
  public init(
    _ source: SourceText, stream: String? = nil, taps: [String] = [], inputs: [String] = []
  ) throws(Diagnostics) {
    let (model, diagnostics) = StreamModel<Value>.read(source)
    guard let model else { throw diagnostics }
    self = try Program(
      model, DocumentList(source, diagnostics), stream: stream, taps: taps,
      replacements: Replacements(bindingApart: inputs, besides: source.name))
  }

  /// Checks a model that was read from a text, with other streams in place of definitions.
  package init(
    _ model: StreamModel<Value>, from source: SourceText?, _ diagnostics: Diagnostics,
    stream: String?, replacements: Replacements, recorder: CoverageRecorder? = nil
  ) throws(Diagnostics) {
    self = try Program(
      model, DocumentList(source, diagnostics), stream: stream, replacements: replacements,
      recorder: recorder)
  }

  /// Checks a model. Files that it names are looked for in the present folder.
  public init<Element>(_ model: StreamModel<Element>) throws(Diagnostics) {
    var diagnostics = model.findUnwritableValues()
    let values = model.encodingValues(collecting: &diagnostics)
    self = try Program(values, DocumentList(nil, diagnostics), stream: nil)
  }

  private init(
    _ model: StreamModel<Value>, _ documents: DocumentList, stream: String?, taps: [String] = [],
    replacements: Replacements = Replacements(), recorder: CoverageRecorder? = nil
  ) throws(Diagnostics) {
    annotations = model.annotations
    var linker = Linker(documents: documents, replacements: replacements)
    var root = linker.link(model)
    if let stream, let unit = linker.unit(named: stream) { root = unit }
    let tapped = taps.map { ($0, linker.unit(named: $0)) }
    names =
      model.tests.isEmpty && model.definitions.allSatisfy(\.model.tests.isEmpty)
      ? nil : linker.names
    recorder?.documents = linker.documents
    var (plan, upstreams, diagnostics) = UnitCompiler(linker, recorder: recorder)
      .compile(playing: [root] + tapped.compactMap(\.1))
    guard !diagnostics.hasErrors, let output = upstreams[root] else { throw diagnostics }
    warnings = diagnostics
    self.taps = Dictionary(
      tapped.compactMap { name, unit in unit.flatMap { upstreams[$0] }.map { (name, $0.node) } },
      uniquingKeysWith: { first, _ in first })
    namedFiles = linker.documents.namedFiles + linker.dataFiles
    let outputs = [output.node] + self.taps.values
    plan.trim(for: outputs)
    plan.countsSubscriptions = outputs.contains(where: plan.hasManySubscriptions)
    plan.findKnown()
    let used = plan.usedInputs
    inputs = (
      plan.inputs.indices.filter(used.contains).map { plan.inputs[$0].source.name },
      plan.inputs.map(\.source.name)
    )
    self.plan = plan
    self.output = output.node
    sources = linker.documents.sources
    type = output.type
  }
}

extension Program {
  /// Where the expression or the operator stands that made the program fail; nil if that is not known,
  /// or if it was made in Swift.
  public func location(of failure: StreamFailure) -> SourceLocation? {
    guard let cause = failure.cause, let place = cause.place,
      let source = sources.indices.contains(place.document) ? sources[place.document] : nil,
      var offset = source.offsets(of: [place.path])[0]
    else { return nil }
    if let range = cause.rangeInString {
      offset = source.offset(ofScalar: range.lowerBound, inStringAt: offset) ?? offset
    }
    return SourceLocation(offset: offset, in: source)
  }
}

extension Diagnostics {
  /// Finds the places of mistakes of which only the path is known.
  package func located(in source: SourceText?) -> Diagnostics {
    guard let source else { return self }
    let offsets = source.offsets(of: items.map(\.path))
    var located = self
    located.updateEach { index, diagnostic in
      guard diagnostic.location == nil, var offset = offsets[index] else { return }
      if let range = diagnostic.rangeInString {
        offset = source.offset(ofScalar: range.lowerBound, inStringAt: offset) ?? offset
      }
      diagnostic.location = SourceLocation(offset: offset, in: source)
    }
    located.sort()
    return located
  }
}
