import Values

/// Compiles a checked tree to closures, with the most specific types that the checker has found.
///
/// A checked tree may contain mistakes (the tests run such trees). These become failures at run
/// time.
struct Compiler {
  let checked: CheckedTree
  /// The code of each node; binders have none.
  private(set) var codes: [Code] = []

  private init(_ checked: CheckedTree) {
    self.checked = checked
    codes.reserveCapacity(checked.tree.nodes.count)
  }

  /// - Parameters:
  ///   - probes: The nodes whose evaluation is counted. Folding must not hide them.
  ///   - mark: Records the node that fails; nil in code for playbacks.
  static func code(
    for checked: CheckedTree, probes: [SyntaxTree.Index: Branch] = [:], mark: FailureMark? = nil
  ) -> Code {
    var compiler = Compiler(checked)
    for (index, node) in checked.tree.nodes.enumerated() {
      var code = compiler.folded(compiler.code(for: index), of: index)
      if let branch = probes[index] { code = code.counted(for: branch) }
      if let mark { code = code.marked(as: index, of: node.kind, by: mark) }
      compiler.codes.append(code)
    }
    let code = compiler.codes[checked.tree.root]
    if checked.tree.macroDepth == 0 { return code }
    let localCount = checked.scope.names.count + checked.tree.macroDepth
    switch code {
    case .bool(let routine):
      return .bool(BoolRoutine(MacroScopeTerm(source: routine, localCount: localCount)))
    default:
      return .value(ValueRoutine(MacroScopeTerm(source: code.boxed, localCount: localCount)))
    }
  }

  /// Evaluates a node at compile time if all its operands are constants. A failure is left to run
  /// time, because the node may never be evaluated.
  private func folded(_ code: Code, of index: SyntaxTree.Index) -> Code {
    let operands: [SyntaxTree.Index]
    switch checked.tree.nodes[index].kind {
    case .unary(_, let operand), .field(let operand, _), .presence(let operand, _):
      operands = [operand]
    case .binary(_, let left, let right), .index(let left, let right): operands = [left, right]
    case .all(let indices), .any(let indices), .list(let indices): operands = indices
    case .map(let entries): operands = entries.flatMap { [$0.key, $0.value] }
    case .optionalField(let operand, _): operands = [operand]
    case .optionalIndex(let left, let right): operands = [left, right]
    case .call(_, let receiver, let arguments): operands = (receiver.map { [$0] } ?? []) + arguments
    case .conditional(let condition, let success, let failure):
      operands = [condition, success, failure]
    default: return code
    }
    guard operands.allSatisfy({ codes[$0].constant != nil }) else { return code }
    var frame = Frame()
    do throws(EvaluationFailure) {
      return Code(constant: try code.boxed.evaluate(.null, .null, &frame))
    } catch {
      return code
    }
  }

  private func code(for index: SyntaxTree.Index) -> Code {
    let type = checked.types[index]
    switch checked.tree.nodes[index].kind {
    case .literal(let value): return Code(constant: value)
    case .variable(let variable): return code(for: variable, of: type)
    case .form(let number):
      // The checker has refused numbers beyond the second. Reading one anyway fails.
      if number > 1 { return Code(failing: .invalid("no value for form \(number + 1)")) }
      return code(for: number == 0 ? Variable.first : .second, of: type)
    case .name(let name): return code(for: name, of: type)
    case .binding(let binder): return code(forLocal: slot(ofBinder: binder), of: type)
    case .unary(let operation, let operand): return code(for: operation, codes[operand])
    case .binary(let operation, let left, let right):
      return code(for: operation, ofSpan: left, right)
        ?? code(for: operation, codes[left], codes[right])
    case .all(let operands): return code(forLogic: operands, deciding: false)
    case .any(let operands): return code(forLogic: operands, deciding: true)
    case .conditional(let condition, let success, let failure):
      return code(choosing: codes[condition], codes[success], codes[failure])
    case .field(let object, let name): return code(forField: name.text, of: codes[object], type)
    case .presence(let object, let name):
      return .bool(
        BoolRoutine(PresenceTerm(base: codes[object].boxed, site: FieldSite(name.text))))
    case .index(let container, let index):
      let (container, index) = (codes[container].boxed, codes[index].boxed)
      return Code(of: type) {
        (first: Value, second: Value, frame: inout Frame) throws(EvaluationFailure) in
        let container = try container.evaluate(first, second, &frame)
        let index = try index.evaluate(first, second, &frame)
        try frame.spend(onKey: index)
        return try Value.element(of: container, at: index)
      }
    case .optionalField(let object, let name):
      return .value(
        ValueRoutine(OptionalFieldTerm(base: codes[object].boxed, key: name.text)))
    case .optionalIndex(let container, let index):
      return .value(
        ValueRoutine(
          OptionalIndexTerm(container: codes[container].boxed, index: codes[index].boxed)))
    // The enclosing list unwraps the value.
    case .optionalElement(let element): return .value(codes[element].boxed)
    case .list(let elements): return code(forList: elements)
    case .map(let entries): return code(for: entries)
    case .call(_, let receiver, let arguments):
      return code(forCall: index, (receiver.map { [$0] } ?? []) + arguments, type)
    case .binder: return Code(constant: .null)
    case .comprehension(let comprehension): return code(for: comprehension, at: index, of: type)
    }
  }
}

extension Compiler {
  private func code(for variable: Variable, of type: ValueType) -> Code {
    switch variable {
    case .first: return Code(FirstPosition.self, of: type, isFirst: true)
    case .second: return Code(SecondPosition.self, of: type, isFirst: false)
    case .outer: return Code(of: type) { _, _, frame in frame.outer }
    case .error: return Code(of: type) { _, _, frame in frame.error }
    case .key: return Code(of: type) { _, _, frame in frame.key }
    case .match: return Code(of: type) { _, _, frame in frame.match }
    case .time: return .double(DoubleRoutine(ClosureTerm { _, _, frame in frame.seconds }))
    }
  }

  private func code(for name: Text, of type: ValueType) -> Code {
    guard let slot = checked.scope.names.lastIndex(where: { $0.name == name }) else {
      if let type = TypeName(rawValue: name.string) {
        return Code(constant: .special(.type(type)))
      }
      return Code(failing: .invalid("unknown variable '\(name)'"))
    }
    return code(forLocal: slot, of: type)
  }

  private func code(forLocal slot: Int, of type: ValueType) -> Code {
    let term = ClosureTerm<Value> { (_, _, frame) throws(EvaluationFailure) in
      guard slot < frame.locals.count else { throw .invalid("a variable has no value") }
      return frame.locals[slot]
    }
    guard type == .dyn else { return Code(term, of: type) }
    return .value(ValueRoutine(term, shape: .local(slot)))
  }

  /// Returns the index of a macro's variable in the frame. These indices come after the scope's
  /// names, one for each level.
  func slot(ofBinder binder: SyntaxTree.Index) -> Int {
    guard case .binder(let binder) = checked.tree.nodes[binder].kind else {
      preconditionFailure("node \(binder) is not the variable of a macro")
    }
    return checked.scope.names.count + binder.level
  }

  private func code(for operation: UnaryOperator, _ operand: Code) -> Code {
    switch (operation, operand) {
    case (.not, .bool(let routine)):
      return .bool(
        BoolRoutine(
          ClosureTerm { (first, second, frame) throws(EvaluationFailure) in
            !(try routine.evaluate(first, second, &frame))
          }))
    case (.not, _):
      let routine = operand.boxed
      return .bool(
        BoolRoutine(
          ClosureTerm { (first, second, frame) throws(EvaluationFailure) in
            let value = try routine.evaluate(first, second, &frame)
            guard case .bool(let flag) = value else {
              throw .operands(spelling: "!", [value.runtimeKind], expectation: "a bool")
            }
            return !flag
          }))
    case (.negate, .int(let routine)): return .int(IntRoutine(NegationTerm(operand: routine)))
    case (.negate, .double(let routine)):
      return .double(DoubleRoutine(NegationTerm(operand: routine)))
    case (.negate, _): return .value(ValueRoutine(NegationTerm(operand: operand.boxed)))
    }
  }

  func code(for operation: BinaryOperator, _ left: Code, _ right: Code) -> Code {
    switch operation {
    case .arithmetic(let arithmetic):
      if case .int(let left) = left, case .int(let right) = right {
        return .int(Fusion.arithmetic(arithmetic, left, right))
      }
      if let left = left.asDouble, let right = right.asDouble, arithmetic != .remainder {
        return .double(Fusion.arithmetic(arithmetic, left, right))
      }
      return .value(Fusion.arithmetic(arithmetic, left.boxed, right.boxed))
    case .comparison(let comparison):
      if case .int(let left) = left, case .int(let right) = right {
        return .bool(Fusion.comparison(comparison, left, right))
      }
      if let left = left.asDouble, let right = right.asDouble {
        return .bool(Fusion.comparison(comparison, left, right))
      }
      return .bool(Fusion.comparison(comparison, left.boxed, right.boxed))
    case .membership:
      let (element, container) = (left.boxed, right.boxed)
      return .bool(
        BoolRoutine(
          ClosureTerm { (first, second, frame) throws(EvaluationFailure) in
            let element = try element.evaluate(first, second, &frame)
            let container = try container.evaluate(first, second, &frame)
            return try Value.isMember(element, of: container, &frame)
          }))
    }
  }

  private func code(forLogic operands: [SyntaxTree.Index], deciding: Bool) -> Code {
    let routines = operands.map { codes[$0].asBool }
    if routines.count == 2 {
      return .bool(
        BoolRoutine(LogicPairTerm(left: routines[0], right: routines[1], deciding: deciding)))
    }
    return .bool(BoolRoutine(LogicTerm(operands: routines, deciding: deciding)))
  }

  private func code(choosing condition: Code, _ success: Code, _ failure: Code) -> Code {
    let condition = condition.asBool
    switch (success, failure) {
    case (.int(let success), .int(let failure)):
      return .int(
        IntRoutine(ConditionalTerm(condition: condition, success: success, failure: failure)))
    case (.double(let success), .double(let failure)):
      return .double(
        DoubleRoutine(ConditionalTerm(condition: condition, success: success, failure: failure)))
    case (.bool(let success), .bool(let failure)):
      return .bool(
        BoolRoutine(ConditionalTerm(condition: condition, success: success, failure: failure)))
    default:
      return .value(
        ValueRoutine(
          ConditionalTerm(condition: condition, success: success.boxed, failure: failure.boxed)))
    }
  }
}

extension Compiler {
  private func code(forField name: Text, of object: Code, _ type: ValueType) -> Code {
    let site = FieldSite(name)
    if case .value(let routine) = object, case .first = routine.shape {
      return Code(
        FieldTerm(base: ArgumentTerm<FirstPosition, Value>(), site: site), of: type,
        field: site)
    }
    if type == .dyn, case .value(let routine) = object, case .local(let slot) = routine.shape {
      let term = FieldTerm(base: routine, site: site)
      return .value(ValueRoutine(term, shape: .localField(slot, site)))
    }
    return Code(FieldTerm(base: object.boxed, site: site), of: type)
  }
}

/// `-a`.
struct NegationTerm<Operand: Term>: Term where Operand.Result: Arithmetic {
  let operand: Operand

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Operand.Result {
    try Operand.Result.negation(try operand.evaluate(first, second, &frame))
  }
}
