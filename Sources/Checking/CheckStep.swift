package import Expressions
package import StreamModels
package import Values

/// The check of one step, a source or an operator: what it receives, and methods to state what it
/// takes.
///
///     let checked = try step.check(expression, in: .value(step.upstream.type), at: "expression")
///     return Emission(checked.type, step.upstream.extent.mapped(skipping: step.isTolerant))
package final class CheckStep {
  /// The stream that the operator is applied to; for a source, a stream without values.
  package let upstream: Upstream
  let body: BodyCheck
  /// The place of the step; failures report it at playback.
  package let place: ExpressionPlace
  /// The streams that the operator and those inside it take.
  private let taken: [Upstream]
  /// The step so far.
  private(set) var checked: CheckedStep
  /// The input whose records the operator receives, and the spec of the operator.
  private(set) var reading: (input: Int, by: OperatorSpec)?

  init(
    _ written: Operator?, to upstream: Upstream, with taken: [Upstream], at path: DocumentPath,
    in body: BodyCheck
  ) {
    self.upstream = upstream
    self.body = body
    self.taken = taken
    place = ExpressionPlace(document: body.document, path: path)
    checked = CheckedStep(
      role: .mistaken, written: written, place: place, level: body.parameters.level,
      received: upstream.type)
  }

  /// Creates the check of a source.
  convenience init(sourceAt path: DocumentPath, in body: BodyCheck) {
    self.init(nil, to: Upstream(step: -1, type: .dyn), with: [], at: path, in: body)
  }

  var whole: ModelCheck { body.whole }
  var document: Int { place.document }
  package var lints: Bool { whole.lints }
  /// Whether values on which its expression fails are dropped, instead of ending the stream.
  package var isTolerant: Bool { checked.tolerance != nil }
  /// The time after which the enclosing `groupBy` forgets a group; nil if it does not.
  package var forgetAfter: Seconds? { body.surroundings.forgetAfter }
  /// Whether it is in the body of a custom operator, which also processes streams of other types.
  var isInBody: Bool { body.surroundings.isInBody }

  /// The path of a member of the step.
  package func place(of key: Text) -> DocumentPath {
    place.path.appending(key)
  }

  // MARK: - Operators

  /// Checks an operator, adds it to the model, and returns its stream.
  func checkOperator(_ next: Operator) throws(Diagnostics) -> Upstream {
    let definition: any OperatorDefinition
    switch next.content {
    case .registered(let written): definition = try bound(written)
    case .unbound(let unbound): definition = try bound(unbound)
    case .custom(let custom): return try checkBody(of: custom)
    case .unreadable: return mistaken()
    }
    checked.inputs = [upstream.step]
    reading = upstream.origin.records.map { ($0, definition.spec) }
    noteData(definition, from: upstream, with: taken)
    checked.tolerance = try tolerance(of: next)
    let emission = try definition.asChecked.check(self)
    checked.role = .operator(definition)
    checked.type = emission.type
    let result = whole.add(checked, lasting: emission.extent)
    return originated(result, by: definition, from: upstream, with: taken)
  }

  /// Adds the step of an operator with a mistake, and returns its stream.
  func mistaken() -> Upstream {
    (checked.role, checked.inputs, checked.inner) = (.mistaken, [upstream.step], [])
    return whole.add(checked)
  }

  // MARK: - Sources

  /// Adds the step of a source, and returns its stream.
  func add(_ source: CheckedSource, emitting type: ValueType, lasting extent: Extent = .unknown)
    -> Upstream
  {
    checked.role = .source(source)
    checked.type = type
    return whole.add(checked, lasting: extent)
  }

  /// Adds the step of a source that emits the events of another stream, and returns its stream.
  func addStream(_ other: Upstream) -> Upstream {
    checked.inputs = [other.step]
    var stream = add(.stream, emitting: other.type, lasting: other.extent)
    (stream.origin, stream.isGroup) = (other.origin, other.isGroup)
    return stream
  }

  /// Adds the step that plays a stream once and keeps its latest value, and returns its stream.
  func addLatest(of other: Upstream) -> Upstream {
    checked.inputs = [other.step]
    return add(.latest, emitting: other.type)
  }

  /// Adds the values of a group, which an enclosing operator must provide, and returns its stream.
  func addGroup() -> Upstream {
    let mistake = Diagnostic(
      .unknownName, "'\(StreamInput.groupName)' is not available here",
      hint: ProvidedName.group.availabilityHint, at: place.path)
    body.add([ContextRequirement(subject: .group, mistake: mistake, document: document)])
    var group = add(.group, emitting: .dyn)
    group.isGroup = true
    return group
  }

  /// Adds the step of a source with a mistake, and returns its stream.
  func addNothing(emitting type: ValueType = .dyn) -> Upstream {
    checked.inputs = []
    return add(.nothing, emitting: type)
  }

  // MARK: - Notes

  /// Notes a check of an expression.
  package func note(_ checked: CheckedExpression, of parameter: Text?) {
    self.checked.expressions[parameter ?? ""] = checked
  }

  func note(_ text: CheckedText) {
    checked.checks.append(text)
  }

  /// Notes that the operator drops values by its own rule, and counts them.
  package func noteDrops(_ reason: DropReason) {
    let site = whole.sideOutputs.add(DropSite(place: place, reason: reason))
    checked.drops.append(Tolerance(site: site, output: nil))
  }

  /// Notes that the operator drops values by its own rule, unless it fails on them.
  package func noteDrops(
    _ reason: DropReason, _ policy: ErrorPolicy, at parameter: Text
  ) throws(Diagnostics) {
    if case .output(let name) = policy.kind { try checkOutput(name, at: place(of: parameter)) }
    if let drop = whole.sideOutputs.add(policy, for: reason, at: place) {
      checked.drops.append(drop)
    }
  }

  /// Notes the hot stream to which the operator sends the values that it drops, if there is one.
  package func noteDropped(to policy: ErrorPolicy?) throws(Diagnostics) {
    guard case .output(let name)? = policy?.kind else { return }
    try checkOutput(name, at: place(of: "dropped"))
    checked.droppedOutput = whole.sideOutputs.number(of: name, in: document)
  }

  /// Notes that the operator writes lines to standard error.
  package func noteWriting() {
    whole.facts.writesLines = true
  }

  // MARK: - Streams

  /// Takes the next stream, whose events the step receives.
  package func takeStream() -> Upstream { takeStreams(1)[0] }

  /// Takes the next streams, whose events the step receives.
  package func takeStreams(_ count: Int) -> [Upstream] {
    let streams = take(count, providing: [])
    checked.inputs += streams.map(\.step)
    return streams
  }

  /// Takes the next stream, which the operator plays itself, anew for every subscription. The
  /// operator meets some of its requirements.
  package func takeInner(providing provided: Set<ProvidedName> = []) -> Upstream {
    let stream = take(1, providing: provided)[0]
    checked.inner.append(stream.step)
    return stream
  }

  private func take(
    _ count: Int, providing provided: Set<ProvidedName>
  ) -> [Upstream] {
    let taken = body.take(count)
    for input in taken { body.add(input.requirements.without(provided, by: provider)) }
    checked.streams += taken.map(\.unit)
    return taken.map(\.upstream)
  }

  /// The operator as one that provides variables.
  private var provider: ContextRequirement.Provider { .init(place: place, site: body.home.site) }

  /// The sources of a stream's values, if all of them are hot.
  package func hotSources(of stream: Upstream) -> [HotSource]? {
    whole.model.hotSources(of: stream.step)
  }

  // MARK: - Operators inside it

  /// Takes the stream that every group of the upstream plays.
  package func takeGroupStream() -> Upstream {
    let stream = takeInner(providing: [.key, .group])
    lintLateInputs(
      whole.inputBits(of: stream.step), at: place(of: "stream"),
      wayOut: "combine that input with the stream before 'groupBy', for example with "
        + "'withLatestFrom' and 'on'", inside: groupedInputs)
    return stream
  }

  /// Checks the operators that are applied to every group of the upstream.
  package func applyToGroup(
    _ operators: [Operator], forgetAfter: Seconds?
  ) throws(Diagnostics) -> Upstream {
    var surroundings = body.surroundings
    surroundings.forgetAfter = forgetAfter
    surroundings.groupedInputs = groupedInputs
    let (inputs, bodies) = body.takeAll(of: operators)
    let inner = BodyCheck(
      body.home, in: whole, inputs: inputs, bodies: bodies, inside: surroundings)
    let source = CheckStep(sourceAt: place.path, in: inner)
    var group = source.add(.group, emitting: upstream.type)
    (group.origin, group.isGroup) = (upstream.origin, true)
    var mistakes = Diagnostics()
    let (result, steps) = inner.apply(
      operators, at: place.path, to: group, collecting: &mistakes)
    checked.inner.append(result.step)
    checked.steps = steps
    body.add(inner.requirements.without([.key], by: provider))
    body.add(inner.warnings)
    if mistakes.hasErrors { throw mistakes }
    return result
  }

  /// The inputs whose values form the groups inside the step.
  private var groupedInputs: [UInt64] {
    guard lints else { return [] }
    return body.surroundings.groupedInputs + [whole.inputBits(of: upstream.step)]
  }

  /// Checks the operators in the body of a custom operator.
  private func checkBody(of use: CustomOperator) throws(Diagnostics) -> Upstream {
    guard let (custom, inputs) = body.takeBody() else { return mistaken() }
    var surroundings = body.surroundings
    surroundings.isInBody = true
    let inner = BodyCheck(
      custom.home, in: whole, inputs: inputs, bodies: custom.inner, inside: surroundings)
    let entry = CheckStep(sourceAt: place.path, in: inner).addStream(upstream)
    checked.entry = entry.step
    var mistakes = Diagnostics()
    let (result, steps) = inner.apply(
      custom.operators, at: custom.home.path, to: entry, collecting: &mistakes)
    checked.inputs = [result.step]
    (checked.body, checked.steps) = (custom, steps)
    body.add(inner.requirements.used(by: custom.use, givenIn: body.home.site))
    let note = Diagnostic.Note("the operator is used here", at: custom.use)
    var warnings = inner.warnings
    warnings.updateEach { $1.notes.append(note) }
    body.add(warnings)
    mistakes.updateEach { _, mistake in
      mistake.document = mistake.document ?? custom.home.document
      mistake.notes.append(note)
    }
    if !mistakes.isEmpty { throw mistakes }
    (checked.role, checked.type) = (.custom(use), result.type)
    var stream = whole.add(checked, lasting: result.extent)
    stream.origin = result.origin
    return stream
  }
}
