import Foundation
import Marbles
import Reactive
import TestSupport
import Values

@testable import Exporting
@testable import Pipelines
@testable import Playing

/// A program that plays streams written as Swift, compiled with the modules that the tests use.
struct EmittedProgram {
  struct Stream {
    let name: String
    let document: String
    let program: Program
    let typeName: String
    let text: String
    var inputs = EmittedInputs()
    /// The events of the document.
    let expected: [String]
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var streams: [Stream] = []

  /// Adds a document. Throws if it cannot be played, or cannot be written.
  mutating func add(_ name: String, _ document: SourceText, in folder: String) throws {
    let program = try Program(document)
    let source = try SwiftSource(
      document, calledIfUnnamed: "Stream \(streams.count)", hasMain: false)
    let inputs = try EmittedInputs(of: source, in: folder)
    let timeline =
      try inputs.isEmpty
      ? program.play(EveryStreamTests.playback)
      : program.play(EveryStreamTests.playback, inputs: inputs.bindings)
    // Two documents may have the same name.
    let typeName = "\(source.typeName)\(streams.count)"
    let text = source.text.replacing(
      "struct \(source.typeName) {", with: "struct \(typeName) {")
    streams.append(
      Stream(
        name: name, document: String(decoding: document.bytes, as: UTF8.self), program: program,
        typeName: typeName, text: text, inputs: inputs, expected: Self.lines(of: timeline)))
  }

  /// Compiles and runs the program. Returns the events of each stream, one per line.
  func run() throws -> [String: [String]] {
    let folder = try Folder()
    for stream in streams {
      try folder.write(stream.text, to: "\(stream.typeName).swift")
      try folder.write("\(stream.inputs.json)", to: "\(stream.typeName).json")
    }
    try folder.write(main, to: "main.swift")
    let build = URL(fileURLWithPath: #filePath).appending(path: "../../../../../.build/debug")
      .standardizedFileURL.path
    let modules = [
      "Platform", "Reactive", "Patterns", "Joins", "Values", "RegularExpressions", "Expressions",
    ]
    // The files that the package manager links, because the folders of objects may contain old
    // ones.
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
    return parsed(try Self.output(of: [program, folder.path], in: folder))
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
      let inputs = stream.inputs.properties.enumerated()
        .map { ", \($1): records[\($0)].publisher" }.joined()
      let late = stream.inputs.lateProperties.enumerated().compactMap { index, property in
        property.map { "      records[\(index)].late = stream.\($0).send\n" }
      }.joined()
      return """
        func play\(number)() throws {
          try play("\(stream.name)", "\(stream.typeName)") { scheduler, records in
            let stream = \(stream.typeName)(scheduler: scheduler\(inputs))
        \(late)    return stream.publisher()
          }
        }
        """
    }
    return #"""
      import Expressions
      import Reactive
      import Values

      final class Taker {
        var left = \#(EveryStreamTests.playback.limit)
      }

      typealias Stream = AnyPublisher<Value, EvaluationError>

      /// Records, sent to all subscribers, from the first subscription on.
      final class Records {
        private let subject = PassthroughSubject<Value, EvaluationError>()
        private var running: AnyCancellable?
        private let events: TimedSequence<[Value], EvaluationError>
        /// Receives the late records.
        var late: (Value) -> Void = { _ in }

        /// Plays `[nanoseconds, value]`, `[nanoseconds, value, true]` for a record that is late, and
        /// `[nanoseconds]` for the completion.
        init(_ events: Value, on scheduler: VirtualScheduler) {
          guard case .array(let events) = events else { fatalError() }
          var values: [TimedSequence<[Value], EvaluationError>.Element] = []
          var end: Duration?
          for event in events {
            guard case .array(let parts) = event, case .int(let time) = parts[0] else {
              fatalError()
            }
            let delay = Duration.nanoseconds(time - scheduler.now.nanoseconds)
            if parts.count == 1 { end = delay } else { values.append((delay, parts)) }
          }
          self.events = TimedSequence(values, end: end, on: scheduler)
        }

        var publisher: Stream {
          Deferred { [self] in
            if running == nil {
              running = events.compactMap { [self] parts in
                if parts.count == 2 { return parts[1] }
                late(parts[1])
                return nil
              }.subscribe(subject)
            }
            return subject
          }.eraseToAnyPublisher()
        }

        func stop() { running?.cancel() }
      }

      func play(
        _ name: String, _ file: String, _ make: (VirtualScheduler, [Records]) -> Stream
      ) throws {
        print("== \(name)")
        let path = "\(CommandLine.arguments[1])/\(file).json"
        let read = try JSONReader.value(of: SourceText(contentsOfFile: path)).value
        guard case .array(let data) = read, case .int(let start) = data[0] else { fatalError() }
        let scheduler = VirtualScheduler(now: Instant(nanoseconds: start))
        let records = data.dropFirst().map { Records($0, on: scheduler) }
        let taker = Taker()
        let stream = make(scheduler, records).sink(
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
        for records in records { records.stop() }
      }

      \#(plays.joined(separator: "\n"))
      \#(streams.indices.map { "try play\($0)()" }.joined(separator: "\n"))

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
    // Files and not pipes, so that the two outputs need not be read at the same time.
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
