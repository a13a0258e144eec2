import FileTesting
import Foundation
import Marbles
import Pipelines
import Reactive
import StreamTesting
import Testing
import Values

@Suite struct RecorderTests {
  private struct Order: Codable, Hashable, Sendable {
    var item: String
    var prices: [Double]
  }

  static let timelines: [Timeline<Int>] = [
    [], [.finished(at: .zero)], [.failure("no \"way\"", at: .seconds(3))],
    [.value(1, at: .zero), .value(2, at: .zero), .value(1, at: .zero), .finished(at: .zero)],
    [.value(-12, at: .seconds(1)), .value(300, at: .seconds(1)), .failure("", at: .seconds(1))],
    [
      .value(1, at: .nanoseconds(1)), .value(2, at: .seconds(86_400) + .nanoseconds(7)),
      .finished(at: .seconds(90_000)),
    ],
  ]

  @Test(arguments: timelines, [RecordedForm.diagram, .records])
  func `a recorded file plays the same timeline`(
    _ timeline: Timeline<Int>, _ form: RecordedForm
  ) throws {
    let scheduler = TestScheduler()
    let recorder = timeline.publisher(on: scheduler).record(on: scheduler)
    try scheduler.run()
    let text = try recorder.streamFile(named: "a run", as: form)
    let file = try TemporaryFile(text)
    try file.stream.check(accepting: false)
    if form == .diagram {
      let model = try StreamModel<Int>(SourceText(name: "run.json", text))
      #expect(try model.play() == timeline, "\(text)")
    }
  }

  @Test func `values go through Codable`() throws {
    let scheduler = TestScheduler()
    let order = Order(item: "tea", prices: [1, 2.5])
    let recorder = Just(order).delay(for: .milliseconds(1500), scheduler: scheduler)
      .record(on: scheduler)
    try scheduler.run()
    let text = try recorder.streamFile()
    #expect(
      text == """
        {
          "marbles": "---(a|)",
          "values": { "a": { "item": "tea", "prices": [ 1.0, 2.5 ] } },
          "frame": 0.5,
          "expect": [
            { "time": 1.5, "value": { "item": "tea", "prices": [ 1.0, 2.5 ] } },
            { "time": 1.5, "completion": "finished" }
          ]
        }

        """)
    #expect(
      try StreamModel<Order>(SourceText(name: "a.json", text)).play() == recorder.timeline)
  }

  @Test func `events on the real clock are recorded as well`() throws {
    let clock = WallClockScheduler(speed: 1000)
    let recorder = TimedSequence<Int, Never>(
      [(.seconds(1), 1), (.seconds(1), 2)], end: .seconds(2), on: clock
    ).record(on: clock)
    clock.run()
    try TemporaryFile(recorder.streamFile(as: .records)).stream.check(accepting: false)
    #expect(recorder.timeline == .marbles("-[12]|"))
  }

  @Test func `violations of the laws are recorded`() {
    let recorder = Rude().record()
    #expect(
      recorder.violations == [
        "a value before the subscription", "a second subscription", "a value after the completion",
        "a completion after the completion",
      ])
    let cancelled = Rude().record(cut: .atSubscription)
    #expect(cancelled.violations.contains("a value after the cancel"))
  }

  private struct Rude: Publisher {
    typealias Output = Int
    typealias Failure = Never

    func receive<S: Subscriber<Int, Never>>(subscriber: S) {
      subscriber.receive(1)
      subscriber.receive(subscription: Deaf())
      subscriber.receive(subscription: Deaf())
      subscriber.receive(completion: .finished)
      subscriber.receive(2)
      subscriber.receive(completion: .finished)
    }

    private final class Deaf: Subscription {
      func cancel() {}
    }
  }

  /// A stream file that exists as long as this object.
  private final class TemporaryFile {
    let stream: StreamFile
    private let path: String

    init(_ text: String) throws {
      path = NSTemporaryDirectory() + "\(UUID()).json"
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      stream = try StreamFile(path)
    }

    deinit {
      unlink(path)
    }
  }
}
