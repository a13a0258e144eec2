import Platform

/// The measurement of one variant of a job.
struct Measurement {
  var workload: any Workload.Type
  var variant: Variant
  /// The number of items.
  var count: Int
  var checksum: UInt64
  var nanosecondsPerItem: Double
  var besides: [(name: String, nanosecondsPerItem: Double)]
  /// The peak memory of the job's own process; 0 if the job ran in the measuring process.
  var peakBytes: Int

  var peakMegabytes: Double { Double(peakBytes) / 1e6 }

  /// The measurement as a line of text, passed between processes.
  var line: String {
    let parts = besides.map { "\($0.name)=\($0.nanosecondsPerItem)" }
    return (["\(count)", "\(checksum)", "\(nanosecondsPerItem)", "\(peakBytes)"] + parts)
      .joined(separator: " ")
  }
}

extension Measurement {
  init?(line: String, of workload: any Workload.Type, _ variant: Variant) {
    let parts = line.split(whereSeparator: \.isWhitespace)
    guard parts.count >= 4, let count = Int(parts[0]), let checksum = UInt64(parts[1]),
      let nanoseconds = Double(parts[2]), let peakBytes = Int(parts[3])
    else { return nil }
    let besides = parts[4...].compactMap { part -> (String, Double)? in
      let pair = part.split(separator: "=")
      guard pair.count == 2, let nanoseconds = Double(pair[1]) else { return nil }
      return (String(pair[0]), nanoseconds)
    }
    self.init(
      workload: workload, variant: variant, count: count, checksum: checksum,
      nanosecondsPerItem: nanoseconds, besides: besides, peakBytes: peakBytes)
  }
}

/// Measures the time that a job takes on this thread. Jobs do not wait, so this is the time they
/// take on an idle machine. While others also work on it, their share does not count.
func measured<Result>(_ body: () throws -> Result) rethrows -> (Duration, Result) {
  let start = CurrentThread.processorTime
  let result = try body()
  return (CurrentThread.processorTime - start, result)
}

/// Measures the elapsed real time of work that takes place in other processes.
func measuredOnTheWall<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> (Duration, Result) {
  let clock = ContinuousClock()
  let start = clock.now
  let result = try body()
  return (clock.now - start, result)
}
