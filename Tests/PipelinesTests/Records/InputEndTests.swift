import Testing

/// Inputs that stay open after their last record, and the order of their records.
@Suite struct InputEndTests {
  @Test(arguments: [
    // The timers of the other stream run out by themselves.
    (#"{"debounce": {"seconds": 3}}"#, "1@3 9@10 |@10"),
    (#"{"collect": {"seconds": 4}}"#, "[1]@4 9@10 |@10"),
    (#"{"delay": {"seconds": 20}}"#, "9@10 1@20 |@40"),
    // These never stop by themselves, and keep nothing open.
    (#"{"sample": {"seconds": 4}}"#, "1@4 9@10 |@10"),
    (#"{"collect": {"seconds": 4, "empty": true}}"#, "[1]@4 []@8 9@10 |@10"),
  ])
  func `an input that is held open ends with the last timer`(
    _ operators: String, _ events: String
  ) throws {
    let document = #"""
      {"merge": [{"input": "a", "time": "$0.t", "end": "hold", "operators": [
                    {"map": {"expression": "$0.v"}}, \#(operators)]},
                 {"input": "b", "time": "$0.t", "operators": [
                    {"map": {"expression": "$0.v"}}, {"compactMap": {"expression": "$0 == 0 ? null : $0"}}]}]}
      """#
    let records = ["a": #"{"t":0,"v":1}"#, "b": #"{"t":0,"v":0} {"t":10,"v":9}"#.lines]
    #expect(try played(document, reading: records) == events)
  }

  @Test func `all inputs may be held open, and a schedule keeps none of them open`() throws {
    let document = #"""
      {"merge": [{"input": "a", "time": "$0", "origin": "epoch", "end": "hold", "operators": [
                    {"debounce": {"seconds": 70}}]},
                 {"input": "b", "time": "$0", "origin": "epoch", "end": "hold"},
                 {"cron": "* * * * *", "operators": [{"map": {"expression": "0"}}]}]}
      """#
    #expect(
      try played(document, reading: ["a": "1", "b": "1 2".lines])
        == "1@1 2@2 0@60 1@71 |@71")
  }

  @Test func `an input that is held open ends when nothing was pending`() throws {
    let document = #"{"input": "a", "time": "$0", "end": "hold"}"#
    #expect(try played(document, reading: ["a": "1 3".lines]) == "1@0 3@2 |@2")
    #expect(try played(document, reading: ["a": ""]) == "|@0")
  }

  @Test(arguments: [
    (nil, nil, #""a"@0 "b"@0 "a"@1 "b"@1 |@1"#),
    (nil, -1, #""b"@0 "a"@0 "b"@1 "a"@1 |@1"#),
    (1, nil, #""b"@0 "a"@0 "b"@1 "a"@1 |@1"#),
    (1, 2, #""a"@0 "b"@0 "a"@1 "b"@1 |@1"#),
    // Equal priorities follow the order of the definitions.
    (1, 1, #""b"@0 "a"@0 "b"@1 "a"@1 |@1"#),
  ])
  func `the records of the input with the smaller priority come first`(
    _ a: Int?, _ b: Int?, _ events: String
  ) throws {
    func definition(_ name: String, _ priority: Int?) -> String {
      let rank = priority.map { #", "priority": \#($0)"# } ?? ""
      return #""\#(name)": {"input": "\#(name)", "time": "$0.t"\#(rank)}"#
    }
    let document = #"""
      {"definitions": {\#(definition("b", b)), \#(definition("a", a))},
       "merge": ["a", "b"], "operators": [{"map": {"expression": "$0.n"}}]}
      """#
    let records = ["a", "b"].map { name in
      (name, (0...1).map { #"{"t":\#($0),"n":"\#(name)"}"# }.joined(separator: "\n"))
    }
    #expect(
      try played(document, reading: Dictionary(uniqueKeysWithValues: records)) == events)
  }

  @Test func `a priority does not depend on the order of subscription`() throws {
    let document = #"""
      {"definitions": {"a": {"input": "a", "time": "$0.t", "priority": 1},
                       "b": {"input": "b", "time": "$0.t", "priority": 0}},
       "from": "a", "operators": [{"flatMap": {"stream": {"from": "b"}}},
         {"map": {"expression": "[$0.t, $0.n]"}}]}
      """#
    let records = [
      "a": #"{"t":0,"n":"a"} {"t":1,"n":"a"}"#.lines,
      "b": #"{"t":1,"n":"b"} {"t":2,"n":"b"}"#.lines,
    ]
    #expect(try played(document, reading: records) == #"[1,"b"]@1 [2,"b"]@2 [2,"b"]@2 |@2"#)
  }
}
