import Expressions
import Reactive
import Values

/// The surroundings in which an operator compiles: the plan it adds nodes to, and the operator's
/// place in the document.
final class CompileContext {
  private(set) var plan = Plan()
  /// The path of the model, or of the operator in it, that is being compiled.
  private var path = DocumentPath()
  /// The number of the document that contains this path.
  private(set) var document = 0
  /// The inputs of the model that no operator has taken yet, in the order of its `references`.
  private var inputs: ArraySlice<Input> = []
  /// The variables and groups that the model needs from the operators that enclose it.
  private(set) var requirements: [ContextRequirement] = []
  /// Records the possible outcomes for coverage; nil if coverage is not measured.
  let recorder: CoverageRecorder?
  /// The timelines that a test plays in place of inputs and definitions.
  let replacements: Replacements
  /// The names of the documents' files, by document number.
  private let documentNames: [DocumentName?]

  init(
    recorder: CoverageRecorder? = nil, replacements: Replacements = Replacements(),
    documentNames: [DocumentName?] = []
  ) {
    self.recorder = recorder
    self.replacements = replacements
    self.documentNames = documentNames
  }

  /// The name of the file that contains the model; nil for a model made in Swift.
  var documentName: DocumentName? { documentNames[document] }

  /// An upstream of the model or of its operators, with its requirements.
  struct Input {
    let upstream: Upstream
    var requirements: [ContextRequirement] = []
  }

  /// Starts compiling a model, and forgets the inputs and requirements of the previous one.
  func enter(_ path: DocumentPath, of document: Int, inputs: [Input]) {
    self.path = path
    self.document = document
    self.inputs = inputs[...]
    requirements = []
  }

  /// The place of the operator or model that is being compiled, reported by failures at playback.
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
    for input in taken { add(input.requirements.without(provided)) }
    return taken.map(\.upstream)
  }

  /// Takes the next inputs along with their requirements, and adds none of these to the model's.
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
    Upstream(node: plan.append(node), type: type)
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

  func delay(_ upstream: Upstream, by seconds: Seconds) -> Upstream {
    add(
      .delay(input: upstream.node, nanoseconds: seconds.nanoseconds), emitting: upstream.type)
  }

  func transform(
    _ upstream: Upstream, with transform: Transform, emitting type: ValueType
  ) -> Upstream {
    add(.transform(input: upstream.node, transform), emitting: type)
  }

  /// Adds a stage that is a publisher of `Reactive` with these upstreams. `inner` are the streams
  /// that it subscribes to by itself, each time built anew.
  func stage(
    _ inputs: [Upstream], inner: [Upstream] = [], emitting type: ValueType,
    build: @escaping @Sendable ([Chain.Values], StagePlace) -> Chain.Values
  ) -> Upstream {
    let node = Plan.Node.stage(
      inputs: inputs.map(\.node), inner: inner.map(\.node), StagePlan(build: build))
    return add(node, emitting: type)
  }

  /// Adds a stage with the stream so far as its only upstream.
  func stage(
    _ upstream: Upstream, emitting type: ValueType,
    build: @escaping @Sendable (Chain.Values, StagePlace) -> Chain.Values
  ) -> Upstream {
    stage([upstream], emitting: type) { inputs, place in build(inputs[0], place) }
  }

  /// Adds a node for the values of a group, which an enclosing operator must provide.
  func group(emitting type: ValueType = .dyn) -> Upstream {
    let mistake = Diagnostic(
      .unknownName, "'\(StreamInput.groupName)' is not available here",
      hint: ContextRequirement.Subject.group.availabilityHint, at: path)
    add([ContextRequirement(subject: .group, mistake: mistake, document: document)])
    return add(.group, emitting: type)
  }

  /// Joins streams into one that emits their values unchanged.
  func join(_ inputs: [Upstream], as node: ([Int]) -> Plan.Node) -> Upstream {
    add(node(inputs.map(\.node)), emitting: .joined(inputs.map(\.type)))
  }

  /// Joins streams into one that emits arrays, each with one value of every stream.
  func zip(_ inputs: [Upstream]) -> Upstream {
    add(.zip(inputs.map(\.node)), emitting: .list(.joined(inputs.map(\.type))))
  }

  /// Joins streams into one that emits arrays of their latest values.
  func combineLatest(_ inputs: [Upstream]) -> Upstream {
    stage(inputs, emitting: .list(.joined(inputs.map(\.type)))) { inputs, _ in
      Publishers.CombineLatestMany(inputs).map(Value.array).eraseToAnyPublisher()
    }
  }

  /// Applies operators in order. After a mistake it continues with the next operator, for which the
  /// type of the values is then unknown, so that all mistakes are found.
  func apply(
    _ operators: [Operator], to upstream: Upstream, collecting diagnostics: inout Diagnostics
  ) -> Upstream {
    let place = path
    defer { path = place }
    var upstream = upstream
    for (index, next) in operators.enumerated() {
      path = place + [.key("operators"), .index(index), .key(Text(next.spec.name))]
      let rest = inputs.dropFirst(next.definition.inputs.count)
      defer { inputs = rest }
      let probe = recorder?.probe(of: next.spec, at: path, in: document)
      do throws(Diagnostics) {
        let entry = probe?.before(upstream, in: self) ?? upstream
        let exit = try next.definition.apply(to: entry, in: self)
        upstream = probe?.after(exit, in: self) ?? exit
      } catch {
        diagnostics.append(contentsOf: error)
        upstream = upstream.unknown
      }
    }
    return upstream
  }

  /// Applies the operators that are a parameter of the current operator, which meets some of their
  /// requirements.
  func applyInner(
    _ operators: [Operator], to upstream: Upstream,
    providing provided: Set<ContextRequirement.Subject>
  ) throws(Diagnostics) -> Upstream {
    var mistakes = Diagnostics()
    let before = requirements
    requirements = []
    let result = apply(operators, to: upstream, collecting: &mistakes)
    let inside = requirements.without(provided)
    requirements = before
    add(inside)
    if mistakes.hasErrors { throw mistakes }
    return result
  }
}

// MARK: - Expressions

extension CompileContext {
  /// Parses and checks the expression of a parameter, or, without a `parameter`, one that is built
  /// into the operator.
  func check(
    _ text: String, in scope: Scope, as requirement: CheckedExpression.Requirement = .anything,
    at parameter: Text?
  ) throws(Diagnostics) -> CheckedExpression {
    // Only the enclosing operators decide whether these variables exist.
    var open = scope
    (open.outer, open.error, open.key) = (.dyn, .string, .dyn)
    let place = parameter.map(path.appending) ?? path
    do throws(ExpressionErrors) {
      let checked = try CheckedExpression(text, in: open, as: requirement)
      addVariables(at: place, mistake: checked.mistake)
      let placed = checked.placed(at: ExpressionPlace(document: document, path: place))
      guard let recorder, parameter != nil else { return placed }
      return recorder.probed(placed, at: place, in: document)
    } catch {
      addVariables(at: place, mistake: error.mistake)
      throw Diagnostics(error.errors.map { Diagnostic($0, in: scope, at: place) })
    }
  }

  /// Adds a requirement for each variable of an enclosing operator that an expression reads.
  private func addVariables(at place: DocumentPath, mistake: (Variable) -> ExpressionError?) {
    for subject in ContextRequirement.Subject.allCases {
      guard let error = subject.variable.flatMap(mistake) else { continue }
      add([
        ContextRequirement(
          subject: subject, mistake: Diagnostic(error, at: place), document: document)
      ])
    }
  }

  /// Checks an expression that computes the next `$0` from the last one and `$1`. Returns it with a
  /// type that holds for every result.
  func checkAccumulation(
    _ text: String, initialValue: Value, of type: ValueType, at parameter: Text
  ) throws(Diagnostics) -> (CheckedExpression, ValueType) {
    let initialType = ValueType.of(initialValue)
    do throws(Diagnostics) {
      let first = try check(text, in: .pair(initialType, type), at: parameter)
      if first.type == initialType { return (first, initialType) }
    } catch {
      // An expression that is wrong for the first value may be right for all others, as in
      // `$0 == null ? $1 : $0 + $1`.
    }
    // The result has another type than the initial value: check again without a type for `$0`.
    let checked = try check(text, in: .pair(.dyn, type), at: parameter)
    return (checked, checked.type)
  }

  /// Returns the condition `$0 < $1` for values of a type. Throws if the type has no order.
  func checkOrder(of type: ValueType) throws(Diagnostics) -> CheckedExpression {
    switch type {
    case .null, .list, .map:
      throw Diagnostics([
        Diagnostic(
          .expressionType, "values of type \(type), expected numbers, strings or bools",
          hint: "put 'map' before it, to make of each value what it is to be compared by", at: path)
      ])
    default:
      return try check("$0 < $1", in: .pair(type, type), as: .condition, at: nil)
    }
  }
}
