/// Finds the axis on which most of some lanes can be read.
struct ChartScale {
  /// Between neighbours, where there is room for it.
  private static let wantedGap: Int64 = 6
  /// Gaps of more columns are left out, if they must.
  private static let longestGaps = [Int.max, 40, 20, 12]

  let lanes: [ChartLane]
  /// In columns.
  let room: Int
  private let instants: [Int64]

  /// - Parameter start: The time at the left, unless something comes earlier.
  init(_ lanes: [ChartLane], start: Int64, room: Int) {
    self.lanes = lanes
    self.room = room
    var instants = lanes.flatMap { $0.moments.map(\.time) } + [start]
    instants.sort()
    var last: Int64?
    instants.removeAll { instant in
      defer { last = instant }
      return instant == last
    }
    self.instants = instants
  }

  var latest: Int64 { instants[instants.count - 1] }

  /// The axis with the fewest moments that cannot be read, then with the fewest breaks, then with
  /// the best distance between neighbours.
  func axis() -> ChartAxis {
    // More instants than columns cannot all be read: a look from far away.
    if instants.count > room { return farthest() }
    let gaps = zip(instants, instants.dropFirst()).map { $1 &- $0 }
    let wanted = max(1, (gaps.min() ?? 1) / Self.wantedGap)
    let series = ChartTime.series
    let middle = series.firstIndex { $0 >= wanted } ?? 0
    var best: (score: (Int, Int, Int), axis: ChartAxis)?
    for index in series.indices.dropFirst(max(0, middle - 4)) {
      // Coarser first, then finer.
      let rank = index >= middle ? index - middle : 1000 + middle - index
      for longestGap in Self.longestGaps {
        guard
          let axis = ChartAxis(
            instants, scale: series[index], longestGap: longestGap, room: room)
        else { continue }
        let crowded = lanes.reduce(0) { $0 + $1.drawing(on: axis, room: room).crowdedCount }
        let score = (crowded, axis.breakCount, rank)
        if let best, best.score <= score { continue }
        best = (score, axis)
      }
    }
    return best?.axis ?? farthest()
  }

  /// The finest axis without breaks that fits.
  private func farthest() -> ChartAxis {
    for scale in ChartTime.series {
      // Room for the end with what comes at its instant.
      let axis = ChartAxis(instants, scale: scale, longestGap: .max, room: room - 4)
      if let axis { return axis }
    }
    preconditionFailure("all of time fits into \(room) columns")
  }
}
