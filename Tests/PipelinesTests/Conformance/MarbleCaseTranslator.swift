import Values

/// Writes a case as a stream file.
struct MarbleCaseTranslator {
  /// Something that cannot be expressed in the format.
  struct Untranslatable: Error {
    let reason: String
  }

  let item: MarbleCase

  /// Returns the stream file. Sources are its definitions, in the order of their creation.
  func document() throws(Untranslatable) -> Value {
    var definitions: [Member] = []
    for source in item.sources {
      definitions.append(Member(key: source.key, value: try diagram(of: source.value)))
    }
    return .model(
      ("definitions", .object(Object(definitions))), ("from", try input(item.pipeline)))
  }

  /// Returns an input: a name, or an inline model.
  func input(_ node: Value) throws(Untranslatable) -> Value {
    guard node.text == nil, let operation = node["op"]?.text else { return node }
    if let model = try source(operation, node) { return model }
    guard let upstream = node["input"] else {
      throw Untranslatable(reason: "'\(operation)' without an input")
    }
    return .model(
      ("from", try input(upstream)), ("operators", .array(try operators(operation, node))))
  }

  func inputs(_ node: Value, _ key: Text = "inputs") throws(Untranslatable) -> Value {
    var inputs: [Value] = []
    for element in node[key]?.elements ?? [] { inputs.append(try input(element)) }
    return .array(inputs)
  }

  func number(_ node: Value, _ key: Text) throws(Untranslatable) -> Value {
    guard let value = node[key], value.number != nil else {
      throw Untranslatable(reason: "no '\(key)'")
    }
    return value
  }

  /// Returns a CEL expression. `argument` returns the text for the number of each `$i`.
  func expression(
    _ node: Value, _ key: Text = "expression", argument: (Int) -> String = { "$\($0)" }
  ) throws(Untranslatable) -> Value {
    guard let text = node[key]?.text else { throw Untranslatable(reason: "no '\(key)'") }
    let foreign = ["parseInt", "pluck", ".capitalized", "charAt(", "{v:", "{}", "null"]
    if let word = foreign.first(where: { text.contains($0) }) {
      throw Untranslatable(reason: "an expression with '\(word)'")
    }
    var result = text.replacing("$0.concat($1)", with: "$0 + [$1]").replacing(
      "$outer0", with: "$outer")
    // A sign before a number, which CEL does not have.
    for place in ["", "(", "|| ", "&& ", "* "] { result.replace("\(place)+$", with: "\(place)$") }
    for number in (0..<9).reversed() { result.replace("$\(number)", with: "\u{1}\(number)") }
    for number in 0..<9 { result.replace("\u{1}\(number)", with: argument(number)) }
    return .string(Text(result))
  }
}

// MARK: - Diagrams

extension MarbleCaseTranslator {
  private static let signs = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

  /// Returns a source as a diagram in which one character is a millisecond.
  private func diagram(of source: Value) throws(Untranslatable) -> Value {
    var text = ""
    var values: [Member] = []
    var members: [Member] = []
    var now = 0
    let isHot = source["kind"]?.text == "hot"
    var events = source["events"]?.elements ?? []
    // Events after an end never occur.
    if let end = events.firstIndex(where: { $0["next"] == nil }) {
      events.removeSubrange((end + 1)...)
    }
    let times = events.compactMap { $0["t"]?.number.flatMap { Int(exactly: $0) } }
    guard times.count == events.count else { throw Untranslatable(reason: "a time between two") }
    let ends = events.indices.filter { times[$0] < 0 && events[$0]["next"] == nil }
    guard ends.isEmpty else { throw Untranslatable(reason: "an end before the start") }
    var index = events.firstIndex { ($0["t"]?.number ?? 0) >= 0 } ?? events.count
    while index < events.count {
      let time = times[index]
      guard time >= now else { throw Untranslatable(reason: "times that go back") }
      if time > now { text += " \(time - now)ms " }
      var group = ""
      while index < events.count, times[index] == time {
        group += try sign(of: events[index], &values, &members)
        index += 1
      }
      text += "[\(group)]"
      now = time + 1
    }
    members.insert(Member(key: "marbles", value: .string(Text(text))), at: 0)
    members.append(Member(key: "frame", value: .double(0.001)))
    if !values.isEmpty { members.append(Member(key: "values", value: .object(Object(values)))) }
    if isHot { members.append(Member(key: "hot", value: true)) }
    return .object(Object(members))
  }

  private func sign(
    of event: Value, _ values: inout [Member], _ members: inout [Member]
  ) throws(Untranslatable) -> String {
    if event["complete"] != nil { return "|" }
    if let error = event["error"] {
      members.append(Member(key: "error", value: .string(Text(error.text ?? "\(error)"))))
      return "#"
    }
    guard values.count < Self.signs.count else { throw Untranslatable(reason: "many values") }
    let sign = String(Self.signs[values.count])
    values.append(Member(key: Text(sign), value: event["next"] ?? .null))
    return sign
  }
}
