import Checking
import Expressions
package import StreamModels
package import Values

extension SwiftStep {
  /// Returns the expression of a parameter, or the built-in one, as a `CEL`.
  func expression(_ name: Text) throws(Diagnostics) -> SwiftCode {
    guard let checked = checked.expressions[name] else {
      throw refusal("an expression that was not checked", hint: "check the file")
    }
    var arguments: [SwiftCode] = [.string(checked.text)]
    let parameters = try self.parameters(of: checked.text, at: level)
    if !parameters.isEmpty { arguments.append(.array(parameters)) }
    for (variable, need) in [
      (Variable.outer, SwiftFunction.FreeName.outer), (.error, .error), (.key, .key),
    ] where checked.reads(variable) {
      arguments.append(.labeled("\(need)", .atom(function.spelling(of: need))))
    }
    if checked.reads(.match) {
      arguments.append(.labeled("match", .array(checked.namesOfSteps.map(SwiftCode.string))))
    }
    if checked.usesTime {
      arguments.append(.labeled("now", .atom("{ scheduler.now.nanoseconds }")))
    }
    return .call("CEL", arguments)
  }

  /// Returns a method of an expression.
  package func expression(_ name: Text, _ method: String) throws(Diagnostics) -> SwiftCode {
    .joined([try expression(name), .atom(".\(method)")])
  }

  /// Whether an expression of a pattern reads the previous value of the match, and the match.
  package func reads(_ name: Text) -> (second: Bool, match: Bool) {
    let checked = checked.expressions[name]
    return (checked?.reads(.second) ?? false, checked?.reads(.match) ?? false)
  }

  func checkedExpression(_ name: Text) -> CheckedExpression? { checked.expressions[name] }

  /// Returns the values of the parameters in an expression.
  func parameters(of checked: CheckedExpression) throws(Diagnostics) -> [SwiftCode] {
    checked.text.namesOfParameters.isEmpty ? [] : try parameters(of: checked.text, at: level)
  }

  /// Returns the spelling of a variable that closures around the operator define.
  func spelling(of variable: Variable) -> String {
    switch variable {
    case .outer: function.spelling(of: .outer)
    case .key: function.spelling(of: .key)
    case .error: function.spelling(of: .error)
    case .first, .second, .match, .time: variable.rawValue
    }
  }

  /// Returns the values of the names in an expression.
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

  // MARK: - Failures

  /// A method of `CEL` that tolerates failures. It either tests a value with an expression, or
  /// returns nil if the expression fails.
  package enum Test: String {
    case succeeds, decides, delays, holds, result
  }

  /// Whether values on which the operator's expression fails are dropped.
  package var isTolerant: Bool { checked.tolerance != nil }

  /// The function that receives these values; nil if they are only dropped.
  private var report: String? {
    checked.tolerance?.output.map { "\(writer.sideOutputs.property(of: $0)).send" }
  }

  /// Drops the values on which an expression fails, if the operator tolerates them.
  package func guardValues(_ name: Text, _ test: Test = .succeeds) throws(Diagnostics) {
    guard isTolerant, checked.expressions[name] != nil else { return }
    call("filter", try guarding(name, test))
  }

  /// Returns a stream without the values on which an expression fails, if the operator tolerates
  /// them.
  package func guarded(_ stream: Stream, _ name: Text) throws(Diagnostics) -> SwiftCode {
    guard isTolerant, checked.expressions[name] != nil else { return stream.code }
    let calls: [SwiftCode] = [
      .call("filter", [try guarding(name, .succeeds)]), .call("eraseToAnyPublisher"),
    ]
    return .chain(stream.code, calls)
  }

  /// Returns the test of values with an expression.
  func guarding(_ name: Text, _ test: Test) throws(Diagnostics) -> SwiftCode {
    guard let report else { return try expression(name, test.rawValue) }
    let call = SwiftCode.call(".\(test)", [.labeled("reportingTo", .atom(report))])
    return .joined([try expression(name), call])
  }

  /// Adds an expression as a constant, for a closure that tolerates failures. Returns its name.
  package func constant(_ name: Text) throws(Diagnostics) -> String {
    chain.addConstant(try expression(name))
  }

  /// Returns the call of an expression's method in a closure, as an optional that is nil if it
  /// fails.
  package func attempt(_ rule: String, _ method: String, _ arguments: String) -> String {
    guard let report else { return "(try? \(rule).\(method)(\(arguments)))" }
    return "\(rule).\(method)(\(arguments), reportingTo: \(report))"
  }

  /// The closure that receives a value with the failure of an expression; nil if the stream fails
  /// then.
  package var ignoringClosure: SwiftCode? {
    isTolerant ? reportingClosure ?? .atom("{ _, _ in }") : nil
  }

  /// The same closure; nil if such values are only dropped.
  package var reportingClosure: SwiftCode? {
    report.map { .call("CEL.reporting", [.labeled("to", .atom($0))]) }
  }
}

extension String {
  /// The names after a `$` in an expression, except for its variables, each of them once.
  fileprivate var namesOfParameters: [String] {
    var names: [String] = []
    let parts = split(separator: "$", omittingEmptySubsequences: false).dropFirst()
    for part in parts {
      let name = String(part.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
      // A parameter may be named like the match.
      let isVariable = Variable(rawValue: "$\(name)").map { $0 != .match } ?? false
      guard name.isIdentifier, !isVariable, !names.contains(name) else {
        continue
      }
      names.append(name)
    }
    return names
  }
}
