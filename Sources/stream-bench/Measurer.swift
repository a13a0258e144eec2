/// Measures one way of doing one job, in a process of its own: the peak of memory is then that of
/// this job alone, and no job finds the caches or the heap as another left them.
enum Measurer {
  static let command = "--measure"
  static let plainProcess = "plain-process"

  private static let passes = 5

  static func measure(_ arguments: [String]) throws {
    if arguments.first == plainProcess, arguments.count == 2 {
      return try PlainProcess.run(arguments[1])
    }
    guard arguments.count == 3,
      let workload = workloads.first(where: { $0.name == arguments[0] }),
      let variant = Variant(rawValue: arguments[1]), let size = Int(arguments[2])
    else { throw UsageError("'\(command)' is for stream-bench itself") }
    print(try measurement(of: workload, variant, size).line)
  }

  /// One pass to warm up, then the median of several; of short ones more.
  private static func measurement(
    of workload: any Workload.Type, _ variant: Variant, _ size: Int
  ) throws -> Measurement {
    let job = try workload.init(size: size)
    let first = try job.run(variant)
    let count = first.time < .milliseconds(20) ? passes * 5 : passes
    let all = try (0..<count).map { _ in try job.run(variant) }
    for pass in all where pass.checksum != first.checksum {
      throw BenchError("\(workload.name) \(variant) gives a different result each time")
    }
    let median = all.sorted { $0.time < $1.time }[all.count / 2]
    return Measurement(
      workload: workload.name, variant: variant, size: size, checksum: first.checksum,
      nanosecondsPerItem: median.time.nanoseconds / Double(size),
      besides: median.besides.map { ($0.name, $0.time.nanoseconds / Double(size)) },
      peakBytes: median.peakBytes ?? 0)
  }
}

extension Duration {
  var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}
