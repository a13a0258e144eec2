import Values

/// The loop of a macro: its source, and the locals in which its body finds each element.
struct Loop: Sendable {
  let source: ValueRoutine
  /// The indices of the macro's variables in the frame's locals.
  let slot: Int
  let secondSlot: Int?
  let filter: BoolRoutine?
  /// The number of steps for each element; more if much is evaluated for it.
  let cost: Int

  /// The elements of the source: those of a list, or the entries of a map.
  enum Elements {
    case list([Value])
    case map([(key: Value, value: Value)])

    var count: Int {
      switch self {
      case .list(let elements): elements.count
      case .map(let entries): entries.count
      }
    }

    /// Returns the variable of a macro that has only one.
    func element(_ index: Int) -> Value {
      switch self {
      case .list(let elements): elements[index]
      case .map(let entries): entries[index].key
      }
    }

    /// Returns the first of two variables.
    func position(_ index: Int) -> Value {
      switch self {
      case .list: .int(Int64(index))
      case .map(let entries): entries[index].key
      }
    }
  }

  func elements(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Elements {
    let value = try source.evaluate(first, second, &frame)
    switch value {
    case .array(let elements): return .list(elements)
    case .object(let object):
      switch object.special {
      case nil:
        try frame.spend(copying: object.count)
        return .map(object.members.map { (.string($0.key), $0.value) })
      case .map(let map)?: return .map(map.entries)
      case let other?:
        throw .mismatch(found: other.kind, expectation: "a list or a map before a macro")
      }
    default:
      throw .mismatch(found: value.runtimeKind, expectation: "a list or a map before a macro")
    }
  }

  /// Sets the macro's variables to the next element. Returns whether the filter accepts it.
  func enter(
    _ index: Int, of elements: Elements, _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    try frame.spend(cost)
    if let secondSlot {
      frame.locals[slot] = elements.position(index)
      switch elements {
      case .list(let elements): frame.locals[secondSlot] = elements[index]
      case .map(let entries): frame.locals[secondSlot] = entries[index].value
      }
    } else {
      frame.locals[slot] = elements.element(index)
    }
    guard let filter else { return true }
    return try filter.evaluate(first, second, &frame)
  }
}

/// A macro with a condition: `all`, `exists`, `exists_one`, `filter`.
struct SelectionTerm: Term {
  let macro: SyntaxTree.Macro
  let loop: Loop
  let condition: BoolRoutine

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let elements = try loop.elements(first, second, &frame)
    switch macro {
    case .all: return .bool(try !decides(false, elements, first, second, &frame))
    case .exists: return .bool(try decides(true, elements, first, second, &frame))
    default: break
    }
    var kept: [Value] = []
    for index in 0..<elements.count {
      _ = try loop.enter(index, of: elements, first, second, &frame)
      if try condition.evaluate(first, second, &frame) { kept.append(elements.element(index)) }
    }
    return macro == .filter ? .array(kept) : .bool(kept.count == 1)
  }

  /// Returns whether an element decides the result. As in `&&` and `||`, failures count only if no
  /// element does.
  private func decides(
    _ deciding: Bool, _ elements: Loop.Elements, _ first: Value, _ second: Value,
    _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    var failure: EvaluationFailure?
    for index in 0..<elements.count {
      _ = try loop.enter(index, of: elements, first, second, &frame)
      do throws(EvaluationFailure) {
        if try condition.evaluate(first, second, &frame) == deciding { return true }
      } catch {
        if case .limit = error { throw error }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return false
  }
}

/// A macro that computes a new value from each element: `map`, `transformMap`, `sortBy` and similar
/// ones.
struct TransformationTerm: Term {
  let macro: SyntaxTree.Macro
  let loop: Loop
  let element: ValueRoutine
  /// The field that the macro reads from each element of a list, if it does nothing else.
  private let field: FieldSite?

  init(macro: SyntaxTree.Macro, loop: Loop, element: ValueRoutine) {
    self.macro = macro
    self.loop = loop
    self.element = element
    if case .localField(loop.slot, let site) = element.shape, loop.secondSlot == nil,
      loop.filter == nil
    {
      field = site
    } else {
      field = nil
    }
  }

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let elements = try loop.elements(first, second, &frame)
    switch macro {
    case .transformMap, .transformMapEntry:
      return try map(of: elements, first, second, &frame)
    case .sortBy, .groupBy, .maxBy, .minBy:
      guard case .list(let values) = elements else {
        throw .mismatch(found: .map, expectation: "a list before '\(macro.rawValue)'")
      }
      let keys = try results(of: elements, first, second, &frame)
      switch macro {
      case .sortBy:
        return .array(try FunctionTable.sorted(values, by: keys, &frame, FunctionTable.comesFirst))
      case .groupBy: return try FunctionTable.groups(values, by: keys, &frame)
      default:
        return try FunctionTable.extreme(values, by: keys, isLeast: macro == .minBy, &frame)
      }
    default: return .array(try results(of: elements, first, second, &frame))
    }
  }

  private func results(
    of elements: Loop.Elements, _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> [Value] {
    var results: [Value] = []
    results.reserveCapacity(loop.filter == nil ? elements.count : 0)
    if let field, case .list(let values) = elements {
      for value in values {
        try frame.spend(loop.cost)
        results.append(try self.field(field, of: value, &frame))
      }
      return results
    }
    for index in 0..<elements.count {
      if try loop.enter(index, of: elements, first, second, &frame) {
        results.append(try element.evaluate(first, second, &frame))
      }
    }
    return results
  }

  /// Returns a field of an element. The frame gets the element only if there is a failure to
  /// explain.
  @inline(__always)
  private func field(
    _ site: FieldSite, of element: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    do throws(EvaluationFailure) {
      return try site.value(in: element)
    } catch {
      frame.locals[loop.slot] = element
      throw error
    }
  }

  private func map(
    of elements: Loop.Elements, _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    var collector = MapCollector()
    for index in 0..<elements.count {
      guard try loop.enter(index, of: elements, first, second, &frame) else { continue }
      let value = try element.evaluate(first, second, &frame)
      if macro == .transformMap {
        try collector.insert(elements.position(index), value, &frame)
      } else {
        guard case .map(let entries) = try Loop.Elements(entriesOf: value) else { continue }
        for entry in entries {
          try frame.spend(1)
          try collector.insert(entry.key, entry.value, &frame)
        }
      }
    }
    return collector.value
  }
}

extension Loop.Elements {
  /// Creates the entries of a map.
  fileprivate init(entriesOf value: Value) throws(EvaluationFailure) {
    guard case .object(let object) = value, value.runtimeKind == .map else {
      throw .mismatch(
        found: value.runtimeKind, expectation: "a map before the end of 'transformMapEntry'")
    }
    if case .map(let map)? = object.special {
      self = .map(map.entries)
    } else {
      self = .map(object.members.map { (.string($0.key), $0.value) })
    }
  }
}
