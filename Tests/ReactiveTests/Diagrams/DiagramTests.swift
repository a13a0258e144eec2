import Marbles
import Reactive
import Testing

/// The marble diagrams in the documentation of the publishers say what really happens.
@Suite struct DiagramTests {
  @Test(arguments: DrawnExamples.all.examples)
  func `a diagram shows what is played`(_ example: DrawnExample) throws {
    let call = example.call.text
    let drawn = try #require(
      DrawnOperator.all.first { $0.call == call }, "no pipeline in the table for '\(call)'")
    let expected = try Timeline(marbles: example.result.text, values: example.result.notes)
    let scheduler = VirtualScheduler()
    let inputs = try DrawnInputs(example, on: scheduler)
    let recorder = drawn.build(inputs).record(on: scheduler)
    scheduler.run()
    let actual = recorder.timeline
    #expect(
      actual == expected,
      "\(MarbleChart().difference(expected: expected, actual: actual, text: { $0 }))")
    #expect(recorder.violations == [])
  }

  @Test func `every pipeline in the table has a diagram, and one only`() {
    let drawn = DrawnExamples.all.examples.map(\.call.text)
    #expect(Set(drawn).count == drawn.count)
    let calls = DrawnOperator.all.map(\.call)
    #expect(Set(calls).count == calls.count)
    #expect(Set(calls).subtracting(drawn) == [])
  }

  @Test func `every operator has a diagram`() {
    let all = DrawnExamples.all
    #expect(all.operatorNames.count > 50)
    #expect(all.strays == [])
    #expect(all.operatorNames.subtracting(all.examples.map(\.operatorName)) == [])
  }
}

extension Recorder<String, any Error> {
  /// What came, as a diagram says it: all failures are one.
  fileprivate var timeline: Timeline<String> {
    var timeline = Timeline(zip(values, times).map { Timeline<String>.Event.value($0, at: $1) })
    switch completion {
    case .finished: timeline.events.append(.finished(at: completionTime ?? .zero))
    case .failure: timeline.events.append(.failure("error", at: completionTime ?? .zero))
    case nil: break
    }
    return timeline
  }
}
