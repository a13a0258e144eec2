import Expressions
import Reactive
import Testing
import Values

/// Streams whose Swift stands in `Emitted`: it is compiled with the tests, and has to be what is
/// written for them now.
struct EmittedStream: Sendable, CustomTestStringConvertible {
  /// The document of a stream.
  enum Origin {
    /// A file below `Streams`.
    case file(String)
    case document(String)
  }

  let origin: Origin
  let typeName: String
  let publisher: @Sendable (any Scheduler) -> AnyPublisher<Value, EvaluationError>

  init(
    _ origin: Origin, _ typeName: String,
    _ publisher: @escaping @Sendable (any Scheduler) -> AnyPublisher<Value, EvaluationError>
  ) {
    self.origin = origin
    self.typeName = typeName
    self.publisher = publisher
  }

  var testDescription: String { typeName }

  static let all = [
    EmittedStream(.document(Origin.hotDiagrams), "EmittedHotDiagrams") {
      EmittedHotDiagrams(scheduler: $0).publisher()
    },
    EmittedStream(.document(Origin.parameters), "EmittedParameters") {
      EmittedParameters(scheduler: $0).publisher()
    },
    EmittedStream(.document(Origin.ownOperator), "EmittedOwnOperator") {
      EmittedOwnOperator(scheduler: $0).publisher()
    },
    EmittedStream(.document(Origin.operatorTwice), "EmittedOperatorTwice") {
      EmittedOperatorTwice(scheduler: $0).publisher()
    },
    EmittedStream(.document(Origin.outerValues), "EmittedOuterValues") {
      EmittedOuterValues(scheduler: $0).publisher()
    },
    EmittedStream(.document(Origin.nestedGroups), "EmittedNestedGroups") {
      EmittedNestedGroups(scheduler: $0).publisher()
    },
    EmittedStream(.document(Origin.itemsOfAllKinds), "EmittedItemsOfAllKinds") {
      EmittedItemsOfAllKinds(scheduler: $0).publisher()
    },
    EmittedStream(.document(Origin.parametersInside), "EmittedParametersInside") {
      EmittedParametersInside(scheduler: $0).publisher()
    },
    EmittedStream(.document(Origin.failures), "EmittedFailures") {
      EmittedFailures(scheduler: $0).publisher()
    },
    EmittedStream(.document(Origin.hiddenNames), "EmittedHiddenNames") {
      EmittedHiddenNames(scheduler: $0).publisher()
    },
    EmittedStream(.file("doubled-beside-letters.json"), "OddNumbersDoubledBesideLetters") {
      OddNumbersDoubledBesideLetters(scheduler: $0).publisher()
    },
    EmittedStream(.file("Operators/join-within.json"), "JoinBeforeAndAfter") {
      JoinBeforeAndAfter(scheduler: $0).publisher()
    },
    EmittedStream(.file("Operators/collect-startsWhen.json"), "CollectStartsWhen") {
      CollectStartsWhen(scheduler: $0).publisher()
    },
    EmittedStream(.file("Operators/materialize.json"), "Materialize") {
      Materialize(scheduler: $0).publisher()
    },
    EmittedStream(.file("Operators/retry.json"), "Retry") {
      Retry(scheduler: $0).publisher()
    },
    EmittedStream(.file("Operators/withLatestFrom-on.json"), "WithLatestFromByKey") {
      WithLatestFromByKey(scheduler: $0).publisher()
    },
    EmittedStream(.file("Operators/rateLimit-delay.json"), "RateLimitWithDelays") {
      RateLimitWithDelays(scheduler: $0).publisher()
    },
    EmittedStream(.file("Scenarios/two-sensors.json"), "TheWarmestSoFarOfTwoSensors") {
      TheWarmestSoFarOfTwoSensors(scheduler: $0).publisher()
    },
  ]
}

extension EmittedStream.Origin {
  fileprivate static let hotDiagrams = #"""
    {"name": "Emitted hot diagrams", "definitions": {"a": {"marbles": "^-1-2-3-4|", "hot": \#
    true}, "b": {"marbles": "-x^y-z|", "hot": true}}, "merge": ["a", "b", "a", {"from": \#
    "b", "operators": [{"delay": {"seconds": 1}}]}]}
    """#

  fileprivate static let parameters = #"""
    {"name": "Emitted parameters", "parameters": {"quiet": "2s", "limit": 2, "on": true, \#
    "label": "it's", "data": {"value": {"a": [1, 2.5, null]}}, "by": {"type": "expression", \#
    "value": "$0 % $limit"}}, "marbles": "1-2-3-4--5|", "operators": [{"filter": \#
    {"expression": "$on && $0 >= $limit"}}, {"debounce": {"seconds": "$quiet", "atEnd": \#
    "emit"}}, {"map": {"expression": "{'v': $0, 'l': $label, 'd': $data, 'q': $quiet, 'b': \#
    $by, 'c': $by($0 + 1)}"}}]}
    """#

  fileprivate static let ownOperator = #"""
    {"name": "Emitted own operator", "parameters": {"limit": 0.5, "hold": "10m"}, \#
    "definitions": {"latency": {"marbles": "a---bx--y---c-d-----e---------|", "frame": \#
    "1m", "values": {"a": {"job": "A", "s": 0.6}, "b": {"job": "A", "s": 0.7}, "c": {"job": \#
    "A", "s": 0.4}, "d": {"job": "A", "s": 0.8}, "e": {"job": "A", "s": 0.3}, "x": {"job": \#
    "B", "s": 0.9}, "y": {"job": "B", "s": 0.2}}}, "alert": {"parameters": {"when": \#
    {"type": "expression"}, "by": {"type": "expression"}, "after": "0s", "keep": "0s"}, \#
    "operators": [{"groupBy": {"key": "$by", "operators": [{"sustained": {"expression": \#
    "$when", "seconds": "$after", "release": "$keep"}}, {"map": {"expression": "{'job': \#
    $by($0[1]), 'firing': $0[0], 's': $0[1].s}"}}]}}]}}, "from": "latency", "operators": \#
    [{"alert": {"when": "$0.s > $limit", "by": "$0.job", "after": "$hold", "keep": "5m"}}]}
    """#

  fileprivate static let operatorTwice = #"""
    {"name": "Emitted operator twice", "definitions": {"later": {"parameters": {"by": 1, \#
    "n": {"type": "int", "value": 1}}, "operators": [{"delay": {"seconds": "$by"}}, \#
    {"dropFirst": {"count": "$n"}}]}, "late": {"parameters": {"by": 0}, "marbles": "-1-|", \#
    "operators": [{"later": {"by": "$by", "n": 0}}]}}, "merge": [{"from": "late", "with": \#
    {"by": 2}}, "late", {"from": "late", "with": {"by": "3s"}, "operators": [{"later": \#
    {}}]}]}
    """#

  fileprivate static let outerValues = #"""
    {"name": "Emitted outer values", "definitions": {"inner": {"marbles": "a-b|", \#
    "operators": [{"map": {"expression": "$outer + $outer"}}]}, "err": {"sequence": \#
    "[$error, 1]"}}, "marbles": "1-2----#", "error": "it broke", "operators": [{"flatMap": \#
    {"stream": "inner"}}, {"map": {"expression": "[$0, $time]"}}, {"catch": {"stream": \#
    "err"}}]}
    """#

  fileprivate static let nestedGroups = #"""
    {"name": "Emitted nested groups", "marbles": "abcabcdabcd|", "operators": [{"groupBy": \#
    {"key": "$0 < 'c'", "stream": {"from": "$group", "operators": [{"groupBy": {"key": \#
    "$0", "operators": [{"count": {}}, {"map": {"expression": "[$key, $0]"}}, {"append": \#
    {"streams": [{"sequence": "[$key]"}]}}]}}, {"merge": {"streams": ["$group", {"from": \#
    "$group", "operators": [{"map": {"expression": "$key"}}]}]}}]}}}]}
    """#

  fileprivate static let itemsOfAllKinds = #"""
    {"name": "Emitted items of all kinds", "stream": [{"value": 1}, {"value": 2, \#
    "operators": [{"delay": {"seconds": 1}}, {"map": {"expression": "$0 + 0.5"}}]}, \#
    {"value": [1, [2]], "operators": [{"merge": {"streams": [{"marbles": "-x|"}]}}]}, \#
    {"value": null, "operators": [{"delay": {"seconds": 0}}]}, {"value": \#
    "l\"\\\n\u00e9\u200b", "operators": [{"repeat": {"count": 2, "delay": [1, 2]}}]}]}
    """#

  fileprivate static let parametersInside = #"""
    {"name": "Emitted parameters inside", "definitions": {"outerDef": {"parameters": {"n": \#
    2, "s": {"type": "stream", "value": "x"}}, "definitions": {"x": {"marbles": "12|", \#
    "operators": [{"map": {"expression": "$0 * $n"}}]}}, "from": "$s", "operators": \#
    [{"map": {"expression": "[$0, $n]"}}, {"flatMap": {"stream": {"sequence": "[$outer, \#
    $n]"}}}]}, "y": {"marbles": "7|"}}, "merge": ["outerDef", {"from": "outerDef", "with": \#
    {"n": 5}}, {"from": "outerDef", "with": {"n": 1, "s": "y"}}]}
    """#

  fileprivate static let failures = #"""
    {"name": "Emitted failures", "merge": [{"sequence": [1, 2, 0], "operators": [{"map": \#
    {"expression": "10 / $0"}}, {"replaceError": {"with": -1}}]}, {"sequence": [{"a": 1}], \#
    "operators": [{"delay": {"seconds": 1}}, {"map": {"expression": "$0.b"}}]}]}
    """#

  fileprivate static let hiddenNames = #"""
    {"name": "Emitted hidden names", "definitions": {"values": {"marbles": "1|"}, "key": \#
    {"marbles": "2|"}, "outer": {"marbles": "3|"}, "scheduler": {"marbles": "4|"}, "item": \#
    {"stream": [{"value": 5}]}, "Value": {"marbles": "6|"}, "class": {"marbles": "7|"}, \#
    "1a": {"marbles": "8|"}, "\u00e9t\u00e9": {"marbles": "0|"}}, "merge": ["values", \#
    "key", "outer", "scheduler", "item", "Value", "class", "1a", "\u00e9t\u00e9"], \#
    "operators": [{"groupBy": {"key": "$0", "operators": [{"append": {"streams": ["values", \#
    "key"]}}]}}]}
    """#
}
