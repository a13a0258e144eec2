import TestSupport

/// Random documents whose inputs may or may not be splittable.
///
/// Values stay objects with the members of records, so that every operator can follow any other.
struct RandomSplit {
  /// Expressions for the keys of a value, in records with several kinds of values.
  static let keys = [
    "$0.k", "$0.k", "$0.k", "$0.j", "[$0.k, $0.j]", "{'a': $0.k, 'b': $0.j}", "[[$0.j], $0.s]",
    "string($0.k)", "$0.s", "$0.s.lowerAscii()", "$0.s + $0.r", "$0.s + '/' + $0.r", "$0.v % 2",
    "$0.v", "int($0.t)", "$0.?none.orValue($0.k)", "$0.k == 1 ? $0.j : $0.k", "[$0.k][0]",
    "type($0.k) == int", "$0.without(['t', 'v', 'n'])", "int($time)",
    "[$0.s, $0.r].map(x, x + '!')",
    "size($0.s)", "$0",
  ]

  private static let stateless = [
    #"{"filter": {"expression": "$0.v != 2"}}"#, #"{"delay": {"seconds": 1}}"#,
    #"{"delay": {"expression": "$0.v"}}"#, #"{"map": {"expression": "$0"}}"#,
    #"{"map": {"expression": "$0.with({'k': $0.j, 'j': $0.k})"}}"#,
    #"{"map": {"expression": "{'t': 1, 'k': $0.j, 'j': $0.k, 's': $0.r, 'r': $0.s, 'v': $0.v}"}}"#,
    #"{"map": {"expression": "$0.with({'k': string($0.k)})"}}"#,
    #"{"map": {"expression": "$0.with({'v': int($time)})"}}"#,
    #"{"compactMap": {"expression": "$0.v == 3 ? null : $0"}}"#,
    #"{"flatMap": {"stream": {"sequence": [1, 2], "operators": [{"delay": {"seconds": 2}}, {"map": {"expression": "$outer.with({'n': $0})"}}]}}}"#,
    #"{"withLatestFrom": {"stream": {"marbles": "1--2|"}}}, {"map": {"expression": "$0[0].with({'n': $0[1]})"}}"#,
    #"{"prefixUntilOutput": {"stream": {"marbles": "--------1|"}}}"#,
  ]

  /// Operators that remember values, and emit some of those that they have received.
  private static let choosing = [
    #"{"debounce": {"seconds": 1}}"#, #"{"debounce": {"seconds": 2, "leading": true}}"#,
    #"{"throttle": {"seconds": 2}}"#, #"{"sample": {"seconds": 2}}"#, #"{"audit": {"seconds": 2}}"#,
    #"{"removeDuplicates": {}}"#, #"{"removeDuplicates": {"expression": "$0.k == $1.k"}}"#,
    #"{"distinct": {"expression": "$0.v"}}"#, #"{"prefix": {"count": 3}}"#,
    #"{"dropFirst": {"count": 1}}"#, #"{"last": {}}"#, #"{"first": {}}"#,
    #"{"rateLimit": {"count": 1, "seconds": 2, "overflow": "delay"}}"#,
    #"{"dropWhile": {"expression": "$0.v < 2"}}"#,
  ]

  /// Operators that combine several values into one.
  private static let gathering = [
    #"{"collect": {"gap": 2}}"#, #"{"collect": {"seconds": 3}}"#, #"{"collect": {"count": 2}}"#,
    #"{"scan": {"initialValue": 0, "expression": "$0 + 1"}}"#, #"{"count": {}}"#,
    #"{"pairwise": {}}"#,
    #"{"sustained": {"expression": "$0.v > 0", "seconds": 1}}"#, #"{"measureInterval": {}}"#,
    #"{"reduce": {"initialValue": 0, "expression": "$0 + $1.v"}}"#, #"{"materialize": {}}"#,
  ]

  /// Objects like a record, built from a result and the key.
  private static let summaries = [
    #"{"map": {"expression": "{'t': 1, 'k': $key, 'j': $key, 's': string($key), 'r': 'x', 'v': 1, 'n': $0}"}}"#,
    #"{"map": {"expression": "{'t': 1, 'k': [$key], 'j': $0, 's': 'y', 'r': 'x', 'v': 1, 'n': $0}"}}"#,
    #"{"map": {"expression": "{'t': 1, 'k': string($key), 'j': 1, 's': string($key), 'r': 'x', 'v': 2}"}}"#,
  ]

  private static func choice(_ list: [String], _ random: inout SplitMix64) -> String {
    list[random.below(list.count)]
  }

  static func group(_ random: inout SplitMix64) -> String {
    var inner: [String] = []
    for _ in 0..<(1 + random.below(2)) {
      switch random.below(4) {
      case 0: inner.append(choice(stateless, &random))
      default: inner.append(choice(choosing, &random))
      }
    }
    if random.oneIn(2) { inner += [choice(gathering, &random), choice(summaries, &random)] }
    let forgetting = random.oneIn(6) ? #", "forgetAfter": 2"# : ""
    return #"""
      {"groupBy": {"key": "\#(choice(keys, &random))", "operators": [\#(inner.joined(separator: ", "))]\#(forgetting)}}
      """#
  }

  static func join(_ random: inout SplitMix64) -> String {
    let key = choice(Array(keys.prefix(8)), &random)
    let other = random.oneIn(2) ? key : choice(Array(keys.prefix(8)), &random)
    let stream = random.oneIn(3) ? "a" : "b"
    let rest = random.oneIn(2) ? #", "kind": "left""# : ""
    let name = random.oneIn(3) ? #""withLatestFrom": {"# : #""join": {"within": 2, "#
    let side = random.oneIn(2) || !rest.isEmpty ? "0" : "1"
    return #"""
      {\#(name)"stream": "\#(stream)", "on": "\#(key)", "otherOn": "\#(other)"\#(rest)}}, {"map": {"expression": "$0[\#(side)]"}}
      """#
  }

  /// Returns the operators of a stream, some of which depend on the values of all keys.
  static func operators(_ random: inout SplitMix64, _ count: Int) -> String {
    (0..<count).map { _ in
      switch random.below(12) {
      case 0...3: choice(stateless, &random)
      case 4...8: group(&random)
      case 9: join(&random)
      case 10: #"{"distinct": {"expression": "\#(choice(keys, &random))"}}"#
      default: choice(choosing + gathering.prefix(3), &random)
      }
    }.joined(separator: ", ")
  }

  /// Returns a document with the inputs `a` and `b`, which may read one or both of them.
  static func document(_ random: inout SplitMix64) -> String {
    let a =
      #""a": {"input": "a", "time": "$0.t", "operators": [\#(operators(&random, random.below(2)))]}"#
    let b =
      #""b": {"input": "b", "time": "$0.t", "operators": [\#(operators(&random, random.below(2)))]}"#
    let sources = [
      #""from": "a""#, #""from": "a""#, #""merge": ["a", "b"]"#, #""merge": ["b", "a", "a"]"#,
    ]
    return #"""
      {"definitions": {\#(a), \#(b)}, \#(choice(sources, &random)), "operators": [\#(operators(&random, 1 + random.below(3)))]}
      """#
  }

  /// Returns records of an input, sorted by time.
  static func records(_ random: inout SplitMix64) -> [String] {
    let values = ["1", "1.0", "2", "\"a\"", "\"A\"", "\"1\"", "null", "[1]", "[1.0]"]
    let texts = ["a", "A", "ab", "b", ""]
    var time = random.below(6)
    return (0..<random.below(16)).map { number in
      time += [0, 0, 1, 1, 2, 5][random.below(6)]
      return #"""
        {"t": \#(Double(time) / 2), "k": \#(choice(values, &random)), "j": \#(choice(values, &random)), "s": "\#(choice(texts, &random))", "r": "\#(choice(texts, &random))", "v": \#(random.below(4)), "n": \#(number)}
        """#
    }
  }
}
