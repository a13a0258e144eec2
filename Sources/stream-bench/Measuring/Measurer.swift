/// Measures one variant of a job in a separate process. The peak memory is then that of this job
/// alone, and no job inherits the caches or the heap of another.
enum Measurer {
  static let command = "--measure"
  static let plainProcess = "plain-process"

  static func measure(_ arguments: [String]) throws {
    if arguments.first == plainProcess, arguments.count == 2 {
      return try PlainProcess.run(arguments[1])
    }
    if arguments.first == plainProcess, arguments.count > 2 {
      return try PlainLog.run(arguments[1], Array(arguments.dropFirst(2)))
    }
    if arguments.first == OperatorCampaign.inProcess {
      return try OperatorCampaign.measure(Array(arguments.dropFirst()))
    }
    guard arguments.count == 3,
      let workload = workloads.first(where: { $0.name == arguments[0] }),
      let variant = Variant(rawValue: arguments[1]), let size = Int(arguments[2])
    else { throw UsageError("'\(command)' is for stream-bench itself") }
    print(try measurement(of: workload, variant, size).line)
  }

  private static func measurement(
    of workload: any Workload.Type, _ variant: Variant, _ size: Int
  ) throws -> Measurement {
    let job = try workload.init(size: size)
    let median = try median { try job.run(variant) }
    let count = Double(job.count)
    return Measurement(
      workload: workload, variant: variant, count: job.count, checksum: median.checksum,
      nanosecondsPerItem: median.time.nanoseconds / count,
      besides: median.besides.map { ($0.name, $0.time.nanoseconds / count) },
      peakBytes: median.peakBytes ?? 0)
  }

  /// Returns the median of several passes after a warm-up. Short passes are repeated more often.
  static func median(_ pass: () throws -> Pass) throws -> Pass {
    let first = try pass()
    let count = first.time < .milliseconds(20) ? 25 : 5
    let all = try (0..<count).map { _ in try pass() }
    guard all.allSatisfy({ $0.checksum == first.checksum }) else {
      throw DifferenceError("a job gives a different result each time")
    }
    return all.sorted { $0.time < $1.time }[count / 2]
  }
}

extension Duration {
  var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}
