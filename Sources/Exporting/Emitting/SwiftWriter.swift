import Checking
import Expressions
import StreamModels
import Values

/// Writes the streams of a program as functions of a Swift type.
///
/// Each stream becomes a function whose parameters are the parameters of its model. The body of
/// each custom operator becomes one, too. Streams with different contents, such as different
/// expressions for the same parameter, become separate functions. Streams with the same code share
/// one.
final class SwiftWriter {
  /// A function, as callers see it.
  struct Callee {
    let name: String
    let freeNames: [SwiftFunction.FreeName]
    /// The publisher itself, if it is written inline instead of being called.
    var code: SwiftCode?
    /// The depth to which publishers are nested in it.
    var depth = 0
    /// The level of its own parameters; nil if it has none.
    var level: Int?
  }

  /// The maximum depth to which publishers of unnamed streams are nested.
  private static let inlineDepth = 4

  /// A hot diagram: its property, its publisher, and its place.
  struct HotStream {
    let name: String
    let code: SwiftCode
    fileprivate let place: ExpressionPlace
  }

  let linker: Linker
  /// Whether the document reads inputs, even if it only does so for its outputs.
  var hasInputs: Bool { !model.facts.inputs.isEmpty }
  /// The number of the document's own stream.
  private let root: Int
  let model: CheckedModel
  /// The level of the document's own parameters, which are properties of the type.
  let rootLevel: Int
  var names = SwiftNames()
  private(set) var sideOutputs: SwiftSideOutputs
  /// The functions by the numbers of their streams.
  private var streams: [Int: Callee] = [:]
  /// The functions by the numbers of their bodies of operators.
  private var bodies: [Int: Callee] = [:]
  /// The functions that have been written: by their texts without names, and in order.
  private var known: [String: Callee] = [:]
  private(set) var functions: [String] = []
  /// The modules that the functions need.
  var modules: Set<String> = ["Expressions", "Reactive", "Values"]
  /// The names of parameters, by the places of their declarations.
  var parameterNames: [String: String] = [:]
  /// The places where the value of a parameter is a constant, by the place of its declaration.
  var constantPlaces: [String: [SwiftConstantPlace]] = [:]
  /// The properties for inputs, with the names of these.
  private(set) var inputs: [(source: InputSource, name: String, document: Int)] = []
  /// The properties for hot diagrams, each with its publisher.
  private(set) var hotStreams: [HotStream] = []
  /// The numbers of expressions that are written in plain Swift and as strings, among conditions
  /// and expressions that map.
  private(set) var plainCount = 0
  private(set) var textCount = 0
  /// Whether items of streams are written.
  private(set) var usesItems = false
  /// Whether streams follow the calendar.
  private(set) var usesCalendar = false
  /// Whether streams are subscribed to repeatedly.
  private(set) var usesRepetitionLimit = false
  /// The operators that the document can use.
  var operators: any OperatorRegistry.Type { linker.documents.operators }

  init(_ document: CheckedDocument) {
    linker = document.linker
    model = document.model
    root = document.root
    rootLevel = linker.units[root].home.scope
    sideOutputs = SwiftSideOutputs(document, names: &names)
    for declaration in linker.scopes[rootLevel].declarations {
      _ = name(of: declaration.name, at: rootLevel)
    }
  }

  /// Writes the functions of a stream and of all its inputs. Returns the function of the stream.
  func write(_ root: Int) throws(Diagnostics) -> Callee {
    let needed = streamsNeeded(for: root)
    for number in linker.order where needed.contains(number) { try writeStream(number) }
    sortHotStreams()
    guard let callee = streams[root] else { throw Diagnostics([]) }
    return callee
  }

  /// Returns a stream and all of its inputs, direct and indirect.
  private func streamsNeeded(for root: Int) -> Set<Int> {
    var needed: Set<Int> = [root]
    var waiting = [root]
    while let next = waiting.popLast() {
      for input in linker.units[next].inputs.compactMap(\.self) where needed.insert(input).inserted
      {
        waiting.append(input)
      }
    }
    return needed
  }

  // MARK: - Streams

  private func writeStream(_ number: Int) throws(Diagnostics) {
    let unit = linker.units[number]
    guard !unit.isGroup else { return }
    if let output = unit.sideOutput {
      streams[number] = callee(ofSideOutput: output, in: unit.document)
      return
    }
    let mistakes = unit.document
    do throws(Diagnostics) {
      guard let stream = model.streams[number] else { return }
      let ownLevel =
        isOwn(unit.home.scope, of: unit.path, in: unit.document) ? unit.home.scope : nil
      let function = SwiftFunction(level: ownLevel)
      let step = SwiftStep(
        model.steps[stream.source], self, function,
        SwiftChain(in: function), level: unit.home.scope, path: unit.path, document: unit.document)
      if unit.model.keepsLatest == true {
        throw step.refusal(
          "a stream with 'latest'", hint: "use 'share' or a subject in Swift", at: ["latest"])
      }
      if unit.substitute != nil {
        try step.start(step.stream())
      } else {
        try unit.model.source.writeSwift(to: step)
      }
      step.noteConstants(of: unit)
      step.feed(stream.source)
      try step.apply(stream.operators)
      if number == root { step.open() }
      // If the enclosing closure spells a name differently, the stream becomes a function.
      let isPlain = Set(function.freeNames).isDisjoint(with: [.error, .key, .group])
      if ownLevel == nil, isPlain, number != root, step.chain.isShort || unit.label == nil,
        function.depth < Self.inlineDepth, step.chain.body.count == 1,
        step.chain.result.flat.map({ $0.count < 90 }) ?? false
      {
        streams[number] = Callee(
          name: "", freeNames: function.freeNames, code: step.chain.result,
          depth: function.depth + 1)
        return
      }
      streams[number] = add(
        function, called: name(of: number), documentation: documentation(of: number),
        step.chain.body)
    } catch {
      throw error.inDocument(mistakes)
    }
  }

  /// Returns a side output as a stream.
  private func callee(ofSideOutput name: String, in document: Int) -> Callee? {
    sideOutputs.property(named: name, in: document).map { property in
      Callee(
        name: "", freeNames: [], code: .chain(.atom(property), [.call("eraseToAnyPublisher")]))
    }
  }

  /// Returns the name of the function of a stream.
  private func name(of number: Int) -> String {
    if number == root { return hotStreams.isEmpty ? "publisher" : "events" }
    return linker.units[number].label.map(Self.stem) ?? "inner"
  }

  private func documentation(of number: Int) -> [String] {
    let unit = linker.units[number]
    if number == root { return ["Plays the stream."] }
    let title =
      unit.model.name ?? unit.label.map { "The stream '\($0)'." }
      ?? "A stream without a name."
    return [title, unit.model.description].compactMap(\.self)
  }

  /// Whether a level belongs to a model itself.
  private func isOwn(_ level: Int, of path: DocumentPath, in document: Int) -> Bool {
    guard level != rootLevel, linker.scopes.indices.contains(level) else { return false }
    return linker.scopes[level].path == path && linker.scopes[level].document == document
  }

  /// Returns the name of a file without its folder and its extension.
  private static func stem(_ label: String) -> String {
    let file = label.split(separator: "/").last.map(String.init) ?? label
    return file.hasSuffix(".json") ? String(file.dropLast(5)) : file
  }

  // MARK: - Bodies of operators

  /// Returns the function for the body of a custom operator.
  func callee(
    of step: CheckedStep, _ body: OperatorBody, called name: String
  ) throws(Diagnostics) -> Callee {
    if let known = bodies[body.home.site] { return known }
    let function = SwiftFunction(level: body.home.scope)
    let chain = SwiftChain(in: function)
    let inner = SwiftStep(
      step, self, function, chain, level: body.home.scope, path: body.home.path,
      document: body.home.document)
    chain.start(.atom("upstream"), isErased: true)
    try inner.apply(step.steps)
    let callee = add(
      function, called: name, documentation: ["The operator '\(name)'."], chain.body,
      takesUpstream: true)
    bodies[body.home.site] = callee
    return callee
  }

  // MARK: - Functions

  /// Adds a function with a body, unless there is one with the same text.
  private func add(
    _ function: SwiftFunction, called label: String, documentation: [String], _ body: [SwiftCode],
    takesUpstream: Bool = false
  ) -> Callee {
    let own = function.level.map { parameters(of: $0) } ?? []
    var elements: [SwiftCode] =
      takesUpstream ? [.atom("_ upstream: \(SwiftStep.publisherType)")] : []
    elements += function.freeNames.map { .atom(declaration(of: $0)) }
    elements += own.map { parameter in
      let literal = parameter.defaultCode.map { " = \($0.text(indent: 4, column: 50))" } ?? ""
      return .atom("\(parameter.name): \(parameter.type)\(literal)")
    }
    let code = body.map { $0.text(indent: 4, column: 4) }.joined(separator: "\n    ")
    let key = "\(label)(\(elements.compactMap(\.flat))) \(code)"
    // The names are the same, but they may belong to different levels.
    if let known = known[key] {
      return Callee(
        name: known.name, freeNames: function.freeNames, level: own.isEmpty ? nil : function.level)
    }
    let name = names.member(label)
    let head = SwiftCode.list(opening: "func \(name)(", elements: elements, closing: ")")
      .text(indent: 2, column: 2, followedBy: SwiftStep.publisherType.count + 6)
    let remarks = function.level.map(remarks) ?? []
    let comment = SwiftComment.lines(of: documentation + remarks, indent: 2)
    functions.append(
      "\(comment)  \(head) -> \(SwiftStep.publisherType) {\n    \(code)\n  }\n")
    let callee = Callee(
      name: name, freeNames: function.freeNames, level: own.isEmpty ? nil : function.level)
    known[key] = callee
    return callee
  }

  private func declaration(of need: SwiftFunction.FreeName) -> String {
    switch need {
    case .outer: "outer: Value"
    case .error: "error: String"
    case .key: "key: Value"
    case .group: "group: \(SwiftStep.publisherType)"
    case .parameter(let level, let name):
      "\(self.name(of: name, at: level)): \(SwiftParameter(name, at: level, in: self).type)"
    }
  }

  // MARK: - Shared by streams

  func callee(ofStream number: Int) -> Callee? { streams[number] }

  func isGroup(_ number: Int) -> Bool { linker.units[number].isGroup }

  /// Returns the property of an input.
  func property(of input: InputSource, in document: Int) -> String {
    if let known = inputs.first(where: { $0.source.name == input.name }) { return known.name }
    let name = names.member(input.name)
    inputs.append((input, name, document))
    return name
  }

  /// Returns the property of a hot diagram.
  func addHotStream(_ code: SwiftCode, at place: ExpressionPlace) -> String {
    let name = names.member("hot")
    hotStreams.append(HotStream(name: name, code: code, place: place))
    return name
  }

  /// Sorts the hot diagrams by their places in the documents, which is the order in which they
  /// start.
  private func sortHotStreams() {
    let places = hotStreams.enumerated().map { number, stream in
      let document = stream.place.document
      let offset = linker.documents.source(of: document)?.offsets(of: [stream.place.path])[0]
      return (document, offset ?? 0, number)
    }
    hotStreams = places.sorted { $0 < $1 }.map { hotStreams[$0.2] }
  }

  /// Counts an expression.
  func noteExpression(isPlain: Bool) {
    if isPlain { plainCount += 1 } else { textCount += 1 }
  }

  /// Returns the properties of the side outputs that end no earlier than the stream of a step. Each
  /// is returned only once.
  func takeFeeds(of step: Int) -> [String] { sideOutputs.takeFeeds(of: step) }

  func noteCalendar() {
    usesCalendar = true
  }

  func noteItems() {
    usesItems = true
  }

  func noteRepetition() {
    usesRepetitionLimit = true
  }
}

extension Diagnostics {
  /// Returns the same mistakes, with a document unless they specify one.
  fileprivate func inDocument(_ number: Int) -> Diagnostics {
    var mistakes = self
    mistakes.updateEach { $1.document = $1.document ?? number }
    return mistakes
  }
}
