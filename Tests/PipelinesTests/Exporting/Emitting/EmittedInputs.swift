import Foundation
import Marbles
import Reactive
import Values

@testable import Exporting
@testable import Pipelines
@testable import Playing
@testable import Records
@testable import StreamModels

/// The records of a document's inputs, as publishers for the emitted code.
struct EmittedInputs {
  /// The properties of the inputs.
  private(set) var properties: [String] = []
  /// The side outputs that receive the late records of each input.
  private(set) var lateProperties: [String?] = []
  private(set) var bindings = InputBindings()
  /// The events of each input, preceded by the instant at which the playback starts.
  private(set) var json: Value = [0]

  var isEmpty: Bool { properties.isEmpty }

  init() {}

  /// Plays the inputs of a document. Their records are in files with their names in a folder.
  init(of source: SwiftSource, in folder: String) throws {
    guard !source.inputs.isEmpty else { return }
    var files: [String: InputBinding] = [:]
    var streams: [Value] = []
    for (number, input) in source.inputs.enumerated() {
      let name = input.source.name
      let path = ["ndjson", "csv"].map { "\(folder)/\(name).\($0)" }
        .first { FileManager.default.fileExists(atPath: $0) }
      guard let path else { throw EmittedProgram.Failure(description: "no data for '\(name)'") }
      files[name] = .file(path)
      var plain = input.source
      plain.paths = []
      let model = try ValueEncoder().encode(StreamModel<Value>(source: .input(plain)))
      let tag: Value = ["map": ["expression": .string(Text("[\(number), $0]"))]]
      streams.append(["from": model, "operators": [["materialize": [:]], tag]])
      guard input.late != nil, let late = input.source.late?.output else { continue }
      let lateTag: Value = [
        "map": ["expression": .string(Text("[\(number), {'value': $0}, true]"))]
      ]
      streams.append(["from": .string(Text(late)), "operators": [lateTag]])
    }
    properties = source.inputs.map(\.property)
    lateProperties = source.inputs.map(\.late)
    bindings = InputBindings(files)
    let document: Value = ["merge": .array(streams)]
    let timeline = try Program(SourceText(name: "inputs.json", "\(document)"))
      .play(inputs: bindings)
    json = Self.events(of: timeline, count: properties.count)
  }

  private static func events(of timeline: Timeline<Value>, count: Int) -> Value {
    var events = Array(repeating: [Value](), count: count)
    for event in timeline.events {
      guard case .value(.array(let parts)) = event.kind, case .int(let number) = parts[0],
        case .object(let signal) = parts[1]
      else { continue }
      let time = Value.int(event.instant.nanoseconds)
      // A late record has a third component.
      let late = Array(parts.dropFirst(2))
      events[Int(number)].append(.array([time] + (signal["value"].map { [$0] } ?? []) + late))
    }
    let first = timeline.events.first?.instant.nanoseconds ?? 0
    // Times that count from 1970 start at the first record, others at 0.
    let start = first > 1_000_000_000_000_000_000 ? first : 0
    return .array([.int(start)] + events.map { .array($0) })
  }
}
