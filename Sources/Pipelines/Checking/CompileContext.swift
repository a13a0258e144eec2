import Expressions
import Reactive
import Values

/// The context in which an operator is compiled: the plan to which it adds nodes, and its place in
/// the document.
final class CompileContext {
  private(set) var plan = Plan()
  /// The path of the model, or of the operator in it, that is being compiled.
  private var path = DocumentPath()
  /// The number of the document that contains this path.
  private(set) var document = 0
  /// The inputs of the model that no operator has taken yet, in the order of its `references`.
  private var inputs: ArraySlice<Input> = []
  /// The bodies of custom operators that have not been applied yet.
  private var bodies: ArraySlice<OperatorBody> = []
  /// The parameters that the operators can use.
  private(set) var parameters: ParameterReader
  /// The number of the body of operators that is being compiled.
  private var site = 0
  /// The variables and groups that the model needs from the operators that enclose it.
  private(set) var requirements: [ContextRequirement] = []
  /// The treatment of values on which the expression of the current operator fails; nil if the
  /// operator fails then.
  private(set) var tolerance: Tolerance?
  /// The time after which the enclosing `groupBy` forgets a group; nil if it does not forget
  /// groups.
  var forgetAfter: Seconds?
  /// The warnings about operators so far.
  private(set) var warnings = Diagnostics()
  /// Whether further mistakes are only counted: then finding hints for them is wasted.
  var isFull = false
  /// The hot streams to which operators send values on which their expressions fail.
  let sideOutputs: SideOutputTable
  /// Returns the names of a document's definitions.
  let definitionNames: (Int) -> Set<String>
  /// The recorders that collect facts besides the plan.
  private let notes: CompileNotes
  /// Records the possible outcomes for coverage; nil in streams of tests.
  var recorder: CoverageRecorder? { isOfTest ? nil : notes.coverage }
  var tracer: TraceBuilder? { notes.tracer }
  var types: TypeRecorder? { notes.types }
  var outline: OutlineBuilder? { notes.outline }
  /// Whether to look for things that are allowed but unlikely to be intended.
  let lints: Bool
  /// Whether the operators of a body are compiled, which also process streams of other types.
  private(set) var isInBody = false
  /// The stages that are being compiled, from the outermost in; nil for something that is not a
  /// stage.
  private var tracedSites: [Int?] = []
  /// The number of the stage that is being compiled, in traces.
  var tracedSite: Int? { tracedSites.last ?? nil }
  /// Whether a stream of a test is being compiled.
  private var isOfTest = false
  /// The input whose records the current operator receives, and the spec of that operator.
  private(set) var reading: (input: Int, by: OperatorSpec)?
  /// For each node so far, the inputs that lead to it, as bits; computed on demand.
  var inputBitsByNode: [UInt64] = []
  /// For each enclosing `groupBy`, from the outermost in, the inputs whose values form its groups.
  var groupedInputs: [UInt64] = []
  /// The timelines that a test plays in place of inputs and definitions.
  let replacements: Replacements
  /// The names of the documents' files, by document number.
  private let documentNames: [DocumentName?]

  init(
    notes: CompileNotes, lints: Bool = false, replacements: Replacements = Replacements(),
    parameters: ParameterTable, documentNames: [DocumentName?] = [],
    definitionNames: @escaping (Int) -> Set<String> = { _ in [] }
  ) {
    self.notes = notes
    self.definitionNames = definitionNames
    sideOutputs = SideOutputTable()
    self.lints = lints
    self.replacements = replacements
    self.parameters = ParameterReader(table: parameters, level: 0)
    self.documentNames = documentNames
  }

  /// Creates a context for operators that get their own plan.
  init(inside outer: CompileContext, isTraced: Bool = true) {
    var notes = outer.notes
    if !isTraced { notes.tracer = nil }
    self.notes = notes
    lints = outer.lints
    isInBody = outer.isInBody
    isOfTest = outer.isOfTest
    isFull = outer.isFull
    replacements = outer.replacements
    parameters = outer.parameters
    documentNames = outer.documentNames
    sideOutputs = outer.sideOutputs
    definitionNames = outer.definitionNames
  }

  /// The name of the file that contains the model; nil for a model made in Swift.
  var documentName: DocumentName? {
    documentNames.indices.contains(document) ? documentNames[document] : nil
  }

  /// Returns the folder of a document's file, taken from its text; empty for the current folder,
  /// and for a model made in Swift.
  func folder(of document: Int) -> Substring {
    guard documentNames.indices.contains(document), let file = documentNames[document]?.file,
      let slash = file.lastIndex(of: "/")
    else { return "" }
    return file[...slash]
  }

  /// An upstream of the model or of its operators, with its requirements.
  struct Input {
    let upstream: Upstream
    var requirements: [ContextRequirement] = []
    /// The number of the unit that defines it.
    var unit: Int?
  }

  /// Starts compiling a model, and forgets the inputs and requirements of the previous one.
  func enter(_ home: Home, inputs: [Input], bodies: [OperatorBody]) {
    path = home.path
    document = home.document
    isOfTest = document == 0 && path.isOfTest
    site = home.site
    parameters = ParameterReader(table: parameters.table, level: home.scope)
    self.inputs = inputs[...]
    self.bodies = bodies[...]
    requirements = []
  }

  /// Starts compiling operators that get their own plan, at a place of another context, with the
  /// inputs and the bodies of custom operators that they need.
  func enter(
    _ path: DocumentPath, of outer: CompileContext, inputs: [Input], bodies: [OperatorBody]
  ) {
    let home = Home(
      document: outer.document, path: path, scope: outer.parameters.level, site: outer.site)
    enter(home, inputs: inputs, bodies: bodies)
  }

  /// Adds a warning about a parameter of the operator that is being compiled.
  func warn(_ message: String, hint: String, at key: Text) {
    var warning = Diagnostic(
      .invalidValue, message, hint: hint, at: place(of: key), severity: .warning)
    warning.document = document
    warnings.append(warning)
  }

  /// Adds a warning about something that is allowed but unlikely to be intended.
  func warn(_ code: DiagnosticCode, _ message: String, hint: String, at path: DocumentPath) {
    var warning = Diagnostic(code, message, hint: hint, at: path, severity: .warning)
    warning.document = document
    warning.isAtKey = true
    add(warning)
  }

  func add(_ warning: Diagnostic) {
    warnings.append(warning)
  }

  /// Adds the warnings about operators that were compiled into a separate plan.
  func addWarnings(of inner: Diagnostics) {
    if lints { warnings.append(contentsOf: inner) }
  }

  /// Adds the place of use to the warnings about the body of an operator, and puts them after earlier
  /// ones.
  func noteWarnings(after earlier: Diagnostics, of body: OperatorBody) {
    warnings.updateEach { _, warning in
      warning.notes.append(Diagnostic.Note("the operator is used here", at: body.use))
    }
    var all = earlier
    all.append(contentsOf: warnings)
    warnings = all
  }

  /// Returns the warnings so far, and forgets them.
  func takeWarnings() -> Diagnostics {
    defer { warnings = Diagnostics() }
    return warnings
  }

  /// The place of the operator or model that is being compiled; failures report it at playback.
  var here: ExpressionPlace { ExpressionPlace(document: document, path: path) }

  /// The path of a member of the operator or model that is being compiled.
  func place(of key: Text) -> DocumentPath {
    path.appending(key)
  }

  /// Takes the next inputs, for an operator that meets some of their requirements. Adds the
  /// remaining ones to those of the model.
  func takeInputs(_ count: Int, providing provided: Set<ContextRequirement.Subject> = [])
    -> [Upstream]
  {
    let taken = takeWhole(count)
    for input in taken { add(input.requirements.without(provided, by: provider)) }
    outline?.note(taken.map(\.unit))
    return taken.map { received($0.upstream) }
  }

  /// Returns a stream whose events the stage that is being compiled receives.
  func received(_ upstream: Upstream) -> Upstream {
    guard let tracer, let site = tracedSite else { return upstream }
    return tracer.entry(upstream, to: site, in: self)
  }

  /// Notes that the stage that is being compiled emits the values of another stage.
  func emits(_ site: Int?) {
    if let tracer, let site, let stage = tracedSite {
      tracer.add(site, toInputsOf: stage)
    }
  }

  /// Compiles a stage in traces. `begin` returns its site; nil if it is not a stage.
  func traced<Failure: Error>(
    _ begin: (TraceBuilder) -> Int?, _ compile: () throws(Failure) -> Upstream
  ) throws(Failure) -> Upstream {
    guard let tracer else { return try compile() }
    let site = begin(tracer)
    let first = plan.nodes.count
    tracedSites.append(site)
    defer { tracedSites.removeLast() }
    let stream = try compile()
    guard let site else { return stream }
    return tracer.exit(stream, of: site, nodesFrom: first, in: self)
  }

  /// The operator that is being compiled, as one that provides variables.
  private var provider: ContextRequirement.Provider { .init(place: here, site: site) }

  /// Returns the number of inputs that operators take, including those in the bodies of custom
  /// operators.
  private func inputCount(of span: ReferenceSpan) -> Int {
    bodies.prefix(span.ownOperators).reduce(span.inputs) { $0 + $1.inputCount }
  }

  /// Takes everything that operators with their own plan need.
  func takeAll(of operators: [Operator]) -> (inputs: [Input], bodies: [OperatorBody]) {
    let span = operators.reduce(ReferenceSpan()) { $0 + $1.definition.span }
    let inputs = takeWhole(inputCount(of: span))
    defer { bodies = bodies.dropFirst(span.ownOperators) }
    return (inputs, Array(bodies.prefix(span.ownOperators)))
  }

  /// Takes the next inputs along with their requirements, without adding these to the model's.
  func takeWhole(_ count: Int) -> [Input] {
    defer { inputs = inputs.dropFirst(count) }
    return Array(inputs.prefix(count))
  }

  /// Adds requirements, up to the limit; the rest is dropped.
  func add(_ more: [ContextRequirement]) {
    requirements += more.prefix(max(0, ContextRequirement.maximum - requirements.count))
  }

  /// Adds a node that emits values of a type.
  func add(_ node: Plan.Node, emitting type: ValueType) -> Upstream {
    let number = plan.append(node)
    if node.mayHoldValues {
      plan.setPlaceOfLast(here)
    } else if case .transform(let input, _) = node, case .transform = plan.nodes[input],
      let place = plan.place(of: input)
    {
      // The two become one stage, which belongs to the operator that holds values.
      plan.setPlaceOfLast(place)
    }
    return Upstream(node: number, type: type)
  }

  /// Notes a use of inputs.
  func noteUse(_ note: (inout DataUses) -> Void) {
    note(&plan.dataUses)
  }

  /// Adds an input, whose records come from outside. Returns its number.
  func add(_ input: InputPlan) -> Int {
    plan.inputs.append(input)
    return plan.inputs.count - 1
  }

  /// Records that an operator writes lines to standard error.
  func noteWriting() {
    plan.writesLines = true
  }

  /// Records that a stream follows the calendar.
  func noteCalendar() {
    plan.followsCalendar = true
  }

  /// Applies operators in order. After a mistake it continues with the next operator and treats the
  /// type of the values as unknown, so that all mistakes are found.
  func apply(
    _ operators: [Operator], to upstream: Upstream, collecting diagnostics: inout Diagnostics
  ) -> Upstream {
    let place = path
    defer { path = place }
    var upstream = upstream
    var emptying: Operator?
    for (index, next) in operators.enumerated() {
      path = place + [.key("operators"), .index(index), .key(Text(next.spec.name))]
      let span = next.definition.span
      let count = inputCount(of: span)
      let streams = inputs.prefix(count).map(\.upstream)
      let rest = (inputs.dropFirst(count), bodies.dropFirst(span.ownOperators))
      defer { (inputs, bodies) = rest }
      outline?.begin(next, upstream.type, at: here, level: parameters.level)
      defer { outline?.end() }
      do throws(Diagnostics) {
        let definition = try bound(next.definition)
        outline?.note(definition)
        let outer = reading
        reading = upstream.origin.records.map { ($0, definition.spec) }
        defer { reading = outer }
        noteData(definition, from: upstream, with: streams)
        var treatment = try tolerance(of: next)
        let probe = recorder?.probe(
          of: definition, tolerant: treatment != nil, at: path, in: document)
        outline?.note(treatment)
        treatment?.hits = probe?.tolerated
        let entry = probe?.before(upstream, in: self) ?? upstream
        let exit = originated(
          try apply(definition, to: entry, tolerating: treatment), by: definition, from: upstream,
          with: streams)
        outline?.note(exit)
        types?.note(upstream.type, exit.type, at: here)
        if lints { lint(next, from: upstream, to: exit, &emptying) }
        upstream = probe?.after(exit, in: self) ?? exit
      } catch {
        diagnostics.append(contentsOf: error)
        if diagnostics.isFull { isFull = true }
        types?.note(upstream.type, .dyn, at: here)
        upstream = upstream.unknown
      }
    }
    return upstream
  }

  /// Applies an operator, which may tolerate errors of its expression.
  private func apply(
    _ definition: any OperatorDefinition, to upstream: Upstream, tolerating treatment: Tolerance?
  ) throws(Diagnostics) -> Upstream {
    let outer = tolerance
    defer { tolerance = outer }
    tolerance = treatment
    // A custom operator is not a stage; the operators in its body are.
    return try traced {
      definition is OwnOperator ? nil : $0.begin(definition, in: self)
    } _: {
      () throws(Diagnostics) in
      try definition.apply(to: received(upstream), in: self)
    }
  }

  /// Applies the operators in a parameter of the current operator, which meets some of their
  /// requirements.
  func applyInner(
    _ operators: [Operator], to upstream: Upstream,
    providing provided: Set<ContextRequirement.Subject>
  ) throws(Diagnostics) -> Upstream {
    var mistakes = Diagnostics()
    let before = requirements
    requirements = []
    let result = received(apply(operators, to: upstream, collecting: &mistakes))
    let inside = requirements.without(provided, by: provider)
    requirements = before
    add(inside)
    if mistakes.hasErrors { throw mistakes }
    return result
  }

  /// Takes the body of the custom operator that is being compiled; nil if it has none, which has
  /// been reported.
  func takeBody() -> OperatorBody? {
    guard let body = bodies.popFirst(), !body.operators.isEmpty || body.home.site != 0 else {
      return nil
    }
    return body
  }

  /// Applies the operators of a body, with the inputs that they take.
  func apply(
    _ body: OperatorBody, to upstream: Upstream, collecting mistakes: inout Diagnostics
  ) -> Upstream {
    let outer = (path, document, site, parameters, inputs, bodies, requirements)
    let own = inputs.prefix(body.inputCount)
    let wasOfTest = isOfTest
    let wasInBody = isInBody
    isInBody = true
    defer { isInBody = wasInBody }
    enter(body.home, inputs: Array(own), bodies: body.inner)
    let result = apply(body.operators, to: upstream, collecting: &mistakes)
    let inside = requirements
    (path, document, site, parameters, inputs, bodies, requirements) = outer
    isOfTest = wasOfTest
    add(inside.used(by: body.use, givenIn: site))
    return result
  }
}
