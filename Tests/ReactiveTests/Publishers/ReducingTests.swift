import Reactive
import Testing

/// The particular features of the operators that make one value from all.
@Suite struct ReducingTests {
  private let scheduler = VirtualScheduler()

  /// A value that is ordered by its number alone.
  private struct Numbered: Comparable, CustomStringConvertible {
    let number: Int
    let name: String
    var description: String { name }

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }
    static func < (left: Self, right: Self) -> Bool { left.number < right.number }
  }

  @Test(arguments: [("1=a 2=b 3|", "3=xab 3|"), ("3|", "3=x 3|"), ("1=a 2#", "2#"), ("1=a", "")])
  func `reduce emits its result when upstream completes`(_ upstream: String, _ result: String) {
    #expect(timed(upstream, on: scheduler).reduce("x") { $0 + $1 }.trace(on: scheduler) == result)
  }

  @Test func `reduce starts afresh in each run`() {
    let sum = [1, 2, 3].publisher.reduce(0) { $0 + $1 }
    #expect(sum.record().values == [6])
    #expect(sum.record().values == [6])
    let typed = [1, 2].publisher.tryReduce(1) { $0 + $1 }
    #expect(typed.record().values == [4])
  }

  @Test func `a closure may keep the failure type any Error`() {
    let publisher = [1, 2, 3].publisher.tryMap { $0 }
    #expect(publisher.tryReduce(0) { $0 + $1 }.record().values == [6])
    #expect(publisher.tryPrefix { $0 < 2 }.record().values == [1])
    #expect(publisher.prefix { $0 < 2 }.tryMax { $0 < $1 }.record().values == [1])
  }

  @Test(arguments: [("1=a 2=b 3|", "3=2 3|"), ("3|", "3=0 3|"), ("1=a 2#", "2#")])
  func `count emits the number of values`(_ upstream: String, _ result: String) {
    #expect(timed(upstream, on: scheduler).count().trace(on: scheduler) == result)
  }

  @Test func `min and max emit the first of equal values`() {
    let values = [(2, "a"), (1, "b"), (3, "c"), (1, "d"), (3, "e")]
      .map { Numbered(number: $0.0, name: $0.1) }.publisher
    #expect(values.min().record().values.map(\.name) == ["b"])
    #expect(values.max().record().values.map(\.name) == ["c"])
    #expect(values.min { $0.number > $1.number }.record().values.map(\.name) == ["c"])
    #expect(values.max { $0.number > $1.number }.record().values.map(\.name) == ["b"])
    #expect(values.tryMin { $0.number < $1.number }.record().values.map(\.name) == ["b"])
    #expect(values.tryMax { $0.number < $1.number }.record().values.map(\.name) == ["c"])
  }

  @Test(arguments: [("3|", "3|"), ("1=a 2#", "2#"), ("1=b 2=a 3=c 4|", "4=a 4|")])
  func `min emits nothing without values, and completes`(_ upstream: String, _ result: String) {
    #expect(timed(upstream, on: scheduler).min().trace(on: scheduler) == result)
  }

  @Test(arguments: [
    ("1=a 2=b 3=b 4|", "2=true 2|"), ("1=a 4|", "4=false 4|"), ("4|", "4=false 4|"),
    ("1=a 2#", "2#"), ("1=b 2#", "1=true 1|"),
  ])
  func `contains emits its answer as soon as it can`(_ upstream: String, _ result: String) {
    #expect(timed(upstream, on: scheduler).contains("b").trace(on: scheduler) == result)
    let other = VirtualScheduler()
    #expect(timed(upstream, on: other).contains { $0 == "b" }.trace(on: other) == result)
  }

  @Test(arguments: [
    ("1=a 2=b 3=b 4|", "2=false 2|"), ("1=a 4|", "4=true 4|"), ("4|", "4=true 4|"),
    ("1=a 2#", "2#"), ("1=b 2#", "1=false 1|"),
  ])
  func `allSatisfy emits its answer as soon as it can`(_ upstream: String, _ result: String) {
    #expect(timed(upstream, on: scheduler).allSatisfy { $0 < "b" }.trace(on: scheduler) == result)
  }

  @Test(arguments: [
    ("1=a 2=b 3|", #"3=["a", "b"] 3|"#), ("3|", "3=[] 3|"), ("1=a 2#", "2#"),
  ])
  func `collect emits all values in one array`(_ upstream: String, _ result: String) {
    #expect(timed(upstream, on: scheduler).collect().trace(on: scheduler) == result)
  }

  @Test(arguments: [
    ("1=a 2=b 3=c 4|", #"2=["a", "b"] 4=["c"] 4|"#), ("1=a 2=b 3|", #"2=["a", "b"] 3|"#),
    ("3|", "3|"), ("1=a 2=b 3=c 4#", #"2=["a", "b"] 4#"#),
  ])
  func `collect emits arrays of a given length`(_ upstream: String, _ result: String) {
    #expect(timed(upstream, on: scheduler).collect(2).trace(on: scheduler) == result)
  }

  @Test(arguments: [("1=a 2|", "1=a 2|"), ("2|", "2=z 2|"), ("2#", "2#")])
  func `replaceEmpty emits a value if there is none`(_ upstream: String, _ result: String) {
    #expect(timed(upstream, on: scheduler).replaceEmpty(with: "z").trace(on: scheduler) == result)
  }

  @Test(arguments: [("1=a 2|", "1=a 2|"), ("1=a 2#", "1=a 2=z 2|"), ("2#", "2=z 2|")])
  func `replaceError emits a value in place of a failure`(_ upstream: String, _ result: String) {
    #expect(timed(upstream, on: scheduler).replaceError(with: "z").trace(on: scheduler) == result)
  }

  @Test func `a final value that cancels the run is not followed by a completion`() {
    for count in [0, 1] {
      let world = World()
      let upstream = world.upstream(.timed, Array(repeating: 1, count: count), end: .finished)
      let cut = Recorder<Int, Broken>.Cut.insideValue(1)
      let runs = [
        upstream.reduce(0) { $0 + $1 }.record(cut: cut), upstream.count().record(cut: cut),
        upstream.replaceEmpty(with: 1).record(cut: cut),
        upstream.collect().map(\.count).record(cut: cut),
      ]
      world.run()
      for run in runs {
        #expect(run.values == [run === runs[2] ? 1 : count])
        #expect(run.completion == nil)
        #expect(run.violations == [])
      }
      #expect(world.runningCount == 0)
    }
  }

  @Test func `has the same results as the standard library`() {
    for seed in 0..<300 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let count = Int.random(in: 0...6, using: &generator)
      let list = (0..<count).map { _ in Int.random(in: 0...4, using: &generator) }
      let number = Int.random(in: 0...5, using: &generator)
      let source = list.publisher
      #expect(source.prefix(number).record().values == Array(list.prefix(number)))
      #expect(
        source.prefix { $0 != number }.record().values == Array(list.prefix { $0 != number }))
      #expect(source.drop { $0 != number }.record().values == Array(list.drop { $0 != number }))
      #expect(source.first { $0 == number }.record().values.first == list.first { $0 == number })
      #expect(source.last { $0 < number }.record().values.first == list.last { $0 < number })
      #expect(source.min().record().values.first == list.min())
      #expect(source.max().record().values.first == list.max())
      #expect(source.contains(number).record().values == [list.contains(number)])
      #expect(
        source.allSatisfy { $0 < number }.record().values == [list.allSatisfy { $0 < number }])
      #expect(source.collect().record().values == [list])
      #expect(source.collect(number + 1).record().values.flatMap { $0 } == list)
      #expect(Set(source.distinct().record().values) == Set(list))
      #expect(
        source.pairwise().record().values.map { $0.1 } == Array(list.dropFirst()), "seed \(seed)")
    }
  }
}
