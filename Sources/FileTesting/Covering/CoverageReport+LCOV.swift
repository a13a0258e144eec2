import Pipelines
import Values

extension CoverageReport {
  /// The trace file that genhtml and web services read. Streams are functions, and the outcomes of
  /// operators and the branches of expressions are branches. The count of a line is the lowest
  /// count on it.
  package var lcov: String {
    files.map { file in
      let lines =
        ["TN:", "SF:\(file.path.onOneLine)"] + file.functions + file.branches + file.lines
      return (lines + ["end_of_record"]).joined(separator: "\n") + "\n"
    }.joined()
  }
}

extension CoverageReport.File {
  fileprivate var functions: [String] {
    let streams = points.compactMap { point -> (line: Int, name: String, count: Int)? in
      guard case .stream(let name) = point.kind else { return nil }
      let place = "\(point.location.line):\(point.location.column)"
      // A name must not occur twice.
      let title = name.map { "\($0) \(place)" } ?? "stream \(place)"
      return (point.location.line, title.onOneLine, point.count)
    }
    return streams.map { "FN:\($0.line),\($0.name)" }
      + streams.map { "FNDA:\($0.count),\($0.name)" }
      + ["FNF:\(streams.count)", "FNH:\(streams.count { $0.count > 0 })"]
  }

  fileprivate var branches: [String] {
    let branches = points.filter { $0.isBranch }
    // The branches of a line are distinguished by numbers.
    var numbers: [Int: Int] = [:]
    let rows = branches.map { point in
      let number = numbers[point.location.line, default: 0]
      numbers[point.location.line] = number + 1
      // A dash means that the branch could not be reached.
      let count = point.isImplied ? "-" : "\(point.count)"
      return "BRDA:\(point.location.line),0,\(number),\(count)"
    }
    return rows + ["BRF:\(branches.count)", "BRH:\(branches.count { $0.count > 0 })"]
  }

  fileprivate var lines: [String] {
    var counts: [Int: Int] = [:]
    for point in points where !point.isBranch {
      let line = point.location.line
      counts[line] = min(counts[line] ?? .max, point.count)
    }
    return counts.sorted { $0.key < $1.key }.map { "DA:\($0.key),\($0.value)" }
      + ["LF:\(counts.count)", "LH:\(counts.count { $0.value > 0 })"]
  }
}

extension CoveragePoint {
  fileprivate var isBranch: Bool {
    switch kind {
    case .outcome, .branch: true
    case .stream, .operator: false
    }
  }
}
