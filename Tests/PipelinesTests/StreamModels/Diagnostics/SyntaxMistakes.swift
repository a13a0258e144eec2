extension BrokenFile {
  static let syntaxMistakes = [
    BrokenFile(
      "empty",
      #"""

      """#,
      """
      t.json:1:1: error: found nothing, expected a value
      """),
    BrokenFile(
      "whitespace",
      #"""
        


      """#,
      """
      t.json:3:1: error: found only whitespace, expected a value
      """),
    BrokenFile(
      "a word",
      #"""
      hello
      """#,
      """
      t.json:1:1: error: unknown word 'hello', expected a value; put strings in double \
      quotes: "hello"
      """),
    BrokenFile(
      "unfinished array",
      #"""
      [1, 2
      """#,
      """
      t.json:1:6: error: the JSON ends within an array, expected ',' or ']'; close the array \
      opened at line 1, column 1 with ']'
      """),
    BrokenFile(
      "trailing comma",
      #"""
      {"stream": [
        {"value": 1},
      ]}
      """#,
      """
      t.json:2:15: error: trailing ',' before ']'; remove the ','
      """),
    BrokenFile(
      "trailing comma in object",
      #"""
      {"stream": [],
      }
      """#,
      """
      t.json:1:14: error: trailing ',' before '}'; remove the ','
      """),
    BrokenFile(
      "a quote inside a string",
      #"""
      {"sequence": "["a"]"}
      """#,
      """
      t.json:1:17: error: unexpected 'a', expected ',' or '}'; use single quotes inside
      """),
    BrokenFile(
      "missing comma",
      #"""
      {"stream": [] "name": "a"}
      """#,
      """
      t.json:1:15: error: missing ',' between members, found '"'; write ',' before it
      """),
    BrokenFile(
      "missing comma between items",
      #"""
      {"stream": [{"value": 1}
        {"value": 2}]}
      """#,
      """
      t.json:2:3: error: missing ',' between elements, found '{'; write ',' before it
      """),
    BrokenFile(
      "single quotes",
      #"""
      {'stream': []}
      """#,
      """
      t.json:1:2: error: string in single quotes; use double quotes
      """),
    BrokenFile(
      "no quotes",
      #"""
      {stream: []}
      """#,
      """
      t.json:1:2: error: key without quotes: stream; put it in double quotes: "stream"
      """),
    BrokenFile(
      "comment",
      #"""
      // a stream
      {"stream": []}
      """#,
      """
      t.json:1:1: error: JSON has no comments; use a key such as "$comment"
      """),
    BrokenFile(
      "line break in string",
      #"""
      {"stream": [], "name": "a
      b"}
      """#,
      """
      t.json:1:26: error: line break in a string; close the string with '"', or write '\\n'
      """),
    BrokenFile(
      "unknown escape",
      #"""
      {"stream": [], "name": "C:\dir"}
      """#,
      """
      t.json:1:27: error: unknown escape '\\d'; write '\\\\' for a backslash
      """),
    BrokenFile(
      "leading zero",
      #"""
      {"stream": [{"value": 01}]}
      """#,
      """
      t.json:1:23: error: number with a leading zero; remove the zero
      """),
    BrokenFile(
      "too large",
      #"""
      {"stream": [{"value": 1e999}]}
      """#,
      """
      t.json:1:23: error: number 1e999 is too large for a double; the largest is about \
      1.8e308
      """),
    BrokenFile(
      "NaN",
      #"""
      {"stream": [{"value": NaN}]}
      """#,
      """
      t.json:1:23: error: unknown word 'NaN', expected a value; JSON has no such number; \
      use null or a string
      """),
    BrokenFile(
      "lone surrogate",
      #"""
      {"stream": [{"value": "\ud83d"}]}
      """#,
      """
      t.json:1:24: error: lone surrogate '\\ud83d'; surrogates come in pairs, \
      '\\ud83d\\ude00'; or write the character itself
      """),
    BrokenFile(
      "two documents",
      #"""
      {"stream": []} {"stream": []}
      """#,
      """
      t.json:1:16: error: found '{' after the end of the JSON value; JSON is a single value; \
      remove everything after it
      """),
    BrokenFile(
      "wrong bracket",
      #"""
      {"stream": [{"value": 1, "operators": [{"delay": {"seconds": 1}}}]}
      """#,
      """
      t.json:1:65: error: found '}', expected ',' or ']'; close the array opened at line 1, column \
      39 with ']'
      """),
    BrokenFile(
      "syntax alone",
      #"""
      {"stream": [{"valu": 1}, {"value" 1}]}
      """#,
      """
      t.json:1:35: error: missing ':' after a key, found '1'; write ':' before it
      """),
  ]
}
