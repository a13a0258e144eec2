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
      t.json:2:30: error: found an absolute path, expected a relative path; paths start at the \
      folder that '--outputs' names
      t.json:3:30: error: a path cannot contain '..'; paths start at the folder that '--outputs' \
      names
      t.json:4:30: error: found '//', expected one '/'
      t.json:5:30: error: found the path of a folder, expected the path of a file
      t.json:6:30: error: a path cannot contain '.' as a name
      t.json:7:30: error: found an empty path, expected the path of a file
      t.json:8:30: error: found a NUL character, which a path cannot have
      t.json:9:11: error: the name of the output, '../i.ndjson', is not a path: a path cannot \
      contain '..'; add a 'path'
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
      t.json:3:32: error: a part of a path must be a string, a number or a bool, but this is of \
      type list(int)
      t.json:4:36: error: two expressions need a separator between them; put '/', '+' or '=' \
      between them
      t.json:5:31: error: found '{' without '}'; write '{{' for a brace
      t.json:6:31: error: found '}' without '{'; write '}}' for a brace
      t.json:7:32: error: '$outer' is not available here; it is the outer value inside 'flatMap', \
      'switchMap', 'concatMap' and 'exhaustMap'
      t.json:8:37: error: two expressions need a separator between them; put '/', '+' or '=' \
      between them
      """),
    BrokenFile(
      "invalid outputs",
      #"""
      {"sequence": [1], "outputs": {
        "a": "b", "": {"from": {"sequence": []}, "path": "x"},
        "c": {"path": "c"}, "d": {"form": "x"}, "e": {"from": "x"},
        "f": {"from": {"sequence": []}, "records": "json", "sink": 1}}}
      """#,
      """
      t.json:2:8: error: found a string, expected an output, which is an object; \
      write {"from": "…", "path": "…"}
      t.json:2:13: error: an output needs a name
      t.json:3:8: error: an output needs 'from', the stream to write; write "from": a name, a \
      file, or a stream model
      t.json:3:29: error: unknown key 'form' in an output; did you mean 'from'?
      t.json:3:57: error: unknown stream 'x'; define it in 'definitions'; the path of a file \
      begins with './' or '../', or ends in '.json'
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
      t.json:1:52: error: only the top level of a stream file can have 'outputs'; only the outputs \
      of the file that is played are written
      t.json:2:72: error: the output 'b' is also written to 'c.ndjson'; choose another 'path'
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
      t.json:2:72: error: a path cannot contain '..'; paths start at the folder that '--outputs' \
      names
      t.json:1:25: note: '$file' is set here
      t.json:3:45: error: 3 for a path, expected a string
      t.json:1:38: note: '$n' is set here
      t.json:4:45: error: unknown parameter '$fil'; did you mean '$file'?
      """),
  ]
}
