import Marbles
import Pipelines
import Reactive
import Testing
import Values

/// Inputs that are bound to values of a Swift program.
struct SwiftInputTests {
  private let counted = #"""
    {"input": "a", "every": 1, "operators": [
      {"scan": {"initialValue": 0, "expression": "$0 + $1"}}]}
    """#

  @Test func `time waits for the elements of a sequence`() async throws {
    let (ticks, continuation) = AsyncStream.makeStream(of: Int.self)
    let program = try program(counted)
    // Values that the task yields later are not later in virtual time.
    let task = Task {
      for tick in 1...200 {
        if tick % 50 == 0 { await Task.yield() }
        continuation.yield(tick)
      }
      continuation.finish()
    }
    let timeline = try await program.play(inputs: ["a": .sequence(ticks)])
    await task.value
    let sums = (1...200).map { "\($0 * ($0 + 1) / 2)@\($0 - 1)" }
    #expect(timeline.brief == sums.joined(separator: " ") + " |@199")
  }

  @Test func `timers do not fire before the next event is known`() async throws {
    let document = #"{"input": "a", "time": "$0", "operators": [{"debounce": {"seconds": 1}}]}"#
    let timeline = try await program(document).play(
      inputs: ["a": .sequence(LateSequence([10, 10.5, 13]))])
    #expect(timeline.brief == "10.5@1.5 |@3")
  }

  @Test func `two sequences stay in step`() async throws {
    let document = #"""
      {"merge": [{"input": "a", "time": "$0", "origin": "epoch"},
                 {"input": "b", "time": "$0", "origin": "epoch"}]}
      """#
    let timeline = try await program(document).play(inputs: [
      "a": .sequence(LateSequence([20, 22, 24])), "b": .sequence(LateSequence([21, 22, 23])),
    ])
    #expect(timeline.brief == "20.0@20 21.0@21 22.0@22 22.0@22 23.0@23 24.0@24 |@24")
  }

  @Test func `a sequence can be sorted`() async throws {
    let document = #"{"input": "a", "time": "$0", "late": {"reorder": 2}}"#
    let timeline = try await program(document).play(
      inputs: ["a": .sequence(LateSequence([1, 3, 2, 5, 4.5, 9]))])
    #expect(timeline.brief == "1.0@0 2.0@1 3.0@2 4.5@3.5 5.0@4 9.0@8 |@8")
  }

  @Test func `an error thrown by a sequence is a failure`() async throws {
    struct Broken: Error, CustomStringConvertible { let description = "the cable is cut" }
    let (ticks, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
    continuation.yield(1)
    continuation.finish(throwing: Broken())
    let timeline = try await program(counted).play(inputs: ["a": .sequence(ticks)])
    #expect(timeline.brief == "1@0 #input 'a': the cable is cut@0")
  }

  @Test func `a playback that has ended releases a sequence`() async throws {
    let (ticks, continuation) = AsyncStream.makeStream(of: Int.self)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    continuation.onTermination = { _ in end.finish() }
    continuation.yield(1)
    continuation.yield(2)
    let document = #"{"input": "a", "operators": [{"prefix": {"count": 2}}]}"#
    let timeline = try await program(document).play(inputs: ["a": .sequence(ticks)])
    #expect(timeline.brief == "1@0 2@0 |@0")
    for await _ in ends {}
  }

  @Test func `a cancelled task ends its playback`() async throws {
    let (ticks, continuation) = AsyncStream.makeStream(of: Int.self)
    continuation.yield(1)
    let program = try program(counted)
    let task = Task { try await program.play(inputs: ["a": .sequence(ticks)]).brief }
    task.cancel()
    #expect(["", "1@0"].contains(try await task.value))
  }

  @Test func `elements are emitted as soon as they arrive on a real clock`() async throws {
    let program = try program(counted)
    let scheduler = WallClockScheduler(speed: 1_000_000)
    let session = try await InputSession(
      awaiting: program, ["a": .sequence(LateSequence((1...300).map(Double.init)))])
    var sums: [Value] = []
    let end = await Playback().play(
      program.publisher(on: scheduler, inputs: session), on: scheduler,
      receiveCompletion: { _, _ in },
      receiveValue: { value, _ in
        sums.append(value)
        return true
      })
    #expect(end == .ended)
    #expect(sums.count == 300 && sums.last == .double(45150))
  }

  @Test func `a subject's values are emitted at the instants at which they are sent`() throws {
    let program = try program(
      #"{"input": "a", "operators": [{"delay": {"seconds": 1}}]}"#)
    let subject = PassthroughSubject<Int, Never>()
    let scheduler = VirtualScheduler()
    let session = try InputSession(program, ["a": .publisher(subject)])
    var events: [String] = []
    let handle = program.publisher(on: scheduler, inputs: session).sink(
      receiveCompletion: { _ in events.append("|@\(scheduler.now)") },
      receiveValue: { events.append("\($0)@\(scheduler.now)") })
    subject.send(1)
    scheduler.advance(to: Instant(nanoseconds: 500_000_000))
    subject.send(2)
    subject.send(3)
    subject.send(completion: .finished)
    scheduler.run()
    let instants = [1_000_000_000, 1_500_000_000].map { Instant(nanoseconds: $0) }
    #expect(
      events == ["1@\(instants[0])"] + ["2", "3", "|"].map { "\($0)@\(instants[1])" })
    handle.cancel()
  }

  @Test func `an invalid value ends the stream, and so does a failure`() throws {
    struct Cut: Error {}
    #expect(
      try program(#"{"input": "a"}"#).play(
        inputs: ["a": .publisher([1, 2, .nan].publisher)]
      ).brief.hasPrefix("1.0@0 2.0@0 #input 'a', record 3: "))
    #expect(
      try program(#"{"input": "a"}"#).play(
        inputs: ["a": .publisher(Fail<Int, Cut>(error: Cut()))]
      ).brief == "#input 'a': Cut()@0")
  }
}

/// Emits its elements one by one, each after other tasks have had a turn.
private struct LateSequence: AsyncSequence, Sendable {
  let elements: [Double]

  init(_ elements: [Double]) { self.elements = elements }

  func makeAsyncIterator() -> Iterator { Iterator(rest: elements[...]) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<Double>

    mutating func next() async -> Double? {
      await Task.yield()
      return rest.popFirst()
    }
  }
}
