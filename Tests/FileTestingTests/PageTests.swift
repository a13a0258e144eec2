import FileTesting
import Marbles
import Pipelines
import Reactive
import Testing
import Values

/// The Swift code on the pages of Pipelines, word for word. `.ci/pages` compares the two.
struct PipelinePageTests {
  @Test(arguments: try StreamFile.all(in: "Streams"))
  func plays(file: StreamFile) throws { try file.check() }

  @Test func `a model plays, and becomes a publisher`() throws {
    let model = StreamModel<Int>(
      stream: [
        StreamItem(1, .delay(seconds: 1)),
        StreamItem(2, .delay(seconds: 1)),
      ],
      operators: [.map(expression: "$0 * 10")])

    let timeline = try model.play()
    #expect(
      timeline == [
        .value(10, at: .seconds(1)), .value(20, at: .seconds(2)), .finished(at: .seconds(2)),
      ])

    let scheduler = VirtualScheduler()
    var values: [Int] = []
    let handle = try model.publisher(on: scheduler).sink(
      receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    scheduler.advance(by: .seconds(1))
    #expect(values == [10])
    handle.cancel()
  }

  @Test func `a model has its own parameters and operators`() throws {
    var larger = StreamModel<Value>(
      source: .upstream, operators: [.filter(expression: "$0 > $than")])
    larger.parameters = [ParameterDeclaration("than", of: .int)]

    var model = StreamModel<Int>(
      source: .sequence(.values([1, 2, 3])),
      operators: [.own("larger", ["than": "$least"])],
      definitions: [StreamDefinition("larger", larger)])
    model.parameters = [ParameterDeclaration("least", 1)]

    #expect(try model.play().values == [2, 3])
    #expect(try model.play(with: ["least": 2]).values == [3])
  }

  @Test func `a model accepts the values of a program`() async throws {
    let averages = StreamModel<Double>(
      source: .input(InputSource("readings", every: 60)),
      operators: [.collect(count: 3), .map(expression: "$0.sum() / 3.0")])

    let readings = AsyncStream { continuation in
      for reading in [20.5, 21, 21.5, 24] { continuation.yield(reading) }
      continuation.finish()
    }
    let hours = try await averages.play(inputs: ["readings": .sequence(readings)])
    #expect(
      hours == [
        .value(21, at: .seconds(120)), .value(8, at: .seconds(180)), .finished(at: .seconds(180)),
      ])
  }
}
