import Pipelines
import TestSupport
import Values

/// Random stream files for the model: trees of sources and operators over a few small values. There
/// are so few different delays that many events share an instant.
struct RandomPipeline {
  /// What can be written at a place.
  struct Place {
    var depth: Int
    /// The visible names, and the variable that each of them needs.
    var names: [(name: Text, needs: String?)] = []
    /// The variables that are available, and whether there is a `$group`.
    var variables: [String] = []
    var hasGroup = false

    func with(_ variable: String?) -> Place {
      var place = self
      if let variable { place.variables.append(variable) }
      return place
    }
  }

  /// Operators that leave little of a stream, so they are used less often.
  private static let shortening: Set<String> = [
    "allSatisfy", "contains", "count", "fail", "first", "ignoreOutput", "last", "max",
    "min", "prefix", "prefixWhile", "race", "reduce", "zip",
  ]

  var random: SplitMix64
  /// The operators that are used, chosen from all operators.
  private let operators: [OperatorSpec]

  init(random: SplitMix64, operators names: [String] = Self.operators) {
    self.random = random
    operators = Operator.specs.filter { names.contains($0.name) }
  }

  mutating func document() -> Value {
    .object(documentWithDefinitions(at: Place(depth: 3)))
  }

  /// Returns definitions, each of which can use the previous ones, and a stream that can use all of
  /// them. Some read a variable, so they can only be used where that variable is available.
  private mutating func documentWithDefinitions(at place: Place) -> Object {
    var place = place
    var definitions: [Member] = []
    let names = (0..<max(0, random.below(5) - 2)).map { Text("n\($0)") }
    // Equal names of an enclosing document are hidden, even inside the new definitions.
    place.names.removeAll { names.contains($0.name) }
    for name in names {
      let variable: String? = random.oneIn(2) ? nil : ["outer", "error", "key"][random.below(3)]
      var own = place.with(variable)
      own.depth = 1
      definitions.append(Member(key: name, value: .object(model(at: own))))
      place.names.append((name, variable))
    }
    let all = Member(key: "definitions", value: .object(Object(definitions)))
    return Object([all] + model(at: place).members)
  }

  mutating func model(at place: Place) -> Object {
    let steps = operators(at: place, atMost: place.depth == 3 ? 3 : 2)
    return Object(source(at: place) + (steps.isEmpty ? [] : [.init("operators", .array(steps))]))
  }

  mutating func operators(at place: Place, atMost count: Int) -> [Value] {
    guard !operators.isEmpty else { return [] }
    return (0..<random.below(count + 1)).flatMap { _ -> [Value] in
      var spec = operators[random.below(operators.count)]
      if Self.shortening.contains(spec.name), !random.oneIn(3) {
        spec = operators[random.below(operators.count)]
      }
      let parameters = Object(parameters(of: spec, at: place))
      let step = Value.object(Object([.init(spec.name, .object(parameters))]))
      // Only ints are ordered here; other values are refused, before or during playback.
      guard spec.ordersValues else { return [step] }
      return [["map": ["expression": expression(OracleExpressions.int)]], step]
    }
  }

  private mutating func source(at place: Place) -> [Member] {
    switch random.below(place.depth == 0 ? 8 : 14) {
    case 0:
      return random.oneIn(3)
        ? [
          .init(
            "sequence", expression(OracleExpressions.lists, OracleExpressions.lists(of:), place))
        ]
        : [.init("sequence", .array((0..<length()).map { _ in value() }))]
    case 1...3: return [.init("stream", .array((0..<length()).map { _ in item(at: place) }))]
    case 4...7: return diagram()
    case 8, 9: return [.init("append", inputs(at: place))]
    case 10 where random.oneIn(2): return [.init("zip", inputs(at: place, least: 2))]
    case 11 where operators.contains { $0.name == "combineLatest" }:
      // The source and the operator share one implementation.
      return [.init("combineLatest", inputs(at: place, least: 2))]
    case 12: return [.init("from", input(at: place))]
    default: return [.init("merge", inputs(at: place))]
    }
  }

  private mutating func item(at place: Place) -> Value {
    var inner = place
    inner.depth = min(place.depth - 1, 1)
    var steps: [Value] = []
    if !random.oneIn(4) { steps.append(["delay": ["seconds": seconds()]]) }
    if random.oneIn(4), place.depth > 0 { steps += operators(at: inner, atMost: 2) }
    return ["value": value(), "operators": .array(steps)]
  }

  /// Returns a diagram that ends, fails or never ends, and that may be hot.
  private mutating func diagram() -> [Member] {
    let signs = (0..<length()).map { _ -> String in
      let sign = ["1", "2", "3", "4", "2", "0", "a", "b"][random.below(8)]
      switch random.below(8) {
      case 0: return "(\(sign)2)"
      case 1: return "[\(sign)b]"
      case 2, 3: return sign
      case 4: return "--\(sign)"
      default: return "-\(sign)"
      }
    }
    let end = ["|", "|", "-|", "-|", "--|", "-#", "", ""][random.below(8)]
    var text = signs.joined() + end
    let isHot = random.oneIn(4)
    if isHot, random.oneIn(3), !signs.isEmpty {
      let passed = random.below(signs.count + 1)
      text = signs[..<passed].joined() + "^" + signs[passed...].joined() + end
    }
    var members: [Member] = [.init("marbles", .string(Text(text)))]
    if isHot { members.append(.init("hot", true)) }
    if end.hasSuffix("#"), random.oneIn(2) { members.append(.init("error", "broken")) }
    return members
  }

  // MARK: - Parts

  mutating func inputs(at place: Place, least: Int = 0) -> Value {
    let count = max(least, [0, 1, 1, 2, 2, 3][random.below(6)])
    return .array((0..<count).map { _ in input(at: place) })
  }

  mutating func input(at place: Place, with variable: String? = nil) -> Value {
    var inner = place.with(variable)
    if inner.hasGroup, random.oneIn(3) { return "$group" }
    let names = inner.names.filter { $0.needs.map(inner.variables.contains) ?? true }
    if !names.isEmpty, random.oneIn(3) { return .string(names[random.below(names.count)].name) }
    inner.depth -= 1
    return .object(
      inner.depth > 0 && random.oneIn(10)
        ? documentWithDefinitions(at: inner) : model(at: inner))
  }

  mutating func value() -> Value {
    [1, 2, 3, 4, 1, 2, 0, "a", "b"][random.below(9)]
  }

  private mutating func length() -> Int { [0, 1, 2, 2, 3, 3, 4, 5][random.below(8)] }

  mutating func seconds() -> Value { spelled([0, 1, 1, 2, 3][random.below(5)]) }

  /// Returns a time in seconds, as a number or as a string.
  mutating func spelled(_ seconds: Int64) -> Value {
    guard random.oneIn(4) else { return .int(seconds) }
    let texts = ["\(seconds)s", "\(seconds * 1000)ms", "0m\(seconds)s", "\(seconds).0s"]
    return .string(Text(texts[random.below(texts.count)]))
  }

  /// Returns an expression of a table, preferably from its beginning, because expressions that fail
  /// or drop everything are at the end.
  mutating func expression(_ table: OracleExpressions.Table) -> Value {
    .string(Text(table[min(random.below(table.count), random.below(table.count))].text))
  }

  /// Returns an expression of a table, or one that reads an available variable.
  mutating func expression(
    _ table: OracleExpressions.Table, _ reading: (String) -> OracleExpressions.Table, _ place: Place
  ) -> Value {
    let variables = place.variables.flatMap(reading)
    return expression(!variables.isEmpty && random.oneIn(2) ? variables : table)
  }
}

extension Member {
  init(_ key: String, _ value: Value) {
    self.init(key: Text(key), value: value)
  }
}
