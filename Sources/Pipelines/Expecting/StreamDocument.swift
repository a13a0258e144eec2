public import Values

/// A stream file's text, or a part of a page, with all that it states about itself.
public struct StreamDocument: Sendable {
  public let source: SourceText
  /// What can be checked; nothing if the document has mistakes.
  public let checks: [StreamCheck]
  /// What is wrong with it; nil if it can play.
  public let mistakes: Diagnostics?
  let model: StreamModel<Value>?
  private let program: Program?
  /// The model without what has been checked by then: a document may have thousands of tests, and each
  /// of them compiles it anew.
  private let bareModel: StreamModel<Value>?
  /// Whether a page says that this is a stream document, so that it must be one.
  private let isMarked: Bool

  public init(_ source: SourceText) {
    self.init(source, isMarked: false)
  }

  init(_ source: SourceText, isMarked: Bool) {
    self.source = source
    self.isMarked = isMarked
    let (model, diagnostics) = StreamModel<Value>.read(source)
    self.model = model
    bareModel = model?.withoutChecks
    guard let model else {
      (program, mistakes, checks) = (nil, diagnostics, [])
      return
    }
    do throws(Diagnostics) {
      program = try Program(
        model, from: source, diagnostics, stream: nil, replacements: Replacements())
      (mistakes, checks) = (nil, StreamCheck.all(of: model, in: source))
    } catch {
      (program, mistakes, checks) = (nil, error, [])
    }
  }

  /// Whether the text says at its top what it must give, even if it has mistakes; a block of a page that
  /// is marked as a stream document and is none counts too.
  public var statesExpectation: Bool {
    if !checks.isEmpty { return true }
    guard mistakes != nil else { return false }
    if isMarked { return true }
    if model != nil { return source.offsets(of: [["expect"], ["tests"]]).contains { $0 != nil } }
    // What is no JSON has no keys: whoever wrote one of the words meant it.
    return source.bytes.contains(Array(#""expect""#.utf8))
      || source.bytes.contains(Array(#""tests""#.utf8))
  }

  /// What plays for a check.
  func program(
    for check: StreamCheck, recorder: CoverageRecorder? = nil
  ) throws(Diagnostics) -> Program {
    if check.stream == nil, check.test == nil, recorder == nil, let program { return program }
    guard let bareModel else { throw mistakes ?? Diagnostics() }
    var replacements = Replacements()
    if let test = test(of: check) {
      do throws(Diagnostics) {
        replacements = try Replacements(test, of: check.stream)
      } catch {
        throw error.below(check.path).located(in: source)
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
