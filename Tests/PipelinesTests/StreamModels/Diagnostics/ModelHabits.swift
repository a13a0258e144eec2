extension BrokenFile {
  /// Sources, keys and files as other tools write them.
  static let modelHabits = [
    BrokenFile(
      "definition that is a file",
      #"""
      {"definitions": {"cpu": "./cpu.json"}, "from": "cpu"}
      """#,
      """
      t.json:1:25: error: found a string, expected a stream model, which is an object; write \
      {"from": "./cpu.json"}
      """),
    BrokenFile(
      "definition that is a diagram",
      #"""
      {"definitions": {"clicks": "--a--|"}, "from": "clicks"}
      """#,
      """
      t.json:1:28: error: found a string, expected a stream model, which is an object; write \
      {"marbles": "--a--|"}
      """),
    BrokenFile(
      "definition that is a list",
      #"""
      {"definitions": {"numbers": [1, 2]}, "from": "numbers"}
      """#,
      """
      t.json:1:29: error: found an array, expected a stream model, which is an object; write \
      {"sequence": [1, 2]}
      """),
    BrokenFile(
      "list for a document",
      #"""
      [1, 2]
      """#,
      """
      t.json:1:1: error: found an array, expected a stream model, which is an object; write \
      {"sequence": [1, 2]}
      """),
    BrokenFile(
      "data for a stream",
      #"""
      {"merge": ["./gone.ndjson", "gone.csv", "./gone.tsv.gz"]}
      """#,
      """
      t.json:1:12: error: cannot read 'gone.ndjson': No such file or directory; to read records, \
      write {"input": "gone"} in its place, and play with '--input gone=PATH'
      t.json:1:29: error: unknown stream 'gone.csv'; to read records, write {"input": "gone"} in \
      its place, and play with '--input gone=PATH'
      t.json:1:41: error: cannot read 'gone.tsv.gz': No such file or directory; to read records, \
      write {"input": "gone"} in its place, and play with '--input gone=PATH'
      """),
    BrokenFile(
      "operator beside a source",
      #"""
      {"sequence": [1], "map": {"expression": "$0"}}
      """#,
      """
      t.json:1:19: error: unknown key 'map' in a stream model; operators are in a list: \
      "operators": [{"map": { … }}]
      """),
    BrokenFile(
      "operator in an item",
      #"""
      {"stream": [{"value": 1, "delay": {"seconds": 1}}]}
      """#,
      """
      t.json:1:26: error: unknown key 'delay' in an item; operators are in a list: \
      "operators": [{"delay": { … }}]
      """),
    BrokenFile(
      "source of others: of",
      #"""
      {"of": [1]}
      """#,
      """
      t.json:1:2: error: unknown key 'of' in a stream model; write "sequence": [1, 2]
      """),
    BrokenFile(
      "source of others: interval",
      #"""
      {"interval": 1}
      """#,
      """
      t.json:1:2: error: unknown key 'interval' in a stream model; write "sequence": [1], \
      "operators": [{"delay": {"seconds": 1}}, {"repeat": {}}]
      """),
    BrokenFile(
      "source of others: never",
      #"""
      {"never": true}
      """#,
      """
      t.json:1:2: error: unknown key 'never' in a stream model; write "marbles": ""
      """),
    BrokenFile(
      "source of others: empty",
      #"""
      {"empty": {}}
      """#,
      """
      t.json:1:2: error: unknown key 'empty' in a stream model; write "sequence": []
      """),
    BrokenFile(
      "source of others: throw",
      #"""
      {"throw": "x"}
      """#,
      """
      t.json:1:2: error: unknown key 'throw' in a stream model; write "marbles": "#", "error": "…"
      """),
    BrokenFile(
      "source of others: range",
      #"""
      {"range": [1, 9]}
      """#,
      """
      t.json:1:2: error: unknown key 'range' in a stream model; write "sequence": \
      "lists.range(10)"
      """),
    BrokenFile(
      "source of others: concat",
      #"""
      {"concat": ["a"]}
      """#,
      """
      t.json:1:2: error: unknown key 'concat' in a stream model; write "append": ["a", "b"]
      """),
    BrokenFile(
      "source of others: file",
      #"""
      {"file": "x.csv"}
      """#,
      """
      t.json:1:2: error: unknown key 'file' in a stream model; write "input": "log", and bind it \
      with "path": "log.csv" or '--input log=PATH'
      """),
    BrokenFile(
      "source of others: source",
      #"""
      {"source": "x"}
      """#,
      """
      t.json:1:2: error: unknown key 'source' in a stream model; write "from": "name"
      """),
    BrokenFile(
      "key of others",
      #"""
      {"sequence": [1], "pipeline": [], "title": "x", "version": 1, "defs": {}}
      """#,
      """
      t.json:1:19: error: unknown key 'pipeline' in a stream model; write "operators": [ … ]
      t.json:1:35: error: unknown key 'title' in a stream model; write "name"
      t.json:1:49: error: unknown key 'version' in a stream model; write "format": 1
      t.json:1:63: error: unknown key 'defs' in a stream model; write "definitions": {"name": { … \
      }}
      """),
  ]
}
