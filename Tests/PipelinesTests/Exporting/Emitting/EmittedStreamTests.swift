import Expressions
import Foundation
import Marbles
import Reactive
import Testing
import Values

@testable import Exporting
@testable import Pipelines
@testable import Playing
@testable import StreamModels

/// The Swift code of a file plays like the file.
struct EmittedStreamTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  @Test(arguments: EmittedStream.all)
  func `the code in 'Emitted' is the code that is written now`(stream: EmittedStream) throws {
    let file = Self.folder.appending(path: "Emitted/\(stream.typeName).swift")
    let written = try SwiftSource(
      stream.source, calledIfUnnamed: "Unnamed", hasMain: false)
    #expect(written.typeName == stream.typeName)
    #expect(written.text == (try String(contentsOf: file, encoding: .utf8)))
  }

  @Test(arguments: EmittedStream.all)
  func `the code plays to the same timeline`(stream: EmittedStream) throws {
    let playback = Playback(until: .zero.advanced(by: .seconds(1_000_000)), limit: 1000)
    let expected = try Program(stream.source).play(playback)
    let scheduler = VirtualScheduler()
    var events: [Timeline<Value>.Event] = []
    let publisher = stream.publisher(scheduler).mapError { StreamFailure($0.message) }
    playback.play(publisher.eraseToAnyPublisher(), on: scheduler) { events.append($0) }
    #expect(events == expected.events)
    #expect(!events.isEmpty)
  }

  /// The records of an input, and the late ones, as a caller that reads the input sends them.
  @Test func `late records are sent to their output by the caller`() throws {
    let scheduler = VirtualScheduler()
    let readings = TimedSequence<Value, EvaluationError>(
      [(.seconds(1), ["t": 1]), (.seconds(12), ["t": 12])], end: .seconds(13), on: scheduler)
    let stream = EmittedLateRecords(
      scheduler: scheduler, meters: readings.eraseToAnyPublisher())
    let late = TimedSequence<Value, Never>(
      [(.seconds(12), ["value": ["t": 0], "lateBy": 12.0])], on: scheduler)
    var events: [Timeline<Value>.Event] = []
    let sending = late.sink { stream.late.send($0) }
    let publisher = stream.publisher().mapError { StreamFailure($0.message) }
    Playback().play(publisher.eraseToAnyPublisher(), on: scheduler) { events.append($0) }
    sending.cancel()
    #expect(
      events.map(\.brief) == [#"{"value":{"t":0},"lateBy":12.0}@12"#, "2@13", "|@13"])
    let source = try EmittedStream.source("Tests/EmittedStreams/late-records.json")
    let written = try SwiftSource(source, calledIfUnnamed: "Unnamed", hasMain: false)
    let file = Self.folder.appending(path: "Emitted/EmittedLateRecords.swift")
    #expect(written.text == (try String(contentsOf: file, encoding: .utf8)))
  }
}
