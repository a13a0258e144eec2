import Testing

@testable import stream_bench

struct WorkloadTests {
  /// Workloads that start processes are left to a run of the program.
  static let names = workloads.map { $0.name }
    .filter { $0 != "P9" && $0 != "P11" && !$0.hasPrefix("L") }

  @Test(arguments: names)
  func `all variants of a job have the same result`(_ name: String) throws {
    let workload = try #require(workloads.first { $0.name == name })
    for size in [1, 7, 100, 2_500] {
      let job = try workload.init(size: size)
      let passes = try workload.variants.map { try job.run($0) }
      #expect(Set(passes.map(\.checksum)).count == 1, "\(name) of \(size)")
    }
  }

  @Test func `a job that was cut to another size reports that size`() {
    #expect(MergeOf8Workload(size: 100).count == 96)
    #expect(MergeOf1000Workload(size: 7).count == 1_000)
    #expect(TimersWorkload(size: 250).count == 200)
  }

  @Test func `a variant with a different result is an error with code 1`() {
    func measurement(_ variant: Variant, _ checksum: UInt64) -> Measurement {
      Measurement(
        workload: ZipWorkload.self, variant: variant, count: 1, checksum: checksum,
        nanosecondsPerItem: 1, besides: [], peakBytes: 0)
    }
    #expect(throws: Never.self) {
      try Campaign.compare([measurement(.engine, 3), measurement(.plain, 3)])
    }
    let error = #expect(throws: DifferenceError.self) {
      try Campaign.compare([measurement(.engine, 2), measurement(.plain, 3)])
    }
    #expect(error?.description == "P4 of 1: engine has a different result")
    #expect(error?.exitCode == 1)
  }

  @Test func `a checksum depends on order and on times`() {
    func sum(_ events: [(Int64, Int64)]) -> UInt64 {
      var checksum = Checksum()
      for (value, time) in events { checksum.add(value, at: time) }
      return checksum.value
    }
    #expect(sum([(1, 1), (2, 1)]) != sum([(2, 1), (1, 1)]))
    #expect(sum([(1, 1), (2, 2)]) != sum([(1, 2), (2, 1)]))
    #expect(sum([(1, 1), (2, 2)]) != sum([(1, 1), (2, 3)]))
  }

  @Test func `the queue of plain Swift returns its keys in order`() {
    var queue = PlainQueue()
    let times = EventTimes.clustered.times(300)
    for (order, time) in times.enumerated() { queue.add(PlainQueue.key(time, order)) }
    var keys: [UInt128] = []
    while let first = queue.first {
      keys.append(first)
      queue.removeFirst()
    }
    #expect(keys.count == 300)
    #expect(keys == keys.sorted())
  }

  @Test func `goals are met, nearly met, or missed`() {
    let goal = Goal(target: 5, atWorst: 10)
    #expect(goal.verdict(5) == "met")
    #expect(goal.verdict(5.1) == "within the worst")
    #expect(goal.verdict(10.1) == "missed")
  }
}
