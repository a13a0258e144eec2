/// All measurements of one invocation: the workloads, their sizes, and the format of the report.
struct Campaign {
  let chosen: [any Workload.Type]
  let sizes: [Int]?
  let format: Format

  init(_ words: inout Words) throws {
    sizes = try words.takeSizes()
    format = try words.takeFormat()
    chosen = try words.chosen(of: workloads, "workload") { $0.name }
  }

  func run() throws {
    var report = Report(format: format)
    for workload in chosen {
      report.begin(workload)
      for size in workload.sizes.count == 1 ? workload.sizes : sizes ?? workload.sizes {
        report.add(try measure(workload, size))
      }
    }
    report.end()
  }

  /// Measures one workload in all its variants.
  private func measure(_ workload: any Workload.Type, _ size: Int) throws -> [Measurement] {
    let program = try siblingProgram("stream-bench")
    let results = try workload.variants.map { variant in
      let output = try TemporaryFile([])
      let child = try ChildProcess.run(
        program, [Measurer.command, workload.name, variant.rawValue, "\(size)"],
        output: output.path)
      let line = String(decoding: try output.contents(), as: UTF8.self)
      guard child.status == 0, var result = Measurement(line: line, of: workload, variant)
      else { throw BenchError("\(workload.name) \(variant) of \(size) failed") }
      if result.peakBytes == 0 { result.peakBytes = child.peakBytes }
      return result
    }
    try Self.compare(results)
    return results
  }

  /// Checks that all variants have the same result.
  static func compare(_ results: [Measurement]) throws {
    for result in results where !result.variant.isForeign || result.workload.comparesTools {
      guard let plain = results.last, result.checksum == plain.checksum else {
        throw DifferenceError(
          "\(result.workload.name) of \(result.count): \(result.variant) has a different result")
      }
    }
  }
}
