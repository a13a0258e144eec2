extension BrokenFile {
  /// Mistakes in names and definitions.
  static let nameMistakes = [
    BrokenFile(
      "name of an inner document",
      #"""
      {"definitions": {"a": {"definitions": {"inner": {"sequence": []}},
                             "from": "inner"}},
       "append": ["a", "inner"]}
      """#,
      """
      t.json:3:18: error: unknown stream 'inner'; there is only 'a'
      """),
    BrokenFile(
      "name of a document beside",
      #"""
      {"append": [{"definitions": {"left": {"sequence": []}}, "from": "left"},
                  {"definitions": {"right": {"sequence": []}}, "from": "left"}]}
      """#,
      """
      t.json:2:66: error: unknown stream 'left'; there is only 'right'
      """),
    BrokenFile(
      "hidden names are listed once",
      #"""
      {"definitions": {"one": {"sequence": []}, "two": {"sequence": []}},
       "from": {"definitions": {"one": {"sequence": []}}, "from": "other"}}
      """#,
      """
      t.json:2:61: error: unknown stream 'other'; there are 'one' and 'two'
      """),
    BrokenFile(
      "names nearly right",
      #"""
      {"definitions": {"numbers": {"sequence": []}},
       "merge": ["Numbers", "number", "numbres", " numbers"]}
      """#,
      """
      t.json:2:12: error: unknown stream 'Numbers'; did you mean 'numbers'?
      t.json:2:23: error: unknown stream 'number'; did you mean 'numbers'?
      t.json:2:33: error: unknown stream 'numbres'; did you mean 'numbers'?
      t.json:2:44: error: unknown stream ' numbers'; did you mean 'numbers'?
      """),
    BrokenFile(
      "names in items that cannot be read",
      #"""
      {"definitions": {"n0": {"sequence": []}},
       "stream": [{"value": 1}, 2, {"value": 3},
       {"vaue": 7, "operators": [{"merge": {"streams": ["n", {"zip": ["m0", "n0"]}]}}]},
       {"value": 4, "operators": [{"merge": {"streams": ["o"]}}]},
       {"operators": [{"filter": {"expression": "$0 >"}}]}]}
      """#,
      """
      t.json:2:27: error: found a number, expected an item, which is an object with a 'value'; \
      write { "value": … }
      t.json:3:3: error: unknown key 'vaue' in an item; did you mean 'value'?
      t.json:3:51: error: unknown stream 'n'; did you mean 'n0'?
      t.json:3:65: error: unknown stream 'm0'; did you mean 'n0'?
      t.json:4:52: error: unknown stream 'o'; there is only 'n0'
      t.json:5:2: error: an item needs a 'value'; write { "value": … }
      t.json:5:48: error: found the end, expected an operand
      """),
    BrokenFile(
      "name of nothing",
      #"""
      {"from": "numbers"}
      """#,
      """
      t.json:1:10: error: unknown stream 'numbers'; define it in 'definitions'; the path of a file \
      begins with './' or '../', or ends in '.json'
      """),
    BrokenFile(
      "name of many",
      #"""
      {"definitions": {"n0": {"sequence": []}, "n1": {"sequence": []}, "n2": {"sequence": []}, \#
      "n3": {"sequence": []}, "n4": {"sequence": []}, "n5": {"sequence": []}, "n6": {"sequence": \#
      []}, "n7": {"sequence": []}, "n8": {"sequence": []}, "n9": {"sequence": []}, "n10": \#
      {"sequence": []}},
       "from": "x"}
      """#,
      """
      t.json:2:10: error: unknown stream 'x'; define it in 'definitions'
      """),
    BrokenFile(
      "comment as a name",
      #"""
      {"definitions": {"$x": {"sequence": []}}, "from": "$x"}
      """#,
      """
      t.json:1:51: error: unknown stream '$x'; declare it in 'parameters'; a key that begins with \
      '$' in 'definitions' is a comment
      """),
    BrokenFile(
      "file without its ending",
      #"""
      {"definitions": {"a": {"sequence": []}}, "from": "numbers.jsn"}
      """#,
      """
      t.json:1:50: error: unknown stream 'numbers.jsn'; there is only 'a'
      """),
    BrokenFile(
      "name in an item",
      #"""
      {"stream": [7, {"value": 1, "operators": [{"append": {"streams": ["x"]}}]},
                  {"operators": [{"merge": {"streams": ["y"]}}]},
                  {"value": 2, "operators": [{"append": {"streams": ["x"]}}]}]}
      """#,
      """
      t.json:1:13: error: found a number, expected an item, which is an object with a 'value'; \
      write { "value": … }
      t.json:1:67: error: unknown stream 'x'; define it in 'definitions'; the path of a file \
      begins with './' or '../', or ends in '.json'
      t.json:2:13: error: an item needs a 'value'; write { "value": … }
      t.json:2:51: error: unknown stream 'y'; define it in 'definitions'; the path of a file \
      begins with './' or '../', or ends in '.json'
      t.json:3:64: error: unknown stream 'x'; define it in 'definitions'; the path of a file \
      begins with './' or '../', or ends in '.json'
      """),
    BrokenFile(
      "name below an item",
      #"""
      {"stream": [{"value": 1, "operators": [{"append": {"streams": [{"from": "b"}]}}]}],
       "definitions": {"bb": {"sequence": []}}}
      """#,
      """
      t.json:1:73: error: unknown stream 'b'; did you mean 'bb'?
      """),
    BrokenFile(
      "cycle through a hidden name",
      #"""
      {"definitions": {"a": {"definitions": {"a": {"from": "a"}}, "from": "a"}}, "from": "a"}
      """#,
      """
      t.json:1:54: error: a cycle: 'a' → 'a'; a stream cannot contain itself
      """),
    BrokenFile(
      "cycle through a nested definition",
      #"""
      {"definitions": {"x": {"from": "y"},
                       "y": {"definitions": {"z": {"from": "x"}}, "merge": ["z"]}},
       "sequence": []}
      """#,
      """
      t.json:2:54: error: a cycle: 'x' → 'y' → 'z' → 'x'; a stream cannot contain itself
      """),
    BrokenFile(
      "cycle through an item",
      #"""
      {"definitions": {"a": {"stream": [{"value": 1, "operators": [{"merge": {"streams": \#
      ["a"]}}]}]}},
       "from": "a"}
      """#,
      """
      t.json:1:85: error: a cycle: 'a' → 'a'; a stream cannot contain itself
      """),
    BrokenFile(
      "two cycles",
      #"""
      {"definitions": {"a": {"append": ["b", "a"]}, "b": {"zip": ["a", "b"]}}, "from": "a"}
      """#,
      """
      t.json:1:40: error: a cycle: 'a' → 'a'; a stream cannot contain itself
      t.json:1:61: error: a cycle: 'a' → 'b' → 'a'; a stream cannot contain itself
      t.json:1:66: error: a cycle: 'b' → 'b'; a stream cannot contain itself
      """),
    BrokenFile(
      "cycle of many",
      #"""
      {"definitions": {"n0": {"from": "n1"},
        "n1": {"from": "n2"},
        "n2": {"from": "n3"},
        "n3": {"from": "n4"},
        "n4": {"from": "n5"},
        "n5": {"from": "n6"},
        "n6": {"from": "n7"},
        "n7": {"from": "n8"},
        "n8": {"from": "n9"},
        "n9": {"from": "n10"},
        "n10": {"from": "n11"},
        "n11": {"from": "n12"},
        "n12": {"from": "n13"},
        "n13": {"from": "n14"},
        "n14": {"from": "n15"},
        "n15": {"from": "n16"},
        "n16": {"from": "n17"},
        "n17": {"from": "n18"},
        "n18": {"from": "n19"},
        "n19": {"from": "n20"},
        "n20": {"from": "n21"},
        "n21": {"from": "n0"}},
       "from": "n0"}
      """#,
      """
      t.json:22:19: error: a cycle: 'n0' → 'n1' → 'n2' → 'n3' → 'n4' → 'n5' → 'n6' → 'n7' → 'n8' → \
      'n9' → … → 'n13' → 'n14' → 'n15' → 'n16' → 'n17' → 'n18' → 'n19' → 'n20' → 'n21' → 'n0'; a \
      stream cannot contain itself
      """),
    BrokenFile(
      "unused definition",
      #"""
      {"definitions": {"unused": {"sequence": [1], "operators": [{"map": {"expression": "x"}}]}},
       "sequence": []}
      """#,
      """
      t.json:1:84: error: unknown variable 'x'; write '$0' for the value
      """),
    BrokenFile(
      "unused definition of an unused definition",
      #"""
      {"definitions": {"u": {"definitions": {"inner": {"from": "outside"}}, "sequence": []}},
       "sequence": []}
      """#,
      """
      t.json:1:58: error: unknown stream 'outside'; there are 'inner' and 'u'
      """),
    BrokenFile(
      "invalid definitions",
      #"""
      {"definitions": {"a": "b", "b": null, "c": []}, "append": ["a", "b", "c"]}
      """#,
      """
      t.json:1:23: error: found a string, expected a stream model, which is an object; write \
      {"from": "b"}
      t.json:1:33: error: found null, expected a stream model, which is an object
      t.json:1:44: error: found an array, expected a stream model, which is an object; write \
      {"sequence": []}
      """),
    BrokenFile(
      "definitions in a list",
      #"""
      {"definitions": [{"a": {"sequence": []}}], "sequence": []}
      """#,
      """
      t.json:1:17: error: found an array, expected an object of streams by name
      """),
    BrokenFile(
      "definition without a source",
      #"""
      {"definitions": {"a": {"name": "x"}}, "from": "a"}
      """#,
      """
      t.json:1:23: error: a stream model needs one of the sources 'stream', 'sequence', 'append', \
      'merge', 'zip', 'combineLatest', 'from', 'marbles', 'cron', 'input'; write "stream": [ … ]
      """),
    BrokenFile(
      "definition of a newer format",
      #"""
      {"definitions": {"a": {"format": 2, "future": []}}, "from": "b"}
      """#,
      """
      t.json:1:34: error: format 2 is newer than this tool, which supports 1; update the tool
      """),
    BrokenFile(
      "names that cannot be used",
      #"""
      {"definitions": {"": {"sequence": []}, "./a": {"sequence": []},
                       "../b": {"sequence": []}, "c.json": {"sequence": []}},
       "from": "d"}
      """#,
      """
      t.json:1:18: error: a definition needs a name
      t.json:1:40: error: the name './a' looks like the path of a file, expected another name; \
      files begin with './' or '../' or end in '.json'
      t.json:2:18: error: the name '../b' looks like the path of a file, expected another name; \
      files begin with './' or '../' or end in '.json'
      t.json:2:44: error: the name 'c.json' looks like the path of a file, expected another name; \
      files begin with './' or '../' or end in '.json'
      t.json:3:10: error: unknown stream 'd'; define it in 'definitions'; the path of a file \
      begins with './' or '../', or ends in '.json'
      """),
    BrokenFile(
      "name twice",
      #"""
      {"definitions": {"a": {"sequence": []}, "a": {"sequence": 1}}, "from": "a"}
      """#,
      """
      t.json:1:41: error: key 'a' is already in this object; remove one of the two
      """),
    BrokenFile(
      "missing files",
      #"""
      {"append": ["./gone.json", "gone/../gone.json", "./", "/gone/gone.json"]}
      """#,
      """
      t.json:1:13: error: cannot read 'gone.json': No such file or directory
      t.json:1:28: error: cannot read 'gone.json': No such file or directory
      t.json:1:49: error: cannot read '.': Is a directory
      t.json:1:55: error: cannot read '/gone/gone.json': No such file or directory
      """),
  ]
}
