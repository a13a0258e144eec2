extension BrokenFile {
  /// Expressions as they are written in other languages.
  static let expressionHabits = [
    BrokenFile(
      "expression of others: {a: 1}",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "{a: 1}"}}]}
      """#,
      """
      t.json:1:58: error: unknown variable 'a' as a key; write it in quotes: 'a'
      """),
    BrokenFile(
      "expression of others: [1].map(x => x + 1)",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "[1].map(x => x + 1)"}}]}
      """#,
      """
      t.json:1:67: error: unexpected '=>'; write a macro as '.map(x, …)', and an entry of a map as \
      ''key': value'
      """),
    BrokenFile(
      "expression of others: $0 === 1",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "$0 === 1"}}]}
      """#,
      """
      t.json:1:60: error: unexpected '==='; write '=='
      """),
    BrokenFile(
      "expression of others: $0 !== 1",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "$0 !== 1"}}]}
      """#,
      """
      t.json:1:60: error: unexpected '!=='; write '!='
      """),
    BrokenFile(
      "expression of others: $0 ?? 1",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "$0 ?? 1"}}]}
      """#,
      """
      t.json:1:60: error: unexpected '??'; write 'x.?name.orValue(y)'
      """),
    BrokenFile(
      "expression of others: if $0 > 1 then 2 else 3",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "if $0 > 1 then 2 else 3"}}]}
      """#,
      """
      t.json:1:57: error: 'if' is a reserved word; write 'condition ? x : y'
      """),
    BrokenFile(
      "expression of others: len($0)",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "len($0)"}}]}
      """#,
      """
      t.json:1:57: error: unknown function 'len'; write 'x.size()'
      """),
    BrokenFile(
      "expression of others: $0.length()",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "$0.length()"}}]}
      """#,
      """
      t.json:1:60: error: unknown function 'length'; write 'x.size()'
      """),
    BrokenFile(
      "expression of others: $0.x?.b",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "$0.x?.b"}}]}
      """#,
      """
      t.json:1:64: error: found the end, expected ':'; write '.?' for a field that may be missing, \
      as in '$0.?a'
      """),
    BrokenFile(
      "expression of others: $0 <> 1",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "$0 <> 1"}}]}
      """#,
      """
      t.json:1:60: error: unexpected '<>'; write '!='
      """),
    BrokenFile(
      "expression of others: $0 ^ 2",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "$0 ^ 2"}}]}
      """#,
      """
      t.json:1:60: error: unexpected '^'; write 'math.bitXor(x, y)'; there is no power operator
      """),
    BrokenFile(
      "expression of others: ~$0",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "~$0"}}]}
      """#,
      """
      t.json:1:57: error: unexpected '~'; write 'x.matches('…')', or 'math.bitNot(x)'
      """),
    BrokenFile(
      "expression of others: $0 ** 2",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "$0 ** 2"}}]}
      """#,
      """
      t.json:1:60: error: unexpected '**'; there is no power operator; write 'x * x'
      """),
    BrokenFile(
      "expression of others: $0++",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "$0++"}}]}
      """#,
      """
      t.json:1:59: error: unexpected '++'; write 'x + 1'; join lists and strings with one '+'
      """),
    BrokenFile(
      "expression of others: `to ${$0}`",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "`to ${$0}`"}}]}
      """#,
      """
      t.json:1:57: error: found '`' without a name and a '`' after it; join strings with '+': 'to \
      ' + $0.name
      t.json:1:61: error: found '$', expected the name of a variable; write '$0'
      t.json:1:66: error: found '`' without a name and a '`' after it; such a name has letters, \
      digits, '_', '.', '-', '/' and spaces
      """),
    BrokenFile(
      "expression of others: lambda x: x",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "lambda x: x"}}]}
      """#,
      """
      t.json:1:64: error: found 'x', expected an operator or the end; name the variable in a \
      macro: '.map(x, …)'
      """),
    BrokenFile(
      "expression of others: None",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "None"}}]}
      """#,
      """
      t.json:1:57: error: unknown variable 'None'; write 'null'
      """),
    BrokenFile(
      "expression of others: True",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "True"}}]}
      """#,
      """
      t.json:1:57: error: unknown variable 'True'; write 'true'
      """),
    BrokenFile(
      "expression of others: 0b11",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "0b11"}}]}
      """#,
      """
      t.json:1:57: error: '0b11' is neither a number nor a name; write it in decimal, or in \
      hexadecimal with '0x'
      """),
    BrokenFile(
      "expression of others: 5s",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "5s"}}]}
      """#,
      """
      t.json:1:57: error: '5s' is neither a number nor a name; write 'duration('5s')'
      """),
    BrokenFile(
      "expression of others: 1_000",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "1_000"}}]}
      """#,
      """
      t.json:1:57: error: '1_000' is neither a number nor a name; write '1000'
      """),
    BrokenFile(
      "expression of others: $0[1:2]",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "$0[1:2]"}}]}
      """#,
      """
      t.json:1:61: error: found ':', expected ']'; write 'x.slice(0, 2)', or 'x.substring(0, 2)' \
      for a string
      """),
    BrokenFile(
      "expression of others: $0[]",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "$0[]"}}]}
      """#,
      """
      t.json:1:60: error: found ']', expected an operand; loop over a list with '.map(x, …)'
      """),
    BrokenFile(
      "expression of others: $0.0",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "$0.0"}}]}
      """#,
      """
      t.json:1:59: error: found '0.0', expected an operator or the end; put an index in brackets: \
      '$0[0]'
      """),
    BrokenFile(
      "expression of others: not $0",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "not $0"}}]}
      """#,
      """
      t.json:1:61: error: found '$0', expected an operator or the end; write '!x'
      """),
    BrokenFile(
      "expression of others: $0 not in [1]",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "$0 not in [1]"}}]}
      """#,
      """
      t.json:1:60: error: found 'not', expected an operator or the end; write '!(x in list)'
      """),
    BrokenFile(
      "expression of others: $0 like 2",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "$0 like 2"}}]}
      """#,
      """
      t.json:1:60: error: found 'like', expected an operator or the end; write 'x.contains(y)', or \
      'x.matches('…')' for a pattern
      """),
    BrokenFile(
      "expression of others: $0 between 1 and 2",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "$0 between 1 and 2"}}]}
      """#,
      """
      t.json:1:60: error: found 'between', expected an operator or the end; write 'low <= x && x \
      <= high'
      """),
    BrokenFile(
      "expression of others: Math.floor(1.5)",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "Math.floor(1.5)"}}]}
      """#,
      """
      t.json:1:57: error: unknown function 'Math.floor'; did you mean 'math.floor'?
      """),
    BrokenFile(
      "expression of others: Math.max(1, 2)",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "Math.max(1, 2)"}}]}
      """#,
      """
      t.json:1:57: error: unknown function 'Math.max'; write 'math.greatest(x, y)', or \
      'list.max()'
      """),
    BrokenFile(
      "expression of others: max(1, 2)",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "max(1, 2)"}}]}
      """#,
      """
      t.json:1:57: error: 'max' needs a value in front of it; write 'math.greatest(x, y)', or \
      'list.max()'
      """),
    BrokenFile(
      "expression of others: $0 ?: 1",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "$0 ?: 1"}}]}
      """#,
      """
      t.json:1:61: error: found ':', expected an operand; write 'x.?name.orValue(y)'
      """),
    BrokenFile(
      "expression of others: let x = 1",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "let x = 1"}}]}
      """#,
      """
      t.json:1:63: error: unexpected '='; write 'cel.bind(x, value, …)'
      """),
    BrokenFile(
      "expression of others: {...$0}",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "{...$0}"}}]}
      """#,
      """
      t.json:1:58: error: unexpected '...'; there is no spread operator: join lists with '+', and \
      write the keys of a map one by one
      """),
    BrokenFile(
      "expression of others: “a”",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "“a”"}}]}
      """#,
      """
      t.json:1:57: error: unexpected '“'; write straight quotes
      t.json:1:59: error: unexpected '”'; write straight quotes
      """),
    BrokenFile(
      "expression of others: $0.größe",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "$0.größe"}}]}
      """#,
      """
      t.json:1:60: error: unexpected letters in the name 'größe'; write such a key in brackets: \
      '$0['größe']'
      """),
    BrokenFile(
      "expression of others: 'a' in 'abc'",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "'a' in 'abc'"}}]}
      """#,
      """
      t.json:1:57: error: 'in' cannot be applied to a string and a string, expected a list or a \
      map after it; use 'y.contains(x)' to find a string in another
      """),
    BrokenFile(
      "expression of others: [1].contains(1)",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "[1].contains(1)"}}]}
      """#,
      """
      t.json:1:57: error: 'contains' cannot be applied to a list(int), expected a string; use 'in' \
      to find an element of a list: 'y in x'
      """),
    BrokenFile(
      "expression of others: [1, 2].length",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "[1, 2].length"}}]}
      """#,
      """
      t.json:1:64: error: cannot read the field 'length' of a list(int), \
      expected a map; write '.size()'
      """),
    BrokenFile(
      "expression of others: [{'a': 1}].a",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "[{'a': 1}].a"}}]}
      """#,
      """
      t.json:1:68: error: cannot read the field 'a' of a list(map(string, int)), expected a map; \
      read a field of each element with '.map(x, x.a)'
      """),
    BrokenFile(
      "expression of others: now()",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "now()"}}]}
      """#,
      """
      t.json:1:57: error: unknown function 'now'; the time of the stream is '$time', in seconds
      """),
    BrokenFile(
      "expression of others: del($0)",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "del($0)"}}]}
      """#,
      """
      t.json:1:57: error: unknown function 'del'; write 'x.without(['a'])'
      """),
    BrokenFile(
      "expression of others: 'a' 'b'",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "'a' 'b'"}}]}
      """#,
      """
      t.json:1:61: error: found a string, expected an operator or the end; write '+' between strings
      """),
    BrokenFile(
      "expression of others: 1; 2",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "1; 2"}}]}
      """#,
      """
      t.json:1:58: error: unexpected ';'; write a single expression; name a part of it with \
      'cel.bind(x, value, …)'
      """),
    BrokenFile(
      "expression of others: $0 |> size",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "$0 |> size"}}]}
      """#,
      """
      t.json:1:60: error: unexpected '|>'; write 'x.size()': functions follow their value
      """),
    BrokenFile(
      "expression of others: 7 mod 2",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "7 mod 2"}}]}
      """#,
      """
      t.json:1:59: error: found 'mod', expected an operator or the end; write '%'
      """),
    BrokenFile(
      "expression of others: 1 as string",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "1 as string"}}]}
      """#,
      """
      t.json:1:59: error: found 'as', expected an operator or the end; write 'int(x)', 'double(x)' \
      or 'string(x)'
      """),
    BrokenFile(
      "expression of others: for x in $0",
      #"""
      {"sequence": [1], "operators": [{"map": {"expression": "for x in $0"}}]}
      """#,
      """
      t.json:1:57: error: 'for' is a reserved word; loop over a list with '.map(x, …)' or \
      '.filter(x, …)'
      """),
  ]
}
