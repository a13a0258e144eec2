import Expressions
import Reactive
import Testing
import Values

@testable import Pipelines
@testable import Playing
@testable import Records
@testable import StreamModels

/// Subscribers of an input that come and go while it is read.
@Suite struct RecordStageTests {
  private final class Listener: Subscriber {
    typealias Input = Value
    typealias Failure = StreamFailure

    var subscription: (any Subscription)?
    func receive(subscription: any Subscription) { self.subscription = subscription }
    func receive(_ input: Value) {}
    func receive(completion: Subscribers.Completion<StreamFailure>) {}
  }

  @Test(arguments: [
    #"{"input": "log", "every": 1}"#, #"{"input": "log", "time": "$0", "late": {"reorder": 2}}"#,
  ])
  func `releases cancelled subscribers while the input is open`(document: String) throws {
    let program = try Program(SourceText(name: "test.json", document))
    let session = try InputSession(program, ["log": .text("1\n2\n3\n")])
    let scheduler = VirtualScheduler()
    let playing = Playing(program.plan, on: scheduler, inputs: session)
    session.begin(for: nil, on: scheduler, []) {}
    defer { session.end() }
    let records = InputReading.Records(
      reading: try #require(session.reading(of: 0)), transforms: [], frame: .init(),
      playing: playing)
    weak var first: Listener?
    for number in 0..<100 {
      let listener = Listener()
      if number == 0 { first = listener }
      records.receive(subscriber: listener)
      listener.subscription?.cancel()
      listener.subscription = nil
    }
    #expect(first == nil)
  }

  @Test(arguments: [
    (#"{"t": 0, "v": 2}"#, RecordFormat.ndjson), ("t,v\n0,2\n", .csv), ("t\tv\r\n0\t2", .tsv),
  ])
  func `a failure in an inner stream shows the whole record`(
    text: String, format: RecordFormat
  ) throws {
    let document = """
      {"sequence": [1], "operators": [{"flatMap": {"stream":
        {"input": "log", "operators": [{"map": {"expression": "$0.w.x"}}]}}}]}
      """
    let program = try Program(SourceText(name: "test.json", document))
    let session = try InputSession(program, ["log": .text(text, format: format)])
    let scheduler = VirtualScheduler()
    var values: [Value]?
    let subscription = program.publisher(on: scheduler, inputs: session).sink(
      receiveCompletion: { completion in
        if case .failure(let failure) = completion { values = failure.cause?.values }
      }, receiveValue: { _ in })
    scheduler.run()
    subscription.cancel()
    #expect(values == [["t": 0, "v": 2]])
  }
}
