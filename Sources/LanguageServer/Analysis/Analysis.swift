import Editing
import Expressions
import FileTesting
import Pipelines
import Values

/// All that is known about one version of a document. What is expensive is found when it is asked
/// for.
final class Analysis {
  let source: SourceText
  let index: SyntaxIndex
  /// The document without its damage.
  private(set) lazy var repaired = RepairedText(index.syntax)
  /// The types that the checker found.
  private let types = TypeRecorder()
  private var isChecked = false
  /// The mistakes and warnings that the checker found, of all documents.
  private(set) lazy var checked: Diagnostics = {
    isChecked = true
    return Validation(of: repaired.source, texts: texts, recording: types).diagnostics
  }()
  /// The values that pass the stages when the document is played; nil until somebody has asked.
  private var playedSamples: SampleValues?
  /// The analysis of an earlier version, from which completion takes what takes time to find.
  private var earlier: Analysis?

  /// Whether the document is some other JSON, such as the description of a package: an editor may
  /// send all that it opens.
  private(set) lazy var isForeign = index.isForeign && DocumentNature(of: repaired.source) == .data

  /// The texts of the files that the document names.
  private let texts: DocumentTexts

  init(_ source: SourceText, naming texts: DocumentTexts, after earlier: Analysis? = nil) {
    self.source = source
    self.earlier = earlier
    self.texts = texts
    index = SyntaxIndex(source)
  }

  /// The place of a node in the program.
  func place(of node: Int) -> ExpressionPlace {
    ExpressionPlace(document: 0, path: index.syntax.path(of: node))
  }

  /// Returns what the analysis of the next version can use meanwhile; nil if nothing was found.
  func remembered() -> Analysis? {
    guard isChecked || playedSamples != nil else { return earlier }
    playedSamples = playedSamples ?? earlier?.playedSamples
    earlier = nil
    return self
  }

  /// The types as they are, or as they were a moment ago.
  private var latestTypes: TypeRecorder {
    if !isChecked, let earlier, earlier.isChecked { return earlier.types }
    _ = checked
    return types
  }

  /// The values that pass the stages, now or a moment ago.
  private var samples: SampleValues { playedSamples ?? earlier?.playedSamples ?? play() }

  /// Plays the document, unless that has been done.
  @discardableResult
  func play() -> SampleValues {
    let samples = playedSamples ?? SampleValues(of: repaired.source, naming: texts)
    playedSamples = samples
    return samples
  }

  /// The values that the object of an operator emits when the document is played.
  func emitted(at path: DocumentPath) -> [Value] { samples.emitted(at: path) }

  /// The types of the values that an operator receives and emits.
  func types(of node: Int) -> TypeRecorder.Stage? {
    _ = checked
    return types.stages[place(of: node)]
  }

  /// The type of the values that the stream at a node emits; nil if it is not known.
  func type(ofStreamAt node: Int) -> ValueType? {
    latestTypes.streams[place(of: node)]
  }

  /// The values of `$0` of the expression at a node when the document is played. Empty if nothing
  /// is known.
  func samples(forExpressionAt node: Int) -> [Value] {
    let path = index.syntax.path(of: node)
    guard let parent = index.syntax.nodes[node].parent else { return [] }
    // The time of a record is an expression of the source itself.
    if index.isModel(parent) { return samples.emitted(at: index.syntax.path(of: parent)) }
    // The object of the operator: the expression is one of its parameters.
    return samples.received(at: DocumentPath(Array(path.components.dropLast(2))))
  }

  /// The variables of the expression at a node, with their types as far as they are known.
  func scope(of node: Int) -> Scope {
    var scope = latestTypes.expressions[place(of: node)]?.scope ?? index.defaultScope(of: node)
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

extension SyntaxIndex {
  /// Whether the document is no object, or has keys that the format does not know: several, or one
  /// with a structure below it. A single one may be a key that is being typed.
  fileprivate var isForeign: Bool {
    switch syntax.nodes[0].kind {
    case .missing: return false
    case .object:
      let unknown = syntax.children(of: 0).filter { child in
        key(of: child).map { !$0.hasPrefix("$") && Slot.model.child($0) == nil } ?? true
      }
      return unknown.count > 1 || unknown.contains { syntax.nodes[$0].firstChild != nil }
    default: return true
    }
  }

  /// The scope of an expression of which the checker knows nothing.
  fileprivate func defaultScope(of node: Int) -> Scope {
    switch slots[node] {
    case .leaf(.expression(.accumulation)), .leaf(.expression(.comparison)): .pair()
    case .leaf(.sequence): Scope()
    default: .value()
    }
  }

  /// The variables that the operators around a node provide.
  func enclosingVariables(of node: Int) -> Set<Variable> {
    var found: Set<Variable> = []
    var next = syntax.nodes[node].parent
    while let inner = next {
      if let parent = syntax.nodes[inner].parent, case .arguments(let spec)? = slots[parent],
        let key = key(of: inner),
        let parameter = spec.parameters.first(where: { $0.name == key })
      {
        found.formUnion(parameter.providedVariables)
      }
      next = syntax.nodes[inner].parent
    }
    return found
  }

  /// The value of the parameter that a node declares, as far as the document states it.
  fileprivate func parameter(declaredAt node: Int) -> Parameter {
    let stated = syntax.nodes[node].kind == .object ? member("value", of: node) : node
    switch member("type", of: node).flatMap(syntax.string(at:)) {
    case "expression":
      let text = stated.flatMap(syntax.string(at:)) ?? "dyn(null)"
      return .expression(GivenExpression(text, level: 0, at: nil, site: 0))
    case "stream": return .stream
    default: break
    }
    guard let stated, let value = value(of: stated), value != .null else { return .unknown }
    if case .string = value, let duration = ParameterDeclaration("", value).durationText {
      return .duration(duration, written: value)
    }
    return .constant(value)
  }

  /// The value at a node; nil if it is damaged.
  func value(of node: Int) -> Value? {
    let text = SourceText(name: "", bytes: Array(syntax.source.bytes[syntax.nodes[node].range]))
    do throws(ReadError) {
      return try JSONReader.value(of: text).value
    } catch {
      return nil
    }
  }
}
