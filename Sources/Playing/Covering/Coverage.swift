import Platform
import StreamModels

/// The coverage of stream files: which of their points playbacks have reached.
package struct Coverage: Sendable {
  private struct Key: Hashable {
    let file: String
    let offset: Int
    let kind: CoveragePoint.Kind
  }

  private var found: [Key: CoveragePoint] = [:]

  package init() {}

  package init(_ points: [CoveragePoint]) {
    for point in points { add(point) }
  }

  /// All points, sorted by file and place. Points at one place are in order of dependence.
  package var points: [CoveragePoint] {
    let unreached = UnreachedPlaces(found.values)
    let points = found.values.map { point in
      var point = point
      point.isImplied = unreached.imply(point)
      return point
    }
    return points.sorted { left, right in
      let (first, second) = (left.location, right.location)
      if first.file != second.file { return first.file < second.file }
      return (first.offset, left.rank, left.detail ?? "")
        < (second.offset, right.rank, right.detail ?? "")
    }
  }

  package mutating func merge(_ other: Coverage) {
    for point in other.found.values { add(point) }
  }

  /// Adds a point. A point that already exists comes from another playback, and its count is added.
  private mutating func add(_ point: CoveragePoint) {
    let file = FilePath(point.location.file).normalized
    let key = Key(file: file, offset: point.location.offset, kind: point.kind)
    guard let known = found[key] else {
      found[key] = point
      return
    }
    found[key]?.count = known.count + point.count
  }
}

extension CoveragePoint {
  fileprivate var rank: Int {
    switch kind {
    case .stream: 0
    case .operator: 1
    case .outcome: 2
    case .branch: 3
    }
  }
}
