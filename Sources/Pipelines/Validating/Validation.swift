import Checking
import Playing
import Records
import StreamModels
package import Values

/// Everything that can be known about the text of a stream file without playing it.
///
/// In addition to the text, it reads only the stream files that the text names and, if requested,
/// the first records of its inputs. It finds the mistakes that a `Program` reports, in the document
/// and in the streams that its tests play, and things that are unlikely to be intended.
package struct Validation: Sendable {
  /// The mistakes and warnings: those of the text, sorted by place, and then those of the files
  /// that it names.
  package private(set) var diagnostics: Diagnostics
  /// The model of the document; nil if it could not be read.
  package let model: StreamModel<Value>?
  /// The types that the check found in the document, for an editor.
  package private(set) var types = RecordedTypes()
  /// The stream files that the document names, directly or through other files, and the data of its
  /// tests; empty for a document with mistakes.
  package private(set) var namedFiles: [String] = []
  /// The names of the inputs of the document, whether or not their records were read.
  package private(set) var inputs: [String] = []
  /// The records that were read, in the order of their inputs, with the inputs' names.
  package private(set) var samples: [(input: String, sample: RecordSample)] = []

  private let source: SourceText
  private let texts: DocumentTexts

  /// Checks the text of a stream file.
  ///
  /// - Parameters:
  ///   - texts: The texts of the files that it names.
  ///   - data: The data whose first records are read; nil for none.
  ///   - includesTests: Whether to check the streams that each test plays. This compiles the
  ///     document once for each test that changes it.
  package init(
    of source: SourceText, texts: DocumentTexts = .files, data: DataChoice? = nil,
    includesTests: Bool = true
  ) {
    self.source = source
    self.texts = texts
    let (model, mistakes) = StreamModel<Value>.read(source)
    self.model = model
    diagnostics = mistakes.located(in: source)
    guard let model else { return }
    if let program = check(model, mistakes, binding: data?.paths.keys.sorted() ?? []) {
      check(program, against: data)
      if includesTests { checkTests(of: model, as: program) }
    }
    // If there is a mistake, something that seems unused may only be misspelled elsewhere.
    let isBroken = diagnostics.items.contains { $0.severity == .error && !$0.code.isAboutMeaning }
    if isBroken { diagnostics.removeAll(where: \.code.isAboutMeaning) }
    diagnostics.putFirst(source.name)
  }

  /// The data files that its tests read.
  package var dataFiles: [String] {
    models.flatMap { $0.dataFiles(besides: source.name) }
  }

  /// Whether it has an expectation or tests.
  package var hasTests: Bool {
    models.contains { $0.expect != nil || !$0.tests.isEmpty }
  }

  /// The model and its definitions.
  private var models: [StreamModel<Value>] {
    model.map { [$0] + $0.definitions.map(\.model) } ?? []
  }

  private mutating func check(
    _ model: StreamModel<Value>, _ mistakes: Diagnostics, binding inputs: [String]
  ) -> Program? {
    var settings = ParameterSettings.checking
    settings.isThorough = true
    let document = CheckedDocument(
      model, DocumentList(source, mistakes, texts: texts, operators: Operator.registry),
      replacements: Replacements(
        bindingApart: model.addressesInTests + inputs, besides: source.name),
      settings: settings)
    types = document.types
    do throws(Diagnostics) {
      let program = try Program(document)
      diagnostics = program.warnings
      namedFiles = program.namedFiles
      return program
    } catch {
      diagnostics = error
      return nil
    }
  }

  /// Checks uses of inputs that can only be judged from records.
  private mutating func check(_ program: Program, against data: DataChoice?) {
    inputs = program.inputs.all
    let (samples, mistakes) = data.map(program.samples) ?? ([:], Diagnostics())
    diagnostics.append(contentsOf: mistakes)
    diagnostics.append(contentsOf: program.dataWarnings(samples))
    self.samples = samples.sorted { $0.key < $1.key }.map { (inputs[$0.key], $0.value) }
  }

  /// Checks the streams that each test plays. With other parameter values and other streams,
  /// expressions can be wrong that are right otherwise.
  private mutating func checkTests(of model: StreamModel<Value>, as program: Program) {
    var known = Set(diagnostics.items.map(\.description))
    let bare = model.withoutChecks
    let definitions = DefinitionNames(of: model.definitions)
    let addresses = model.addressesInTests
    let checks = model.statedChecks.filter { !$0.isSkipped }
    let unchanged = checks.contains { $0.stream != nil && !$0.changesStreams } ? checked(bare) : nil
    for check in checks {
      do throws(Diagnostics) {
        if let stream = check.stream, !check.changesStreams,
          let definition = unchanged?.definition(named: stream)
        {
          add(check.mistakes(in: definition).located(in: source), besides: &known)
          continue
        }
        let played =
          check.changesProgram
          ? try self.program(
            for: check, bare, definitions, bindingApart: addresses, in: program.names)
          : program
        add(played.warnings, besides: &known)
        add(
          check.mistakes(in: (played.type, played.extent), played.tapped).located(in: source),
          besides: &known)
      } catch {
        add(error, besides: &known)
      }
    }
  }

  /// Returns the whole document as its tests play it, with each definition compiled once; nil if a
  /// parameter has no value, or if it has mistakes, which are found by each test.
  private func checked(_ bare: StreamModel<Value>) -> Program? {
    guard bare.parameters.allSatisfy({ $0.value != nil }) else { return nil }
    do throws(Diagnostics) {
      return try Program(
        bare, DocumentList(source, Diagnostics(), texts: texts, operators: Operator.registry),
        stream: nil, settings: .checking)
    } catch {
      return nil
    }
  }

  private mutating func add(_ found: Diagnostics, besides known: inout Set<String>) {
    for diagnostic in found.items where known.insert(diagnostic.description).inserted {
      diagnostics.append(diagnostic)
    }
    diagnostics.countOmitted(found.omittedCount)
  }

  /// Returns the program that a test plays.
  private func program(
    for check: StatedCheck, _ bare: StreamModel<Value>, _ definitions: DefinitionNames,
    bindingApart addresses: [String], in names: StreamNames?
  ) throws(Diagnostics) -> Program {
    var replacements = Replacements(bindingApart: addresses, besides: source.name)
    if let played = check.played {
      do throws(Diagnostics) {
        let model = check.stream.flatMap { definitions.model(named: $0, in: bare.definitions) }
        replacements = try Replacements(
          played.withoutFiles, of: check.stream,
          own: ReplaceableNames(of: model?.definitions ?? [], inside: definitions), in: names,
          besides: source.name)
      } catch {
        throw error.located(in: source)
      }
    }
    return try Program(
      bare, DocumentList(source, Diagnostics(), texts: texts, operators: Operator.registry),
      stream: check.stream,
      taps: check.played?.test.outputs.map(\.name) ?? [], replacements: replacements,
      settings: ParameterSettings(check.played, of: check.stream, in: definitions))
  }
}

extension DiagnosticCode {
  /// Whether it is about something that is allowed but unlikely to be intended.
  package var isAboutMeaning: Bool {
    switch self {
    case .constantCondition, .unpairedValues, .unreachable, .neverEmits, .noEffect, .endlessKeys,
      .unusedDefinition, .unusedParameter, .impossibleExpectation, .untimedInput, .integerDivision,
      .lateSubscription, .undecidedOrder, .unlikeData, .keptValues:
      true
    default: false
    }
  }

  /// Whether it is reported only for a separate request, and not by every check of a file.
  package var isAboutPartitions: Bool { self == .notSplittable }
}

extension Diagnostics {
  /// Puts the diagnostics of a file before those of others, sorted by place.
  fileprivate mutating func putFirst(_ file: String) {
    let (own, others) = (
      items.filter { $0.location?.file == file }, items.filter { $0.location?.file != file }
    )
    var sorted = Diagnostics(own)
    sorted.sort()
    for other in others { sorted.append(other) }
    sorted.countOmitted(omittedCount)
    self = sorted
  }
}
