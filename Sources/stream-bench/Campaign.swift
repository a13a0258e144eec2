/// All measurements of one call: which workloads, at which sizes, and how they are reported.
struct Campaign {
  private let chosen: [any Workload.Type]
  private let sizes: [Int]?
  private let isJSON: Bool
  private let wantsHelp: Bool

  init(_ arguments: [String]) throws {
    var names: [String] = []
    var options: [String: String] = [:]
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": options["--help"] = ""
      case "--sizes", "--format": options[argument] = rest.popFirst() ?? ""
      default: names.append(argument)
      }
    }
    chosen = try names.isEmpty ? workloads : names.map(Self.workload)
    sizes = try options["--sizes"].map(Self.sizes)
    isJSON = try options["--format"].map(Self.isJSON) ?? false
    wantsHelp = options["--help"] != nil
  }

  func run() throws {
    if wantsHelp { return print(Self.help) }
    let report = Report(isJSON: isJSON)
    for workload in chosen {
      report.begin(workload)
      for size in workload.sizes.count == 1 ? workload.sizes : sizes ?? workload.sizes {
        try measure(workload, size, report)
      }
    }
  }

  private func measure(_ workload: any Workload.Type, _ size: Int, _ report: Report) throws {
    let program = try siblingProgram("stream-bench")
    var results: [Measurement] = []
    for variant in Variant.allCases {
      let output = try TemporaryFile([])
      let child = try ChildProcess.run(
        program, [Measurer.command, workload.name, variant.rawValue, "\(size)"],
        output: output.path)
      let line = String(decoding: try output.contents(), as: UTF8.self)
      guard child.status == 0,
        var result = Measurement(line: line, of: workload.name, variant, size)
      else { throw BenchError("\(workload.name) \(variant) of \(size) failed") }
      if result.peakBytes == 0 { result.peakBytes = child.peakBytes }
      results.append(result)
    }
    let plain = results.first { $0.variant == .plain }
    for result in results {
      guard result.checksum == plain?.checksum else {
        throw BenchError("\(workload.name) \(result.variant) of \(size) gives another result")
      }
      report.add(result, plain: plain)
    }
  }

  private static func workload(_ name: String) throws -> any Workload.Type {
    guard let workload = workloads.first(where: { $0.name == name }) else {
      let names = workloads.map { $0.name }.joined(separator: ", ")
      throw UsageError("unknown workload '\(name)'; there are \(names)")
    }
    return workload
  }

  private static func sizes(_ argument: String) throws -> [Int] {
    let sizes = argument.split(separator: ",").map { Int($0) ?? 0 }
    guard !sizes.isEmpty, sizes.allSatisfy({ $0 > 0 }) else {
      throw UsageError("'--sizes' wants numbers of items, as in '--sizes 1000,1000000'")
    }
    return sizes
  }

  private static func isJSON(_ argument: String) throws -> Bool {
    guard ["text", "json"].contains(argument) else {
      throw UsageError("'--format' wants 'text' or 'json'")
    }
    return argument == "json"
  }

  private static var help: String {
    """
    Measures each workload as the engine runs it and as plain Swift does, in one run.

    usage: stream-bench [WORKLOAD …] [--sizes N,N,…] [--format text|json]

    workloads:
    \(workloads.map { "  \($0.name)  \($0.summary)" }.joined(separator: "\n"))

    Build with '-c release'. Each line is the median of at least five passes after a warm-up, in a
    process of its own; 'ratio' is to plain Swift, 'growth' to the smallest size.
    """
  }
}
