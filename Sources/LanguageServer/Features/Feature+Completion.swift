import Editing
import Pipelines
import Values

/// Completion of keys, values, names and expressions.
extension Feature {
  func completion() throws(Message.Failure) -> Value {
    let offset = try offset()
    let items: [Value]
    switch CursorPlace(offset, in: index).kind {
    case .key(let object, let member): items = keys(of: object, member: member, at: offset)
    case .value(let node): items = values(at: node, offset)
    case .element(let array): items = elements(of: array, at: offset)
    case .expression(let node, let contents, let scalar):
      items = ExpressionCompletion(self, node, contents, scalar).items
    case .nothing: items = []
    }
    // A client asks again if the fields of values are not known yet.
    return ["isIncomplete": .bool(!analysis.hasSamples), "items": .array(items)]
  }

  // MARK: - Keys

  private func keys(of object: Int, member: Int?, at offset: Int) -> [Value] {
    guard let slot = index.slots[object] else { return [] }
    let present = syntax.children(of: object).filter { $0 != member }.compactMap(index.key(of:))
    let proposals = KeyProposals(self, slot, of: object, besides: present).items
    let range = member.flatMap { syntax.nodes[$0].key } ?? offset..<offset
    // A key that already has a value is only renamed.
    let hasValue = member.map { syntax.nodes[$0].kind != .missing } ?? false
    let comma = hasValue ? nil : commas(at: offset, in: object, member: member)
    return proposals.enumerated().map { number, proposal in
      var item = CompletionItem(proposal.name, proposal.kind)
      let key = Value(proposal.name).description
      let snippet = Snippet(takesPlaces: client.takesSnippets)
      item.text =
        hasValue
        ? key
        : snippet.literal(key) + ": " + snippet.value(for: proposal.slot)
          + (comma?.following ?? "")
      item.isSnippet = client.takesSnippets && !hasValue
      item.detail = proposal.detail
      item.documentation = proposal.documentation
      item.addition = comma?.preceding.map { ($0..<$0, ",") }
      return item.value(replacing: range, in: document.lines, number: number, filter: key)
    }
  }

  /// The commas that a new member needs: the places of one before it and one after it.
  private func commas(
    at offset: Int, in object: Int, member: Int?
  ) -> (preceding: Int?, following: String) {
    let others = syntax.children(of: object).filter { $0 != member }
    let bytes = document.source.bytes
    var preceding: Int?
    if let last = others.last(where: { syntax.nodes[$0].range.upperBound <= offset }) {
      let end = syntax.nodes[last].range.upperBound
      if end <= offset, !bytes[end..<offset].contains(UInt8(ascii: ",")) { preceding = end }
    }
    let next = others.first {
      (syntax.nodes[$0].key ?? syntax.nodes[$0].range).lowerBound >= offset
    }
    guard let next, let key = syntax.nodes[next].key, key.lowerBound >= offset else {
      return (preceding, "")
    }
    let isFollowed = bytes[offset..<key.lowerBound].contains(UInt8(ascii: ","))
    return (preceding, isFollowed ? "" : ",")
  }

  // MARK: - Values

  private func values(at node: Int, _ offset: Int) -> [Value] {
    guard let slot = index.slots[node] else { return [] }
    let range = syntax.nodes[node].kind == .missing ? offset..<offset : syntax.nodes[node].range
    return proposals(for: slot, at: node, replacing: range)
  }

  private func elements(of array: Int, at offset: Int) -> [Value] {
    guard let slot = index.slots[array]?.element else { return [] }
    return proposals(for: slot, at: array, replacing: offset..<offset)
  }

  private func proposals(
    for slot: Slot, at node: Int, replacing range: Range<Int>
  ) -> [Value] {
    ValueProposals(self, slot, at: node).items.enumerated().map { number, item in
      item.value(replacing: range, in: document.lines, number: number, filter: item.label)
    }
  }
}

/// Text to insert, with places for the cursor if the client supports them.
struct Snippet {
  let takesPlaces: Bool

  /// Text that is inserted unchanged.
  func literal(_ text: String) -> String {
    guard takesPlaces else { return text }
    var escaped = ""
    for character in text {
      if character == "$" || character == "}" || character == "\\" { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }

  private func place(_ number: Int, _ text: String = "") -> String {
    guard takesPlaces else { return text }
    return text.isEmpty ? "$\(number)" : "${\(number):\(literal(text))}"
  }

  private var brace: String { literal("}") }

  /// The beginning of a value.
  func value(for slot: Slot?) -> String {
    switch slot {
    case .arguments(let builtIn): arguments(of: builtIn.spec)
    case .model, .definitions, .operatorUse, .item, .declarations, .with, .replacements, .outputs,
      .output, .test, .testOutputs, .event, .symbols, .table, .ownArguments, .group:
      "{ \(place(1)) \(brace)"
    case .streams: "[\"\(place(1))\"]"
    case .operators, .items, .tests, .cases: "[ \(place(1)) ]"
    case .leaf(.expression(let role)): "\"\(place(1, role.beginning))\""
    case .leaf(.text), .leaf(.marbles), .leaf(.inputName), .leaf(.outputName), .leaf(.cron),
      .leaf(.zone), .leaf(.words), .stream, .path, .expectation:
      "\"\(place(1))\""
    case .leaf(.flag): "true"
    default: place(1)
    }
  }

  /// The parameters that an operator needs, in its first form.
  private func arguments(of spec: OperatorSpec) -> String {
    let wanted =
      spec.forms.first.map { form in spec.parameters.filter { form.contains($0.name) } }
      ?? spec.parameters.filter(\.isRequired)
    guard !wanted.isEmpty else { return "{\(brace)" }
    let members = wanted.enumerated().map { number, parameter in
      "\"\(parameter.name)\": \(value(of: parameter, number + 1))"
    }
    return "{ \(members.joined(separator: ", ")) \(brace)"
  }

  private func value(of parameter: ParameterSpec, _ number: Int) -> String {
    switch parameter.kind {
    case .expression, .selection: "\"\(place(number, parameter.role.beginning))\""
    case .text: "\"\(place(number))\""
    case .word, .errorPolicy: "\"\(place(number, parameter.words.first ?? ""))\""
    case .duration, .count, .number: place(number, "1")
    case .durations, .interval, .value: place(number, "0")
    case .repetition: place(number, "1")
    case .objects: "[ { \(place(number)) \(brace) ]"
    case .namedObjects: "{ \(place(number)) \(brace)"
    case .flag: "true"
    case .streams: "[\"\(place(number))\"]"
    case .stream: "\"\(place(number))\""
    case .operators: "[ \(place(number)) ]"
    }
  }
}

extension ExpressionRole {
  /// The text that an expression begins with.
  var beginning: String {
    switch self {
    case .result, .condition, .duration, .key: "$0"
    case .accumulation: "$0 + $1"
    case .comparison: "$0 == $1"
    }
  }
}
