import Values

// Lists, maps, calls and macros.
extension Compiler {
  func code(forList elements: [SyntaxTree.Index]) -> Code {
    let routines = elements.map { codes[$0].boxed }
    let areOptional = elements.map { element in
      if case .optionalElement = checked.tree.nodes[element].kind { true } else { false }
    }
    guard areOptional.contains(true) else {
      return .value(ValueRoutine(ListTerm(elements: routines)))
    }
    return .value(
      ValueRoutine(
        OptionalListTerm(elements: zip(routines, areOptional).map { ($0, $1) })))
  }

  func code(for entries: [SyntaxTree.Entry]) -> Code {
    var keys: [Text] = []
    for entry in entries where !entry.isOptional {
      if case .string(let key)? = codes[entry.key].constant { keys.append(key) }
    }
    if keys.count == entries.count, Set(keys).count == keys.count {
      return code(forKeys: keys, entries.map { codes[$0.value].boxed })
    }
    let routines = entries.map { (codes[$0.key].boxed, codes[$0.value].boxed, $0.isOptional) }
    return .value(ValueRoutine(MapTerm(entries: routines)))
  }

  func code(
    forCall index: SyntaxTree.Index, _ operands: [SyntaxTree.Index], _ type: ValueType
  ) -> Code {
    guard let call = checked.calls[index] else {
      return Code(failing: .invalid("a call of an unknown function or form"))
    }
    let arguments = operands.map { codes[$0].boxed }
    if let term = UnaryCallTerm(
      name: call.name, overloads: call.overloads, arguments: arguments)
    {
      return Code(term, of: type)
    }
    let term = CallTerm(name: call.name, overloads: call.overloads, arguments: arguments)
    switch call.name {
    case "matches":
      return .bool(BoolRoutine(MatchTerm(call: term, literal: checked.patterns[index])))
    case "regex.extract", "regex.extractAll", "regex.replace":
      let literal = checked.capturingPatterns[index]
      return Code(CapturingTerm(call: term, literal: literal), of: type)
    case "timestamp":
      let term = TimePatternTerm(
        call: term, pattern: checked.timePatterns[index], zone: checked.zones[index])
      return Code(term, of: type)
    case let name where Timestamp.Field(rawValue: name) != nil:
      return Code(ZonedFieldTerm(call: term, zone: checked.zones[index]), of: type)
    case "or", "orValue":
      return Code(AlternativeTerm(call: term), of: type)
    default: return Code(term, of: type)
    }
  }

  func code(
    for comprehension: SyntaxTree.Comprehension, at index: SyntaxTree.Index, of type: ValueType
  ) -> Code {
    let source = codes[comprehension.source].boxed
    let body = codes[comprehension.body]
    let slot = slot(ofBinder: comprehension.binder)
    switch comprehension.macro {
    case .bind: return Code(BindTerm(source: source, slot: slot, body: body.boxed), of: type)
    case .optMap, .optFlatMap:
      return Code(
        OptionalMapTerm(
          source: source, slot: slot, body: body.boxed,
          isFlat: comprehension.macro == .optFlatMap),
        of: type)
    default: break
    }
    let loop = Loop(
      source: source, slot: slot, secondSlot: comprehension.second.map { self.slot(ofBinder: $0) },
      filter: comprehension.filter.map { codes[$0].asBool },
      cost: 1 + (index - comprehension.binder) >> 4)
    switch comprehension.macro {
    case .all, .exists, .existsOne, .filter:
      return Code(
        SelectionTerm(macro: comprehension.macro, loop: loop, condition: body.asBool), of: type)
    default:
      return Code(
        TransformationTerm(macro: comprehension.macro, loop: loop, element: body.boxed), of: type)
    }
  }
}
