import Foundation
import Marbles
import Reactive
import TestSupport
import Values

@testable import Pipelines

/// A program that plays streams written as Swift, compiled against the modules that the tests use.
struct EmittedProgram {
  struct Stream {
    let name: String
    let document: String
    let program: Program
    let typeName: String
    let text: String
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var streams: [Stream] = []

  /// Adds a document; throws if it cannot be played, or not be written.
  mutating func add(_ name: String, _ document: SourceText) throws(Diagnostics) {
    let program = try Program(document)
    let source = try SwiftSource(
      document, calledIfUnnamed: "Stream \(streams.count)", hasMain: false)
    // Two documents may have the same name.
    let typeName = "\(source.typeName)\(streams.count)"
    let text = source.text.replacing(
      "struct \(source.typeName) {", with: "struct \(typeName) {")
    streams.append(
      Stream(
        name: name, document: String(decoding: document.bytes, as: UTF8.self), program: program,
        typeName: typeName, text: text))
  }

  /// Compiles and runs the program. Returns the events of each stream, a line each.
  func run() throws -> [String: [String]] {
    let folder = try Folder()
    for stream in streams { try folder.write(stream.text, to: "\(stream.typeName).swift") }
    try folder.write(main, to: "main.swift")
    let build = URL(fileURLWithPath: #filePath).appending(path: "../../../../.build/debug")
      .standardizedFileURL.path
    let modules = ["Platform", "Reactive", "Values", "Expressions"]
    // What the package manager links: the folders of objects may have old ones, too.
    let list = try String(
      contentsOfFile: "\(build)/stream-run.product/Objects.LinkFileList", encoding: .utf8)
    let objects = list.split(separator: "\n").map(String.init).map {
      $0.replacing("'", with: "").replacing("\"", with: "")
    }
    .filter { path in modules.contains { path.contains("/\($0).build/") } }
    let program = folder / "program"
    let files = (streams.map { "\($0.typeName).swift" } + ["main.swift"]).map { folder / $0 }
    _ = try Self.output(
      of: ["swiftc", "-module-name", "Emitted", "-Onone", "-wmo", "-swift-version", "6"]
        + ["-I", "\(build)/Modules", "-o", program] + files + objects, in: folder)
    return parsed(try Self.output(of: [program], in: folder))
  }

  /// Splits the output of the program at the names of streams.
  private func parsed(_ output: String) -> [String: [String]] {
    var events: [String: [String]] = [:]
    var name = ""
    for line in output.split(separator: "\n") {
      if line.hasPrefix("== ") {
        name = String(line.dropFirst(3))
        events[name] = []
      } else {
        events[name]?.append(String(line))
      }
    }
    return events
  }

  /// Plays each stream, and prints its events.
  private var main: String {
    let plays = streams.enumerated().map { number, stream in
      "func play\(number)() { play(\"\(stream.name)\") "
        + "{ \(stream.typeName)(scheduler: $0).publisher() } }"
    }
    return #"""
      import Expressions
      import Reactive
      import Values

      final class Taker {
        var left = \#(EveryStreamTests.playback.limit)
      }

      func play(
        _ name: String, _ make: (VirtualScheduler) -> AnyPublisher<Value, EvaluationError>
      ) {
        print("== \(name)")
        let scheduler = VirtualScheduler()
        let taker = Taker()
        let stream = make(scheduler).sink(
          receiveCompletion: { completion in
            guard taker.left > 0 else { return }
            switch completion {
            case .finished: print(scheduler.now.nanoseconds, "finished")
            case .failure(let error): print(scheduler.now.nanoseconds, "failure", error.message)
            }
          },
          receiveValue: { value in
            guard taker.left > 0 else { return }
            taker.left -= 1
            print(scheduler.now.nanoseconds, value)
            if taker.left == 0 { scheduler.stop() }
          })
        scheduler.run(until: Instant(nanoseconds: \#(EveryStreamTests.playback.until.nanoseconds)))
        stream.cancel()
      }

      \#(plays.joined(separator: "\n"))
      \#(streams.indices.map { "play\($0)()" }.joined(separator: "\n"))

      """#
  }

  /// Returns the events of a timeline as the program prints them.
  static func lines(of timeline: Timeline<Value>) -> [String] {
    timeline.events.flatMap { event -> [Substring] in
      let line =
        switch event.kind {
        case .value(let value): "\(event.instant.nanoseconds) \(value)"
        case .finished: "\(event.instant.nanoseconds) finished"
        case .failure(let message): "\(event.instant.nanoseconds) failure \(message)"
        }
      return line.split(separator: "\n")
    }.map(String.init)
  }

  /// Runs a command, and returns its output.
  private static func output(of command: [String], in folder: Folder) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    // Files and not pipes: nobody has to read both at once.
    try folder.write("", to: "output")
    try folder.write("", to: "errors")
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: folder / "output"))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: folder / "errors"))
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let errors = try String(contentsOfFile: folder / "errors", encoding: .utf8)
      throw Failure(description: String(errors.prefix(3000)))
    }
    return try String(contentsOfFile: folder / "output", encoding: .utf8)
  }
}
