import Editing
import Expressions
import FileTesting
import Pipelines
import Values

/// Everything that is known about one version of a document.
///
/// Its structure is known at once. Its mistakes, its types and the values that pass through its
/// stages take time to find. Until they are known, those of an earlier version are used, at the
/// corresponding places in this one.
final class Analysis {
  let source: SourceText
  let index: SyntaxIndex
  /// The names in the document.
  private(set) lazy var symbols = SymbolTable(index, of: source.name)
  private(set) var findings: Findings?
  private(set) var samples: SampleValues?
  /// An earlier version with knowledge that is still missing for this one, and the change since
  /// then.
  private var earlier: (analysis: Analysis, shift: TextShift)?
  /// Whether a request has been answered with earlier knowledge, so that the answer may differ once
  /// this version has been checked.
  private(set) var hasAnsweredEarly = false

  /// The document with its damage repaired.
  var repaired: RepairedText { findings?.repaired ?? repairedText }
  private lazy var repairedText = RepairedText(index.syntax)

  /// Whether the document is some other JSON, such as a package description. An editor may send
  /// every file that it opens.
  private(set) lazy var isForeign = index.isForeign && DocumentNature(of: repaired.source) == .data

  /// The texts of the files that the document names.
  private let texts: DocumentTexts

  init(_ source: SourceText, naming texts: DocumentTexts, after earlier: Analysis? = nil) {
    self.source = source
    self.texts = texts
    index = SyntaxIndex(source)
    if let earlier { learn(from: earlier) }
  }

  // MARK: - Finding out

  /// Uses the knowledge about an earlier version, as long as this version lacks it.
  func learn(from other: Analysis) {
    guard other.findings != nil || other.samples != nil else { return }
    other.keepSamples(of: earlier?.analysis)
    other.earlier = nil
    earlier = (other, TextShift(from: other.source, to: source))
  }

  /// The version that the next one can learn from; nil if nothing is known.
  var mostKnown: Analysis? {
    guard findings != nil || samples != nil else { return earlier?.analysis }
    keepSamples(of: earlier?.analysis)
    earlier = nil
    return self
  }

  /// Keeps the samples of another version as long as this version has none. It may have mistakes
  /// that prevent it from being played.
  private func keepSamples(of other: Analysis?) {
    if samples?.isEmpty ?? true { samples = other?.samples ?? samples }
  }

  func job(_ question: AnalysisJob.Question) -> AnalysisJob {
    AnalysisJob(question: question, syntax: index.syntax, texts: texts)
  }

  func take(_ answer: AnalysisJob.Answer) {
    switch answer {
    case .findings(let findings): self.findings = findings
    case .samples(let samples):
      self.samples = samples
      keepSamples(of: earlier?.analysis)
    }
  }

  /// Checks this version, unless that has already been done.
  func check() {
    if findings == nil { take(job(.findings).run().answer) }
  }

  // MARK: - Known facts

  /// The size up to which a document without any knowledge is checked for a request. A larger
  /// document would keep an editor waiting.
  private static let quickSize = 32 << 10

  /// The findings about a version of the document.
  struct Known {
    let findings: Findings
    let analysis: Analysis
    /// The change since then; nil if the findings are about this version.
    var shift: TextShift?
  }

  /// The latest findings; nil as long as there are none for a large document.
  var known: Known? {
    if let findings { return Known(findings: findings, analysis: self) }
    if let earlier, let findings = earlier.analysis.findings {
      hasAnsweredEarly = true
      return Known(findings: findings, analysis: earlier.analysis, shift: earlier.shift)
    }
    guard source.count <= Self.quickSize else {
      hasAnsweredEarly = true
      return nil
    }
    check()
    return findings.map { Known(findings: $0, analysis: self) }
  }

  /// The known types, and the place of a node in the version that they belong to.
  private func knownTypes(of node: Int) -> (types: RecordedTypes, place: ExpressionPlace)? {
    guard let known else { return nil }
    let place = known.shift.flatMap { known.analysis.place(of: start(of: node), before: $0) }
    return (known.findings.types, place ?? self.place(of: node))
  }

  /// The place in the program of the node that starts at the same place as a node of a later
  /// version.
  private func place(of start: Range<Int>, before shift: TextShift) -> ExpressionPlace? {
    guard let start = shift.earlier(start) else { return nil }
    let node = index.syntax.node(containing: start.lowerBound)
    return self.start(of: node) == start ? place(of: node) : nil
  }

  /// The key of a node; otherwise, the beginning of its value.
  private func start(of node: Int) -> Range<Int> {
    let range = index.syntax.nodes[node].range
    return index.syntax.nodes[node].key ?? range.lowerBound..<range.lowerBound
  }

  /// The place of a node in the program.
  private func place(of node: Int) -> ExpressionPlace {
    ExpressionPlace(document: 0, path: index.syntax.path(of: node))
  }

  /// The types of the values that an operator receives and emits.
  func types(of node: Int) -> RecordedTypes.Stage? {
    knownTypes(of: node).flatMap { types, place in types.stages[place] }
  }

  /// The type of the values that the stream at a node emits; nil if it is not known.
  func type(ofStreamAt node: Int) -> ValueType? {
    knownTypes(of: node).flatMap { types, place in types.streams[place] }
  }

  /// The values that pass through the stages, now or a moment ago; nil as long as the document has
  /// not been played. No request waits for a playback, because it is unknown how long that takes.
  private var knownSamples: SampleValues? { samples ?? earlier?.analysis.samples }

  /// Whether a version of the document has been played.
  var hasSamples: Bool { knownSamples != nil }

  /// The values that the object of an operator emits when the document is played.
  func emitted(at path: DocumentPath) -> [Value] { knownSamples?.emitted(at: path) ?? [] }

  /// The values of `$0` in the expression at a node when the document is played. Empty if nothing
  /// is known.
  func samples(forExpressionAt node: Int) -> [Value] {
    let path = index.syntax.path(of: node)
    guard let parent = index.syntax.nodes[node].parent else { return [] }
    // The time of a record is an expression of the source itself.
    if index.isModel(parent) { return emitted(at: index.syntax.path(of: parent)) }
    // The object of the operator, because the expression is one of its parameters, or in one.
    var depth = 2
    var next: Int? = parent
    while let inner = next {
      if case .arguments? = index.slots[inner] { break }
      next = index.syntax.nodes[inner].parent
      depth += 1
    }
    guard next != nil else { return [] }
    return knownSamples?.received(at: DocumentPath(Array(path.components.dropLast(depth)))) ?? []
  }

  /// The variables of the expression at a node, with their types as far as they are known.
  func scope(of node: Int) -> Scope {
    let checked = knownTypes(of: node).flatMap { types, place in types.expressions[place] }
    var scope = checked?.scope ?? index.defaultScope(of: node)
    for variable in index.enclosingVariables(of: node) {
      switch variable {
      case .outer: scope.outer = .dyn
      case .key: scope.key = .dyn
      case .error: scope.error = .string
      default: break
      }
    }
    return scope
  }

  /// The parameters that the expression at a node can read.
  func parameters(of node: Int) -> ParameterScope {
    var table = ParameterTable()
    let level = table.addLevel(inside: nil)
    let names = index.names(in: "parameters", from: index.homes[node])
    if !names.isEmpty { table.declareParameters(at: level) }
    for (name, declaration) in names {
      table.set(name, to: index.parameter(declaredAt: declaration), from: nil, at: level)
    }
    return ParameterScope(table, level: level)
  }
}
