import Checking
import Expressions
package import StreamModels
package import Values

/// A stream or an operator that is being written as Swift, with methods for writing it.
///
/// A rule takes the parameters of its definition one by one, and adds calls to the chain:
///
///     swift.call("audit", swift.duration("seconds", seconds, as: "for"), swift.scheduler)
package final class SwiftStep {
  static let publisherType = "AnyPublisher<Value, EvaluationError>"

  let checked: CheckedStep
  let writer: SwiftWriter
  let function: SwiftFunction
  package let chain: SwiftChain
  /// The level of the parameters in scope.
  let level: Int
  let path: DocumentPath
  let document: Int
  /// The number of inputs that have been written.
  var takenInputs = 0
  /// The values for parameters that are written next to the input.
  var givenMembers: [Member] = []
  /// The names of the parameters that are written as names in the code.
  private var writtenParameters: Set<String> = []

  init(
    _ checked: CheckedStep, _ writer: SwiftWriter, _ function: SwiftFunction,
    _ chain: SwiftChain, level: Int, path: DocumentPath, document: Int
  ) {
    self.checked = checked
    self.writer = writer
    self.function = function
    self.chain = chain
    self.level = level
    self.path = path
    self.document = document
  }

  /// Whether all values that an operator receives come from sources that are not played again.
  package var isHot: Bool { writer.model.hotSources(of: checked.inputs[0]) != nil }
  /// The operators inside the step.
  package var inner: [Int] { checked.steps }

  /// Returns a step of the model.
  func step(_ number: Int) -> CheckedStep { writer.model.steps[number] }

  // MARK: - The chain

  /// Begins the chain with a publisher.
  package func start(_ base: SwiftCode) {
    chain.start(base)
  }

  /// Imports a module for a publisher.
  package func importModule(_ name: String) {
    writer.modules.insert(name)
  }

  /// Begins the chain with an `AnyPublisher`.
  func start(_ stream: Stream) {
    chain.start(stream.code, isErased: true)
  }

  /// Adds a call with arguments.
  package func call(_ name: String, _ arguments: SwiftCode?...) {
    chain.add(.call(name, arguments.compactMap(\.self)))
  }

  /// Adds a call with a closure after its arguments.
  package func call(_ name: String, _ arguments: SwiftCode?..., closure: SwiftCode) {
    let arguments = arguments.compactMap(\.self)
    chain.add(
      .joined([arguments.isEmpty ? .atom(name) : .call(name, arguments), .atom(" "), closure]))
  }

  /// Replaces the chain so far with a publisher of several streams, one of which is the chain.
  package func join(_ name: String, _ streams: (SwiftCode) throws(Diagnostics) -> [SwiftCode])
    throws(Diagnostics)
  {
    chain.start(.call(name, [.array(try streams(chain.element))]))
  }

  // MARK: - Parameters

  package var scheduler: SwiftCode { .labeled("scheduler", .atom("scheduler")) }

  /// Returns a duration, or the parameter that provides it.
  package func duration(_ name: String, _ seconds: Seconds, as label: String? = nil) -> SwiftCode {
    let code = reference(name) { $0.duration != nil }?.duration ?? .duration(seconds)
    return label.map { .labeled($0, code) } ?? code
  }

  /// Returns a part of a parameter that is an object, or the whole parameter, as a duration.
  package func duration(
    _ name: String, part: Text, _ seconds: Seconds, as label: String
  ) -> SwiftCode {
    var written = value(of: name)
    if case .object(let object)? = written { written = object[part] }
    let known = written.flatMap { parameter(in: $0) { $0.duration != nil } }
    return .labeled(label, known?.duration ?? .duration(seconds))
  }

  /// Returns a number, or the parameter that provides it.
  package func count(_ name: String, _ count: Int) -> SwiftCode {
    .atom(reference(name) { $0.type == "Int" }?.name ?? "\(count)")
  }

  /// Returns a string, or the parameter that provides it.
  package func text(_ name: String, _ text: String) -> SwiftCode {
    reference(name) { $0.type == "String" }.map { .atom($0.name) } ?? .string(text)
  }

  /// Returns a flag, or the parameter that provides it.
  package func flag(_ name: String, _ flag: Bool) -> SwiftCode {
    .atom(reference(name) { $0.type == "Bool" }?.name ?? "\(flag)")
  }

  package func value(_ value: Value) throws(Diagnostics) -> SwiftCode {
    guard let code = SwiftCode.value(value) else {
      throw refusal(
        "a value that is nested more than \(SwiftCode.literalDepth) levels deep",
        hint: "read it from an input")
    }
    return code
  }

  /// Returns the parameter of the document that provides a parameter of the operator, if its type
  /// fits.
  private func reference(_ name: String, _ fits: (SwiftParameter) -> Bool) -> SwiftParameter? {
    value(of: name).flatMap { parameter(in: $0, fits) }
  }

  /// Returns the value of a parameter of the operator, as it is written.
  func value(of name: String) -> Value? {
    checked.written?.parameters.value(of: name)?.encoded
  }

  /// Returns the parameter to which a string refers.
  func parameter(
    in value: Value, _ fits: (SwiftParameter) -> Bool
  ) -> SwiftParameter? {
    guard case .string(let text) = value, let name = text.string.parameterName,
      let declaring = writer.declaringLevel(of: name, from: level)
    else { return nil }
    let parameter = SwiftParameter(name, at: declaring, in: writer)
    guard parameter.isValue, fits(parameter) else { return nil }
    writtenParameters.insert(name)
    if declaring != writer.rootLevel { function.read(.parameter(level: declaring, name: name)) }
    return parameter
  }

  // MARK: - Side outputs

  /// Keeps side outputs open that end no earlier than the stream of a node.
  func feed(_ node: Int?) {
    let outputs = node.map { writer.takeFeeds(of: $0) } ?? []
    if !outputs.isEmpty { chain.add(.call("feeding", outputs.map { .atom($0) })) }
  }

  /// Opens the side outputs, after the document's own stream.
  func open() {
    let outputs = writer.sideOutputs.outputs.map { SwiftCode.atom($0.name) }
    if !outputs.isEmpty { chain.add(.call("opening", outputs)) }
  }

  // MARK: - Operators

  /// Applies operators to the chain.
  func apply(_ steps: [Int]) throws(Diagnostics) {
    for number in steps {
      let step = step(number)
      let swift = SwiftStep(
        step, writer, function, chain, level: step.level, path: step.place.path,
        document: step.place.document)
      do throws(Diagnostics) {
        if step.droppedOutput != nil {
          throw swift.refusal(
            "a stream of dropped values", hint: "send them to a 'SideOutput' in Swift",
            at: ["dropped"])
        }
        switch step.role {
        case .operator(let definition): try definition.asExported.writeSwift(to: swift)
        case .custom(let custom): try swift.applyBody(called: custom.name, given: custom.arguments)
        case .source, .mistaken: preconditionFailure("a stream without mistakes has operators")
        }
      } catch {
        throw error.from(step.place.document)
      }
      swift.noteConstants()
      feed(number)
    }
  }

  /// Notes the parameters in the operator that are written as values in the code.
  private func noteConstants() {
    guard case .unbound(let unbound)? = checked.written?.content else { return }
    let name = unbound.type.spec.name
    for entry in unbound.parameters.entries where entry.value.mayBeParameter {
      noteConstants(in: entry.value.encoded, at: .code("'\(entry.name)' of '\(name)'"))
    }
  }

  /// Notes the parameters in the source of a stream, whose values are known.
  func noteConstants(of unit: Linker.Unit) {
    let place = ExpressionPlace(document: unit.document, path: unit.path)
    for detail in writer.linker.boundDetails[place] ?? [] {
      if case .input(let input) = unit.model.source {
        noteConstants(in: detail.value, at: .reading(input: input.name.abbreviated))
      } else {
        noteConstants(in: detail.value, at: .code("'\(detail.key.string.abbreviated)'"))
      }
    }
  }

  func noteConstants(in value: Value, at place: SwiftConstantPlace) {
    for name in value.parameterNames where !writtenParameters.contains(name) {
      writer.noteConstant(name, from: level, in: place)
    }
  }

  /// Returns a chain for an element of the publisher.
  func elementChain() -> SwiftChain { SwiftChain(in: function, elementOf: chain) }

  /// Returns a step for writing another chain in the same place.
  func inside(_ chain: SwiftChain) -> SwiftStep {
    SwiftStep(
      checked, writer, function, chain, level: level, path: path, document: document)
  }

  /// Applies the body of this custom operator.
  func applyBody(called name: String, given members: [Member]) throws(Diagnostics) {
    guard let body = checked.body else { return }
    let callee = try writer.callee(of: checked, body, called: name)
    let code = call(
      SwiftWriter.Callee(name: callee.name, freeNames: callee.freeNames, level: body.home.scope),
      arguments: [chain.element], given: members, nil)
    chain.start(code, isErased: true)
  }

  func place(of key: Text) -> ExpressionPlace {
    ExpressionPlace(document: document, path: path.appending(key))
  }

  /// Returns the mistake of something that cannot be written in Swift.
  package func refusal(_ what: String, hint: String, at keys: DocumentPath = []) -> Diagnostics {
    var mistake = Diagnostic(
      .invalidValue, "\(what) cannot be written as Swift", hint: hint, at: path + keys)
    mistake.document = document
    return Diagnostics([mistake])
  }
}

extension Diagnostics {
  fileprivate func from(_ document: Int) -> Diagnostics {
    var mistakes = self
    mistakes.updateEach { $1.document = $1.document ?? document }
    return mistakes
  }
}
