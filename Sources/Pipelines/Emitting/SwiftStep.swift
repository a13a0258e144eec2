import Expressions
import Values

/// A stream or an operator that is being written as Swift, with the means to write it.
///
/// A rule takes the parameters of its definition one by one, and adds calls to the chain:
///
///     swift.call("audit", swift.duration("seconds", seconds, as: "for"), swift.scheduler)
final class SwiftStep {
  static let publisherType = "AnyPublisher<Value, EvaluationError>"

  private let outlined: OutlinedStep
  let writer: SwiftWriter
  private let function: SwiftFunction
  let chain: SwiftChain
  /// The level of the parameters in sight.
  private let level: Int
  private let path: DocumentPath
  private let document: Int
  private var takenInputs = 0

  init(
    _ outlined: OutlinedStep, _ writer: SwiftWriter, _ function: SwiftFunction,
    _ chain: SwiftChain, level: Int, path: DocumentPath, document: Int
  ) {
    self.outlined = outlined
    self.writer = writer
    self.function = function
    self.chain = chain
    self.level = level
    self.path = path
    self.document = document
  }

  /// The operators' lists of the items of a stream.
  var lists: [OutlinedStep] { outlined.steps.filter { $0.written == nil } }
  /// The diagrams whose times a join knows.
  var knownDiagrams: [MarblePlan?] { outlined.knownDiagrams }
  /// The operators inside the step.
  var inner: [OutlinedStep] { outlined.steps }

  // MARK: - The chain

  /// Begins the chain with a publisher.
  func start(_ base: SwiftCode) {
    chain.start(base)
  }

  /// Begins the chain with an `AnyPublisher`.
  func start(_ stream: Stream) {
    chain.start(stream.code, isErased: true)
  }

  /// Adds a call with arguments.
  func call(_ name: String, _ arguments: SwiftCode?...) {
    chain.add(.call(name, arguments.compactMap(\.self)))
  }

  /// Adds a call with a closure behind its arguments.
  func call(_ name: String, _ arguments: SwiftCode?..., closure: SwiftCode) {
    let arguments = arguments.compactMap(\.self)
    chain.add(
      .joined([arguments.isEmpty ? .atom(name) : .call(name, arguments), .atom(" "), closure]))
  }

  /// Puts a publisher of several streams in place of the chain so far, which is one of them.
  func join(_ name: String, _ streams: (SwiftCode) throws(Diagnostics) -> [SwiftCode])
    throws(Diagnostics)
  {
    chain.start(.call(name, [.array(try streams(chain.element))]))
  }

  // MARK: - Parameters

  var scheduler: SwiftCode { .labeled("scheduler", .atom("scheduler")) }

  /// A duration, or the parameter that stands for it.
  func duration(_ name: String, _ seconds: Seconds, as label: String? = nil) -> SwiftCode {
    let code =
      reference(name) { $0.isDuration }.map { SwiftCode.atom($0.name) } ?? .duration(seconds)
    return label.map { .labeled($0, code) } ?? code
  }

  /// A part of a parameter that is an object, or the whole, as a duration.
  func duration(
    _ name: String, part: Text, _ seconds: Seconds, as label: String
  ) -> SwiftCode {
    var written = value(of: name)
    if case .object(let object)? = written { written = object[part] }
    let known = written.flatMap { parameter(in: $0) { $0.isDuration } }
    return .labeled(label, known.map { SwiftCode.atom($0.name) } ?? .duration(seconds))
  }

  /// A number, or the parameter that stands for it.
  func count(_ name: String, _ count: Int) -> SwiftCode {
    .atom(reference(name) { $0.type == "Int" }?.name ?? "\(count)")
  }

  /// A text, or the parameter that stands for it.
  func text(_ name: String, _ text: String) -> SwiftCode {
    reference(name) { $0.type == "String" }.map { .atom($0.name) } ?? .string(text)
  }

  /// A flag, or the parameter that stands for it.
  func flag(_ name: String, _ flag: Bool) -> SwiftCode {
    .atom(reference(name) { $0.type == "Bool" }?.name ?? "\(flag)")
  }

  func value(_ value: Value) throws(Diagnostics) -> SwiftCode {
    guard let code = SwiftCode.value(value) else {
      throw refusal(
        "a value that is nested more than \(SwiftCode.literalDepth) deep",
        hint: "read it from an input")
    }
    return code
  }

  /// Returns the parameter of the document that stands for one of the operator, if it is of a type
  /// that can.
  private func reference(_ name: String, _ fits: (SwiftParameter) -> Bool) -> SwiftParameter? {
    value(of: name).flatMap { parameter(in: $0, fits) }
  }

  /// Returns the value of a parameter of the operator, as it is written.
  private func value(of name: String) -> Value? {
    outlined.written?.definition.parameters.entries.first { $0.name == name }?.value.encoded
  }

  /// Returns the parameter that a text stands for.
  private func parameter(
    in value: Value, _ fits: (SwiftParameter) -> Bool
  ) -> SwiftParameter? {
    guard case .string(let text) = value, let name = text.string.parameterName,
      let declaring = writer.declaringLevel(of: name, from: level)
    else { return nil }
    let parameter = SwiftParameter(name, at: declaring, in: writer)
    guard parameter.isValue, fits(parameter) else { return nil }
    if declaring != writer.rootLevel { function.read(.parameter(level: declaring, name: name)) }
    return parameter
  }

  // MARK: - Expressions

  /// The expression of a parameter, or the one that is built in, as a `CEL`.
  func expression(_ name: Text) throws(Diagnostics) -> SwiftCode {
    guard let checked = outlined.expressions[name] else {
      throw refusal("an expression that was not checked", hint: "check the file")
    }
    var arguments: [SwiftCode] = [.string(checked.text)]
    let parameters = try self.parameters(of: checked.text, at: level)
    if !parameters.isEmpty { arguments.append(.array(parameters)) }
    for (variable, need) in [
      (Variable.outer, SwiftFunction.FreeName.outer), (.error, .error), (.key, .key),
    ] where !checked.mistakes(reading: variable).isEmpty {
      arguments.append(.labeled("\(need)", .atom(function.spelling(of: need))))
    }
    if checked.usesTime {
      arguments.append(.labeled("now", .atom("{ scheduler.now.nanoseconds }")))
    }
    return .call("CEL", arguments)
  }

  /// The method of an expression that does something with a value.
  func expression(_ name: Text, _ method: String) throws(Diagnostics) -> SwiftCode {
    .joined([try expression(name), .atom(".\(method)")])
  }

  func checkedExpression(_ name: Text) -> CheckedExpression? { outlined.expressions[name] }

  /// Returns what the parameters in an expression stand for.
  func parameters(of checked: CheckedExpression) throws(Diagnostics) -> [SwiftCode] {
    checked.text.namesOfParameters.isEmpty ? [] : try parameters(of: checked.text, at: level)
  }

  /// The spelling of a variable that closures around the operator make.
  func spelling(of variable: Variable) -> String {
    switch variable {
    case .outer: function.spelling(of: .outer)
    case .key: function.spelling(of: .key)
    case .error: function.spelling(of: .error)
    case .first, .second, .time: variable.rawValue
    }
  }

  /// Returns what the names in an expression stand for.
  private func parameters(of text: String, at level: Int) throws(Diagnostics) -> [SwiftCode] {
    var codes: [SwiftCode] = []
    for name in text.namesOfParameters {
      guard let declaring = writer.declaringLevel(of: name, from: level),
        let entry = writer.linker.parameters.entry(named: name, from: declaring)
      else { continue }
      let argument: SwiftCode
      switch entry.parameter {
      case .expression(let given):
        var inner: [SwiftCode] = [.string(given.text)]
        let names = try parameters(of: given.text, at: given.level)
        if !names.isEmpty { inner.append(.array(names)) }
        argument = .call(".expression", inner)
      case .constant, .duration:
        if declaring != writer.rootLevel { function.read(.parameter(level: declaring, name: name)) }
        argument = SwiftParameter(name, at: declaring, in: writer).argument
      case .stream, .unknown: continue
      }
      codes.append(.joined([.atom("\"\(name)\": "), argument]))
    }
    return codes
  }

  /// Drops the values on which an expression fails, if the operator is to skip them.
  func guardValues(_ name: Text, _ method: String = "succeeds") throws(Diagnostics) {
    guard try skips, outlined.expressions[name] != nil else { return }
    call("filter", try expression(name, method))
  }

  /// Returns a stream without the values on which an expression fails, if the operator is to skip
  /// them.
  func guarded(_ stream: Stream, _ name: Text) throws(Diagnostics) -> SwiftCode {
    guard try skips, outlined.expressions[name] != nil else { return stream.code }
    let calls: [SwiftCode] = [
      .call("filter", [try expression(name, "succeeds")]), .call("eraseToAnyPublisher"),
    ]
    return .chain(stream.code, calls)
  }

  /// An expression as a constant, for a closure that skips the values on which it fails. Returns the
  /// name.
  func constant(_ name: Text) throws(Diagnostics) -> String {
    chain.addConstant(try expression(name))
  }

  /// Refuses to skip values, which windows do by themselves.
  func refuseSkipping() throws(Diagnostics) {
    guard try skips else { return }
    throw refusal(
      "a window that skips values", hint: "put a 'filter' before it", at: ["onError"])
  }

  /// Whether the operator skips values on which its expression fails.
  var skips: Bool {
    get throws(Diagnostics) {
      switch outlined.written?.onError?.kind {
      case nil, .fail: return false
      case .skip: return true
      case .output(let name):
        throw refusal(
          "the output '\(name.abbreviated)' of values on which an expression fails",
          hint: #"write "onError": "skip""#, at: ["onError"])
      }
    }
  }

  // MARK: - Streams

  /// A publisher that is written.
  struct Stream {
    let code: SwiftCode
  }

  /// The next input.
  func stream() throws(Diagnostics) -> Stream {
    defer { takenInputs += 1 }
    guard outlined.inputs.indices.contains(takenInputs), let number = outlined.inputs[takenInputs]
    else { throw refusal("a stream that was not found", hint: "check the file") }
    if writer.isGroup(number) {
      return Stream(code: .atom(function.spelling(of: .group)))
    }
    guard let callee = writer.callee(ofStream: number) else {
      throw refusal("a stream that was not written", hint: "check the file")
    }
    return Stream(code: call(callee, arguments: [], given: with(at: takenInputs), number))
  }

  /// The next inputs, as they are written in a list.
  func streams(_ count: Int) throws(Diagnostics) -> [SwiftCode] {
    var codes: [SwiftCode] = []
    for _ in 0..<count { codes.append(try stream().code) }
    return codes
  }

  /// The next input as the body of a closure that receives the value of `$outer`.
  func outerClosure() throws(Diagnostics) -> SwiftCode {
    let (inner, read) = try function.inside([.outer: "outer"]) {
      () throws(Diagnostics) -> Stream in try stream()
    }
    return .closure(read.isEmpty ? "_" : "outer", [inner.code])
  }

  /// The next input as the body of a closure that receives a failure.
  func failureClosure() throws(Diagnostics) -> SwiftCode {
    let (inner, read) = try function.inside([.error: "failure.message"]) {
      () throws(Diagnostics) -> Stream in try stream()
    }
    return .closure(read.isEmpty ? "_" : "failure", [inner.code])
  }

  /// Adds a call that subscribes again.
  func repetition(_ name: String, _ count: Int?, _ delays: [Duration]) {
    writer.noteRepetition()
    let written: [Value] =
      if case .array(let list)? = value(of: "delay") { list } else { [value(of: "delay") ?? .null] }
    let delays = zip(delays, written).map { delay, written -> SwiftCode in
      parameter(in: written) { $0.isDuration }.map { .atom($0.name) } ?? .duration(Seconds(delay))
    }
    call(
      name, count.map { self.count("count", $0) } ?? .atom("nil"),
      delays.isEmpty ? nil : .labeled("delays", .array(delays)), scheduler,
      .labeled("limit", .atom("repetitionLimit")))
  }

  /// The next input as the body of a closure of `groupBy`.
  func groupClosure() throws(Diagnostics) -> SwiftCode {
    let names: [SwiftFunction.FreeName: String] = [
      .key: "key.value", .group: "group.eraseToAnyPublisher()",
    ]
    let (inner, read) = try function.inside(names) { () throws(Diagnostics) -> Stream in
      try stream()
    }
    let head = [SwiftFunction.FreeName.key, .group].map { read.contains($0) ? "\($0)" : "_" }
    return .closure(head.joined(separator: ", "), [inner.code])
  }

  /// Operators that are applied to a group, as a closure of `groupBy`.
  func groupClosure(applying steps: [OutlinedStep]) throws(Diagnostics) -> SwiftCode {
    let inner = SwiftChain(in: function)
    inner.start(.atom("values"))
    let (_, read) = try function.inside([.key: "key.value"]) { () throws(Diagnostics) -> Void in
      try inside(inner).apply(steps)
    }
    return .closure(
      "\(read.isEmpty ? "_" : "key"), values\(inner.bodyType)", inner.body)
  }

  /// The values for parameters that stand beside an input.
  private func with(at index: Int) -> [Member] {
    guard outlined.written == nil, index == 0 else { return [] }
    return givenMembers
  }
  var givenMembers: [Member] = []

  /// A call of a function with what it needs.
  private func call(
    _ callee: SwiftWriter.Callee, arguments: [SwiftCode], given members: [Member], _ number: Int?
  ) -> SwiftCode {
    var arguments = arguments
    for need in callee.freeNames { function.read(need) }
    if let code = callee.code {
      function.contain(callee.depth)
      return code
    }
    for need in callee.freeNames {
      if case .parameter(let level, let name) = need {
        let name = SwiftParameter(name, at: level, in: writer).name
        arguments.append(.labeled(name, .atom(name)))
      } else {
        arguments.append(.labeled("\(need)", .atom(function.spelling(of: need))))
      }
    }
    let level = number.map { writer.linker.units[$0].home.scope } ?? callee.level
    if let level, callee.level != nil {
      arguments += self.arguments(at: level, given: members)
    }
    return .call(callee.name, arguments)
  }

  /// The values for the parameters of a function, where they are not those of their declarations.
  private func arguments(at level: Int, given members: [Member]) -> [SwiftCode] {
    let declared = writer.linker.scopes[level].declarations
    return writer.parameters(of: level).compactMap { parameter in
      let name = declared.first { writer.name(of: $0.name, at: level) == parameter.name }?.name
      let member = members.first { $0.key.string == name }
      let type = parameter.type
      if let member, let given = self.parameter(in: member.value, { $0.type == type }) {
        return .labeled(parameter.name, .atom(given.name))
      }
      guard let code = parameter.code, code.flat != parameter.defaultCode?.flat else { return nil }
      return .labeled(parameter.name, code)
    }
  }

  // MARK: - Operators

  /// Applies operators to the chain.
  func apply(_ steps: [OutlinedStep]) throws(Diagnostics) {
    for step in steps {
      guard let definition = step.definition else {
        throw refusal("an operator that was not checked", hint: "check the file")
      }
      let swift = SwiftStep(
        step, writer, function, chain, level: step.level, path: step.place.path,
        document: step.place.document)
      do throws(Diagnostics) {
        try definition.writeSwift(to: swift)
      } catch {
        throw error.from(step.place.document)
      }
    }
  }

  /// Returns a chain for an element of the publisher.
  func elementChain() -> SwiftChain { SwiftChain(in: function, elementOf: chain) }

  /// Returns the means to write another chain in the same place.
  func inside(_ chain: SwiftChain) -> SwiftStep {
    SwiftStep(
      outlined, writer, function, chain, level: level, path: path, document: document)
  }

  /// Applies the body of the operator of one's own that this is.
  func applyBody(called name: String, given members: [Member]) throws(Diagnostics) {
    guard let body = outlined.body else { return }
    let callee = try writer.callee(of: outlined, body, called: name)
    let code = call(
      SwiftWriter.Callee(name: callee.name, freeNames: callee.freeNames, level: body.home.scope),
      arguments: [chain.element], given: members, nil)
    chain.start(code, isErased: true)
  }

  func place(of key: Text) -> ExpressionPlace {
    ExpressionPlace(document: document, path: path.appending(key))
  }

  /// Returns the mistake of something that has no form in Swift.
  func refusal(_ what: String, hint: String, at keys: DocumentPath = []) -> Diagnostics {
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

extension String {
  /// The names behind a `$` in an expression, without those of its variables, each once.
  fileprivate var namesOfParameters: [String] {
    var names: [String] = []
    let parts = split(separator: "$", omittingEmptySubsequences: false).dropFirst()
    for part in parts {
      let name = String(part.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
      guard name.isIdentifier, Variable(rawValue: "$\(name)") == nil, !names.contains(name) else {
        continue
      }
      names.append(name)
    }
    return names
  }
}
