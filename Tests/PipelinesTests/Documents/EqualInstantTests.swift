import Pipelines
import TestSupport
import Testing
import Values

/// The order of several events at one instant: work that was scheduled first runs first.
@Suite struct EqualInstantTests {
  /// Items that emit one value a second.
  private static let serial = """
    {"stream": [{"value": 1, "operators": [{"delay": {"seconds": 1}}]}, \
    {"value": 2, "operators": [{"delay": {"seconds": 1}}]}]}
    """
  private static let later = #""operators": [{"delay": {"seconds": 1}}]"#
  private static let soon = #""operators": [{"delay": {"seconds": 0}}]"#

  static let diagrams: [(text: String, plays: String)] = [
    // Inputs are in the order in which they are written.
    (
      #"{"merge": [{"marbles": "-a-b|"}, {"marbles": "-c-d|"}]}"#,
      #""a"@1 "c"@1 "b"@3 "d"@3 |@4"#
    ),
    // A whole group comes before the group of the next input.
    (
      #"{"merge": [{"marbles": "-(ab|)"}, {"marbles": "-[cd]|"}]}"#,
      #""a"@1 "b"@1 "c"@1 "d"@1 |@2"#
    ),
    // A diagram that is subscribed to later is scheduled later.
    (
      #"{"merge": [{"append": [{"marbles": "-|"}, {"marbles": "-a|"}]}, {"marbles": "--b|"}]}"#,
      #""b"@2 "a"@2 |@3"#
    ),
    // The inner merge subscribes during the subscription of the outer one.
    (
      #"{"merge": [{"marbles": "-a|"}, {"merge": [{"marbles": "-b|"}, {"merge": [{"marbles": "-c|"}]}, "#
        + #"{"marbles": "-d|"}]}, {"marbles": "-e|"}]}"#,
      #""a"@1 "b"@1 "c"@1 "d"@1 "e"@1 |@2"#
    ),
    // A row is emitted with the last of its values; the stream ends when no further row is
    // possible.
    (
      #"{"merge": [{"zip": [{"marbles": "-a|"}, {"marbles": "-b-|"}]}, {"marbles": "-c|"}]}"#,
      #"["a","b"]@1 "c"@1 |@2"#
    ),
    (
      #"{"append": [{"zip": [{"marbles": "-(a|)"}, {"marbles": "-b--|"}]}, {"sequence": [1]}]}"#,
      #"["a","b"]@1 1@1 |@1"#
    ),
    (
      #"{"append": [{"zip": [{"marbles": "-a--|"}, {"marbles": "-(b|)"}]}, {"sequence": [1]}]}"#,
      #"["a","b"]@1 1@1 |@1"#
    ),
    // The next stream begins when the previous one has completed, before events that are due then
    // and later.
    (
      #"{"merge": [{"append": [{"marbles": "a|"}, {"sequence": [1]}, {"marbles": "b|"}]}, "#
        + #"{"marbles": "-c|"}]}"#,
      #""a"@0 1@1 "c"@1 "b"@1 |@2"#
    ),
    // The first failure ends everything, including events that are due at the same instant.
    (
      #"{"merge": [{"marbles": "-a#"}, {"marbles": "--b"}]}"#, #""a"@1 #error@2"#
    ),
    (
      #"{"merge": [{"marbles": "--b"}, {"marbles": "-a#"}]}"#, #""a"@1 "b"@2 #error@2"#
    ),
    (#"{"zip": [{"marbles": "a-#"}, {"marbles": "--b|"}]}"#, "#error@2"),
    (#"{"zip": [{"marbles": "a-#"}, {"marbles": "-b"}]}"#, #"["a","b"]@1 #error@2"#),
    // A span of time ends at the same instant as the same number of frames.
    (
      #"{"merge": [{"marbles": "1500ms a|", "frame": 0.5}, {"marbles": "---b|", "frame": 0.5}]}"#,
      #""a"@1.5 "b"@1.5 |@2"#
    ),
    // The other streams of an operator come after the stream so far; prepended ones come before it.
    (
      #"{"marbles": "-a|", "operators": [{"merge": {"streams": [{"marbles": "-b|"}, {"marbles": "-c|"}]}}]}"#,
      #""a"@1 "b"@1 "c"@1 |@2"#
    ),
    (
      #"{"marbles": "-a|", "operators": [{"zip": {"streams": [{"marbles": "-b|"}, {"sequence": [3]}]}}]}"#,
      #"["a","b",3]@1 |@1"#
    ),
    (
      #"{"sequence": [1], "operators": [{"append": {"streams": [{"sequence": [2]}, {"sequence": [3]}]}}, "#
        + #"{"prepend": {"streams": [{"sequence": [4]}, {"sequence": [5]}]}}]}"#,
      "4@0 5@0 1@0 2@0 3@0 |@0"
    ),
  ]

  static let items: [(text: String, plays: String)] = [
    // The first item is scheduled when it is subscribed to, like a diagram. The second one is
    // scheduled when the first has been emitted, so after the whole diagram.
    (
      #"{"merge": [\#(serial), {"marbles": "-ab|"}]}"#, #"1@1 "a"@1 "b"@2 2@2 |@3"#
    ),
    (
      #"{"merge": [{"marbles": "-ab|"}, \#(serial)]}"#, #""a"@1 1@1 "b"@2 2@2 |@3"#
    ),
    (#"{"merge": [\#(serial), \#(serial)]}"#, "1@1 1@1 2@2 2@2 |@2"),
    // The delayed value is scheduled when it arrives, which is before the next item is scheduled.
    (
      #"{"definitions": {"s": \#(serial)}, "merge": ["s", {"from": "s", \#(later)}]}"#,
      "1@1 2@2 1@2 2@3 |@3"
    ),
    (
      #"{"definitions": {"s": \#(serial)}, "merge": [{"from": "s", \#(later)}, "s"]}"#,
      "1@1 1@2 2@2 2@3 |@3"
    ),
    // Items without a delay are emitted at once; items after a delay, while the previous one is
    // delivered.
    (
      #"{"merge": [{"stream": [{"value": 1}, {"value": 2, \#(soon)}, {"value": 3}]}, {"marbles": "a|"}]}"#,
      #"1@0 2@0 3@0 "a"@0 |@1"#
    ),
    (
      #"{"merge": [{"marbles": "a|"}, {"stream": [{"value": 1}, {"value": 2, \#(soon)}, {"value": 3}]}]}"#,
      #"1@0 "a"@0 2@0 3@0 |@1"#
    ),
    // An item that is dropped still takes time.
    (
      #"{"merge": [{"marbles": "-a|"}, {"stream": [{"value": 1, "operators": [{"delay": {"seconds": 1}}, "#
        + #"{"filter": {"expression": "false"}}]}, {"value": 2}]}]}"#,
      #""a"@1 2@1 |@2"#
    ),
    // Two waits of an item are scheduled separately.
    (
      #"{"merge": [{"stream": [{"value": 1, "operators": [{"delay": {"seconds": 0}}, "#
        + #"{"delay": {"seconds": 0}}]}]}, {"sequence": [2], \#(soon)}]}"#,
      "2@0 1@0 |@0"
    ),
  ]

  static let delays: [(text: String, plays: String)] = [
    // The ends of windows and of forgotten groups come before everything else.
    (
      #"{"definitions": {"d": {"marbles": "ab---|"}}, "merge": ["d", {"from": "d", "operators": ["#
        + #"{"prefix": {"count": 1}}, {"append": {"streams": [{"marbles": "---|"}]}}, "#
        + #"{"collect": {"maximum": 1, "bounds": true}}]}]}"#,
      #""a"@0 {"start":0.0,"end":1.0,"closedBy":"maximum","values":["a"]}@1 "b"@1 |@5"#
    ),
    (
      #"{"definitions": {"d": {"marbles": "ab---|"}}, "merge": ["d", {"from": "d", "operators": ["#
        + #"{"prefix": {"count": 1}}, {"append": {"streams": [{"marbles": "---|"}]}}, "#
        + #"{"groupBy": {"key": "$0", "forgetAfter": 1, "#
        + #""operators": [{"count": {}}]}}]}]}"#,
      #""a"@0 1@1 "b"@1 |@5"#
    ),
    // A delay of zero is scheduled: values that are emitted at once come before it.
    (#"{"merge": [{"sequence": [1, 2], \#(soon)}, {"sequence": [3]}]}"#, "3@0 1@0 2@0 |@0"),
    (
      #"{"merge": [{"sequence": [1], "operators": [{"delay": {"seconds": 0}}, {"delay": {"seconds": 0}}]}, "#
        + #"{"sequence": [2], \#(soon)}]}"#,
      "2@0 1@0 |@0"
    ),
    // The events of diagrams were scheduled before any of them arrived.
    (
      #"{"merge": [{"marbles": "(ab|)", \#(soon)}, {"marbles": "(cd|)"}]}"#,
      #""c"@0 "d"@0 "a"@0 "b"@0 |@0"#
    ),
    (
      #"{"merge": [{"marbles": "a-|", \#(later)}, {"marbles": "-b|"}, {"marbles": "a|", \#(later)}]}"#,
      #""b"@1 "a"@1 "a"@1 |@3"#
    ),
    // A completion that is delayed by zero stays after the values.
    (
      #"{"append": [{"sequence": [1], \#(soon)}, {"sequence": [2]}], "operators": [{"merge": "#
        + #"{"streams": [{"sequence": [3], \#(soon)}]}}]}"#,
      "1@0 2@0 3@0 |@0"
    ),
    (#"{"append": [{"sequence": [], \#(later)}, {"marbles": "a|"}]}"#, #""a"@1 |@2"#),
    // A merge does not change the order.
    (
      #"{"merge": [{"merge": [{"sequence": [1], \#(soon)}, {"sequence": [2], \#(soon)}]}, "#
        + #"{"sequence": [3], \#(soon)}], \#(soon)}"#,
      "1@0 2@0 3@0 |@0"
    ),
  ]

  static let hotDiagrams: [(text: String, plays: String)] = [
    // Hot events are scheduled at the start, before the events of any diagram that is subscribed
    // to.
    (
      #"{"merge": [{"marbles": "a|"}, {"sequence": [1]}, {"marbles": "b|", "hot": true}]}"#,
      #"1@0 "b"@0 "a"@0 |@1"#
    ),
    // Several hot diagrams are in document order, not in the order of their uses.
    (
      #"{"merge": ["b", {"marbles": "a|", "hot": true}], "#
        + #""definitions": {"b": {"marbles": "b|", "hot": true}}}"#,
      #""a"@0 "b"@0 |@1"#
    ),
    (
      #"{"definitions": {"c": {"marbles": "-c|", "hot": true}, "b": {"marbles": "-b|", "hot": true}}, "#
        + #""merge": ["b", "c"]}"#,
      #""c"@1 "b"@1 |@2"#
    ),
    // The place of the diagram itself counts, wherever its model begins.
    (
      #"{"definitions": {"b": {"marbles": "-b|", "hot": true}}, "hot": true, "marbles": "-a|", "#
        + #""operators": [{"merge": {"streams": [{"marbles": "-c|", "hot": true}, "b"]}}]}"#,
      #""b"@1 "a"@1 "c"@1 |@2"#
    ),
    // All subscribers receive events in the order of their subscriptions.
    (
      #"{"definitions": {"h": {"marbles": "-1|", "hot": true}}, "#
        + #""merge": [{"from": "h", "operators": [{"map": {"expression": "$0 + 10"}}]}, "h"]}"#,
      "11@1 1@1 |@2"
    ),
    // A subscription at the instant of an event misses it if the end of a diagram had to come
    // first.
    (
      #"{"definitions": {"h": {"marbles": "--bc|", "hot": true}}, "#
        + #""merge": [{"append": [{"marbles": "--|"}, "h"]}, "h"]}"#,
      #""b"@2 "c"@3 "c"@3 |@4"#
    ),
    // After the end, a subscriber receives the end at once.
    (
      #"{"definitions": {"h": {"marbles": "a|", "hot": true}}, "#
        + #""append": [{"marbles": "---|"}, "h", {"sequence": [1]}]}"#,
      "1@3 |@3"
    ),
    (
      #"{"definitions": {"h": {"marbles": "a#", "hot": true, "error": "gone"}}, "#
        + #""append": [{"marbles": "---|"}, "h", {"sequence": [1]}]}"#,
      "#gone@3"
    ),
    // Events before the start are in the past.
    (#"{"marbles": "ab^c-|", "hot": true}"#, #""c"@1 |@3"#),
    (#"{"marbles": "a^", "hot": true}"#, ""),
    // Two subscriptions in a row share one run.
    (
      #"{"definitions": {"h": {"marbles": "1-2|", "hot": true}}, "zip": ["h", "h"]}"#,
      "[1,1]@0 [2,2]@2 |@3"
    ),
  ]

  @Test(arguments: diagrams)
  func `diagrams are scheduled when they are subscribed to`(
    document: (text: String, plays: String)
  ) throws {
    #expect(try played(document.text) == document.plays)
  }

  @Test(arguments: items)
  func `an item is scheduled when the previous one has completed`(
    document: (text: String, plays: String)
  ) throws {
    #expect(try played(document.text) == document.plays)
  }

  @Test(arguments: delays)
  func `a delayed value is scheduled when it arrives`(
    document: (text: String, plays: String)
  ) throws {
    #expect(try played(document.text) == document.plays)
  }

  @Test(arguments: hotDiagrams)
  func `hot diagrams are scheduled at the start`(
    document: (text: String, plays: String)
  ) throws {
    #expect(try played(document.text) == document.plays)
  }

  @Test func `a model in another file is scheduled like an inline one`() throws {
    let all = Self.diagrams + Self.items + Self.delays
    let folder = try Folder(["top.json": #"{"merge": ["model.json"]}"#])
    for document in all {
      try folder.write(document.text, to: "model.json")
      #expect(folder.outcome(of: "top.json") == document.plays)
    }
  }

  @Test func `hot diagrams of files come after those of the file that names them`() throws {
    let folder = try Folder([
      "top.json": """
      {"merge": ["b.json", "a.json", {"marbles": "-t|", "hot": true}]}
      """,
      "a.json": #"{"marbles": "-a|", "hot": true}"#, "b.json": #"{"marbles": "-b|", "hot": true}"#,
    ])
    #expect(folder.outcome(of: "top.json") == #""t"@1 "b"@1 "a"@1 |@2"#)
  }

  @Test func `a hot diagram that nothing uses does not run`() throws {
    let text =
      #"{"definitions": {"h": {"marbles": "---------a|", "hot": true}, "#
      + #""n": {"marbles": "", "operators": [{"merge": {"streams": [{"marbles": "-b"}]}}]}}, "#
      + #""merge": ["h", "n"]}"#
    let source = SourceText(name: "t.json", text)
    #expect(try Program(source, stream: "n").play().brief == #""b"@1"#)
    #expect(try Program(source, stream: "h").play().brief == #""a"@9 |@10"#)
    #expect(try Program(source).play().brief == #""b"@1 "a"@9"#)
  }
}
