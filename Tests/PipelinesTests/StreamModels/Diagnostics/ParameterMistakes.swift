extension BrokenFile {
  /// Mistakes in parameters and in custom operators.
  static let parameterMistakes = [
    BrokenFile(
      "declarations",
      #"""
      {"parameters": {"time": 1, "a-b": 1, "9a": 1, "$x": 1, "a": {}, "b": {"value": 1, "type": "integer"},
        "c": {"type": "string", "minimum": 1}, "d": {"value": 5, "maximum": 4}, "e": {"value": "x", "oneOf": ["y", "z"]},
        "f": {"type": "duration", "minimum": "1x"}, "a": 2, "g": {"vlaue": 1}, "h": {"type": "bool", "value": 1}},
       "sequence": []}
      """#,
      """
      t.json:1:17: error: 'time' is a name of the format, expected another name for a parameter; \
      '$time' already has a meaning
      t.json:1:28: error: 'a-b' cannot be the name of a parameter, expected letters, digits and \
      '_'
      t.json:1:38: error: '9a' cannot be the name of a parameter, expected letters, digits and \
      '_'
      t.json:1:47: error: '$x' cannot be the name of a parameter, expected a name without '$'; \
      write 'x'; it is used as '$x'
      t.json:1:61: error: a parameter needs a 'value' or a 'type'; write { "value": … }, also for \
      a value that is an object
      t.json:1:91: error: found 'integer' for 'type', expected 'bool', 'int', 'number', \
      'duration', 'string', 'any', 'expression' or 'stream'; write 'int'
      t.json:2:8: error: a string cannot have 'minimum', expected a number or a duration; remove it
      t.json:2:8: error: the parameter 'c' has no value, expected a string; set it with '--set \
      c=…', or with 'with' in a test
      t.json:2:47: error: 5 for 'd', expected 4 or less
      t.json:2:80: error: "x" for 'e', expected "y" or "z"; did you mean 'y'?
      t.json:3:8: error: found '1x' for 'f', expected a duration such as "1h30m"; the units are \
      ns us ms s m h d w
      t.json:3:8: error: the parameter 'f' has no value, expected a duration; set it with '--set \
      f=…', or with 'with' in a test
      t.json:3:47: error: key 'a' is already in this object; remove one of the two
      t.json:3:61: error: unknown key 'vlaue' in a parameter; did you mean 'value'?
      t.json:3:79: error: 1 for 'h', expected true or false
      """),
    BrokenFile(
      "values that are set",
      #"""
      {"parameters": {"n": 1, "e": {"type": "expression", "value": "$0"}},
       "definitions": {"a": {"parameters": {"s": "1s", "of": {"type": "string", "oneOf": ["x", "y"], "value": "x"}, "must": {"type": "int"}},
                             "sequence": [1]}},
       "append": [{"from": "a", "with": {"s": "$n", "must": 1.0}}, {"from": "a", "with": {"s": "$m", "of": "z", "must": "$e"}},
                  "a", {"from": "a", "with": {"most": 1, "must": 1}}, {"sequence": [1], "operators": [{"delay": {"seconds": "$e"}}]}]}
      """#,
      """
      t.json:4:55: error: 1.0 for 'must', expected a whole number; write it without a fraction
      t.json:2:119: note: 'must' is declared here
      t.json:4:90: error: unknown parameter '$m'; did you mean '$e'?
      t.json:4:102: error: "z" for 'of', expected "x" or "y"; did you mean 'x'?
      t.json:2:56: note: 'of' is declared here
      t.json:4:115: error: '$e' is an expression, expected a value; an expression parameter can be \
      used only in expressions
      t.json:5:13: error: the parameter 'must' has no value, expected a whole number; add "with": \
      {"must": … } beside it
      t.json:2:119: note: 'must' is declared here
      t.json:5:49: error: unknown parameter 'most'; did you mean 'must'?
      t.json:2:38: note: the parameters are declared here
      t.json:5:119: error: '$e' is an expression, expected a value; an expression parameter can be \
      used only in expressions
      """),
    BrokenFile(
      "values in the places where they are used",
      #"""
      {"parameters": {"n": -1, "d": 1, "text": "x", "big": 99999999999999999999},
       "marbles": "a|", "frame": "$text",
       "operators": [{"prefix": {"count": "$n"}}, {"debounce": {"seconds": "$text", "atEnd": "$text"}},
         {"filter": {"expression": "$d"}}, {"filter": {"expression": "$0 > $nn"}}, {"delay": {"seconds": "$dd"}},
         {"map": {"expression": "$d(1) + $text()"}}]}
      """#,
      """
      t.json:1:54: warning: integer 99999999999999999999 does not fit 64 bits; it is read as the \
      double 1e+20
      t.json:2:28: error: found 'x' for 'frame', expected a duration such as "1h30m"; the units \
      are ns us ms s m h d w
      t.json:1:42: note: '$text' is set here
      t.json:3:37: error: 'count' is negative, expected 0 or more
      t.json:1:22: note: '$n' is set here
      t.json:3:70: error: found 'x' for 'seconds', expected a duration such as "1h30m"; the units \
      are ns us ms s m h d w
      t.json:1:42: note: '$text' is set here
      t.json:3:88: error: found 'x' for 'atEnd', expected 'drop' or 'emit'
      t.json:1:42: note: '$text' is set here
      t.json:4:31: error: a condition must be a bool, but this is an int
      t.json:4:70: error: unknown variable '$nn'; did you mean '$n'?
      t.json:4:100: error: unknown parameter '$dd'; did you mean '$d'?
      t.json:5:28: error: '$d' is called, but it is not an expression; write '$d' without \
      parentheses
      """),
    BrokenFile(
      "references without parameters in scope",
      #"""
      {"marbles": "a|", "frame": "$step", "operators": [{"delay": {"seconds": "$wait"}}, {"prefix": {"count": "$n"}}]}
      """#,
      """
      t.json:1:28: error: found '$step' for 'frame', expected a duration, more than 0; no \
      parameters are declared here; declare one in 'parameters'
      t.json:1:73: error: found '$wait' for 'seconds', expected a duration, 0 or more; no \
      parameters are declared here; declare one in 'parameters'
      t.json:1:105: error: found '$n' for 'count', expected a whole number, 0 or more; no \
      parameters are declared here; declare one in 'parameters'
      """),
    BrokenFile(
      "expressions, where they are set and where they are used",
      #"""
      {"definitions": {"f": {"parameters": {"by": {"type": "expression"}, "two": {"type": "expression", "value": "$1"}},
         "operators": [{"filter": {"expression": "$by"}}, {"map": {"expression": "$two + $by(1, 2, 3)"}}]}},
       "sequence": [1], "operators": [{"f": {"by": "$0 +"}}, {"f": {"by": "'a' + 1", "two": "$two"}}, {"f": {"by": "$0", "two": "$0"}}]}
      """#,
      """
      t.json:2:84: error: '$by' takes one or two values, '$0' and '$1'
      t.json:3:39: note: the operator is used here
      t.json:3:51: error: found the end, expected an operand
      t.json:2:45: note: the expression is used here
      t.json:3:39: note: the operator is used here
      t.json:3:70: error: '+' cannot be applied to a string and an int, expected two numbers, two \
      strings or two lists; convert the other value to a string with 'string(…)'
      t.json:2:45: note: the expression is used here
      t.json:3:62: note: the operator is used here
      """),
    BrokenFile(
      "cycles",
      #"""
      {"parameters": {"a": {"type": "expression", "value": "$b"}, "b": {"type": "expression", "value": "$a"}, "c": "$d", "d": "$c"},
       "definitions": {"x": {"operators": [{"y": {}}]}, "y": {"parameters": {"n": 1}, "operators": [{"x": {}}]},
                       "s": {"parameters": {"n": 1}, "from": "s", "with": {"n": "$n"}}},
       "sequence": "[$a]", "operators": [{"x": {}}, {"merge": {"streams": ["s"]}}]}
      """#,
      """
      t.json:1:99: error: a cycle: '$a' → '$b' → '$a'; a parameter cannot contain itself
      t.json:4:16: note: the expression is used here
      t.json:1:110: error: a cycle: '$c' → '$d' → '$c'; a parameter cannot contain itself
      t.json:2:101: error: a cycle: 'x' → 'y' → 'x'; an operator cannot contain itself
      t.json:3:23: error: a cycle: 's' → 's'; a stream cannot contain itself
      """),
    BrokenFile(
      "operators",
      #"""
      {"definitions": {"up": {"operators": [{"mapp": {"expression": "$0"}}]}, "s": {"sequence": [1]}},
       "append": ["up", "s", {"operators": []}], "operators": [{"upp": {}}, {"up": 5}, {"up": {"n": 1}}, {"s": {}}]}
      """#,
      """
      t.json:1:40: error: unknown operator 'mapp'; did you mean 'map'?
      t.json:2:13: error: 'up' is an operator, expected a stream; apply it under 'operators'
      t.json:2:24: error: a stream model needs one of the sources 'stream', 'sequence', 'append', \
      'merge', 'zip', 'combineLatest', 'from', 'marbles', 'cron', 'input'; write "stream": [ … ]
      t.json:2:59: error: unknown operator 'upp'; did you mean 'up'?
      t.json:2:78: error: expected the parameters of 'up', which are an object; write "up": {}
      t.json:2:95: error: unknown parameter 'n'; it declares no parameters
      t.json:2:101: error: unknown operator 's'; 'stream-run list operators' shows them all
      """),
    BrokenFile(
      "an inline stream as a value",
      #"""
      {"definitions": {"f": {"parameters": {"s": {"type": "stream"}}, "from": "$s"}},
       "from": "f", "with": {"s": {"sequence": [1], "operators": [{"nop": {}}, {"delay": {"seconds": "$x"}}, {"prefix": {"cuont": 1}}]}}}
      """#,
      """
      t.json:2:125: error: unknown key 'cuont' in operator 'prefix'; did you mean 'count'?
      """),
    BrokenFile(
      "an inline stream without parameters in scope",
      #"""
      {"definitions": {"f": {"parameters": {"s": {"type": "stream"}}, "from": "$s"}},
       "from": "f", "with": {"s": {"sequence": [1], "operators": [{"nop": {}}, {"delay": {"seconds": "$x"}}]}}}
      """#,
      """
      t.json:2:69: error: unknown operator 'nop'
      t.json:2:96: error: unknown parameter '$x'; declare it in 'parameters'; write '$$x' for the \
      string itself
      """),
    BrokenFile(
      "an operator with expectations, a string that is not a duration, the name of an input",
      #"""
      {"definitions": {"op": {"operators": [], "expect": "|", "tests": []}, "in": {"input": "$n"}},
       "parameters": {"a": "1s", "n": "a=b"}, "marbles": "a|", "operators": [{"delay": {"seconds": "$$a"}}]}
      """#,
      """
      t.json:1:69: error: an operator cannot have 'expect', which belongs to a stream; test a \
      stream that uses the operator
      t.json:1:69: error: an operator cannot have 'tests', which belongs to a stream; test a \
      stream that uses the operator
      t.json:1:87: error: "a=b" for the name of an input, expected a string without '='
      t.json:2:33: note: '$n' is set here
      t.json:2:94: error: found '$a' for 'seconds', expected a duration such as "1h30m"; the \
      units are ns us ms s m h d w
      """),
    BrokenFile(
      "variables that are hidden",
      #"""
      {"definitions": {"g": {"parameters": {"by": {"type": "expression"}},
         "operators": [{"groupBy": {"key": "$0", "operators": [{"map": {"expression": "$by"}}]}}]}},
       "sequence": [1], "operators": [{"groupBy": {"key": "$0", "operators": [{"g": {"by": "$key"}}]}}]}
      """#,
      """
      t.json:3:87: error: '$key' means something else where the expression is used; add it to the \
      values with 'map', and read it from '$0'
      t.json:2:82: note: the expression is used here
      t.json:2:30: note: it is hidden here
      t.json:3:79: note: the operator is used here
      """),
  ]
}
