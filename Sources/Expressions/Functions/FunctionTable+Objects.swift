import Values

extension FunctionTable {
  static let objects: [Function] = [
    Function(
      "with",
      "Returns a map with the entries of another map added: they replace entries with the "
        + "same keys in place, and new ones follow.",
      .init("{'a': 1, 'b': 2}.with({'a': 3, 'c': 4})", returns: "{'a': 3, 'b': 2, 'c': 4}"),
      overloads: [
        .member(
          of: .map(.dyn), .map(.dyn), returning: { $0[0].joined(with: $0[1]) },
          body: .counted(merge))
      ]),
    Function(
      "without",
      "Returns a map without the keys in a list; missing keys are ignored.",
      .init("{'a': 1, 'b': 2}.without(['b', 'x'])", returns: "{'a': 1}"),
      overloads: [
        .member(of: .map(.dyn), .list(.dyn), returning: { $0[0] }, body: .counted(omit))
      ]),
  ]

  @Sendable
  private static func merge(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    if case .object(let object) = arguments[0], case .object(let changes) = arguments[1],
      object.special == nil, changes.special == nil
    {
      try frame.spend(object.count + changes.count)
      var members = object.members
      for member in changes.members {
        if let position = object.position(of: member.key) {
          members[position].value = member.value
        } else {
          members.append(member)
        }
      }
      return .object(Object(members))
    }
    let (entries, changes) = (arguments[0].entries, arguments[1].entries)
    try frame.spend(entries.count + changes.count)
    var changed = KeyedMap()
    for entry in changes { _ = changed.insert(entry.key, entry.value) }
    var (known, collector) = (KeyedMap(), MapCollector())
    for entry in entries {
      _ = known.insert(entry.key, .null)
      try collector.insert(entry.key, changed[entry.key] ?? entry.value, &frame)
    }
    for entry in changes where known[entry.key] == nil {
      try collector.insert(entry.key, entry.value, &frame)
    }
    return collector.value
  }

  @Sendable
  private static func omit(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let (entries, keys) = (arguments[0].entries, try arguments[1].list())
    try frame.spend(entries.count + keys.count)
    var omitted = KeyedMap()
    for key in keys {
      switch key {
      case .string, .int, .bool, .double: _ = omitted.insert(key, .null)
      default: throw .mismatch(found: key.runtimeKind, expectation: "the key of a map, a string")
      }
    }
    var collector = MapCollector()
    for entry in entries where omitted[entry.key] == nil {
      try collector.insert(entry.key, entry.value, &frame)
    }
    return collector.value
  }
}

extension Value {
  /// The entries of a map; empty for any other value.
  fileprivate var entries: [(key: Value, value: Value)] {
    guard case .object(let object) = self else { return [] }
    if case .map(let map)? = object.special { return map.entries }
    return object.members.map { (.string($0.key), $0.value) }
  }
}
