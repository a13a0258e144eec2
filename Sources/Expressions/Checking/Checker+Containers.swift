import Values

extension Checker {
  mutating func typeOfField(_ name: SyntaxTree.Name, of object: ValueType) -> ValueType {
    switch object {
    case .dyn: return .dyn
    case .map(let member), .keyedMap(_, let member): return member
    case .optional(let wrapped): return .optional(typeOfField(name, of: wrapped).unwrapped)
    case let other:
      return note(
        .wrongType, "cannot read the field '\(name.text)' of \(other.phrase), expected a map",
        hint: fieldHint(name.text.string, of: other), range: name.range)
    }
  }

  /// Returns the type of the result of a step, if the object is `$match`; nil otherwise.
  mutating func typeOfStep(
    _ name: SyntaxTree.Name, of object: SyntaxTree.Index
  ) -> ValueType? {
    guard case .variable(.match) = checked.tree.nodes[object].kind,
      let steps = checked.scope.match
    else { return nil }
    if let step = steps.first(where: { $0.name == name.text }) { return step.type }
    let names = steps.map(\.name.string)
    return note(
      .unknownVariable, "no step before this one is named '\(name.text)'",
      hint: Suggestion.hint(for: name.text.string, among: names)
        ?? (names.isEmpty ? "no step before it has a name" : Suggestion.list(of: names)),
      range: name.range)
  }

  /// Returns a hint for a field of a value that has none.
  private func fieldHint(_ name: String, of type: ValueType) -> String? {
    let isList = if case .list = type { true } else { false }
    if isList || type == .string {
      if ["length", "size", "count", "len"].contains(name) { return "write '.size()'" }
    }
    return isList
      ? "read a field of each element with '.map(x, x.\(name))'" : nil
  }

  mutating func typeOfElement(
    of type: ValueType, _ container: SyntaxTree.Index, at index: SyntaxTree.Index
  ) -> ValueType {
    let found = self.type(index)
    let isNumber = found.isDyn || found.isNumber
    switch type {
    case .dyn:
      if isNumber || found == .string || found == .bool { return .dyn }
      return note(
        .wrongType, "found \(found.phrase), expected an int or a string in brackets",
        range: range(index))
    case .list(let element):
      if isNumber { return element }
      return note(
        .wrongType, "found \(found.phrase), expected the index of a list, an int",
        range: range(index))
    case .map(let member):
      if ValueType.string.accepts(found) { return member }
      return note(
        .wrongType, "found \(found.phrase), expected the key of a map, a string",
        range: range(index))
    case .keyedMap(_, let member):
      if isNumber || found == .string || found == .bool { return member }
      return note(
        .wrongType, "found \(found.phrase), expected the key of a map", range: range(index))
    case .optional(let wrapped):
      return .optional(typeOfElement(of: wrapped, container, at: index).unwrapped)
    case let other:
      return note(
        .wrongType, "found \(other.phrase), expected a list or a map before '['",
        range: range(container))
    }
  }

  /// Returns the type of the value inside an optional element (`?`) of a list or a map.
  mutating func typeInsideOptional(_ operand: SyntaxTree.Index) -> ValueType {
    switch type(operand) {
    case .dyn: return .dyn
    case .optional(let wrapped): return wrapped
    case let other:
      return note(
        .wrongType, "found \(other.phrase), expected an optional after '?'",
        range: range(operand))
    }
  }

  mutating func type(of entries: [SyntaxTree.Entry]) -> ValueType {
    var keys: Set<Value> = []
    var keyTypes: [ValueType] = []
    var types: [ValueType] = []
    for entry in entries {
      keyTypes.append(typeOfKey(entry.key))
      types.append(entry.isOptional ? typeInsideOptional(entry.value) : type(entry.value))
      if case .literal(let key) = checked.tree.nodes[entry.key].kind, !keys.insert(key).inserted {
        _ = note(.duplicateKey, "duplicate key \(key.keyPhrase)", range: range(entry.key))
      }
    }
    let member = types.dropFirst().reduce(types.first ?? .dyn) { $0.joined(with: $1) }
    if keyTypes.allSatisfy({ $0 == .string }) { return .map(member) }
    let key = keyTypes.dropFirst().reduce(keyTypes[0]) { $0.joined(with: $1) }
    return .keyedMap(key, member)
  }

  private mutating func typeOfKey(_ key: SyntaxTree.Index) -> ValueType {
    let found = type(key)
    switch found {
    case .dyn, .string, .int, .bool: return found
    default:
      return note(
        .wrongType, "found \(found.phrase), expected the key of a map, a string",
        hint: found == .double || found == .type
          ? "keys in JSON are strings; write it in quotes" : nil,
        range: range(key))
    }
  }
}

// MARK: - Macros

extension Checker {
  /// Returns the type of a macro's variable.
  mutating func type(of binder: SyntaxTree.Binder) -> ValueType {
    let found = type(binder.source)
    switch (binder.role, found) {
    case (.whole, _): return found
    case (_, .dyn): return .dyn
    case (.wrapped, .optional(let wrapped)): return wrapped
    case (.element, .list(let element)), (.value, .list(let element)): return element
    case (.element, .map), (.position, .map): return .string
    case (.element, .keyedMap(let key, _)), (.position, .keyedMap(let key, _)): return key
    case (.position, .list): return .int
    case (.value, .map(let member)), (.value, .keyedMap(_, let member)): return member
    // The mistake has already been reported for the first variable.
    case (.value, _): return .dyn
    case (.wrapped, _):
      return note(
        .wrongType, "found \(found.phrase), expected an optional before a macro",
        range: range(binder.source))
    case (.element, _), (.position, _):
      return note(
        .wrongType, "found \(found.phrase), expected a list or a map before a macro",
        range: range(binder.source))
    }
  }

  mutating func type(of comprehension: SyntaxTree.Comprehension) -> ValueType {
    let macro = comprehension.macro
    let body = type(comprehension.body)
    if let filter = comprehension.filter { requireBool(filter, before: "','") }
    if macro.isConditional {
      requireBool(comprehension.body, before: "the end of '\(macro.rawValue)'")
    }
    switch macro {
    case .all, .exists, .existsOne: return .bool
    case .map, .transformList: return .list(body)
    case .filter: return .list(type(comprehension.binder))
    case .transformMap:
      switch type(comprehension.source) {
      case .map: return .map(body)
      // The keys are the indices.
      case .list: return .keyedMap(.int, body)
      case .keyedMap(let key, _): return .keyedMap(key, body)
      default: return .keyedMap(.dyn, body)
      }
    case .transformMapEntry: return typeOfEntries(comprehension.body)
    case .sortBy:
      requireComparable(comprehension.body, "something to sort by")
      return .list(typeOfElements(comprehension))
    case .groupBy:
      _ = typeOfElements(comprehension)
      return .list(.map(.dyn))
    case .maxBy, .minBy:
      requireComparable(comprehension.body, "something to compare")
      return typeOfElements(comprehension)
    case .optMap: return .optional(body)
    case .optFlatMap:
      if ValueType.optional(.dyn).accepts(body) { return .optional(body.unwrapped) }
      return note(
        .wrongType, "found \(body.phrase), expected an optional before the end of 'optFlatMap'",
        range: range(comprehension.body))
    case .bind: return body
    }
  }

  private mutating func typeOfEntries(_ body: SyntaxTree.Index) -> ValueType {
    switch type(body) {
    case .map(let member): return .map(member)
    case .keyedMap(let key, let member): return .keyedMap(key, member)
    case .dyn: return .keyedMap(.dyn, .dyn)
    case let other:
      return note(
        .wrongType,
        "found \(other.phrase), expected a map before the end of 'transformMapEntry'",
        range: range(body))
    }
  }

  /// Reports a key of `sortBy`, `maxBy` or `minBy` that has no order, or a list of such.
  private mutating func requireComparable(_ body: SyntaxTree.Index, _ expectation: String) {
    let key = type(body)
    var part = key
    if case .list(let element) = key { part = element }
    if !ComparisonOperator.less.accepts(part, part) {
      _ = note(
        .wrongType, "found \(key.phrase), expected \(expectation)",
        hint: "numbers, strings, bools, timestamps, durations and lists of them can be compared",
        range: range(body))
    }
  }

  /// Returns the type of the elements of a macro's source, which must be a list.
  private mutating func typeOfElements(_ comprehension: SyntaxTree.Comprehension) -> ValueType {
    switch type(comprehension.source) {
    case .list(let element): return element
    case .dyn: return .dyn
    case let other:
      if case .map = other {} else if case .keyedMap = other {} else { return .dyn }
      return note(
        .wrongType,
        "found \(other.phrase), expected a list before '\(comprehension.macro.rawValue)'",
        range: range(comprehension.source))
    }
  }
}
