extension BrokenFile {
  /// Operators as other tools write them.
  static let operatorHabits = [
    BrokenFile(
      "operator of others: dedupe",
      #"""
      {"sequence": [1], "operators": [{"dedupe": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'dedupe'; it is called 'removeDuplicates' here
      """),
    BrokenFile(
      "operator of others: where",
      #"""
      {"sequence": [1], "operators": [{"where": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'where'; it is called 'filter' here
      """),
    BrokenFile(
      "operator of others: select",
      #"""
      {"sequence": [1], "operators": [{"select": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'select'; write 'map' to change each value, or 'filter' \
      to drop values
      """),
    BrokenFile(
      "operator of others: sum",
      #"""
      {"sequence": [1], "operators": [{"sum": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'sum'; write "reduce": {"initialValue": 0, \
      "expression": "$0 + $1"}
      """),
    BrokenFile(
      "operator of others: avg",
      #"""
      {"sequence": [1], "operators": [{"avg": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'avg'; use 'collect', then 'map' with \
      '$0.avg()'
      """),
    BrokenFile(
      "operator of others: sort",
      #"""
      {"sequence": [1], "operators": [{"sort": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'sort'; a stream is ordered by time; use 'collect', \
      then 'map' with '$0.sort()' or '$0.sortBy(x, …)'
      """),
    BrokenFile(
      "operator of others: crossJoin",
      #"""
      {"sequence": [1], "operators": [{"crossJoin": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'crossJoin'; 'join' without 'on' pairs all values that \
      are close in time, and 'combineLatest' pairs the latest
      """),
    BrokenFile(
      "operator of others: share",
      #"""
      {"sequence": [1], "operators": [{"share": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'share'; streams are not shared: a name used twice is \
      two subscriptions, but an input is read only once
      """),
    BrokenFile(
      "operator of others: del",
      #"""
      {"sequence": [1], "operators": [{"del": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'del'; write "map": {"expression": \
      "$0.without(['a'])"}
      """),
    BrokenFile(
      "operator of others: rate",
      #"""
      {"sequence": [1], "operators": [{"rate": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'rate'; use 'pairwise', which emits each value with the \
      previous one, then 'map' with '$0[1] - $0[0]'
      """),
    BrokenFile(
      "operator of others: interval",
      #"""
      {"sequence": [1], "operators": [{"interval": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'interval'; it is a source: {"sequence": [1], \
      "operators": [{"delay": {"seconds": 1}}, {"repeat": {}}]}
      """),
    BrokenFile(
      "operator of others: buffer",
      #"""
      {"sequence": [1], "operators": [{"buffer": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'buffer'; it is called 'collect' here
      """),
    BrokenFile(
      "operator of others: window",
      #"""
      {"sequence": [1], "operators": [{"window": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'window'; it is called 'collect' here
      """),
    BrokenFile(
      "operator of others: tap",
      #"""
      {"sequence": [1], "operators": [{"tap": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'tap'; it is called 'print' here
      """),
    BrokenFile(
      "operator of others: startWith",
      #"""
      {"sequence": [1], "operators": [{"startWith": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'startWith'; it is called 'prepend' here
      """),
    BrokenFile(
      "operator of others: take",
      #"""
      {"sequence": [1], "operators": [{"take": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'take'; it is called 'prefix' here
      """),
    BrokenFile(
      "operator of others: skip",
      #"""
      {"sequence": [1], "operators": [{"skip": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'skip'; it is called 'dropFirst' here
      """),
    BrokenFile(
      "a name that is not close to any other",
      #"""
      {"sequence": [1], "operators": [{"zzz": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'zzz'; 'stream-run list operators' shows them all
      """),
    BrokenFile(
      "spellings of one name",
      #"""
      {"sequence": [1], "operators": [{"distinct_until_changed": {}}, {"Group-By": {}}, {"THROTTLETIME": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'distinct_until_changed'; it is called \
      'removeDuplicates' here
      t.json:1:66: error: unknown operator 'Group-By'; did you mean 'groupBy'?
      t.json:1:84: error: unknown operator 'THROTTLETIME'; it is called 'throttle' here
      """),
    BrokenFile(
      "top of a list",
      #"""
      {"sequence": [1], "operators": [{"topk": {}}, {"median": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'topk'; use 'collect', then 'map' with \
      '$0.sort().reverse().slice(0, 3)'
      t.json:1:48: error: unknown operator 'median'; use 'collect', then 'map' with \
      '$0.percentile(50)'
      """),
    BrokenFile(
      "aggregates",
      #"""
      {"sequence": [1], "operators": [{"total": {}}, {"mean": {}}, {"minBy": {}}, {"countBy": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'total'; write "reduce": {"initialValue": 0, \
      "expression": "$0 + $1"}
      t.json:1:49: error: unknown operator 'mean'; use 'collect', then 'map' with \
      '$0.avg()'
      t.json:1:63: error: unknown operator 'minBy'; use 'collect', then 'map' with \
      '$0.minBy(x, …)'
      t.json:1:78: error: unknown operator 'countBy'; put 'filter' before 'count', or both into \
      'groupBy' for one count per key
      """),
    BrokenFile(
      "methods of objects",
      #"""
      {"sequence": [1], "operators": [{"pluck": {}}, {"rename": {}}, {"add_field": {}}, {"reject": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'pluck'; write "map": {"expression": "$0.name"}
      t.json:1:49: error: unknown operator 'rename'; write "map": {"expression": \
      "$0.without(['a']).with({'b': $0.a})"}
      t.json:1:65: error: unknown operator 'add_field'; write "map": \
      {"expression": "$0.with({'a': 1})"}
      t.json:1:84: error: unknown operator 'reject'; write "filter": {"expression": "!(…)"}
      """),
    BrokenFile(
      "a number in place of an operator",
      #"""
      {"sequence": [1], "operators": [{"of": {}}, {"http": {}}, {"tee": {}}, {"observeOn": {}}, {"pipe": {}}]}
      """#,
      """
      t.json:1:34: error: unknown operator 'of'; it is a source, which belongs beside 'operators'
      t.json:1:46: error: unknown operator 'http'; a stream cannot query a server; bind an input \
      to records
      t.json:1:60: error: unknown operator 'tee'; '--output PATH' and '--tee NAME=PATH' write \
      files
      t.json:1:73: error: unknown operator 'observeOn'; a stream plays on one clock; remove it
      t.json:1:92: error: unknown operator 'pipe'; list the operators one after another in \
      'operators'
      """),
    BrokenFile(
      "name as a value",
      #"""
      {"sequence": [1], "operators": [{"name": "delay", "seconds": 1}]}
      """#,
      """
      t.json:1:33: error: found the name of an operator under 'name', expected it as the key of \
      its parameters; write {"delay": {"seconds": 1}}
      """),
    BrokenFile(
      "name as a value, after its parameters",
      #"""
      {"sequence": [1], "operators": [{"seconds": 1, "type": "delay"}]}
      """#,
      """
      t.json:1:33: error: found the name of an operator under 'type', expected it as the key of \
      its parameters; write {"delay": {"seconds": 1}}
      """),
    BrokenFile(
      "name as a value, beside an object of parameters",
      #"""
      {"sequence": [1], "operators": [{"op": "delay", "params": {"seconds": 1}}]}
      """#,
      """
      t.json:1:33: error: found the name of an operator under 'op', expected it as the key of its \
      parameters; write {"delay": {"seconds": 1}}
      """),
    BrokenFile(
      "name of others as a value",
      #"""
      {"sequence": [1], "operators": [{"name": "dedupe"}]}
      """#,
      """
      t.json:1:42: error: unknown operator 'dedupe' under 'name'; it is called 'removeDuplicates' \
      here
      """),
    BrokenFile(
      "no name as a value",
      #"""
      {"sequence": [1], "operators": [{"name": "nothing", "x": 1}]}
      """#,
      """
      t.json:1:42: error: unknown operator 'nothing' under 'name'; 'stream-run list operators' \
      shows them all
      """),
    BrokenFile(
      "long parameters beside a name",
      #"""
      {"sequence": [1], "operators": [{"name": "scan", "initialValue": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18], "expression": "$0"}]}
      """#,
      """
      t.json:1:33: error: found the name of an operator under 'name', expected it as the key of \
      its parameters; write "scan": {"initialValue": 0, "expression": "$0 + $1"}
      """),
    BrokenFile(
      "bare name without parameters",
      #"""
      {"sequence": [1], "operators": ["count"]}
      """#,
      """
      t.json:1:33: error: found a string, expected an operator, which is an object with its name \
      as the key; write {"count": {}}
      """),
    BrokenFile(
      "bare name with parameters",
      #"""
      {"sequence": [1], "operators": ["delay"]}
      """#,
      """
      t.json:1:33: error: found a string, expected an operator, which is an object with its name \
      as the key; write {"delay": {"seconds": 2}}
      """),
    BrokenFile(
      "bare name of others",
      #"""
      {"sequence": [1], "operators": ["dedupe"]}
      """#,
      """
      t.json:1:33: error: found a string, expected an operator, which is an object with its name \
      as the key; it is called 'removeDuplicates' here
      """),
    BrokenFile(
      "bare name nearly right",
      #"""
      {"sequence": [1], "operators": ["fliter"]}
      """#,
      """
      t.json:1:33: error: found a string, expected an operator, which is an object with its name \
      as the key; did you mean 'filter'?
      """),
    BrokenFile(
      "bare value for the parameters",
      #"""
      {"sequence": [1], "operators": [{"prefix": 3}]}
      """#,
      """
      t.json:1:44: error: found a number, expected the parameters of 'prefix', which are an \
      object; write "prefix": {"count": 3}
      """),
    BrokenFile(
      "bare list for the parameters",
      #"""
      {"sequence": [1], "operators": [{"merge": ["a", "b"]}]}
      """#,
      """
      t.json:1:43: error: found an array, expected the parameters of 'merge', which are an object; \
      write "merge": {"streams": ["a", "b"]}
      """),
    BrokenFile(
      "parameters of others",
      #"""
      {"sequence": [1], "operators": [{"delay": {"ms": 500}}, {"filter": {"predicate": "$0 > 1"}}]}
      """#,
      """
      t.json:1:44: error: unknown key 'ms' in operator 'delay'; write 'seconds': 0.5 is 500 \
      milliseconds
      t.json:1:69: error: unknown key 'predicate' in operator 'filter'; did you mean 'expression'?
      """),
    BrokenFile(
      "more parameters of others",
      #"""
      {"sequence": [1], "operators": [{"scan": {"seed": 0, "expression": "$0"}}, {"prefix": {"n": 1}}, {"groupBy": {"by": "$0", "operators": []}}]}
      """#,
      """
      t.json:1:43: error: unknown key 'seed' in operator 'scan'; did you mean 'initialValue'?
      t.json:1:88: error: unknown key 'n' in operator 'prefix'; did you mean 'count'?
      t.json:1:111: error: unknown key 'by' in operator 'groupBy'; did you mean 'key'?
      """),
  ]
}
