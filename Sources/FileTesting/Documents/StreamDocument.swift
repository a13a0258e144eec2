public import Pipelines
import Platform
public import Values

/// A stream file's text, or a part of a page, with all that it states about itself.
public struct StreamDocument: Sendable {
  /// The text of the document.
  public let source: SourceText
  /// What can be checked; nothing if the document has mistakes.
  public let checks: [StreamCheck]
  /// What is wrong with it; nil if it can play.
  public let mistakes: Diagnostics?
  /// What there is to say about it that does not keep it from playing.
  public var warnings: Diagnostics { program?.warnings ?? Diagnostics() }
  /// Whether the text is meant to be a stream document, even if it has mistakes. A JSON Schema, a
  /// package's description and records are something else; what is no JSON at all counts as meant.
  package let isStream: Bool
  let model: StreamModel<Value>?
  private let program: Program?
  /// The model without what has been checked by then: a document may have thousands of tests, and each
  /// of them compiles it anew.
  private let bareModel: StreamModel<Value>?
  /// The inputs that its tests name with their files.
  private let addresses: [String]

  /// Creates a document from its text.
  public init(_ source: SourceText) {
    self.init(source, isMarked: false)
  }

  init(_ source: SourceText, isMarked: Bool) {
    self.source = source
    let (model, diagnostics) = StreamModel<Value>.read(source)
    self.model = model
    bareModel = model?.withoutChecks
    addresses = model?.addressesInTests ?? []
    let program: Program?
    do throws(Diagnostics) {
      guard let model else { throw diagnostics }
      program = try Program(
        model, from: source, diagnostics, stream: nil,
        replacements: Replacements(bindingApart: addresses, besides: source.name))
      mistakes = nil
    } catch {
      (program, mistakes) = (nil, error)
    }
    self.program = program
    isStream = isMarked || program != nil || DocumentNature(of: source) == .stream
    checks = program == nil ? [] : model.map { StreamCheck.all(of: $0, in: source) } ?? []
  }

  /// Whether it is a stream document about which there is something to tell: what came of its tests, or
  /// why they cannot be played.
  var hasTestsOrMistakes: Bool { !checks.isEmpty || mistakes != nil && isStream }

  /// The files that its tests read: inputs, and what is expected.
  var dataFiles: [String] {
    guard let model else { return [] }
    let models = [model] + model.definitions.map(\.model)
    return models.flatMap { $0.dataFiles(besides: source.name) }
  }

  /// The files of records that its tests read, by their paths without links.
  var inputFiles: Set<String> {
    guard let model else { return [] }
    let tests = ([model] + model.definitions.map(\.model)).flatMap(\.tests)
    let names = tests.flatMap(\.inputs).compactMap(\.file)
    return Set(
      names.map { FilePath(FilePath($0, besides: source.name).normalized).canonical })
  }

  /// What plays for a check.
  func program(
    for check: StreamCheck, recorder: CoverageRecorder? = nil
  ) throws(Diagnostics) -> Program {
    if check.stream == nil, check.test == nil, recorder == nil, let program { return program }
    guard let bareModel else { throw mistakes ?? Diagnostics() }
    var replacements = Replacements(bindingApart: addresses, besides: source.name)
    if let test = test(of: check) {
      do throws(Diagnostics) {
        replacements = try Replacements(
          test, of: check.stream, own: definitionNames(for: check), in: program?.names,
          besides: source.name)
      } catch {
        throw error.below(check.modelPath + check.testPath).located(in: source)
      }
    }
    return try Program(
      bareModel, from: source, Diagnostics(), stream: check.stream, replacements: replacements,
      recorder: recorder)
  }

  /// The model that a check is about.
  private func model(of check: StreamCheck) -> StreamModel<Value>? {
    guard let stream = check.stream else { return model }
    return model?.definitions.first { $0.name == stream }?.model
  }

  /// The names of definitions that a test can replace.
  private func definitionNames(for check: StreamCheck) -> [String] {
    let models = [model(of: check), check.stream == nil ? nil : model]
    return models.flatMap { $0?.definitions.map(\.name) ?? [] }
  }

  func test(of check: StreamCheck) -> StreamTest? {
    check.test.flatMap { model(of: check)?.tests[$0] }
  }

  /// What a check expects, and what signs stand for in it.
  func expectation(of check: StreamCheck) -> (timeline: StatedTimeline, values: [Member])? {
    if let test = test(of: check) { return (test.expect, test.values) }
    return model(of: check)?.expect.map { ($0, []) }
  }
}

extension StreamModel<Value> {
  /// The model and its definitions without what they state of themselves.
  fileprivate var withoutChecks: StreamModel {
    var model = self
    (model.expect, model.tests) = (nil, [])
    for index in model.definitions.indices {
      (model.definitions[index].model.expect, model.definitions[index].model.tests) = (nil, [])
    }
    return model
  }
}
