/// Finds the axis on which the most events of some lanes are legible.
struct ChartScale {
  /// The number of columns between neighbours, if there is room for it.
  private static let wantedGap: Int64 = 6
  /// The numbers of columns beyond which gaps are left out, tried in order.
  private static let longestGaps = [Int.max, 40, 20, 12]

  let lanes: [ChartLane]
  /// The number of columns.
  let room: Int
  let time: ChartTime
  private let instants: [Int64]
  /// Two instants that should have separate columns, even if they are in different lanes.
  private let apart: (Int64, Int64)?

  /// - Parameters:
  ///   - start: The time at the left, unless an event is earlier.
  ///   - dates: The text form of times, if they count from 1970.
  init(
    _ lanes: [ChartLane], start: Int64, room: Int, apart: (Int64, Int64)? = nil,
    dates: ChartDates? = nil
  ) {
    self.lanes = lanes
    self.room = room
    self.apart = apart
    var instants = lanes.flatMap { $0.moments.map(\.time) } + [start]
    instants.sort()
    var last: Int64?
    instants.removeAll { instant in
      defer { last = instant }
      return instant == last
    }
    self.instants = instants
    time = ChartTime(latest: instants[instants.count - 1], dates: dates)
  }

  /// Returns the axis with the fewest illegible moments, then with the fewest breaks, then with the
  /// best distance between neighbours.
  func axis() -> ChartAxis {
    // If there are more instants than columns, they cannot all be legible, so the axis is zoomed
    // out.
    if instants.count > room { return farthest() }
    let gaps = zip(instants, instants.dropFirst()).map { $1 &- $0 }
    let whole = instants[instants.count - 1].subtractingReportingOverflow(instants[0])
    let widest = (whole.overflow ? .max : whole.partialValue) / time.leastWidth
    let wanted = max(1, min((gaps.min() ?? 1) / Self.wantedGap, widest))
    let scales = time.scales
    let middle = scales.firstIndex { $0 >= wanted } ?? 0
    var best: (score: Score, axis: ChartAxis)?
    for index in middle..<scales.count {
      guard let axis = axis(scale: scales[index]) else { continue }
      improve(&best, axis, rank: index - middle)
      // An axis without breaks only becomes less legible at larger scales.
      if axis.breakCount == 0 { break }
    }
    for index in (max(0, middle - 4)..<middle).reversed() {
      guard let axis = axis(scale: scales[index]) else { continue }
      improve(&best, axis, rank: scales.count + middle - index)
    }
    return best?.axis ?? farthest()
  }

  private typealias Score = (crowded: Int, breaks: Int, rank: Int)

  private func improve(
    _ best: inout (score: Score, axis: ChartAxis)?, _ axis: ChartAxis, rank: Int
  ) {
    var crowded = lanes.reduce(0) { $0 + $1.drawing(on: axis, room: room).crowdedCount }
    if let apart, axis.column(of: apart.0) == axis.column(of: apart.1) { crowded += 1 }
    let score = (crowded, axis.breakCount, rank)
    if let best, best.score <= score { return }
    best = (score, axis)
  }

  /// Returns the axis for a scale with as few gaps left out as possible; nil if it does not fit.
  private func axis(scale: Int64) -> ChartAxis? {
    for longestGap in Self.longestGaps {
      let axis = ChartAxis(instants, scale: scale, longestGap: longestGap, room: room)
      if let axis { return axis }
    }
    return nil
  }

  /// Returns the finest axis that fits, with a break in every long gap.
  private func farthest() -> ChartAxis {
    for scale in time.scales {
      // This leaves room for the completion and the events at its instant.
      let axis = ChartAxis(instants, scale: scale, longestGap: 12, room: room - 4)
      if let axis { return axis }
    }
    preconditionFailure("all of time fits into \(room) columns")
  }
}
