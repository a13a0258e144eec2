import LanguageServer
import Testing
import Values

struct CompletionTests {
  @Test(arguments: [
    ("{¦", ["marbles", "from", "operators", "definitions"]),
    (#"{"ma¦"#, ["marbles"]),
    (#"{"marbles": "a-b|", ¦}"#, ["values", "frame", "hot", "operators"]),
    (#"{"marbles": "a-b|", "operators": [ {¦ ]}"#, ["map", "filter", "debounce"]),
    (#"{"marbles": "a-b|", "operators": [ {"ma¦"} ]}"#, ["map", "max"]),
    (#"{"marbles": "a-b|", "operators": [ ¦ ]}"#, ["map", "filter"]),
    (#"{"marbles": "a|", "operators": [{"debounce": {¦}}]}"#, ["seconds", "leading"]),
    (#"{"definitions": {"fast": {"marbles": "a|"}}, "from": ¦"#, [#""fast""#]),
    (#"{"definitions": {"fast": {"marbles": "a|"}}, "from": "¦"}"#, [#""fast""#]),
    (#"{"definitions": {"fast": {"marbles": "a|"}}, "merge": ["fa¦"]}"#, [#""fast""#]),
    (#"{"input": "log", "origin": "¦"}"#, [#""first""#, #""epoch""#]),
    (#"{"marbles": "a|", "hot": ¦}"#, ["true", "false"]),
    (
      #"{"parameters": {"quiet": "10m"}, "operators": [{"debounce": {"seconds": ¦}}]}"#,
      [#""$quiet""#, #""30s""#]
    ),
    (
      #"{"definitions": {"own": {"operators": []}}, "marbles": "a|", "operators": [{¦}]}"#,
      ["own", "map"]
    ),
    (
      #"{"definitions": {"own": {"parameters": {"by": 1}, "operators": []}}, "operators": [{"own": {¦}}]}"#,
      ["by"]
    ),
    (#"{"tests": [{¦}]}"#, ["expect", "inputs", "cases"]),
    (#"{"input": "log", "tests": [{"inputs": {¦}}]}"#, ["log"]),
    (#"{"parameters": {"p": {¦}}}"#, ["type", "minimum"]),
    (#"{"operators": [{"pattern": {"steps": [{¦}]}}]}"#, ["name", "where", "not", "seconds"]),
    (#"{"operators": [{"pattern": {"steps": [{"optional": ¦}]}}]}"#, ["true", "false"]),
    (#"{"operators": [{"pattern": {"steps": [{"times": {¦}}]}}]}"#, ["minimum", "maximum"]),
  ])
  func `keys and values are completed in unfinished files`(text: String, expected: [String]) {
    let labels = TestClient(text).labels
    for label in expected { #expect(labels.contains(label), "\(text): \(labels)") }
  }

  @Test(arguments: [
    (
      #"{"stream": [{"value": {"host": "a", "load": 0.5}}], "operators": [{"filter": {"expression": "$0.¦"}}]}"#,
      ["host", "load"]
    ),
    (
      #"{"stream": [{"value": {"host": "a"}}], "operators": [{"filter": {"expression": "$0.ho¦ == 'a'"}}]}"#,
      ["host"]
    ),
    (
      #"{"stream": [{"value": {"tags": [{"name": "x"}]}}], "operators": [{"filter": {"expression": "$0.tags.exists(t, t.¦)"}}]}"#,
      ["name"]
    ),
    (
      #"{"stream": [{"value": {"tags": [{"name": "x"}]}}], "operators": [{"map": {"expression": "$0.tags[0].¦"}}]}"#,
      ["name"]
    ),
    (
      #"{"stream": [{"value": {"a": 1}}], "operators": [{"map": {"expression": "{'sum': $0.a + 1}"}}, {"map": {"expression": "$0.¦"}}]}"#,
      ["sum"]
    ),
    (
      #"{"marbles": "a|", "operators": [{"filter": {"expression": "$0.¦"}}]}"#,
      ["contains", "startsWith", "size"]
    ),
    (
      #"{"stream": [{"value": {"ip": 1}}], "operators": [{"pattern": {"steps": [{"name": "a"}, {"name": "b", "where": "$0.¦"}]}}]}"#,
      ["ip"]
    ),
    (
      #"{"marbles": "a|", "operators": [{"pattern": {"steps": [{"name": "one"}, {"name": "b", "where": "$match.¦"}]}}]}"#,
      ["one"]
    ),
    (
      #"{"marbles": "a|", "operators": [{"pattern": {"steps": [{"name": "one"}, {"name": "b", "where": "$m¦"}]}}]}"#,
      ["$match"]
    ),
    (
      #"{"marbles": "a|", "operators": [{"filter": {"expression": "¦"}}]}"#,
      ["$0", "$time", "size", "true"]
    ),
    (
      #"{"marbles": "a|", "operators": [{"scan": {"initialValue": 0, "expression": "¦"}}]}"#,
      ["$0", "$1"]
    ),
    (
      #"{"parameters": {"limit": 5}, "marbles": "1|", "operators": [{"filter": {"expression": "$0 > $¦"}}]}"#,
      ["$limit", "$0"]
    ),
    (
      #"{"marbles": "1|", "operators": [{"groupBy": {"key": "$0 % 2", "operators": [{"map": {"expression": "$k¦"}}]}}]}"#,
      ["$key"]
    ),
    (#"{"marbles": "1|", "operators": [{"map": {"expression": "[1, 2].map(x, ¦)"}}]}"#, ["x"]),
  ])
  func `expressions are completed based on their values`(
    text: String, expected: [String]
  ) {
    let labels = TestClient(text).labels
    for label in expected { #expect(labels.contains(label), "\(text): \(labels)") }
  }

  @Test func `fields are known even if the file cannot be played`() {
    let client = TestClient(
      #"{"stream": [{"value": {"host": "a"}}], "operators": [{"filter": {"expression": "$0.¦"}}]}"#)
    client.doJobs()
    client.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": Value(client.uri), "version": 2],
        "contentChanges": [
          [
            "range": [
              "start": ["line": 0, "character": 2], "end": ["line": 0, "character": 8],
            ], "text": "strean",
          ]
        ],
      ])
    #expect(client.labels.contains("host"))
  }

  @Test func `functions fit the type before the dot`() {
    let labels = TestClient(
      #"{"marbles": "1|", "operators": [{"map": {"expression": "[1, 2].¦"}}]}"#
    ).labels
    #expect(labels.contains("map"))
    #expect(!labels.contains("startsWith"))
  }

  @Test func `nothing is proposed inside a string of an expression`() {
    let client = TestClient(
      #"{"marbles": "1|", "operators": [{"map": {"expression": "'a.¦'"}}]}"#)
    #expect(client.labels == [])
  }

  @Test func `a key is inserted with everything it needs`() {
    #expect(
      TestClient(#"{"marbles": "a|", "operators": [ {"deb¦"} ]}"#).accepting("debounce")
        == #"{"marbles": "a|", "operators": [ {"debounce": { "seconds": 1 }} ]}"#)
    #expect(
      TestClient(#"{"marbles": "a|"¦}"#).accepting("operators")
        == #"{"marbles": "a|","operators": [  ]}"#)
    #expect(
      TestClient(#"{¦"marbles": "a|"}"#).accepting("name") == #"{"name": "","marbles": "a|"}"#)
    #expect(
      TestClient(#"{"fro¦": "a"}"#).accepting("from") == #"{"from": "a"}"#)
  }

  @Test func `places in snippets are escaped`() {
    let client = TestClient(
      #"{"marbles": "a|", "operators": [ {"fil¦"} ]}"#, snippets: true)
    #expect(
      client.accepting("filter")
        == #"{"marbles": "a|", "operators": [ {"filter": { "expression": "${1:\$0}" \}} ]}"#)
  }

  @Test func `the form of an operator narrows its parameters`() {
    let labels = TestClient(
      #"{"marbles": "a|", "operators": [{"delay": {"seconds": 1, ¦}}]}"#
    ).labels
    #expect(!labels.contains("expression"))
    func collecting(_ written: String) -> [String] {
      TestClient(#"{"marbles": "a|", "operators": [{"collect": {\#(written)¦}}]}"#).labels
    }
    #expect(Set(["seconds", "count", "gap", "endsWhen"]).isSubset(of: collecting("")))
    #expect(collecting(#""gap": 1, "#).contains("count"))
    #expect(!collecting(#""gap": 1, "#).contains("every"))
  }
}
