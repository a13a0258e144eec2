import Foundation
import Values

/// The result of running the command.
struct Outcome: Equatable {
  var output: String
  var errors: String
  var code: Int32

  /// The lines of the output, without the empty one after the last.
  var lines: [String] { output.split(separator: "\n").map(String.init) }
}

extension Outcome {
  /// The same outcome without the cause of a failure, which is at the end of its line.
  var withoutCause: Outcome {
    var outcome = self
    outcome.output = output.replacing(/,"cause":\{.*\}\}/, with: "}")
    return outcome
  }
}

/// The command as it was built, from the folder of the tests.
enum Command {
  static let path: String = {
    let tests =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("stream-run").path
  }()

  /// Runs the command with arguments and a standard input, and waits for its end.
  static func run(
    _ arguments: String..., input: String = "", output: FileHandle? = nil
  ) throws -> Outcome {
    try run(path, arguments, input: input, output: output)
  }

  /// Runs the command with arguments from a list.
  static func run(_ arguments: [String]) throws -> Outcome {
    try run(path, arguments, input: "", output: nil)
  }

  /// Runs a shell command, in which `$0` is the command.
  static func shell(_ line: String) throws -> Outcome {
    try run("/bin/bash", ["-c", line, path], input: "", output: nil)
  }

  /// Runs the command. Returns its maximum memory in bytes, as the system reports it every ten
  /// milliseconds; zero if it ended before the first report.
  ///
  /// - Parameter seconds: The time after which it is terminated, and, if it does not end within a
  ///   minute then, killed.
  static func measured(
    _ arguments: [String], terminatedAfter seconds: Int = 600
  ) throws -> (outcome: Outcome, peak: Int) {
    let script = """
      "$0" "$@" & process=$! peak='VmHWM: 0 kB'
      while now=$(grep VmHWM /proc/$process/status 2>/dev/null); do
        peak=$now; sleep 0.01
        if [ $SECONDS -ge \(seconds) ]; then kill -TERM $process; fi 2>/dev/null
        if [ $SECONDS -ge \(seconds + 60) ]; then kill -KILL $process; fi 2>/dev/null
      done
      wait $process; code=$?; echo; echo $peak; exit $code
      """
    var outcome = try run("/bin/bash", ["-c", script, path] + arguments, input: "", output: nil)
    let peak = outcome.lines.last?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    outcome.output = outcome.lines.dropLast().joined(separator: "\n")
    return (outcome, (peak ?? .max >> 10) << 10)
  }

  /// The outputs go to files, so that a process never has to wait for the test when it writes.
  private static func run(
    _ executable: String, _ arguments: [String], input: String, output: FileHandle?
  ) throws -> Outcome {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.standardInput = try FileHandle(
      forReadingFrom: URL(fileURLWithPath: folder.write(input, to: "in")))
    process.standardOutput =
      try output ?? FileHandle(forWritingTo: URL(fileURLWithPath: folder.write("", to: "out")))
    process.standardError = try FileHandle(
      forWritingTo: URL(fileURLWithPath: folder.write("", to: "err")))
    try process.run()
    process.waitUntilExit()
    return Outcome(
      output: output == nil ? try folder.read("out") : "", errors: try folder.read("err"),
      code: process.terminationReason == .exit ? process.terminationStatus : -1)
  }
}

/// A folder that is removed when it is released.
final class TemporaryFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("stream-run-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = path + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)), as: UTF8.self)
  }
}

/// Stream files that the tests play.
enum Example {
  static let serial = #"""
    {"stream": [{"value": 1, "operators": [{"delay": {"seconds": 1}}]},
                {"value": {"b": "é\n", "a": 1.0}, "operators": [{"delay": {"seconds": 1.5}}]}]}
    """#

  static let serialLines = """
    {"time":1,"value":1}
    {"time":2.5,"value":{"b":"é\\n","a":1.0}}
    {"time":2.5,"completion":"finished"}

    """

  static let failing = #"""
    {"stream": [{"value": 5, "operators": [{"delay": {"seconds": 1}}]},
                {"value": 0, "operators": [{"delay": {"seconds": 1.5}}]}],
     "operators": [{"map": {"expression": "10 / $0"}}]}
    """#

  /// The message about it, in any output format.
  static let failure = """
    <stdin>:3:40: division by zero in '10 / $0' for 0
     3 |  "operators": [{"map": {"expression": "10 / $0"}}]}
       |                                        ^
    stream-run: the stream failed at 2.5 s in 'map'

    """

  static let broken = #"{"stream": [{"value": 1}, {"valu": 2}]}"#

  /// Returns a stream of a number of values, with or without delays.
  static func long(_ count: Int, isDelayed: Bool) -> String {
    let delay = isDelayed ? #", "operators": [{"delay": {"seconds": 0.001}}]"# : ""
    let items = Array(repeating: #"{"value": "0123456789"\#(delay)}"#, count: count)
    return #"{"stream": [\#(items.joined(separator: ","))]}"#
  }
}
