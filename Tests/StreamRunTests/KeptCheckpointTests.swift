import Platform
import TestSupport
import Testing

/// Checkpoints that were written by an earlier version: a later one continues them.
@Suite struct KeptCheckpointTests {
  private static let document = #"""
    {"input": "a", "time": "$0.t", "operators": [{"groupBy": {"key": "$0.k", "operators": [{"debounce": {"seconds": 2}}, {"scan": {"initialValue": 0, "expression": "$0 + $1.v"}}]}}, {"delay": {"seconds": 1}}, {"collect": {"seconds": 10}}]}
    """#

  private static let log = #"""
    {"t": 0, "k": "k0", "v": 0}
    {"t": 1, "k": "k1", "v": 1}
    {"t": 3, "k": "k0", "v": 3}
    {"t": 4, "k": "k1", "v": 4}
    {"t": 5, "k": "k2", "v": 5}
    {"t": 6, "k": "k0", "v": 6}
    {"t": 9, "k": "k0", "v": 9}
    {"t": 12, "k": "k0", "v": 12}
    {"t": 15, "k": "k0", "v": 15}

    """#

  /// What each version of the format wrote after seven seconds.
  private static let checkpoints = [
    #"""
    {"checkpoint":1,"tool":"0.1.0","options":[],"countsFrom1970":false,"hasEnded":false}
    {"document":{"name":"kept.json","text":"{\"input\": \"a\", \"time\": \"$0.t\", \"operators\": [{\"groupBy\": {\"key\": \"$0.k\", \"operators\": [{\"debounce\": {\"seconds\": 2}}, {\"scan\": {\"initialValue\": 0, \"expression\": \"$0 + $1.v\"}}]}}, {\"delay\": {\"seconds\": 1}}, {\"collect\": {\"seconds\": 10}}]}\n"}}
    {"outputs":{"files":[{"path":"out","length":0,"identity":"65024:16443877"}]}}
    {"playback":{"valueCount":0,"inputs":{"start":{"nanoseconds":0},"instant":{"nanoseconds":7000000000},"inputs":[{"name":"a","position":{"file":{"path":"log","identity":"65024:16443874","head":"6cd06093d54225cd","headSize":256},"count":7,"line":8,"offset":196}}]},"instant":{"nanoseconds":7000000000},"clock":{"now":{"nanoseconds":7000000000},"nextOrder":4611686018427387917}}}
    {"run":{"state":{"inputs":{"clock":{"zero":0,"base":{"nanoseconds":0}},"readings":[{"records":{"takenCount":7,"isNextCounted":false,"next":{"record":{"time":9000000000}},"value":{"t":9,"k":"k0","v":9},"latest":9000000000,"isFirst":false,"buffer":{"heap":[],"count":0},"afterHeld":{"unread":{}},"newest":-9223372036854775808,"lastTime":9000000000,"counts":{"recordCount":7,"lateCount":0,"tooLateCount":0,"greatestLateness":[0,0],"badCount":0,"badRecords":[],"earlyCount":0,"isCutOff":false,"lateRecords":[]}},"ticket":{"due":0,"order":0},"pending":{"due":9000000000,"order":0},"isHolding":false}]},"ends":[],"outputs":[],"dropped":[]},"isRunning":[true]}}
    {"run":{"state":{"state":{"values":[0,1,3,5],"room":1,"end":{"nanoseconds":10000000000},"origin":{"nanoseconds":0}},"wait":{"due":10000000000,"order":6},"isIdle":false,"hasEnded":false},"isRunning":[true]},"operator":0}
    {"run":{"state":{"ticket":{"due":8000000000,"order":12},"first":[5],"others":[]},"isRunning":[true]},"operator":1}
    {"run":{"state":{"groups":[{"key":{"value":"k0"},"hadFirst":true},{"key":{"value":"k1"},"hadFirst":true},{"key":{"value":"k2"},"hadFirst":true}],"hasFinished":false},"isRunning":[true,true,true,true]},"operator":2}
    {"run":{"state":{"steps":[],"results":[]},"isRunning":[true]},"operator":2}
    {"run":{"state":{"place":0},"isRunning":[]},"operator":2}
    {"run":{"state":{"steps":[3],"next":[]},"isRunning":[true]},"operator":2}
    {"run":{"state":{"state":{"value":[{"t":6,"k":"k0","v":6}]},"wait":{"due":8000000000,"order":10},"isIdle":false,"hasEnded":false},"isRunning":[true]},"operator":2}
    {"run":{"state":{},"isRunning":[]},"operator":2}
    {"run":{"state":{"steps":[5],"next":[]},"isRunning":[true]},"operator":2}
    {"run":{"state":{"state":{"value":[]},"isIdle":false,"hasEnded":false},"isRunning":[true]},"operator":2}
    {"run":{"state":{},"isRunning":[]},"operator":2}
    {"run":{"state":{"steps":[5],"next":[]},"isRunning":[true]},"operator":2}
    {"run":{"state":{"state":{"value":[]},"isIdle":false,"hasEnded":false},"isRunning":[true]},"operator":2}
    {"run":{"state":{},"isRunning":[]},"operator":2}
    {"operators":[{"document":0,"path":{"components":[{"key":{"_0":"operators"}},{"index":{"_0":2}},{"key":{"_0":"collect"}}]}},{"document":0,"path":{"components":[{"key":{"_0":"operators"}},{"index":{"_0":1}},{"key":{"_0":"delay"}}]}},{"document":0,"path":{"components":[{"key":{"_0":"operators"}},{"index":{"_0":0}},{"key":{"_0":"groupBy"}}]}}]}
    {"checksum":"d11c31e3756f610f","lines":20}

    """#,
    #"""
    {"checkpoint":2,"tool":"0.1.0","options":[],"countsFrom1970":false,"hasEnded":false}
    {"document":{"name":"kept.json","text":"{\"input\": \"a\", \"time\": \"$0.t\", \"operators\": [{\"groupBy\": {\"key\": \"$0.k\", \"operators\": [{\"debounce\": {\"seconds\": 2}}, {\"scan\": {\"initialValue\": 0, \"expression\": \"$0 + $1.v\"}}]}}, {\"delay\": {\"seconds\": 1}}, {\"collect\": {\"seconds\": 10}}]}\n"}}
    {"outputs":{"files":[{"path":"out","length":0,"identity":"65024:16269371"}]}}
    {"playback":{"valueCount":0,"inputs":{"start":{"nanoseconds":0},"instant":{"nanoseconds":7000000000},"inputs":[{"name":"a","position":{"file":{"path":"log","identity":"65024:16269347","head":"6cd06093d54225cd","headSize":256},"count":7,"line":8,"offset":196}}]},"instant":{"nanoseconds":7000000000},"clock":{"now":{"nanoseconds":7000000000},"nextOrder":4611686018427387917}}}
    {"run":{"state":{"inputs":{"clock":{"zero":0,"base":{"nanoseconds":0}},"readings":[{"records":{"takenCount":7,"isNextCounted":false,"next":{"record":{"time":9000000000}},"value":{"t":9,"k":"k0","v":9},"latest":9000000000,"isFirst":false,"buffer":{"heap":[],"count":0},"afterHeld":{"unread":{}},"newest":-9223372036854775808,"lastTime":9000000000,"counts":{"recordCount":7,"lateCount":0,"tooLateCount":0,"greatestLateness":[0,0],"badCount":0,"badRecords":[],"earlyCount":0,"repeatedCount":0,"isCutOff":false,"lateRecords":[]}},"ticket":{"due":0,"order":0},"pending":{"due":9000000000,"order":0},"isHolding":false}]},"ends":[],"outputs":[],"dropped":[]}}}
    {"run":{"state":{"state":{"values":[0,1,3,5],"room":1,"end":{"nanoseconds":10000000000},"origin":{"nanoseconds":0}},"wait":{"due":10000000000,"order":6}}},"operator":0}
    {"run":{"state":{"ticket":{"due":8000000000,"order":12},"first":[5],"others":[]}},"operator":1}
    {"run":{"state":{"groups":[{"key":{"value":"k0"}},{"key":{"value":"k1"}},{"key":{"value":"k2"}}],"hasFinished":false},"isRunning":[true,true,true,true]},"operator":2}
    {"run":{"state":{"steps":[],"results":[]}},"operator":3}
    {"more":{"state":{"place":0},"isRunning":[]}}
    {"run":{"state":{"steps":{"each":[3]},"next":[]}},"operator":2}
    {"more":{"state":{"state":{"value":[{"t":6,"k":"k0","v":6}]},"wait":{"due":8000000000,"order":10}}}}
    {"more":{"state":{},"isRunning":[]}}
    {"more":{"state":{"steps":{"each":[5]},"next":[]}}}
    {"more":{"state":{"state":{"value":[]}}}}
    {"more":{"state":{},"isRunning":[]}}
    {"more":{"state":{"steps":{"each":[5]},"next":[]}}}
    {"more":{"state":{"state":{"value":[]}}}}
    {"more":{"state":{},"isRunning":[]}}
    {"operators":[{"document":0,"path":{"components":[{"key":{"_0":"operators"}},{"index":{"_0":2}},{"key":{"_0":"collect"}}]}},{"document":0,"path":{"components":[{"key":{"_0":"operators"}},{"index":{"_0":1}},{"key":{"_0":"delay"}}]}},{"document":0,"path":{"components":[{"key":{"_0":"operators"}},{"index":{"_0":0}},{"key":{"_0":"groupBy"}}]},"inner":[{"document":0,"path":{"components":[{"key":{"_0":"operators"}},{"index":{"_0":0}},{"key":{"_0":"groupBy"}},{"key":{"_0":"operators"}},{"index":{"_0":1}},{"key":{"_0":"scan"}}]}},{"document":0,"path":{"components":[{"key":{"_0":"operators"}},{"index":{"_0":0}},{"key":{"_0":"groupBy"}},{"key":{"_0":"operators"}},{"index":{"_0":0}},{"key":{"_0":"debounce"}}]}}]},{"document":0,"path":{"components":[]}}]}
    {"checksum":"5f771306d170a8a3","lines":20}

    """#,
  ]

  /// Someone who changes a checkpoint on purpose can make its checksum right.
  @Test(
    arguments: ["valueCount", "count", "line", "offset", "headSize"], ["9223372036854775807", "-1"])
  func `numbers that no playback has are refused`(name: String, number: String) throws {
    var lines = Self.checkpoints[0].split(separator: "\n").dropLast().map(String.init)
    let head = try #require(lines.firstIndex { $0.hasPrefix("{\"playback\"") })
    lines[head] = lines[head].replacing(
      try Regex("\"\(name)\":[0-9]+"), with: "\"\(name)\":\(number)")
    let text = lines.map { $0 + "\n" }.joined()
    var checksum = Checksum()
    checksum.add(Array(text.utf8))
    let folder = try TemporaryFolder()
    try folder.write(Self.document + "\n", to: "kept.json")
    try folder.write(Self.log, to: "log")
    try folder.write(
      text + #"{"checksum":"\#(checksum.text)","lines":\#(lines.count)}"# + "\n", to: "changed")
    let outcome = try Command.shell(
      "cd '\(folder.path)'; \"$0\" kept.json -i a=log -o out --resume=changed")
    #expect(outcome.code == 65 && outcome.errors.contains("not those of a checkpoint"))
  }

  @Test(arguments: checkpoints.indices) func `a checkpoint of each version continues`(
    index: Int
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.document + "\n", to: "kept.json")
    try folder.write(Self.log, to: "log")
    try folder.write(Self.checkpoints[index], to: "checkpoint")
    try folder.write("", to: "out")
    let outcome = try Command.shell(
      """
      cd '\(folder.path)'; "$0" kept.json -i a=log -o whole -f json
      "$0" kept.json -i a=log -o out -f json --resume=checkpoint && cmp whole out && cat out
      """)
    #expect(
      outcome.output == """
        {"time":10,"value":[0,1,3,5,5,9]}
        {"time":16,"value":[18,30]}
        {"time":16,"completion":"finished"}

        """)
    #expect(outcome.errors == "stream-run: the run continues where 'checkpoint' was saved\n")
  }
}
