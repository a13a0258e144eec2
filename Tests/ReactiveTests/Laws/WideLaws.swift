import Reactive
import Testing

/// Laws for 100,000 inputs: all are received, on a shallow stack, at linear cost.
@Suite(.serialized) struct WideLaws {
  static let width = 100_000

  @Test func `appends 100,000 inputs`() async {
    await onStack(megabytes: 1) {
      let inputs = (1...Self.width).map { Just($0) }
      let recorder = Publishers.ConcatenateMany(inputs).record()
      #expect(recorder.values == Array(1...Self.width))
      #expect(recorder.hasFinished)
    }
  }

  @Test func `appends 100,000 inputs that take time`() async {
    await onStack(megabytes: 1) {
      let world = World()
      let input = TimedSequence<Int, Broken>(
        [(.seconds(1), 1)], end: .seconds(1), on: world.scheduler)
      let inputs = Array(repeating: input, count: Self.width)
      let recorder = Publishers.ConcatenateMany(inputs).record(on: world.scheduler)
      world.scheduler.run()
      #expect(recorder.values.count == Self.width)
      #expect(recorder.completionTime == .seconds(Self.width))
      #expect(world.scheduler.pendingCount == 0)
    }
  }

  @Test(arguments: [false, true])
  func `merges 100,000 inputs`(isCancelled: Bool) async {
    await onStack(megabytes: 1) {
      let world = World()
      let inputs = (1...Self.width).map { number in
        TimedSequence<Int, Broken>(
          [(.seconds(1), number), (.seconds(2), -number)], end: .seconds(3), on: world.scheduler)
      }
      let recorder = Publishers.MergeMany(inputs).record(on: world.scheduler)
      world.run(until: .seconds(2))
      #expect(recorder.values == Array(1...Self.width) + (1...Self.width).map { -$0 })
      if isCancelled { recorder.cancel() }
      world.run()
      #expect(recorder.hasFinished == !isCancelled)
      #expect(world.scheduler.pendingCount == 0)
    }
  }

  @Test func `zips 100,000 inputs`() async {
    await onStack(megabytes: 1) {
      let inputs = (1...Self.width).map { [$0, -$0].publisher }
      let recorder = Publishers.ZipMany(inputs).record()
      #expect(recorder.values == [Array(1...Self.width), (1...Self.width).map { -$0 }])
      #expect(recorder.hasFinished)
    }
  }

  @Test func `a subject supports 100,000 subscribers that come and go`() async {
    await onStack(megabytes: 1) {
      let subject = CurrentValueSubject<Int, Never>(0)
      var sum = 0
      var handles = (0..<Self.width).map { _ in subject.sink { sum += $0 } }
      subject.send(1)
      #expect(sum == Self.width)
      // Handles are removed from the front, from the back, and from the middle.
      for _ in 0..<Self.width / 4 { handles.removeLast() }
      for index in 0..<Self.width / 2 { handles[index].cancel() }
      subject.send(1)
      #expect(sum == Self.width + Self.width / 4)
      handles = []
      subject.send(1)
      #expect(sum == Self.width + Self.width / 4)
      for _ in 0..<Self.width { subject.sink { sum -= $0 }.cancel() }
      subject.send(1)
      #expect(sum == Self.width / 4)
    }
  }
}
