import Foundation
import Marbles
import Pipelines
import Reactive
import TestSupport
import Testing
import Tracing
import Values

/// A stream model and its publishers, as shown in the article about them.
@Suite struct ArticleListingTests {
  private let items: [StreamItem<Int>] = [
    StreamItem(value: 1, operators: [.delay(seconds: 1)]),
    StreamItem(value: 2, operators: [.delay(seconds: 1)]),
    StreamItem(value: 3, operators: [.delay(seconds: 1), .filter(expression: "$0 > 5")]),
  ]

  @Test func `a model consists of items, and plays`() {
    let stream = StreamModel(
      id: UUID(), name: "Serial Stream A", description: nil, stream: items)
    let scheduler = VirtualScheduler()
    var values: [Int] = []
    var cancellables = Set<AnyCancellable>()
    stream.toPublisher(on: scheduler).sink { values.append($0) }.store(in: &cancellables)
    scheduler.advance(by: .seconds(1))
    #expect(values == [1])
    scheduler.run()
    #expect(values == [1, 2])
  }

  @Test func `a model can be traced, and the trace queried`() throws {
    let model = StreamModel<Int>(
      stream: [StreamItem(1), StreamItem(2)],
      operators: [.filter(expression: "$0 > 1"), .map(expression: "$0 * 10")])
    let index = TraceIndex(try model.trace())
    let output = try #require(index.trace.events.first { index.stage(of: $0).role == .output })
    #expect(index.causes(of: output.number).lines(of: index.trace.stages).count == 4)
    let end = "'filter' ($0 > 1) dropped it: its condition is false"
    #expect(index.ends(of: 0).map(\.text) == [end])
    var entries = 0
    #expect(try model.play(tracing: { _ in entries += 1 }) == model.play())
    #expect(entries > 4)
  }

  @Test @MainActor func `a log of the past is played at once, by the calendar`() async throws {
    let folder = try Folder()
    try folder.write(#"{"at": "2026-03-01T08:00:00Z"}"#, to: "alerts.ndjson")
    let path = folder / "alerts.ndjson"
    let program = try program(#"{"input": "alerts", "time": "$0.at", "origin": "epoch"}"#)
    var received: [Timeline<Value>.Event] = []
    var bindings: InputBindings = ["alerts": .file(path)]
    bindings.catchingUp = CatchingUp(silence: .seconds(2), report: { print($0) })
    let session = try InputSession(program, bindings)
    let scheduler = WallClockScheduler(following: session)
    await Playback().play(program.publisher(on: scheduler, inputs: session), on: scheduler) {
      received.append($0)
    }
    let instant = Instant(nanoseconds: 1_772_352_000_000_000_000)
    #expect(received.map(\.instant) == [instant, instant])
  }

  @Test func `items can be read and set`() {
    var model = StreamModel(name: "a", stream: items)
    #expect(model.stream == items)
    model.stream.removeLast()
    #expect(model.stream.count == 2)
    model.stream.append(StreamItem(value: 9))
    #expect(model.stream.map(\.value) == [1, 2, 9])
    model.stream = []
    #expect(model.stream == [])
  }

  @Test func `a model with another source has no items, and keeps its source`() {
    var model = StreamModel<Int>(source: .sequence(.values([1, 2])))
    #expect(model.stream == [])
    model.stream = []
    #expect(model.source == .sequence(.values([1, 2])))
    model.stream = items
    #expect(model.stream == items)
  }

  @Test func `an operator can be applied to a publisher`() {
    let scheduler = VirtualScheduler()
    var values: [Int] = []
    var publisher = [1, 2, 3, 4].publisher.eraseToAnyPublisher()
    let operators: [Operator] = [.filter(expression: "$0 > 1"), .dropFirst(count: 1)]
    for operation in operators {
      publisher = operation.applyPublisher(publisher, on: scheduler)
    }
    for _ in 1...2 {
      let handle = publisher.sink { values.append($0) }
      scheduler.run()
      withExtendedLifetime(handle) {}
    }
    #expect(values == [3, 4, 3, 4])
  }

  @Test func `an item becomes a publisher`() {
    let scheduler = VirtualScheduler()
    var values: [Int] = []
    let handle = items[0].toPublisher(on: scheduler).sink { values.append($0) }
    scheduler.run()
    #expect(values == [1])
    withExtendedLifetime(handle) {}
  }

  @Test @MainActor func `it plays on the main actor's clock by default`() async {
    let stream = StreamModel(stream: [
      StreamItem(value: "a", operators: [.delay(seconds: 0.001)]), StreamItem(value: "b"),
    ])
    var values: [String] = []
    for await value in stream.toPublisher().values { values.append(value) }
    #expect(values == ["a", "b"])
  }

  @Test func `mistakes and failures are reported, and end the stream`() {
    var reports: [String] = []
    var hasFinished = false
    let wrong = StreamModel(stream: [StreamItem(value: 1)], operators: [.map(expression: "$0 +")])
    let failing = StreamModel(
      stream: [StreamItem(value: 1)], operators: [.map(expression: "$0 / 0")])
    for model in [wrong, failing] {
      let scheduler = VirtualScheduler()
      let handle = model.toPublisher(on: scheduler) { reports.append($0) }.sink(
        receiveCompletion: { _ in hasFinished = true }, receiveValue: { _ in })
      scheduler.run()
      #expect(hasFinished)
      hasFinished = false
      withExtendedLifetime(handle) {}
    }
    #expect(reports.count == 2)
    #expect(reports.last?.hasPrefix("the stream has failed: ") == true)
  }
}
