import Expressions
import Foundation
import Marbles
import Reactive
import Testing
import Values

@testable import Pipelines

/// The Swift of a file plays as the file does.
struct EmittedStreamTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  @Test(arguments: EmittedStream.all)
  func `what stands in 'Emitted' is what is written now`(stream: EmittedStream) throws {
    let file = Self.folder.appending(path: "Emitted/\(stream.typeName).swift")
    let written = try SwiftSource(
      stream.source, calledIfUnnamed: "Unnamed", hasMain: false)
    #expect(written.typeName == stream.typeName)
    #expect(written.text == (try String(contentsOf: file, encoding: .utf8)))
  }

  @Test(arguments: EmittedStream.all)
  func `it plays to the same timeline`(stream: EmittedStream) throws {
    let playback = Playback(until: .zero.advanced(by: .seconds(1_000_000)), limit: 1000)
    let expected = try Program(stream.source).play(playback)
    let scheduler = VirtualScheduler()
    var events: [Timeline<Value>.Event] = []
    let publisher = stream.publisher(scheduler).mapError { StreamFailure($0.message) }
    playback.play(publisher.eraseToAnyPublisher(), on: scheduler) { events.append($0) }
    #expect(events == expected.events)
    #expect(!events.isEmpty)
  }
}

extension EmittedStream {
  var source: SourceText {
    get throws {
      switch origin {
      case .document(let text): return SourceText(name: "test.json", text)
      case .file(let name):
        let streams = URL(fileURLWithPath: #filePath).appending(path: "../../../../Streams")
        return try SourceText(contentsOfFile: streams.standardizedFileURL.path + "/" + name)
      }
    }
  }
}
