import Reactive
import Testing

@Suite struct CombineLatestTests {
  private let scheduler = VirtualScheduler()
  private let left = PassthroughSubject<Int, Broken>()
  private let right = PassthroughSubject<String, Broken>()

  @Test(arguments: [
    ("1=1 5=2 7=3 8|", "2=a 4=b 8|", "2=1a 4=1b 5=2b 7=3b 8|"),
    ("1=1 2=2 3|", "1=a 2=b 3|", "1=1a 2=2a 2=2b 3|"),
    ("1=1 1=2 1|", "1=a 1=b 1|", "1=2a 1=2b 1|"),
    ("1=1 2|", "3=a 4=b 5|", "3=1a 4=1b 5|"),
    ("3=1 4=2 5|", "1=a 2|", "3=1a 4=2a 5|"),
    ("1=1 3#", "2=a 4=b 5|", "2=1a 3#"),
    ("1=1 4=2 5|", "2=a 3#", "2=1a 3#"),
    ("2#", "1=a 5|", "2#"),
    ("1=1 2|", "3|", "3|"),
    ("2|", "1=a 3=b 9|", "9|"),
    ("1|", "1|", "1|"),
    ("1=1 2|", "", ""),
    ("1=1 2|", "3=a", "3=1a"),
  ])
  func `emits the latest of both inputs, and ends with the last input or a failure`(
    _ left: String, _ right: String, _ result: String
  ) {
    let pairs = timed(left, on: scheduler).combineLatest(timed(right, on: scheduler)) { $0 + $1 }
    #expect(pairs.trace(on: scheduler) == result)
    let other = VirtualScheduler()
    let rows = Publishers.CombineLatestMany(timed(left, on: other), timed(right, on: other))
    #expect(rows.map { $0.joined() }.trace(on: other) == result)
  }

  @Test func `inputs may emit all their values at once`() {
    let pairs = [1, 2].publisher.combineLatest(["a", "b"].publisher).record()
    #expect(pairs.values.map { "\($0.0)\($0.1)" } == ["2a", "2b"])
    #expect(pairs.completion == .finished)
    let rows = Publishers.CombineLatestMany(Just(1), Just(2), Just(3)).record()
    #expect(rows.values == [[1, 2, 3]])
    #expect(rows.completion == .finished)
  }

  @Test func `subscribes in order, and to no further input once one has failed`() {
    let world = World()
    let failing = world.upstream(.burst, [1], end: .failure(Broken()))
    let other = world.upstream(.burst, [2])
    #expect(failing.combineLatest(other).record().failure == Broken())
    #expect(Publishers.CombineLatestMany(failing, other).record().failure == Broken())
    #expect(world.upstreamCount == 2)
    #expect(world.runningCount == 0)
  }

  @Test func `a failure cancels the others`() {
    let world = World()
    let recorder = Publishers.CombineLatestMany(
      world.endless(.timed), world.upstream(.timed, [7], end: .failure(Broken())),
      world.endless(.timed)
    ).record(on: world.scheduler)
    world.run()
    #expect(recorder.values == [[1, 7, 1]])
    #expect(recorder.completionTime == .seconds(2))
    #expect(world.cancelledCount == 2)
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test func `an input may be used twice`() {
    let many = Publishers.CombineLatestMany(left, left).record()
    let pairs = left.combineLatest(left).record()
    left.send(1)
    left.send(2)
    #expect(many.values == [[1, 1], [2, 1], [2, 2]])
    #expect(pairs.values.map { [$0.0, $0.1] } == many.values)
    left.send(completion: .finished)
    #expect(many.hasFinished)
    #expect(pairs.hasFinished)
  }

  @Test func `a value sent from inside a pair is nested`() {
    var pairs: [String] = []
    let recorder = left.combineLatest(right).record { [left] pair in
      if pair.0 == 1 { left.send(2) }
      pairs.append("\(pair.0)\(pair.1)")
    }
    left.send(1)
    right.send("a")
    right.send("b")
    #expect(pairs == ["2a", "1a", "2b"])
    #expect(recorder.violations == [])
  }

  @Test func `a value sent from inside an array leaves that array unchanged`() {
    let one = PassthroughSubject<Int, Broken>()
    var after: [[Int]] = []
    let recorder = Publishers.CombineLatestMany(left, one).record { [left] row in
      if row[0] == 1 { left.send(2) }
      after.append(row)
    }
    left.send(1)
    one.send(5)
    #expect(after == [[2, 5], [1, 5]])
    #expect(recorder.values == [[1, 5], [2, 5]])
  }

  @Test func `an input that completes inside a pair completes the run after the pair`() {
    let recorder = left.combineLatest(right).record { [left, right] _ in
      left.send(completion: .finished)
      right.send(completion: .finished)
    }
    left.send(1)
    right.send("a")
    #expect(recorder.values.count == 1)
    #expect(recorder.hasFinished)
    #expect(recorder.violations == [])
  }

  @Test func `a cancel from inside a pair cancels both inputs`() {
    let world = World()
    let recorder = world.endless(.timed).combineLatest(world.endless(.sent))
      .record(on: world.scheduler, cut: .insideValue(2))
    world.run()
    #expect(recorder.values.map { [$0.0, $0.1] } == [[1, 1], [1, 2]])
    #expect(recorder.violations == [])
    #expect(world.cancelledCount == 2)
  }

  @Test func `a nil value counts as a value`() {
    let recorder = Publishers.CombineLatestMany([nil, 1].publisher, [2, nil].publisher).record()
    #expect(recorder.values == [[1, 2], [1, nil]])
  }
}
