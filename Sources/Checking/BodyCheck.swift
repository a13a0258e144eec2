import StreamModels
import Values

/// The check of operators that are applied one after another: those of a model, of some items, of a
/// group, or in the body of a custom operator. They take its streams and bodies in order.
final class BodyCheck {
  /// A stream that operators take, with its requirements.
  struct Input {
    let upstream: Upstream
    var requirements: [ContextRequirement] = []
    /// The number of the unit that defines it.
    var unit: Int?
  }

  /// What surrounds the operators.
  struct Surroundings {
    /// Whether they are in the body of a custom operator, which also processes streams of other
    /// types.
    var isInBody = false
    /// The time after which the enclosing `groupBy` forgets a group; nil if it does not forget
    /// groups.
    var forgetAfter: Seconds?
    /// For each enclosing `groupBy`, from the outermost in, the inputs whose values form its groups.
    var groupedInputs: [UInt64] = []
  }

  let whole: ModelCheck
  /// The body, with the path of the model that contains the operators.
  let home: Home
  let parameters: ParameterReader
  let surroundings: Surroundings
  /// The streams that no operator has taken yet.
  private var inputs: ArraySlice<Input>
  /// The bodies of custom operators that have not been applied yet.
  private var bodies: ArraySlice<OperatorBody>
  /// The variables and groups that the operators need from those that enclose them.
  private(set) var requirements: [ContextRequirement] = []
  /// The warnings about operators so far.
  private(set) var warnings = Diagnostics()

  init(
    _ home: Home, in whole: ModelCheck, inputs: [Input], bodies: [OperatorBody],
    inside surroundings: Surroundings = Surroundings()
  ) {
    self.whole = whole
    self.home = home
    self.inputs = inputs[...]
    self.bodies = bodies[...]
    self.surroundings = surroundings
    parameters = ParameterReader(table: whole.parameters, level: home.scope)
  }

  var document: Int { home.document }
  var lints: Bool { whole.lints }

  /// Checks operators in order. After a mistake it continues with the next operator and treats the
  /// type of the values as unknown, so that all mistakes are found.
  ///
  /// - Parameter path: The path of the model, or of the operator, that contains the operators.
  /// - Returns: The stream that the last operator emits, and the steps of the operators.
  func apply(
    _ operators: [Operator], at path: DocumentPath, to upstream: Upstream,
    collecting mistakes: inout Diagnostics
  ) -> (stream: Upstream, steps: [Int]) {
    var upstream = upstream
    var steps: [Int] = []
    var emptying: Operator?
    for (index, next) in operators.enumerated() {
      let span = next.span
      let count = inputCount(of: span)
      let taken = inputs.prefix(count).map(\.upstream)
      let rest = (inputs.dropFirst(count), bodies.dropFirst(span.customOperators))
      let step = CheckStep(
        next, to: upstream, with: taken,
        at: path + [.key("operators"), .index(index), .key(Text(next.spec.name))], in: self)
      let before = upstream
      do throws(Diagnostics) {
        upstream = try step.checkOperator(next)
        if lints { step.lint(next, from: before, to: upstream, &emptying) }
      } catch {
        mistakes.append(contentsOf: error)
        if mistakes.isFull { whole.isFull = true }
        upstream = step.mistaken()
      }
      steps.append(upstream.step)
      (inputs, bodies) = rest
    }
    return (upstream, steps)
  }

  // MARK: - Streams

  /// Returns the number of streams that operators take, including those in the bodies of custom
  /// operators.
  private func inputCount(of span: ReferenceSpan) -> Int {
    bodies.prefix(span.customOperators).reduce(span.inputs) { $0 + $1.inputCount }
  }

  /// Takes the next streams along with their requirements.
  func take(_ count: Int) -> [Input] {
    defer { inputs = inputs.dropFirst(count) }
    return Array(inputs.prefix(count))
  }

  /// Takes everything that operators in another body need.
  func takeAll(of operators: [Operator]) -> (inputs: [Input], bodies: [OperatorBody]) {
    let span = operators.reduce(ReferenceSpan()) { $0 + $1.span }
    let inputs = take(inputCount(of: span))
    defer { bodies = bodies.dropFirst(span.customOperators) }
    return (inputs, Array(bodies.prefix(span.customOperators)))
  }

  /// Takes the body of a custom operator, with the streams that its operators take; nil if it has
  /// none, which has been reported.
  func takeBody() -> (OperatorBody, inputs: [Input])? {
    guard let body = bodies.popFirst(), !body.operators.isEmpty || body.home.site != 0 else {
      return nil
    }
    return (body, take(body.inputCount))
  }

  /// Adds requirements, up to the limit; the rest is dropped.
  func add(_ more: [ContextRequirement]) {
    requirements += more.prefix(max(0, ContextRequirement.maximum - requirements.count))
  }

  // MARK: - Warnings

  func add(_ warning: Diagnostic) {
    warnings.append(warning)
  }

  /// Adds the warnings about operators inside others.
  func add(_ inner: Diagnostics) {
    warnings.append(contentsOf: inner)
  }
}
