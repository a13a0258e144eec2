public import Pipelines
import Platform
public import Values

/// The text of a stream file, or of a part of a page, with all of its checks.
public struct StreamDocument: Sendable {
  /// The text of the document.
  public let source: SourceText
  /// The checks of the document; empty if it has mistakes.
  public let checks: [StreamCheck]
  /// The mistakes of the document; nil if it can be played.
  public let mistakes: Diagnostics?
  /// The mistakes that do not prevent it from being played.
  public var warnings: Diagnostics { program?.warnings ?? Diagnostics() }
  /// Whether the text is meant to be a stream document, even if it has mistakes. A JSON Schema, a
  /// package description and records are not stream documents. A source that is not JSON counts
  /// as one.
  package let isStream: Bool
  let model: StreamModel<Value>?
  /// The checked document.
  private let program: Program?
  /// The same with its streams built, of which programs to play are made; nil without checks.
  private let built: BuiltDocument?
  /// The model without its checks. A document may have thousands of tests, and each of them
  /// compiles the model again.
  private let bareModel: StreamModel<Value>?
  /// The names of the definitions of the document.
  private let definitions: DefinitionNames
  /// The inputs that its tests name together with their files.
  private let addresses: [String]
  /// The texts of the files that it names.
  private let texts: DocumentTexts

  /// Creates a document from its text.
  public init(_ source: SourceText) {
    self.init(source, isMarked: false)
  }

  /// Creates a document from its text and the texts of the files that it names.
  package init(_ source: SourceText, naming texts: DocumentTexts) {
    self.init(source, isMarked: false, naming: texts)
  }

  init(_ source: SourceText, isMarked: Bool, naming texts: DocumentTexts = .files) {
    self.source = source
    self.texts = texts
    let (model, diagnostics) = StreamModel<Value>.read(source)
    self.model = model
    bareModel = model?.withoutChecks
    definitions = DefinitionNames(of: model?.definitions ?? [])
    addresses = model?.addressesInTests ?? []
    let program: Program?
    do throws(Diagnostics) {
      guard let model else { throw diagnostics }
      program = try Program(
        model, from: source, diagnostics, texts: texts, stream: nil,
        replacements: Replacements(bindingApart: addresses, besides: source.name),
        settings: .checking)
      mistakes = nil
    } catch {
      (program, mistakes) = (nil, error)
    }
    self.program = program
    isStream = isMarked || program != nil || DocumentNature(of: source) == .stream
    checks = program == nil ? [] : model.map { StreamCheck.all(of: $0, in: source) } ?? []
    built = checks.isEmpty ? nil : program?.built
  }

  /// Whether it is an operator, which other documents use and which cannot be played by itself.
  package var isOperator: Bool { mistakes == nil && model?.source == .upstream }

  /// Whether it is a stream document with something to report: the outcomes of its tests, or the
  /// mistakes that prevent them from being played.
  var hasTestsOrMistakes: Bool { !checks.isEmpty || mistakes != nil && isStream }

  /// The files that its tests read: inputs and expected events.
  package var dataFiles: [String] {
    guard let model else { return [] }
    let models = [model] + model.definitions.map(\.model)
    return models.flatMap { $0.dataFiles(besides: source.name) }
  }

  /// The files of records that its tests read, as paths with links resolved.
  var inputFiles: Set<String> {
    guard let model else { return [] }
    let tests = ([model] + model.definitions.map(\.model)).flatMap(\.tests).flatMap(\.withCases)
    let names = tests.flatMap(\.inputs).compactMap(\.file)
    return Set(
      names.map { FilePath(FilePath($0, besides: source.name).normalized).canonical })
  }

  /// Returns the program to play for a check.
  func program(
    for check: StreamCheck, recorder: CoverageRecorder? = nil, isTraced: Bool = false
  ) throws(Diagnostics) -> Program {
    let played = played(by: check)
    if recorder == nil, !isTraced, isComplete, played?.test.changesStreams != true,
      let program = built?.program(playing: check.stream)
    {
      return program
    }
    guard let bareModel else { throw mistakes ?? Diagnostics() }
    var replacements = Replacements(bindingApart: addresses, besides: source.name)
    if let played {
      do throws(Diagnostics) {
        replacements = try Replacements(
          played, of: check.stream,
          own: ReplaceableNames(
            of: check.stream.flatMap(definition)?.definitions ?? [], inside: definitions),
          in: program?.names, besides: source.name)
      } catch {
        throw error.located(in: source)
      }
    }
    return try Program(
      bareModel, from: source, Diagnostics(), texts: texts, stream: check.stream,
      taps: played?.test.outputs.map(\.name) ?? [], replacements: replacements,
      settings: ParameterSettings(played, of: check.stream, in: definitions), recorder: recorder,
      isTraced: isTraced)
  }

  /// Whether the document can be played as it is, which means that it is not an operator and all of
  /// its parameters have values.
  private var isComplete: Bool {
    guard let model else { return false }
    return model.source != .upstream && model.parameters.allSatisfy { $0.value != nil }
  }

  /// Returns the model that a check belongs to.
  func model(of check: StreamCheck) -> StreamModel<Value>? {
    check.stream.map(definition) ?? model
  }

  /// Returns the model of a definition; nil if there is none.
  private func definition(named name: String) -> StreamModel<Value>? {
    definitions.model(named: name, in: model?.definitions ?? [])
  }

  private func played(by check: StreamCheck) -> PlayedTest? {
    check.test.flatMap { index in
      model(of: check).map {
        PlayedTest($0.tests[index], at: index, case: check.part, below: check.modelPath)
      }
    }
  }

  /// Returns the test of a check, with everything that its case states.
  func test(of check: StreamCheck) -> StreamTest? { played(by: check)?.test }

  /// Returns the timeline of an expectation of a check, and the meanings of its symbols.
  func stated(
    _ expectation: StreamCheck.Expectation, of check: StreamCheck
  ) -> (timeline: StatedTimeline, values: [Member])? {
    guard let test = test(of: check) else { return model(of: check)?.expect.map { ($0, []) } }
    guard let output = expectation.output else { return test.expect.map { ($0, test.values) } }
    return test.outputs.first { $0.name == output }.map { ($0.expect, test.values) }
  }
}

extension StreamDocument {
  /// The coverage points of the document and of the files that it names, all with a count of zero;
  /// empty if the document cannot be played.
  package var uncovered: Coverage {
    guard var model, mistakes == nil else { return Coverage() }
    model.outputs = []
    let recorder = CoverageRecorder()
    // The reason why it cannot be played is reported when it is played.
    let program = try? Program(
      model, from: source, Diagnostics(), stream: nil, replacements: Replacements(),
      settings: .checking, recorder: recorder)
    return program == nil ? Coverage() : recorder.coverage
  }
}
