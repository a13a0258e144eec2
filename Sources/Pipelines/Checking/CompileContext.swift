import Expressions
import Reactive
import Values

/// Where an operator compiles: the plan that it adds to, and its place in the document.
final class CompileContext {
  private(set) var plan = Plan()
  /// The place of the model, or of the operator in it, that is being compiled.
  private var path = DocumentPath()
  /// The number of the document in which that stands.
  private(set) var document = 0
  /// What the model takes in and nothing has asked for yet, in the order of its `references`.
  private var inputs: ArraySlice<Input> = []
  /// The requirements that the model has of the operators around it.
  private(set) var requirements: [ContextRequirement] = []
  /// What notes what can happen; nil if nobody asks.
  let recorder: CoverageRecorder?
  /// What a test plays in place of inputs.
  let replacements: Replacements
  /// The names of the documents' files, by their numbers.
  private let documentNames: [DocumentName?]

  init(
    recorder: CoverageRecorder? = nil, replacements: Replacements = Replacements(),
    documentNames: [DocumentName?] = []
  ) {
    self.recorder = recorder
    self.replacements = replacements
    self.documentNames = documentNames
  }

  /// The name of the file in which the model stands; nil for one that no file has.
  var documentName: DocumentName? { documentNames[document] }

  /// A stream that is taken in, and its requirements.
  struct Input {
    let upstream: Upstream
    var requirements: [ContextRequirement] = []
  }

  /// Begins with a model.
  func enter(_ path: DocumentPath, of document: Int, inputs: [Input]) {
    self.path = path
    self.document = document
    self.inputs = inputs[...]
    requirements = []
  }

  /// Where the operator or the model stands that is being compiled, for what fails when it plays.
  var here: ExpressionPlace { ExpressionPlace(document: document, path: path) }

  /// The place of a member of what is being compiled.
  func place(of key: Text) -> DocumentPath {
    path.appending(key)
  }

  /// The next streams that are taken in, by who provides some of what they need.
  func takeInputs(_ count: Int, providing provided: Set<ContextRequirement.Subject> = [])
    -> [Upstream]
  {
    let taken = takeWhole(count)
    for input in taken { add(input.requirements.without(provided)) }
    return taken.map(\.upstream)
  }

  /// The next streams that are taken in, with what they need.
  func takeWhole(_ count: Int) -> [Input] {
    defer { inputs = inputs.dropFirst(count) }
    return Array(inputs.prefix(count))
  }

  /// Notes what is needed.
  func add(_ more: [ContextRequirement]) {
    requirements += more.prefix(max(0, ContextRequirement.maximum - requirements.count))
  }

  /// Adds a node that gives values of a type.
  func add(_ node: Plan.Node, emitting type: ValueType) -> Upstream {
    Upstream(node: plan.append(node), type: type)
  }

  /// Adds what is read from outside. Gives its number.
  func add(_ input: InputPlan) -> Int {
    plan.inputs.append(input)
    return plan.inputs.count - 1
  }

  /// Notes that an operator writes lines to standard error.
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

  /// Adds a stage that a publisher of `Reactive` is, over streams; `inner` are those that it plays by
  /// itself.
  func stage(
    _ inputs: [Upstream], inner: [Upstream] = [], emitting type: ValueType,
    build: @escaping @Sendable ([Chain.Values], StagePlace) -> Chain.Values
  ) -> Upstream {
    let node = Plan.Node.stage(
      inputs: inputs.map(\.node), inner: inner.map(\.node), StagePlan(build: build))
    return add(node, emitting: type)
  }

  /// Adds a stage over the stream so far alone.
  func stage(
    _ upstream: Upstream, emitting type: ValueType,
    build: @escaping @Sendable (Chain.Values, StagePlace) -> Chain.Values
  ) -> Upstream {
    stage([upstream], emitting: type) { inputs, place in build(inputs[0], place) }
  }

  /// The values of a group, which an operator around provides.
  func group(emitting type: ValueType = .dyn) -> Upstream {
    let mistake = Diagnostic(
      .unknownName, "'\(StreamInput.groupName)' is not available here",
      hint: ContextRequirement.Subject.group.availabilityHint, at: path)
    add([ContextRequirement(subject: .group, mistake: mistake, document: document)])
    return add(.group, emitting: type)
  }

  /// Joins streams whose values come out as they are.
  func join(_ inputs: [Upstream], as node: ([Int]) -> Plan.Node) -> Upstream {
    add(node(inputs.map(\.node)), emitting: .joined(inputs.map(\.type)))
  }

  /// Joins streams whose values come out as arrays.
  func zip(_ inputs: [Upstream]) -> Upstream {
    add(.zip(inputs.map(\.node)), emitting: .list(.joined(inputs.map(\.type))))
  }

  /// Joins streams whose latest values come out as arrays.
  func combineLatest(_ inputs: [Upstream]) -> Upstream {
    stage(inputs, emitting: .list(.joined(inputs.map(\.type)))) { inputs, _ in
      Publishers.CombineLatestMany(inputs).map(Value.array).eraseToAnyPublisher()
    }
  }

  /// Applies operators in order. After a mistake it goes on to the next operator, which then knows
  /// nothing of its values, so that all mistakes are found.
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

  /// Applies the operators that are a parameter of the operator at hand, which provides something.
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
  /// Parses and checks the expression of a parameter, or one that the operator itself has.
  func check(
    _ text: String, in scope: Scope, as requirement: CheckedExpression.Requirement = .anything,
    at parameter: Text?
  ) throws(Diagnostics) -> CheckedExpression {
    // Whether there are these variables is known only to who takes the stream in.
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

  /// Notes which of the variables that operators around provide an expression reads.
  private func addVariables(at place: DocumentPath, mistake: (Variable) -> ExpressionError?) {
    for subject in ContextRequirement.Subject.allCases {
      guard let error = subject.variable.flatMap(mistake) else { continue }
      add([
        ContextRequirement(
          subject: subject, mistake: Diagnostic(error, at: place), document: document)
      ])
    }
  }

  /// Checks an expression that makes its next `$0` of the last one and `$1`, and finds a type that
  /// holds for all of them.
  func checkAccumulation(
    _ text: String, initialValue: Value, of type: ValueType, at parameter: Text
  ) throws(Diagnostics) -> (CheckedExpression, ValueType) {
    let initialType = ValueType.of(initialValue)
    do throws(Diagnostics) {
      let first = try check(text, in: .pair(initialType, type), at: parameter)
      if first.type == initialType { return (first, initialType) }
    } catch {
      // What is wrong with the first value may be right with all others, as in
      // `$0 == null ? $1 : $0 + $1`.
    }
    // The result is of another type than the first value: nothing is known but what always holds.
    let checked = try check(text, in: .pair(.dyn, type), at: parameter)
    return (checked, checked.type)
  }

  /// The condition that `$0` is less than `$1`, for values of a type that has an order.
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
