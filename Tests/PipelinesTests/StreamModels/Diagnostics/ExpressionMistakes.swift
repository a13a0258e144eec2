extension BrokenFile {
  static let expressionMistakes = [
    BrokenFile(
      "unfinished",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"map": {"expression": "$0 +"}}]}
      """#,
      """
      t.json:2:44: error: found the end, expected an operand
      """),
    BrokenFile(
      "empty",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"map": {"expression": ""}}]}
      """#,
      """
      t.json:2:40: error: found the end, expected an operand
      """),
    BrokenFile(
      "parenthesis",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"map": {"expression": "$0 + (1"}}]}
      """#,
      """
      t.json:2:47: error: found the end, expected ')'
      """),
    BrokenFile(
      "assignment",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"map": {"expression": "1 = 2"}}]}
      """#,
      """
      t.json:2:42: error: unexpected '='; write '=='
      """),
    BrokenFile(
      "open string",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"map": {"expression": "'abc"}}]}
      """#,
      """
      t.json:2:40: error: found the end of the text, expected ' at the end of the string
      """),
    BrokenFile(
      "unknown variable",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"map": {"expression": "value * 2"}}]}
      """#,
      """
      t.json:2:40: error: unknown variable 'value'; write '$0' for the value
      """),
    BrokenFile(
      "unavailable",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"map": {"expression": "$1 + $outer"}}]}
      """#,
      """
      t.json:2:40: error: '$1' is not available here; it is the second value in 'scan', \
      'reduce' and 'removeDuplicates', the array so far in 'collect', and the previous value of a \
      'pattern'
      t.json:2:45: error: '$outer' is not available here; it is the outer value inside \
      'flatMap', 'switchMap', 'concatMap' and 'exhaustMap'
      """),
    BrokenFile(
      "excess argument",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"map": {"expression": "%d + %d"}}]}
      """#,
      """
      t.json:2:45: error: found form 2, but there is 1 value here; each of '%d', '%i', '%f', '%@' \
      and '%K' stands for the next value
      """),
    BrokenFile(
      "unknown function",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"map": {"expression": "sise($0)"}}]}
      """#,
      """
      t.json:2:40: error: unknown function 'sise'; did you mean 'size'?
      """),
    BrokenFile(
      "types",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"map": {"expression": "$0 + 'a'"}}]}
      """#,
      """
      t.json:2:40: error: '+' cannot be applied to an int and a string, expected two numbers, two \
      strings or two lists; convert the other value to a string with 'string(…)'
      """),
    BrokenFile(
      "condition",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"filter": {"expression": "$0 + 1"}}]}
      """#,
      """
      t.json:2:43: error: a condition must be a bool, but this is an int
      """),
    BrokenFile(
      "type from map",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"map": {"expression": "'x'"}}, {"map": {"expression": "$0 * 2"}}]}
      """#,
      """
      t.json:2:72: error: '*' cannot be applied to a string and an int, expected two numbers
      """),
    BrokenFile(
      "duplicate key in expression",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"map": {"expression": "{'a': 1, 'a': 2}"}}]}
      """#,
      """
      t.json:2:49: error: duplicate key 'a'
      """),
    BrokenFile(
      "nesting limit",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"map": {"expression": "(((((((((((((((((((((((((((((((((((((((((((((((\#
      ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((\#
      ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((\#
      (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1))))\#
      ))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))\#
      ))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))\#
      ))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))\#
      ))))))))))))))))))))))))))))))))))))))"}}]}
      """#,
      """
      t.json:2:290: error: nested deeper than 250 levels, the limit for an expression
      """),
    BrokenFile(
      "after escapes",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"map": {"expression": "\"a\" + \"b\" + c"}}]}
      """#,
      """
      t.json:2:56: error: unknown variable 'c'; write '$0' for the value
      """),
    BrokenFile(
      "after escapes of other characters",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"map": {"expression": "'\u00e9\ud83d\ude00' + c"}}]}
      """#,
      """
      t.json:2:63: error: unknown variable 'c'; write '$0' for the value
      """),
    BrokenFile(
      "after an emoji",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"map": {"expression": "'é😀' + c"}}]}
      """#,
      """
      t.json:2:47: error: unknown variable 'c'; write '$0' for the value
      """),
    BrokenFile(
      "after a line break",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"map": {"expression": "$0\n+\tc"}}]}
      """#,
      """
      t.json:2:47: error: unknown variable 'c'; write '$0' for the value
      """),
    BrokenFile(
      "structure and expressions",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"map": {"expression": "a"}}, {"nap": {}}, {"filter": {"expression": \#
      "b"}}]}
      """#,
      """
      t.json:2:40: error: unknown variable 'a'; write '$0' for the value
      t.json:2:47: error: unknown operator 'nap'; did you mean 'map'?
      t.json:2:86: error: unknown variable 'b'; write '$0.b' for a field of the value
      """),
    BrokenFile(
      "the same list in three items",
      #"""
      {"stream": [{"value": 1, "operators": [{"delay": {"seconds": 1}}, {"map": \#
      {"expression": "x"}}]}, {"value": 1, "operators": [{"delay": {"seconds": 1}}, {"map": \#
      {"expression": "x"}}]}, {"value": 1, "operators": [{"delay": {"seconds": 1}}, {"map": \#
      {"expression": "x"}}]}]}
      """#,
      """
      t.json:1:91: error: unknown variable 'x'; write '$0' for the value
      t.json:1:177: error: unknown variable 'x'; write '$0' for the value
      t.json:1:263: error: unknown variable 'x'; write '$0' for the value
      """),
    BrokenFile(
      "after an item that is invalid",
      #"""
      {"stream": [{"value": 1, "operators": [{"filter": {"expression": "$0"}}]}, 7, \#
      {"value": 2, "operators": [{"filter": {"expression": "$0"}}]}]}
      """#,
      """
      t.json:1:67: error: a condition must be a bool, but this is an int
      t.json:1:76: error: found a number, expected an item, which is an object with a \
      'value'; write { "value": … }
      t.json:1:133: error: a condition must be a bool, but this is an int
      """),
    BrokenFile(
      "a warning beside an error",
      #"""
      {"stream": [{"value": 9223372036854775808}, {"value": 1, "operators": [{"map": \#
      {"expression": "x"}}]}]}
      """#,
      """
      t.json:1:23: warning: integer 9223372036854775808 does not fit 64 bits; it is read as \
      the double 9.223372036854776e+18
      t.json:1:96: error: unknown variable 'x'; write '$0' for the value
      """),
    BrokenFile(
      "two in one item",
      #"""
      {"stream": [{"value": "a", "operators": [{"map": {"expression": "$0.b"}}, {"map": \#
      {"expression": "$0.size() + true"}}]}]}
      """#,
      """
      t.json:1:69: error: cannot read the field 'b' of a string, expected a map
      t.json:1:99: error: '+' cannot be applied to an int and a bool, expected two numbers, two \
      strings or two lists
      """),
  ]
}
