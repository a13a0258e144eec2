import TestSupport
import Testing
import Values

@testable import Exporting
@testable import Pipelines
@testable import StreamModels

/// The keys by which inputs can be split, and the reasons why they cannot.
@Suite struct PartitioningTests {
  /// Returns the keys of the inputs of a document.
  private func keys(_ document: String) throws -> [String] {
    try Partitioning(SourceText(name: "pipe.json", document)).inputs.map {
      "\($0.source.name): \($0.keyText ?? "any")"
    }
  }

  /// Returns the mistakes of a document that cannot be split, without the lines of the file.
  private func refusals(_ document: String) -> [String] {
    do throws(Diagnostics) {
      _ = try Partitioning(SourceText(name: "pipe.json", document))
      return []
    } catch {
      return error.items.map { $0.code.isAboutPartitions ? "\($0.path): \($0.message)" : "\($0)" }
    }
  }

  /// Returns a document with operators after an input.
  private static func behindInput(_ operators: String, _ rest: String = "") -> String {
    #"{"input": "log", "time": "$0.t", "operators": [\#(operators)]\#(rest)}"#
  }

  private static func text(_ parts: String...) -> String { parts.joined() }

  private static func perHost(_ operators: String, by key: String = "$0.host") -> String {
    #"{"groupBy": {"key": "\#(key)", "operators": [\#(operators)]}}"#
  }

  private static let splittable: [(operators: String, key: String)] = [
    (#"{"filter": {"expression": "$0.x > 1"}}, {"map": {"expression": "$0.x"}}"#, "any"),
    (#"{"delay": {"seconds": 2}}, {"delay": {"expression": "$0.d"}}"#, "any"),
    (perHost(#"{"debounce": {"seconds": 5}}"#), "$0.host"),
    (
      text(
        #"{"map": {"expression": "{'h': $0.host, 'n': $0.n * 2}"}}, "#,
        perHost(#"{"count": {}}"#, by: "$0.h")), "$0.host"
    ),
    // The key of the groups is part of their values.
    (
      text(
        perHost(#"{"count": {}}, {"map": {"expression": "{'host': $key, 'n': $0}"}}"#), ", ",
        perHost(#"{"pairwise": {}}"#)), "$0.host"
    ),
    // Such an operator emits values that it has received, unchanged.
    (
      text(
        perHost(#"{"throttle": {"seconds": 5}}"#), ", ",
        perHost(#"{"scan": {"initialValue": 0, "expression": "$0 + 1"}}"#)), "$0.host"
    ),
    // One key has additional parts, another one has fewer.
    (
      text(
        perHost(#"{"debounce": {"seconds": 5}}"#, by: "[$0.host, $0.path]"), ", ",
        perHost(#"{"collect": {"seconds": 5}}"#)), "$0.host"
    ),
    (
      text(
        perHost(#"{"debounce": {"seconds": 5}}"#), ", ",
        perHost(#"{"debounce": {"seconds": 5}}"#, by: "{'a': $0.host, 'b': $0.path}")), "$0.host"
    ),
    (
      text(
        perHost(#"{"debounce": {"seconds": 5}}"#), ", ",
        perHost(#"{"count": {}}"#, by: "$0.host.lowerAscii()")), "$0.host.lowerAscii()"
    ),
    // Both keys have the same three parts.
    (
      text(
        perHost(#"{"debounce": {"seconds": 5}}"#, by: "[$0.a, [$0.b, $0.c]]"), ", ",
        perHost(#"{"count": {}}"#, by: "{'x': $0.c, 'y': $0.d}")), "$0.c"
    ),
    (#"{"distinct": {"expression": "$0.id"}}"#, "$0.id"),
    // The end is the same for all parts, unless pending values delay it.
    (text(#"{"delay": {"seconds": 2}}, "#, perHost(#"{"count": {}}"#)), "$0.host"),
    (perHost(#"{"delay": {"expression": "$0.d"}}, {"count": {}}"#), "$0.host"),
    (
      text(
        perHost(#"{"throttle": {"seconds": 2}}"#), ", ",
        perHost(#"{"scan": {"initialValue": 0, "expression": "$0 + 1"}}"#)), "$0.host"
    ),
    (text(#"{"distinct": {}}, "#, perHost(#"{"count": {}}"#)), "$0.host"),
    (text(#"{"flatMap": {"stream": {"marbles": "-a|"}}}, "#, #"{"print": {}}"#), "any"),
    (
      text(
        #"{"withLatestFrom": {"stream": {"marbles": "a|"}}}, "#,
        perHost(#"{"count": {}}"#, by: "$0[0].host")), "$0.host"
    ),
    (perHost(#"{"withLatestFrom": {"stream": {"marbles": "a|"}}}"#), "$0.host"),
    (#"{"prefixUntilOutput": {"stream": {"marbles": "---a|"}}}"#, "any"),
    (perHost(#"{"prepend": {"streams": [{"sequence": [1]}]}}"#), "$0.host"),
    (#"{"groupBy": {"key": "$0.host", "stream": {"zip": ["$group", "$group"]}}}"#, "$0.host"),
    (
      text(
        #"{"map": {"expression": "$0.x", "onError": "skip"}}, "#,
        #"{"groupBy": {"key": "$0", "onError": "skip", "operators": [{"replaceError": {"with": 0}}]}}"#
      ), "$0.x"
    ),
    (
      text(
        perHost(#"{"count": {}}"#, by: "string($0.id)"), ", ",
        perHost(#"{"count": {}}"#, by: "string($0.id)")), "refused"
    ),
  ]

  @Test(arguments: splittable)
  func `the key of an input is that of its operators`(operators: String, key: String) throws {
    let document = Self.behindInput(operators)
    if key == "refused" {
      #expect(refusals(document).count == 1)
    } else {
      #expect(try keys(document) == ["log: \(key)"])
    }
  }

  /// Documents that look as if they could be split.
  private static let unsplittable: [(operators: String, refusal: String)] = [
    // Neither key determines the other.
    (
      text(
        perHost(#"{"debounce": {"seconds": 5}}"#), ", ", perHost(#"{"count": {}}"#, by: "$0.path")),
      "operators[1].groupBy.key: the key of 'groupBy', '$0.path', and the key of 'groupBy', '$0.host', have nothing in common"
    ),
    // The count is emitted once the last values of all keys have arrived.
    (
      text(#"{"delay": {"expression": "$0.d"}}, "#, perHost(#"{"count": {}}"#)),
      "operators[1].groupBy.operators[0].count: 'count' waits for the end of its upstream, and 'delay' delays that end until every key is done"
    ),
    (
      text(
        perHost(#"{"throttle": {"seconds": 2}}"#), ", ",
        perHost(#"{"collect": {"seconds": 5}}"#)),
      "operators[1].groupBy.operators[0].collect: 'collect' waits for the end of its upstream, and 'throttle' delays that end until every key is done"
    ),
    (
      #"{"join": {"stream": {"input": "b", "time": "$0.t", "operators": [{"delay": {"expression": "$0.d"}}]}, "on": "$0.id", "within": 5, "kind": "left"}}"#,
      "operators[0].join: 'join' waits for the end of its upstream, and 'delay' delays that end until every key is done"
    ),
    // 'ab' + 'c' equals 'a' + 'bc'.
    (
      text(
        perHost(#"{"debounce": {"seconds": 5}}"#, by: "$0.host + $0.path"), ", ",
        perHost(#"{"count": {}}"#)),
      "operators[1].groupBy.key: the key of 'groupBy', '$0.host', and the key of 'groupBy', '$0.host + $0.path', have nothing in common"
    ),
    // 1 and 1.0 are the same key, but have different spellings.
    (
      text(
        perHost(#"{"debounce": {"seconds": 5}}"#, by: "$0.id"), ", ",
        perHost(#"{"debounce": {"seconds": 5}}"#, by: "string($0.id)")),
      "operators[1].groupBy.key: the key of 'groupBy', 'string($0.id)', and the key of 'groupBy', '$0.id', have nothing in common"
    ),
    // A value of another key may arrive between two values of one key.
    (
      text(
        #"{"removeDuplicates": {"expression": "$0.host == $1.host"}}, "#, perHost(#"{"count": {}}"#)
      ),
      "operators[0].removeDuplicates: 'removeDuplicates' depends on the value before it, whatever their key"
    ),
    // The sum of the counts.
    (
      text(
        perHost(#"{"count": {}}"#), #", {"reduce": {"initialValue": 0, "expression": "$0 + $1"}}"#),
      "operators[1].reduce: 'reduce' depends on all values, whatever their key"
    ),
    // The key is the time at which a value arrives.
    (
      perHost(#"{"count": {}}"#, by: "int($time) / 60"),
      "operators[0].groupBy.key: the key of 'groupBy' does not depend on one record only: it reads the time, or a value that an operator made from several records"
    ),
    // The key is a count.
    (
      text(perHost(#"{"count": {}}"#), ", ", perHost(#"{"count": {}}"#, by: "$0")),
      "operators[1].groupBy.key: the key of 'groupBy' does not depend on one record only: it reads the time, or a value that an operator made from several records"
    ),
    (
      perHost(#"{"count": {}}"#, by: "1"),
      "operators[0].groupBy.key: the key of 'groupBy' is the same for all records of an input, so every part would need all of them"
    ),
    // A failure caused by one record ends the groups of all keys.
    (
      text(
        #"{"map": {"expression": "$0.x * 2"}}, "#,
        perHost(#"{"replaceError": {"with": 0}}"#, by: "$0")),
      "operators[1].groupBy.operators[0].replaceError: 'replaceError' inside a 'groupBy' acts on failures from its upstream, which would reach the groups of only one part"
    ),
    (
      text(#"{"merge": {"streams": [{"sequence": [1]}]}}, "#, perHost(#"{"count": {}}"#)),
      "operators[0].merge: 'merge' emits events that do not come from a record, so every part would emit them"
    ),
    (
      #"{"flatMap": {"stream": {"marbles": "-a|"}, "maxPublishers": 2}}"#,
      "operators[0].flatMap: 'flatMap' depends on the streams of the values before it, whatever their key"
    ),
    (
      text(#"{"distinct": {"expression": "$0.id"}}, "#, perHost(#"{"count": {}}"#)),
      "operators[1].groupBy.key: the key of 'groupBy', '$0.host', and the key of 'distinct', '$0.id', have nothing in common"
    ),
    (
      perHost(#"{"withLatestFrom": {"stream": {"input": "b", "time": "$0.t"}}}"#),
      "operators[0].groupBy.operators[0].withLatestFrom.stream: the input 'b' is read again for each key or value"
    ),
    (
      #"{"join": {"stream": {"input": "b", "time": "$0.t"}, "within": 5}}"#,
      "operators[0].join: 'join' pairs values of all keys"
    ),
    (
      #"{"join": {"stream": {"input": "log", "time": "$0.t"}, "on": "$0.id", "otherOn": "$0.parent", "within": 5}}"#,
      "operators[0].join.on: a record belongs to several keys of 'join', '$0.id' and '$0.parent', which may be in different parts"
    ),
    (
      #"{"combineLatest": {"streams": [{"input": "b", "time": "$0.t"}]}}"#,
      "operators[0].combineLatest: 'combineLatest' combines the values of several inputs, whatever their key"
    ),
  ]

  @Test(arguments: unsplittable)
  func `refuses documents that only look splittable`(operators: String, refusal: String) {
    #expect(refusals(Self.behindInput(operators)) == [refusal])
  }

  @Test(arguments: [
    (#""input": "a""#, "input", "the records of 'a' have no times"),
    (#""input": "a", "every": 1"#, "input", "the records of 'a' have no times"),
    (#""input": "a", "time": "$0.t", "late": "now""#, "late", "a late record gets the time"),
    (
      #""input": "a", "time": "$0.t", "late": {"reorder": 5, "then": {"output": "late"}}"#, "late",
      "late records go to a separate stream"
    ),
    (#""input": "a", "time": "$0.t", "records": "csv""#, "records", "the columns are named in"),
    (#""input": "a", "time": "$0.t", "path": "a.csv.gz""#, "path", "the columns are named in"),
    (
      #""input": "a", "time": "$0.t", "records": {"csv": {"header": false}}"#, "records",
      "the columns are named in"
    ),
    (#""input": "a", "time": "$0.t", "records": "json""#, "records", "a record may have several"),
  ])
  func `refuses inputs whose lines cannot be distinguished`(
    input: String, place: String, beginning: String
  ) throws {
    let refusals = refusals("{\(input)}")
    #expect(refusals.count == 1)
    #expect(refusals.first?.hasPrefix("\(place): \(beginning)") == true, "\(refusals)")
  }

  @Test(arguments: [
    #""late": "drop""#, #""late": {"reorder": 60}"#, #""late": {"reorder": 60, "then": "drop"}"#,
    #""records": "text""#, #""records": {"lines": "(?P<host>.*)"}"#,
    #""records": {"csv": {"header": ["t", "host"]}}"#, #""origin": "epoch""#,
  ])
  func `other inputs can be split`(detail: String) throws {
    #expect(try keys(#"{"input": "a", "time": "$0.t", \#(detail)}"#) == ["a: any"])
  }

  @Test func `streams that are joined by equal keys are split by them`() throws {
    let inputs = #"""
      "definitions": {"orders": {"input": "orders", "time": "$0.t"},
        "shipments": {"input": "shipments", "time": "$0.t", "operators": [
          {"map": {"expression": "{'of': $0.order, 'by': $0.carrier}"}}]},
        "prices": {"input": "prices", "time": "$0.t"}}
      """#
    let join = #"{"join": {"stream": "shipments", "on": "$0.id", "otherOn": "$0.of", "within": 5}}"#
    #expect(
      try keys(#"{\#(inputs), "from": "orders", "operators": [\#(join)]}"#)
        == ["orders: $0.id", "shipments: $0.order"])
    // The results for a pair have the keys of both records.
    for key in ["$0[0].id", "$0[1].of"] {
      let groups = Self.perHost(#"{"pairwise": {}}"#, by: key)
      #expect(
        try keys(#"{\#(inputs), "from": "orders", "operators": [\#(join), \#(groups)]}"#)
          == ["orders: $0.id", "shipments: $0.order"])
    }
    let third = #"{"withLatestFrom": {"stream": "prices", "on": "$0[1].of", "otherOn": "$0.item"}}"#
    #expect(
      try keys(#"{\#(inputs), "from": "orders", "operators": [\#(join), \#(third)]}"#)
        == ["orders: $0.id", "shipments: $0.order", "prices: $0.item"])
    let other = Self.perHost(#"{"pairwise": {}}"#, by: "$0[1].by")
    #expect(
      refusals(#"{\#(inputs), "from": "orders", "operators": [\#(join), \#(other)]}"#).count == 1)
    // A left join also emits orders without a shipment, which do not have a carrier.
    let left = join.replacing(#""within": 5"#, with: #""within": 5, "kind": "left""#)
    let byShipment = Self.perHost(#"{"pairwise": {}}"#, by: "$0[1].of")
    #expect(
      refusals(#"{\#(inputs), "from": "orders", "operators": [\#(left), \#(byShipment)]}"#).count
        == 1)
  }

  @Test(arguments: [
    #""marbles": "-a-b|", "operators": [{"withLatestFrom": {"stream": "log", "on": "$0"}}]"#,
    #""marbles": "-a-b|", "operators": [{"merge": {"streams": ["log"]}}]"#,
    #""marbles": "-a-b|", "operators": [{"join": {"stream": "log", "on": "$0", "within": 2}}]"#,
    #""from": {"merge": ["log", {"sequence": [1]}]}"#,
    #""stream": [{"value": 1, "operators": [{"merge": {"streams": ["log"]}}]}]"#,
    #""from": "log", "operators": [{"withLatestFrom": {"stream": {"stream": [{"value": 1, "operators": [{"merge": {"streams": ["log"]}}]}]}}}]"#,
    #""merge": ["log", {"marbles": "---"}]"#,
    #""from": "log", "operators": [{"groupBy": {"key": "$0.k", "operators": [{"merge": {"streams": [{"marbles": "-a-"}]}}]}}]"#,
    #""from": "log", "operators": [{"groupBy": {"key": "$0.k", "stream": {"merge": ["$group", {"marbles": "-a-"}]}}}]"#,
    #""from": "log", "operators": [{"flatMap": {"stream": {"from": "log"}}}]"#,
  ])
  func `refuses events that each part would emit`(document: String) {
    let inputs = #""definitions": {"log": {"input": "log", "time": "$0.t"}}"#
    #expect(refusals("{\(inputs), \(document)}").count == 1)
  }

  @Test(arguments: [
    #"{"merge": ["$group", {"sequence": [1]}]}"#, #"{"zip": ["$group", {"sequence": [1, 2]}]}"#,
    #"{"append": ["$group", {"sequence": [1]}]}"#,
  ])
  func `the events of each group belong to its records`(stream: String) throws {
    let groups = #"{"groupBy": {"key": "$0.host", "stream": \#(stream)}}"#
    #expect(try keys(Self.behindInput(groups)) == ["log: $0.host"])
  }

  @Test func `looks into custom operators and parameters`() throws {
    #expect(
      try keys(
        #"""
        {"parameters": {"by": {"type": "expression", "value": "$0.host"}, "suffix": "x"},
         "definitions": {"perKey": {"parameters": {"key": {"type": "expression"}},
           "operators": [{"groupBy": {"key": "[$key($0), $suffix]", "operators": [{"count": {}}]}}]}},
         "input": "a", "time": "$0.t", "operators": [{"perKey": {"key": "$by"}}]}
        """#.replacing("$key(", with: "$name(").replacing(
          #""key": {"type""#, with: #""name": {"type""#
        )
        .replacing(#"{"perKey": {"key""#, with: #"{"perKey": {"name""#))
        == [#"a: [$0.host, "x"]"#])
  }

  @Test func `a mistake in the document is reported as usual`() {
    #expect(
      refusals(#"{"input": "a", "operators": [{"fliter": {}}]}"#)
        == ["pipe.json:1:31: error: unknown operator 'fliter'; did you mean 'filter'?"])
    #expect(refusals(#"{"sequence": [1]}"#).count == 1)
  }

  /// Each stream merges the previous one with itself, which doubles the number of paths.
  @Test(arguments: [
    (#"{"input": "a", "time": "$0.t"}"#, #""from": "s60""#),
    (
      #"{"marbles": "a|"}"#,
      #""input": "a", "time": "$0.t", "operators": [{"groupBy": {"key": "$0.k", "operators": [{"withLatestFrom": {"stream": "s60"}}]}}]"#
    ),
  ])
  func `streams that are merged repeatedly are followed once`(
    first: String, root: String
  ) throws {
    var definitions = [#""s0": \#(first)"#]
    for number in 1...60 {
      let mapped = #"{"from": "s\#(number - 1)", "operators": [{"map": {"expression": "[$0]"}}]}"#
      definitions.append(#""s\#(number)": {"merge": ["s\#(number - 1)", \#(mapped)]}"#)
    }
    let key = root.contains("groupBy") ? "$0.k" : "any"
    #expect(
      try keys("{\"definitions\": {\(definitions.joined(separator: ","))}, \(root)}") == [
        "a: \(key)"
      ])
  }

  @Test func `refuses streams that are nested too deeply to be followed`() {
    var definitions = [#""s0": {"input": "a", "time": "$0.t"}"#]
    for number in 1...2000 { definitions.append(#""s\#(number)": {"from": "s\#(number - 1)"}"#) }
    let document = "{\"definitions\": {\(definitions.joined(separator: ","))}, \"from\": \"s2000\"}"
    #expect(refusals(document).count == 1)
  }
}
