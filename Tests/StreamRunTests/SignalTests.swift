import Foundation
import Testing

/// Interruption and termination: earlier values are printed, and the code shows the signal.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/task")))
struct SignalTests {
  /// More values at once than the buffer can hold, followed by many that each take long to compute.
  static let slow: String = {
    let list = "[\((0..<12).map(String.init).joined(separator: ","))]"
    let quick = Array(repeating: #"{"value": 1}"#, count: 4000)
    let slow = Array(repeating: #"{"value": 7}"#, count: 5000)
    return """
      {"stream": [\((quick + slow).joined(separator: ","))], "operators": [{"filter": {"expression":
      "$0 == 1 || \(list).all(a, \(list).all(b, \(list).all(c, a + b + c >= 0)))"}}]}
      """
  }()

  let folder: TemporaryFolder
  /// Starts the command from a script. A script starts its background jobs with SIGINT ignored.
  let start = #"env --default-signal=INT "$0""#
  /// Continues when the command has begun to watch for signals.
  static let ready =
    "until [[ -e $(echo /proc/$!/task/* | cut -d ' ' -f 2 -s) ]]; do sleep 0.01; done"
  /// Continues when the command has begun to write.
  let writing: String

  init() throws {
    folder = try TemporaryFolder()
    writing = "until [[ -s '\(folder.path)/out' ]]; do sleep 0.01; done"
  }

  @Test(arguments: [("INT", 130), ("TERM", 143)])
  func `a long computation ends with whole lines`(signal: String, code: Int32) throws {
    let file = try folder.write(Self.slow, to: "slow.json")
    let outcome = try Command.shell(
      """
      \(start) '\(file)' >'\(folder.path)/out' & \(writing); kill -\(signal) $!; wait $!
      code=$?; cat '\(folder.path)/out'; exit $code
      """)
    #expect(outcome.code == code)
    #expect(outcome.lines.count > 2000 && outcome.errors == "")
    #expect(
      outcome.lines.allSatisfy {
        $0 == #"{"time":0,"value":1}"# || $0 == #"{"time":0,"value":7}"#
      })
  }

  @Test(arguments: [("INT", 130), ("TERM", 143)])
  func `a playback on the real clock ends between two lines`(signal: String, code: Int32) throws {
    let file = try folder.write(Example.long(20_000, isDelayed: true), to: "long.json")
    let outcome = try Command.shell(
      """
      \(start) '\(file)' --speed 0.1 >'\(folder.path)/out' & \(writing); kill -\(signal) $!
      wait $!; code=$?; cat '\(folder.path)/out'; exit $code
      """)
    #expect(outcome.code == code)
    #expect(outcome.lines.first == #"{"time":0.001,"value":"0123456789"}"# && outcome.errors == "")
    #expect(outcome.output.hasSuffix("\"}\n"))
  }

  @Test(arguments: [("INT", 130), ("TERM", 143)])
  func `tests end with the results so far`(signal: String, code: Int32) throws {
    try folder.write(#"{"marbles": "-a|", "expect": "-b|"}"#, to: "a.json")
    try folder.write(
      #"{"marbles": "-|", "operators": [{"repeat": {}}], "expect": ""}"#, to: "b.json")
    let outcome = try Command.shell(
      """
      cd '\(folder.path)'; \(start) test a.json b.json --jobs 1 --steps 1000000000 >out & \(writing)
      kill -\(signal) $!; wait $!; code=$?; cat out; exit $code
      """)
    #expect(outcome.code == code)
    #expect(outcome.output.hasPrefix("FAIL a.json:1:32: expect\n") && outcome.errors == "")
  }

  /// Work that never leaves one instant and never emits: in the subscription, in a list, and for a
  /// record.
  static let stuck: [String] = {
    let repeated = #"{"sequence": [1], "operators": [{"repeat": {"count": 1000000000}}"#
    let list = #"{"map": {"expression": "$0 < 0"}}, {"filter": {"expression": "$0"}}"#
    return [
      repeated + #", {"flatMap": {"stream": {"marbles": "-"}}}]}"#,
      repeated + ", " + list + "]}",
      #"{"input": "a", "operators": [{"flatMap": {"stream": "# + repeated + ", " + list + "]}}}]}",
    ]
  }()

  @Test(arguments: stuck, ["play", "why --event 1"])
  func `a playback in which time stands still ends at once`(
    stream: String, command: String
  ) throws {
    let file = try folder.write(stream, to: "stuck.json")
    let log = try folder.write(#"{"time": 0, "value": 1}"# + "\n", to: "a.ndjson")
    let input = stream.contains("input") ? " -i 'a=\(log)'" : ""
    let outcome = try Command.shell(
      """
      \(start) \(command) '\(file)'\(input) & sleep 0.5; before=$(date +%s%N); kill -INT $!; wait $!
      code=$?; echo $(( ($(date +%s%N) - before) / 1000000 )); exit $code
      """)
    #expect(outcome.code == 130 && outcome.errors == "")
    // One second, plus some for a busy machine. The process would end by itself after ten.
    #expect(Int(outcome.lines.last ?? "") ?? .max < 4000)
  }

  @Test func `the events so far are drawn`() throws {
    let stream = #"""
      {"stream": [{"value": 1}, {"value": 2, "operators": [{"delay": {"seconds": 100000}}]}]}
      """#
    let file = try folder.write(stream, to: "waiting.json")
    // Nothing shows from outside that the first value has arrived. A busy machine needs longer.
    let expected = Outcome(output: "1\n130\n", errors: "", code: 0)
    var outcome: Outcome?
    for seconds in [0.2, 0.8, 3.2, 12.8] where outcome != expected {
      outcome = try Command.shell(
        """
        \(start) '\(file)' -r -f marbles & \(Self.ready)
        sleep \(seconds); kill -INT $!; wait $!; echo $?
        """)
    }
    #expect(outcome == expected)
  }

  @Test(arguments: [("INT", 130), ("TERM", 143)])
  func `a pipe without a reader does not delay the end`(signal: String, code: Int) throws {
    let file = try folder.write(Example.long(20_000, isDelayed: true), to: "long.json")
    let outcome = try Command.shell(
      """
      mkfifo '\(folder.path)/pipe'; exec 3<>'\(folder.path)/pipe'
      \(start) '\(file)' >&3 & \(Self.ready); kill -\(signal) $!; wait $!; echo $?
      """)
    #expect(outcome == Outcome(output: "\(code)\n", errors: "", code: 0))
  }

  @Test(arguments: [("INT", 130), ("TERM", 143)])
  func `an input that never arrives does not delay the end`(signal: String, code: Int) throws {
    let outcome = try Command.shell(
      """
      mkfifo '\(folder.path)/pipe'; exec 3<>'\(folder.path)/pipe'
      \(start) - <&3 & \(Self.ready); kill -\(signal) $!; wait $!; echo $?
      """)
    #expect(outcome == Outcome(output: "\(code)\n", errors: "", code: 0))
  }

  @Test func `an ignored signal stays ignored`() throws {
    let outcome = try Command.shell(
      """
      mkfifo '\(folder.path)/pipe'; exec 3<>'\(folder.path)/pipe'
      (trap '' INT; exec "$0" - <'\(folder.path)/pipe' 3<&-) & sleep 0.2; kill -INT $!; sleep 0.1
      printf '%s' '\(Example.serial)' >&3; exec 3>&-; wait $!; echo $?
      """)
    #expect(outcome == Outcome(output: Example.serialLines + "0\n", errors: "", code: 0))
  }

  @Test func `the second signal ends the process at once`() throws {
    let file = try folder.write(Example.long(20_000, isDelayed: true), to: "long.json")
    let script = """
      mkfifo '\(folder.path)/pipe'; exec 3<>'\(folder.path)/pipe'
      \(start) '\(file)' >&3 & \(Self.ready); sleep 0.3; kill -INT $!; kill -TERM $!; wait $!; echo $?
      rm '\(folder.path)/pipe'
      """
    // The first ends with 130 if it has enough time, which happens on a busy machine.
    var output = ""
    for _ in 0..<20 where output != "143\n" { output = try Command.shell(script).output }
    #expect(output == "143\n")
  }
}
