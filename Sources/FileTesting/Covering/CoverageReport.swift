package import Console
package import Pipelines
import Values

/// The coverage of stream files by tests, for people and for programs.
package struct CoverageReport {
  package struct File {
    package let path: String
    package let points: [CoveragePoint]

    package var coveredCount: Int { points.count { $0.count > 0 } }
  }

  package let files: [File]

  package init(_ coverage: Coverage) {
    var files: [File] = []
    var points: [CoveragePoint] = []
    for point in coverage.points {
      if let first = points.first, first.location.file != point.location.file {
        files.append(File(path: first.location.file, points: points))
        points = []
      }
      points.append(point)
    }
    if let first = points.first { files.append(File(path: first.location.file, points: points)) }
    self.files = files
  }

  package var pointCount: Int { files.reduce(0) { $0 + $1.points.count } }
  package var coveredCount: Int { files.reduce(0) { $0 + $1.coveredCount } }

  package func text(in format: CoverageFormat, style: TextStyle = TextStyle(isColored: false))
    -> String
  {
    switch format {
    case .text: text(style: style)
    case .json: json
    case .lcov: lcov
    }
  }
}

/// The format of a coverage report.
package enum CoverageFormat {
  case text, json, lcov

  /// Returns the format of a file, according to its extension.
  package init(of path: String) {
    if path.hasSuffix(".json") {
      self = .json
    } else if path.hasSuffix(".lcov") || path.hasSuffix(".info") {
      self = .lcov
    } else {
      self = .text
    }
  }
}

extension CoverageReport {
  /// Returns the points that were not reached, place by place, and the share of the points that
  /// were.
  private func text(style: TextStyle) -> String {
    var lines: [String] = []
    for file in files where file.coveredCount < file.points.count {
      let share = Self.share(file.coveredCount, of: file.points.count)
      lines.append(style.bold("\(file.path.onOneLine): \(share)"))
      for point in file.points where point.count == 0 && !point.isImplied {
        let place = "\(point.location.line):\(point.location.column)"
        lines.append("  \(file.path.onOneLine):\(place): \(point.sentence)")
      }
    }
    let all = Self.share(coveredCount, of: pointCount)
    lines.append(pointCount == 0 ? "coverage: there is nothing to cover" : "coverage: \(all)")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns `82% (14 of 17)`. The percentage is rounded down, so that it is 100% only if all
  /// points were reached.
  private static func share(_ part: Int, of whole: Int) -> String {
    "\(part * 100 / max(whole, 1))% (\(part) of \(whole))"
  }
}
