extension BrokenFile {
  /// Mistakes in the outputs of a document.
  static let outputMistakes = [
    BrokenFile(
      "outputs that lead out of their folder",
      #"""
      {"sequence": [1], "definitions": {"a": {"sequence": [1]}}, "outputs": {
        "b": {"from": "a", "path": "/tmp/b"},
        "c": {"from": "a", "path": "x/../../c"},
        "d": {"from": "a", "path": "x//d"},
        "e": {"from": "a", "path": "x/"},
        "f": {"from": "a", "path": "./f"},
        "g": {"from": "a", "path": ""},
        "h": {"from": "a", "path": "h\u0000.csv"},
        "../i": {"from": "a"}}}
      """#,
      """
      t.json:2:30: error: an absolute path, expected a relative one; paths are below the folder that \
      '--outputs' names
      t.json:3:30: error: '..' in a path, which would lead out; paths are below the folder that \
      '--outputs' names
      t.json:4:30: error: a path with an empty name, expected one '/'
      t.json:5:30: error: the path of a folder, expected that of a file
      t.json:6:30: error: '.' in a path, expected the names of folders
      t.json:7:30: error: an empty path, expected that of a file
      t.json:8:30: error: a NUL in a path, which no file name can have
      t.json:9:11: error: '../i.ndjson', the name of the output as a path: '..' in a path, which would \
      lead out; state a 'path'
      """),
    BrokenFile(
      "expressions in paths",
      #"""
      {"sequence": [1], "definitions": {"a": {"sequence": [1]}}, "outputs": {
        "b": {"from": "a", "path": "b/{$0 +}.csv"},
        "c": {"from": "a", "path": "{[$0]}"},
        "d": {"from": "a", "path": "{$0}{$0}"},
        "e": {"from": "a", "path": "{$0"},
        "f": {"from": "a", "path": "}"},
        "g": {"from": "a", "path": "{$outer}"},
        "h": {"from": "a", "path": "{$0}-{'x'}/{{}}"}}}
      """#,
      """
      t.json:2:38: error: found the end, expected an operand
      t.json:3:32: error: a part of a path must be a string, a number or a bool, this is of type \
      list(int)
      t.json:4:36: error: nothing tells the results of two expressions apart, expected a separator; \
      put '/', '+' or '=' between them
      t.json:5:31: error: a '{' without '}'; write '{{' for a brace in the name
      t.json:6:31: error: a '}' without '{'; write '}}' for a brace in the name
      t.json:7:32: error: '$outer' is not available here; it is the outer value inside 'flatMap', \
      'switchMap', 'concatMap' and 'exhaustMap'
      t.json:8:37: error: nothing tells the results of two expressions apart, expected a separator; \
      put '/', '+' or '=' between them
      """),
    BrokenFile(
      "outputs that are none",
      #"""
      {"sequence": [1], "outputs": {
        "a": "b", "": {"from": {"sequence": []}, "path": "x"},
        "c": {"path": "c"}, "d": {"form": "x"}, "e": {"from": "x"},
        "f": {"from": {"sequence": []}, "records": "json", "sink": 1}}}
      """#,
      """
      t.json:2:8: error: found a string, expected an output, which is an object; \
      write {"from": "…", "path": "…"}
      t.json:2:13: error: an output with an empty name, expected one for messages about it
      t.json:3:8: error: an output without 'from', expected the stream to write; write "from": a name, \
      a file, or a stream model
      t.json:3:29: error: unknown key 'form' in an output; did you mean 'from'?
      t.json:3:57: error: unknown stream 'x'; define it in 'definitions'; a file is named by './', \
      '../' or '.json'
      t.json:4:46: error: found 'json', expected 'ndjson', 'csv', 'tsv' or 'text'; did you mean \
      'ndjson'?
      t.json:4:54: error: unknown key 'sink' in an output; there are 'from', 'with', 'inputs', 'path' \
      and 'records'
      """),
    BrokenFile(
      "outputs in other places, and of the same file",
      #"""
      {"definitions": {"a": {"sequence": [1], "outputs": {"x": {"from": "a"}}}},
       "from": "a", "outputs": {"b": {"from": "a", "path": "c.ndjson"}, "c": {"from": "a"}}}
      """#,
      """
      t.json:1:52: error: 'outputs' in a stream inside a document, expected them at its top; only \
      those of the document that is played are written
      t.json:2:72: error: the output 'b' is written to 'c.ndjson', too; state another 'path'
      """),
    BrokenFile(
      "paths in parameters",
      #"""
      {"parameters": {"file": "../x", "n": 3},
       "sequence": [1], "outputs": {"b": {"from": {"sequence": [1]}, "path": "$file"},
         "c": {"from": {"sequence": [1]}, "path": "$n"},
         "d": {"from": {"sequence": [1]}, "path": "$fil"}}}
      """#,
      """
      t.json:2:72: error: '..' in a path, which would lead out; paths are below the folder that \
      '--outputs' names
      t.json:1:25: note: '$file' is set here
      t.json:3:45: error: 3 for a path, expected a text
      t.json:1:38: note: '$n' is set here
      t.json:4:45: error: no parameter '$fil'; did you mean '$file'?
      """),
  ]
}
