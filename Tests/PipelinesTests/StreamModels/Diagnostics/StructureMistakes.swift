extension BrokenFile {
  static let structureMistakes = [
    BrokenFile(
      "array",
      #"""
      []
      """#,
      """
      t.json:1:1: error: found an array, expected a stream model, which is an object; write \
      {"sequence": []}
      """),
    BrokenFile(
      "number",
      #"""
      3
      """#,
      """
      t.json:1:1: error: found a number, expected a stream model, which is an object
      """),
    BrokenFile(
      "no source",
      #"""
      {}
      """#,
      """
      t.json:1:1: error: a stream model needs one of the sources 'stream', 'sequence', 'append', \
      'merge', 'zip', 'combineLatest', 'from', 'marbles', 'cron', 'input'; write "stream": [ … ]
      """),
    BrokenFile(
      "no source",
      #"""
      {"operators": []}
      """#,
      """
      t.json:1:1: error: this is an operator, expected a stream; add a source, such as "stream": [ \
      … ]
      """),
    BrokenFile(
      "misspelt source",
      #"""
      {"streams": []}
      """#,
      """
      t.json:1:2: error: unknown key 'streams' in a stream model; did you mean 'stream'?
      """),
    BrokenFile(
      "unknown keys",
      #"""
      {"Stream": [], "opreators": [], "colour": 1}
      """#,
      """
      t.json:1:2: error: unknown key 'Stream' in a stream model; did you mean 'stream'?
      t.json:1:16: error: unknown key 'opreators' in a stream model; did you mean 'operators'?
      t.json:1:33: error: unknown key 'colour' in a stream model; there are 'stream', 'sequence', \
      'append', 'merge', 'zip', 'combineLatest', 'from', 'marbles', 'cron', 'input', 'operators', \
      'parameters', 'definitions', 'outputs', 'expect', 'tests', 'format', 'id', 'name', \
      'description', 'latest', 'isDefault', 'values', 'frame', 'error', 'hot', 'zone', 'twice', \
      'initial', 'time', 'unit', 'origin', 'late', 'every', 'end', 'malformed', 'require', 'priority', 'path', \
      'records', 'with' and 'inputs'
      """),
    BrokenFile(
      "comment key",
      #"""
      {"stream": [], "comment": "x"}
      """#,
      """
      t.json:1:16: error: unknown key 'comment' in a stream model; did you mean '$comment'?
      """),
    BrokenFile(
      "two sources",
      #"""
      {"stream": [], "stream": [{"value": 1}]}
      """#,
      """
      t.json:1:16: error: key 'stream' is already in this object; remove one of the two
      """),
    BrokenFile(
      "duplicate keys",
      #"""
      {"stream": [], "name": "a", "$x": 1, "name": "b", "$x": 2}
      """#,
      """
      t.json:1:38: error: key 'name' is already in this object; remove one of the two
      t.json:1:51: error: key '$x' is already in this object; remove one of the two
      """),
    BrokenFile(
      "object for array",
      #"""
      {"stream": {"value": 1}}
      """#,
      """
      t.json:1:12: error: found an object, expected an array of items; put it in brackets: \
      [ … ]
      """),
    BrokenFile(
      "invalid items",
      #"""
      {"stream": [1, "a", null, [], {"value": 2}]}
      """#,
      """
      t.json:1:13: error: found a number, expected an item, which is an object with a \
      'value'; write { "value": … }
      t.json:1:16: error: found a string, expected an item, which is an object with a \
      'value'; write { "value": … }
      t.json:1:21: error: found null, expected an item, which is an object with a 'value'; \
      write { "value": … }
      t.json:1:27: error: found an array, expected an item, which is an object with a \
      'value'; write { "value": … }
      """),
    BrokenFile(
      "items without value",
      #"""
      {"stream": [{}, {"val": 1}, {"operators": []}]}
      """#,
      """
      t.json:1:13: error: an item needs a 'value'; write { "value": … }
      t.json:1:18: error: unknown key 'val' in an item; did you mean 'value'?
      t.json:1:29: error: an item needs a 'value'; write { "value": … }
      """),
    BrokenFile(
      "item keys",
      #"""
      {"stream": [{"value": 1, "value": 2, "delay": 3}]}
      """#,
      """
      t.json:1:26: error: key 'value' is already in this object; remove one of the two
      t.json:1:38: error: unknown key 'delay' in an item; operators are in a list: \
      "operators": [{"delay": { … }}]
      """),
    BrokenFile(
      "duplicate keys in data",
      #"""
      {"stream": [{"value": {"a": 1, "b": [{"c": 1, "c": 2}], "a": 2}}]}
      """#,
      """
      t.json:1:47: error: key 'c' is already in this object; remove one of the two
      t.json:1:57: error: key 'a' is already in this object; remove one of the two
      """),
    BrokenFile(
      "wrong types",
      #"""
      {"stream": [], "name": 1, "description": ["a"], "isDefault": "true", "id": 7}
      """#,
      """
      t.json:1:24: error: found a number, expected a name in a string; put it in double \
      quotes
      t.json:1:42: error: found an array, expected a description in a string
      t.json:1:62: error: found a string, expected true or false; write it without quotes
      t.json:1:76: error: found a number, expected a UUID in a string; put it in double \
      quotes
      """),
    BrokenFile(
      "wrong types 2",
      #"""
      {"stream": [], "isDefault": 1, "operators": null}
      """#,
      """
      t.json:1:29: error: found a number, expected true or false
      t.json:1:45: error: found null, expected an array of operators
      """),
    BrokenFile(
      "no UUID",
      #"""
      {"stream": [], "id": "6F1B7C1E-52C2-4B6A-9C0E"}
      """#,
      """
      t.json:1:22: error: found '6F1B7C1E-52C2-4B6A-9C0E', expected a UUID; remove 'id' to have \
      one generated from the content
      """),
    BrokenFile(
      "newer format",
      #"""
      {"stream": [], "format": 2, "future": true}
      """#,
      """
      t.json:1:26: error: format 2 is newer than this tool, which supports 1; update the tool
      """),
    BrokenFile(
      "newer format with a wrong expression",
      #"""
      {"format": 3, "stream": [{"value": 1, "operators": [{"map": {"expression": "x +"}}]}]}
      """#,
      """
      t.json:1:12: error: format 3 is newer than this tool, which supports 1; update the tool
      """),
    BrokenFile(
      "syntax before format",
      #"""
      {"nothing": [}, "format": 2}
      """#,
      """
      t.json:1:14: error: unexpected '}', expected a value
      """),
    BrokenFile(
      "syntax mistake after a newer format",
      #"""
      {"format": 2, "nothing": [}
      """#,
      """
      t.json:1:12: error: format 2 is newer than this tool, which supports 1; update the tool
      """),
    BrokenFile(
      "format huge",
      #"""
      {"format": 99999999999999999999, "stream": []}
      """#,
      """
      t.json:1:12: error: the format is newer than this tool, which supports 1; update the tool
      """),
    BrokenFile(
      "format 0",
      #"""
      {"format": 0, "stream": []}
      """#,
      """
      t.json:1:12: error: 'format' is not a known version, expected 1
      """),
    BrokenFile(
      "format 1.0",
      #"""
      {"format": 1.0, "stream": []}
      """#,
      """
      t.json:1:12: error: 'format' is not a known version, expected 1
      """),
    BrokenFile(
      "format string",
      #"""
      {"format": "1", "stream": []}
      """#,
      """
      t.json:1:12: error: found a string, expected the version of the format, a whole \
      number; write it without quotes
      """),
  ]
}
