import Foundation
import Marbles
import Pipelines
import Reactive
import Testing
import Values

/// A stream plays on a wrapped scheduler as it does on the scheduler itself.
@Suite struct WrappedSchedulerTests {
  @Test(arguments: [
    #"{"stream": [{"value": 1, "operators": [{"delay": {"seconds": 2}}]}, {"value": 2}]}"#,
    #"{"merge": [{"marbles": "--a|"}, {"marbles": "-b|"}]}"#,
    #"{"marbles": "-a-b|", "operators": [{"delay": {"seconds": 1}}]}"#,
  ])
  func `delays take no time on a clock that never advances`(text: String) throws {
    func played(on scheduler: any Scheduler) throws -> [String] {
      var seen: [String] = []
      let run = try program(text).publisher(on: scheduler).sink(
        receiveCompletion: { seen.append("\($0)") }, receiveValue: { seen.append("\($0)") })
      withExtendedLifetime(run) {}
      return seen
    }
    let plain = try played(on: ImmediateScheduler())
    #expect(plain.count == 3)
    #expect(try played(on: AnyScheduler(ImmediateScheduler())) == plain)
  }

  @Test func `a pipe is read live on a wrapped wall clock, while timers fire`() throws {
    let pipe = Pipe()
    let document = #"""
      {"merge": [{"input": "a"}, {"marbles": "-t|", "frame": 0.001}], "operators": [
        {"scan": {"initialValue": "", "expression": "$0 + $1"}}]}
      """#
    let scheduler = WallClockScheduler()
    let bindings = InputBindings([
      "a": .descriptor(pipe.fileHandleForReading.fileDescriptor, name: "pipe", format: .ndjson)
    ])
    let session = try InputSession(try program(document), bindings)
    var seen: [Value] = []
    let run = try program(document).publisher(on: AnyScheduler(scheduler), inputs: session).sink(
      receiveCompletion: { _ in },
      receiveValue: { value in
        seen.append(value)
        // Nothing is written before the timer has fired, so a clock that waits for the pipe would
        // never end.
        guard value == .string("t") else { return }
        pipe.fileHandleForWriting.write(Data("\"r\"\n".utf8))
        try? pipe.fileHandleForWriting.close()
      })
    #expect(scheduler.run() == .idle)
    #expect(seen == [.string("t"), .string("tr")])
    withExtendedLifetime(run) {}
  }

  @Test func `time waits for a sequence on a wrapped virtual clock`() async throws {
    let program = try program(
      #"{"input": "a", "time": "$0", "operators": [{"debounce": {"seconds": 1}}]}"#)
    let elements = AsyncStream { continuation in
      Task {
        for element in [10, 10.5, 13] {
          await Task.yield()
          continuation.yield(element)
        }
        continuation.finish()
      }
    }
    let session = try await InputSession(
      awaiting: program, InputBindings(["a": .sequence(elements)]))
    let scheduler = VirtualScheduler(now: session.start)
    var events: [Timeline<Value>.Event] = []
    await Playback().play(
      program.publisher(on: AnyScheduler(scheduler), inputs: session), on: scheduler,
      awaiting: session
    ) { events.append($0) }
    #expect(Timeline(events).brief == "10.5@1.5 |@3")
  }
}
