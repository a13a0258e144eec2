import Expressions
package import Values

extension ModelParser where Reader: ~Copyable {
  mutating func readOperators() throws(ReadError) -> [Operator]? {
    guard try expect(.array, "an array of operators") else { return nil }
    var operators: [Operator] = []
    try reader.beginArray()
    var index = 0
    while try reader.nextElement() {
      path.append(.index(index))
      operators.append(try readOperator() ?? .unreadable)
      path.removeLast()
      index += 1
    }
    return operators
  }

  mutating func readOperator() throws(ReadError) -> Operator? {
    guard try reader.peek() == .object else { return try refuseOperator() }
    var draft = OperatorDraft(start: reader.offset)
    try reader.beginObject()
    while let index = try nextOperator(of: &draft) {
      draft.result = try readDefinition(operators.types[index])
      path.removeLast()
    }
    return finish(draft)
  }

  // Many functions below, and those for strange operators, are not inlined: streams nest hundreds
  // of levels deep in operators of streams, so the functions that read them need small stack
  // frames.

  /// Returns the index of the next key that is an operator's name, and moves `path` and the reader
  /// to the operator's parameters.
  @inline(never)
  private mutating func nextOperator(of draft: inout OperatorDraft) throws(ReadError) -> Int? {
    while true {
      switch try reader.nextKey(in: operators.table) {
      case .end: return nil
      case .unknown(let key) where key.isAnnotation:
        try readAnnotation(key, into: &draft.annotations)
      case .unknown(let key):
        draft.count += 1
        draft.strangers.append(try readStranger(key))
      case .known(let index) where isHidden(operators.names[index]):
        draft.count += 1
        draft.strangers.append(try readStranger(operators.table.keys[index]))
      case .known(let index):
        draft.count += 1
        if draft.count == 2 { reportSecond(operators.names[index]) }
        path.append(.key(operators.table.keys[index]))
        return index
      }
    }
  }

  private mutating func reportSecond(_ name: String) {
    report(
      .unknownKey, "found a second operator in one object, '\(name)', expected one",
      hint: "write one object for each operator", below: .key(Text(name)))
  }

  @inline(never)
  private mutating func finish(_ draft: consuming OperatorDraft) -> Operator? {
    if draft.count == 1, draft.strangers.count == 1 {
      draft.result = customOperator(draft.strangers[0], at: draft.start)
    } else if draft.count == 0 || !draft.strangers.isEmpty {
      let areAlone = draft.count == draft.strangers.count
      report(draft.strangers, areAlone: areAlone, at: draft.start)
    }
    var result = draft.result
    result?.annotations = draft.annotations.members
    return result
  }

  private mutating func readDefinition(
    _ type: any OperatorDefinition.Type
  ) throws(ReadError) -> Operator? {
    guard try reader.peek() == .object else { return try refuseParameters(of: type.spec) }
    let draft = DefinitionDraft(type.spec, start: reader.offset, mistakes: diagnostics.count)
    try reader.beginObject()
    while let index = try nextParameter(of: draft) {
      try readParameter(index, into: draft)
      path.removeLast()
    }
    return finish(draft, of: type)
  }

  /// Returns the index of the next parameter, and moves `path` and the reader to its value.
  @inline(never)
  private mutating func nextParameter(of draft: DefinitionDraft) throws(ReadError) -> Int? {
    let spec = draft.spec
    guard
      let index = try nextKey(
        in: spec.keys, names: { spec.parameters.map(\.name) }, foreign: .parameters,
        owner: "operator '\(spec.name)'", seen: &draft.seen, annotations: &draft.annotations)
    else { return nil }
    path.append(.key(spec.keys.keys[index]))
    return index
  }

  @inline(never)
  private mutating func finish(
    _ draft: DefinitionDraft, of type: any OperatorDefinition.Type
  ) -> Operator? {
    reportMissing(draft.spec, draft.seen, at: draft.start)
    guard diagnostics.count == draft.mistakes else { return nil }
    let onError = draft.parameters.takeErrorPolicy()
    var result =
      draft.parameters.hasReferences
      ? Operator(.unbound(UnboundOperator(type: type, parameters: draft.parameters)))
      : Operator(type.init(draft.parameters))
    result.onError = onError
    result.parameterAnnotations = draft.annotations.members
    return result
  }

  private mutating func reportMissing(_ spec: OperatorSpec, _ seen: KeySet, at offset: Int) {
    for (index, parameter) in spec.parameters.enumerated()
    where parameter.isRequired && !seen.contains(index) && !seen.isMeant(index) {
      report(
        .missingKey,
        "operator '\(spec.name)' needs '\(parameter.name)', "
          + "\(parameter.kind.expectation)", hint: spec.spellingHint, at: offset)
    }
    if !spec.forms.isEmpty { checkForm(of: spec, seen, at: offset) }
  }

  /// Reports invalid combinations of parameters.
  private mutating func checkForm(of spec: OperatorSpec, _ seen: KeySet, at offset: Int) {
    guard !spec.formBits.contains(where: { $0.accepts(seen.mask) }) else { return }
    let indices = spec.parameters.indices
    guard !indices.contains(where: { seen.isMeant($0) }) else { return }
    let given = Set(indices.filter { seen.contains($0) }.map { spec.parameters[$0].name })
    let forms = spec.forms.map { OperatorForm($0) }
    let ways = spec.calls
    let names = spec.parameters.map(\.name).filter(given.contains).map { "'\($0)'" }
    let found = names.isEmpty ? "no parameters" : names.joined(separator: " and ")
    let isTooLittle = forms.contains { given.isSubset(of: $0.names) }
    report(
      isTooLittle ? .missingKey : .invalidValue,
      "operator '\(spec.name)' with \(found)\(isTooLittle && !names.isEmpty ? " alone" : ""), "
        + "expected \(ways.dropLast().joined(separator: ", ")) or \(ways.last ?? "")",
      hint: spec.spellingHint(near: given), at: offset)
  }

  private mutating func readParameter(
    _ index: Int, into draft: DefinitionDraft
  ) throws(ReadError) {
    switch draft.kind(of: index) {
    case .stream: if let input = try readInput() { draft.set(index, to: .stream(input)) }
    case .streams: if let inputs = try readInputs() { draft.set(index, to: .streams(inputs)) }
    case .operators: if let list = try readOperators() { draft.set(index, to: .operators(list)) }
    default: try readPlain(index, into: draft)
    }
  }

  /// Reads a parameter that cannot contain a stream.
  @inline(never)
  private mutating func readPlain(
    _ index: Int, into draft: DefinitionDraft
  ) throws(ReadError) {
    let parameter = draft.spec.parameters[index]
    if let value = try readPlain(parameter) { draft.set(index, to: value) }
  }

  /// Reads the value of a parameter that cannot contain a stream.
  package mutating func readPlain(
    _ parameter: ParameterSpec
  ) throws(ReadError) -> ParameterValue? {
    if parameter.kind.canBeParameter, let text = try readReference(for: parameter) {
      return .reference(.string(text))
    }
    if let kind = parameter.kind.valueKind {
      guard try expect(kind, "\(parameter.kind.expectation) for '\(parameter.name)'")
      else { return nil }
    }
    switch parameter.kind {
    case .duration: return try readDuration(parameter).map(ParameterValue.duration)
    case .durations: return try readDurations(parameter)
    case .interval: return try readInterval(parameter)
    case .selection: return try readSelection(parameter)
    case .repetition: return try readRepetition(parameter)
    case .objects, .namedObjects: return try readGroups(parameter)
    case .count:
      return try readCount(named: parameter.name, isPositive: parameter.isPositive)
        .map(ParameterValue.count)
    case .expression: return .expression(try reader.readText().string)
    case .text: return .text(try reader.readText().string)
    case .word: return try readWord(parameter).map(ParameterValue.text)
    case .flag: return .flag(try reader.readBool())
    case .value, .number: return .value(try readData())
    case .errorPolicy: return try readErrorPolicy(parameter)
    case .stream, .streams, .operators: preconditionFailure("a stream is not a plain parameter")
    }
  }

  /// Reads an expression, or true, which is short for '$0'.
  private mutating func readSelection(
    _ parameter: ParameterSpec
  ) throws(ReadError) -> ParameterValue? {
    if try reader.peek() == .string { return .expression(try reader.readText().string) }
    guard try expect(.bool, "\(parameter.kind.expectation) for '\(parameter.name)'") else {
      return nil
    }
    let start = reader.offset
    if try reader.readBool() { return .expression("$0") }
    report(
      .invalidValue, "found false for '\(parameter.name)', expected \(parameter.kind.expectation)",
      hint: "remove it", at: start)
    return nil
  }

  private mutating func readWord(_ parameter: ParameterSpec) throws(ReadError) -> String? {
    let start = reader.offset
    let word = try reader.readText().string
    if parameter.words.contains(word) { return word }
    let list = parameter.words.map { "'\($0)'" }.joined(separator: " or ")
    report(
      .invalidValue, "found '\(word.abbreviated)' for '\(parameter.name)', expected \(list)",
      hint: Suggestion.hint(for: word, among: parameter.words), at: start)
    return nil
  }

  private mutating func readDuration(_ parameter: ParameterSpec) throws(ReadError) -> Seconds? {
    let start = reader.offset
    let least = parameter.isPositive ? "1 nanosecond (1e-9)" : "0"
    guard let seconds = try readDuration(named: parameter.name, least: least) else { return nil }
    guard parameter.isPositive, seconds.nanoseconds == 0 else { return seconds }
    report(
      .invalidValue, "'\(parameter.name)' is 0, expected \(least) or more", at: start)
    return nil
  }

  /// Reads a list of durations, one for each subscription; a single duration applies to all.
  private mutating func readDurations(
    _ parameter: ParameterSpec
  ) throws(ReadError) -> ParameterValue? {
    let start = reader.offset
    let found = try reader.peek()
    guard found == .array else {
      return try readDuration(named: parameter.name, expecting: parameter.kind.expectation)
        .map { .durations(Durations(list: [$0], isSingle: true)) }
    }
    var list: [Seconds] = []
    var references: [Int: Text] = [:]
    var isWhole = true
    try reader.beginArray()
    while try reader.nextElement() {
      path.append(.index(list.count))
      defer { path.removeLast() }
      if let text = try readReference(for: parameter) {
        references[list.count] = text
        list.append(.zero)
        continue
      }
      guard let seconds = try readDuration(named: parameter.name) else {
        isWhole = false
        list.append(.zero)
        continue
      }
      list.append(seconds)
    }
    if list.isEmpty {
      report(
        .invalidValue, "'\(parameter.name)' is an empty list, expected at least one duration",
        hint: "remove it to wait for no time", at: start)
      return nil
    }
    guard isWhole else { return nil }
    if references.isEmpty { return .durations(Durations(list: list, isSingle: false)) }
    return .reference(
      .array(list.enumerated().map { references[$0].map(Value.string) ?? $1.encoded }))
  }

  mutating func readCount(
    named name: String, isPositive: Bool, instead: String? = nil
  ) throws(ReadError) -> Int? {
    let start = reader.offset
    let number = try reader.readDecimal()
    guard number.isWrittenAsInteger else {
      report(
        .wrongType, "'\(name)' has a fraction or an exponent, expected a whole number",
        at: start)
      return nil
    }
    guard !number.isBelowZero else {
      report(
        .invalidValue,
        "'\(name)' is negative, expected \(isPositive ? 1 : 0) or more",
        at: start)
      return nil
    }
    if isPositive, number.int == 0 {
      report(.invalidValue, "'\(name)' is 0, expected 1 or more", hint: instead, at: start)
      return nil
    }
    guard let count = number.int else {
      report(
        .invalidValue, "'\(name)' is too large, expected at most 9223372036854775807",
        at: start)
      return nil
    }
    return Int(count)
  }
}

/// An operator that is being read.
private struct OperatorDraft {
  /// The offset at which its text begins.
  let start: Int
  var annotations = Annotations()
  var result: Operator?
  /// The number of keys that should be an operator's name.
  var count = 0
  var strangers: [StrangeMember] = []

  init(start: Int) {
    self.start = start
  }
}

/// The parameters of an operator that are being read. A class, to be on the heap like the draft of
/// a model.
private final class DefinitionDraft {
  let spec: OperatorSpec
  /// The offset at which their text begins.
  let start: Int
  /// The number of mistakes found before them.
  let mistakes: Int
  var parameters = Parameters()
  var annotations = Annotations()
  var seen = KeySet()

  init(_ spec: OperatorSpec, start: Int, mistakes: Int) {
    self.spec = spec
    self.start = start
    self.mistakes = mistakes
  }

  @inline(never)
  func kind(of index: Int) -> ParameterKind { spec.parameters[index].kind }

  @inline(never)
  func set(_ index: Int, to value: ParameterValue) {
    parameters.set(spec.parameters[index].name, value)
  }
}

extension ParameterKind {
  /// The kind of JSON value that the parameter takes; nil if it takes several kinds or a stream.
  fileprivate var valueKind: ValueKind? {
    switch self {
    case .count, .number: .number
    case .expression, .text, .word: .string
    case .flag: .bool
    case .duration, .durations, .interval, .value, .errorPolicy, .stream, .streams, .operators,
      .selection, .objects, .namedObjects, .repetition:
      nil
    }
  }
}

extension OperatorSpec {
  /// A hint with the correct spelling of the operator.
  var spellingHint: String? { spellingHint(near: []) }

  /// A hint with the example that has most of some parameters.
  fileprivate func spellingHint(near names: Set<String>) -> String? {
    func common(_ example: Example) -> Int {
      names.count { example.parameters.contains("\"\($0)\":") }
    }
    let most = examples.map(common).max()
    return examples.first { common($0) == most }
      .map { "write \"\(name)\": \($0.parameters)" }
  }
}
