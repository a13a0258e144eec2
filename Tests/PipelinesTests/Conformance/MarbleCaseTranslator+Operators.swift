import Values

extension MarbleCaseTranslator {
  /// Returns a model for an operation that is a source in the format; nil for an operator.
  func source(_ operation: String, _ node: Value) throws(Untranslatable) -> Value? {
    switch operation {
    case "of": return .model(("sequence", node["values"] ?? []))
    case "empty": return .model(("sequence", []))
    case "never": return .model(("marbles", ""))
    case "fail":
      let error = node["error"] ?? "error"
      return .model(
        ("sequence", [0]), ("operators", [.model(("fail", .model(("error", Self.text(error)))))]))
    case "timer" where node["period_seconds"] == nil:
      let delay = Value.model(("delay", .model(("seconds", try number(node, "seconds")))))
      return .model(("sequence", [0]), ("operators", [delay]))
    case "concat": return .model(("append", try inputs(node)))
    case "merge": return .model(("merge", try inputs(node)))
    case "zip", "combineLatest": return try joined(operation, node)
    case "race":
      let all = try inputs(node).elements ?? []
      return .model(
        ("from", all.first ?? []),
        ("operators", [.model(("race", .model(("streams", .array(Array(all.dropFirst()))))))]))
    case "select": return try selection(node)
    default: return nil
    }
  }

  private static func text(_ error: Value) -> Value { .string(Text(error.text ?? "\(error)")) }

  private func joined(_ operation: String, _ node: Value) throws(Untranslatable) -> Value {
    let all = try inputs(node)
    guard (all.elements ?? []).count > 1 else { throw Untranslatable(reason: "less than two") }
    var operators: [Value] = []
    if node["expression"] != nil {
      operators.append(
        .model(("map", .model(("expression", try expression(node) { "$0[\($0)]" })))))
    } else if let keys = node["keys"]?.elements {
      let fields = keys.enumerated().map { "\($1): $0[\($0)]" }.joined(separator: ", ")
      operators.append(.model(("map", .model(("expression", .string(Text("{\(fields)}")))))))
    }
    return .model((Text(operation), all), ("operators", .array(operators)))
  }

  /// Returns the case whose key is the outer value: each case is played for a list with one element
  /// or none.
  private func selection(_ node: Value) throws(Untranslatable) -> Value {
    var cases: [Value] = []
    for member in node["cases"]?.members ?? [] {
      let condition = "string($outer) == '\(member.key)' ? [0] : []"
      cases.append(
        .model(
          ("sequence", .string(Text(condition))),
          (
            "operators", [.model(("flatMap", .model(("stream", try input(member.value)))))]
          )))
    }
    return .model(("merge", .array(cases)))
  }

  /// Returns the `operators` for an operation.
  func operators(_ operation: String, _ node: Value) throws(Untranslatable) -> [Value] {
    if let plain = try plainOperator(operation, node) { return [plain] }
    switch operation {
    case "defer": return []
    case "count":
      let filter = node["expression"] == nil ? [] : [try named("filter", node)]
      return filter + [.model(("count", .model()))]
    case "first":
      let first = node["expression"] == nil ? .model(("first", .model())) : try named("first", node)
      return [first] + replacement(node)
    case "last": return [.model(("last", .model()))] + replacement(node)
    case "elementAt":
      let skip = Value.model(("dropFirst", .model(("count", try number(node, "index")))))
      return [skip, .model(("first", .model()))] + replacement(node)
    case "reduce":
      guard node["initial"] != nil else { throw Untranslatable(reason: "reduce without a start") }
      let reduce = try named("reduce", node, ("initialValue", node["initial"] ?? .null))
      guard node["result"] != nil else { return [reduce] }
      return [reduce, .model(("map", .model(("expression", try expression(node, "result")))))]
    case "withLatestFrom": return try latest(node)
    default: throw Untranslatable(reason: "'\(operation)'")
    }
  }

  private func replacement(_ node: Value) -> [Value] {
    node["default"].map { [.model(("replaceEmpty", .model(("with", $0))))] } ?? []
  }

  private func latest(_ node: Value) throws(Untranslatable) -> [Value] {
    let others = try inputs(node, "others").elements ?? []
    guard others.count == 1 else { throw Untranslatable(reason: "'withLatestFrom' of several") }
    let operation = Value.model(("withLatestFrom", .model(("stream", others[0]))))
    guard node["expression"] != nil else { return [operation] }
    return [
      operation, .model(("map", .model(("expression", try expression(node) { "$0[\($0)]" })))),
    ]
  }

  /// Returns an operator with an expression.
  private func named(
    _ name: Text, _ node: Value, _ more: (Text, Value)...
  ) throws(Untranslatable) -> Value {
    var members = more.map { Member(key: $0.0, value: $0.1) }
    members.append(Member(key: "expression", value: try expression(node)))
    return .model((name, .object(Object(members))))
  }
}

// MARK: - Counterparts with other names

extension MarbleCaseTranslator {
  private func plainOperator(
    _ operation: String, _ node: Value
  ) throws(Untranslatable) -> Value? {
    switch operation {
    case "map", "filter": return try named(Text(operation), node)
    case "every": return try named("allSatisfy", node)
    case "find": return try named("first", node)
    case "skipWhile": return try named("dropWhile", node)
    case "takeWhile" where node["inclusive"] == false: return try named("prefixWhile", node)
    case "scan": return try named("scan", node, ("initialValue", node["initial"] ?? .null))
    case "distinctUntilChanged": return try duplicates(node)
    case "distinct" where node["flush"] == nil:
      guard node["key"] != nil else { return .model(("distinct", .model())) }
      return .model(("distinct", .model(("expression", try expression(node, "key")))))
    case "ignoreElements": return .model(("ignoreOutput", .model()))
    case "toArray": return .model(("collect", .model()))
    case "pairwise": return .model(("pairwise", .model()))
    case "min" where node["comparator"] == nil, "max" where node["comparator"] == nil:
      return .model((Text(operation), .model()))
    case "skip": return .model(("dropFirst", .model(("count", try number(node, "count")))))
    case "take": return .model(("prefix", .model(("count", try number(node, "count")))))
    case "bufferCount" where node["every"] == nil:
      return .model(("collect", .model(("count", try number(node, "count")))))
    case "repeat", "retry": return try repetition(operation, node)
    case "defaultIfEmpty":
      return .model(("replaceEmpty", .model(("with", node["value"] ?? .null))))
    case "startWith": return .model(("prepend", .model(("streams", [values(node)]))))
    case "endWith": return .model(("append", .model(("streams", [values(node)]))))
    default:
      if let timed = try timedOperator(operation, node) { return timed }
      return try innerOperator(operation, node)
    }
  }

  private func values(_ node: Value) -> Value { .model(("sequence", node["values"] ?? [])) }

  private func duplicates(_ node: Value) throws(Untranslatable) -> Value {
    if node["comparator"] != nil {
      let comparison = try expression(node, "comparator")
      return .model(("removeDuplicates", .model(("expression", comparison))))
    }
    guard let key = node["key"]?.text else { return .model(("removeDuplicates", .model())) }
    let comparison = "\(key) == \(key.replacing("$0", with: "$1"))"
    return .model(("removeDuplicates", .model(("expression", .string(Text(comparison))))))
  }

  private func repetition(_ operation: String, _ node: Value) throws(Untranslatable) -> Value {
    var members: [Member] = []
    if let count = node["count"] { members.append(Member(key: "count", value: count)) }
    if let delay = node["delay_seconds"] { members.append(Member(key: "delay", value: delay)) }
    return .model((Text(operation), .object(Object(members))))
  }

  private func timedOperator(_ operation: String, _ node: Value) throws(Untranslatable) -> Value? {
    switch operation {
    case "delay" where node["until_seconds"] == nil, "debounce", "audit":
      return .model((Text(operation), .model(("seconds", try number(node, "seconds")))))
    case "sampleTime": return .model(("sample", .model(("seconds", try number(node, "seconds")))))
    case "bufferTime" where node["count"] == nil:
      let seconds = try number(node, "seconds")
      guard let every = node["every_seconds"] else {
        return .model(("collect", .model(("seconds", seconds))))
      }
      return .model(("collect", .model(("seconds", seconds), ("every", every))))
    case "throttle" where node["leading"] == true:
      return .model(
        (
          "throttle",
          .model(
            ("seconds", try number(node, "seconds")), ("trailing", node["trailing"] ?? true))
        ))
    case "timeout" where node["fallback"] == nil && node["each_seconds"] == node["first_seconds"]:
      return .model(("timeout", .model(("seconds", try number(node, "each_seconds")))))
    default: return nil
    }
  }

  private func innerOperator(_ operation: String, _ node: Value) throws(Untranslatable) -> Value? {
    switch operation {
    case "flatMap", "concatMap", "switchMap", "exhaustMap", "catch":
      var members = [Member(key: "stream", value: try input(node["inner"] ?? .null))]
      if let count = node["concurrency"] {
        members.append(Member(key: "maxPublishers", value: count))
      }
      return .model((Text(operation), .object(Object(members))))
    case "takeUntil": return try until("prefixUntilOutput", node)
    case "skipUntil": return try until("dropUntilOutput", node)
    case "sample": return try until("sample", node)
    default: return nil
    }
  }

  private func until(_ name: Text, _ node: Value) throws(Untranslatable) -> Value {
    .model((name, .model(("stream", try input(node["notifier"] ?? .null)))))
  }
}
