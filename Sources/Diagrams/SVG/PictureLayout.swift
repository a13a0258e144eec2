import Marbles

/// The positions of the rows of a picture, from the top to the bottom.
struct PictureLayout {
  static let labelHeight = 17
  static let boxHeight = 34
  /// The height of the highest bar.
  static let barHeight = 26
  private static let axisHeight = 38
  private static let titleHeight = 24
  private static let lineHeight = 36
  /// The room at the right for arrows and for the end of the last label.
  static let right = 56
  /// The room at the left beside rails.
  private static let left = 48
  private static let laneWidth = 9
  /// The maximum number of rails side by side. The notes of operators name their inputs anyway.
  private static let mostLanes = 8

  /// One row.
  struct Block {
    /// The top of the box of an operator, or of the title.
    var top: Int
    /// The height of the line.
    var line: Int
    /// The baseline of the lowest labels.
    var labels: Int
  }

  /// A line at the left, from a row to an operator further down.
  struct Rail {
    var from: Int
    var to: Int
    var lane: Int
  }

  let layout: DiagramLayout
  let width: Int
  private(set) var height: Int
  private(set) var blocks: [Block] = []
  private(set) var rails: [Rail] = []
  /// The position of the beginning of the axis.
  let origin: Int

  /// The left and the right edge of operators.
  var boxes: Range<Int> { (origin - 22)..<(width - 18) }
  /// The end of a line that continues.
  var lineEnd: Int { width - Self.right + 32 }

  init(_ layout: DiagramLayout, rails: [Rail], laneCount: Int, width: Int) {
    self.layout = layout
    self.width = width
    self.rails = rails
    origin = Self.origin(laneCount: laneCount)
    var y = Self.axisHeight
    for row in layout.rows {
      let top = row.role == .operator ? y + 10 : y
      y = row.role == .operator ? top + Self.boxHeight + 4 : top + Self.titleHeight
      y += Self.levels(of: row) * Self.labelHeight
      let offset = row.content.areBars ? Self.barHeight + 2 : Self.lineHeight / 2
      blocks.append(
        Block(
          top: top, line: y + offset,
          labels: y + offset - (row.content.areBars ? Self.barHeight + 5 : 20)))
      y += Self.lineHeight
    }
    height = y + 12
  }

  /// The lines of text above the line of a row.
  static func levels(of row: DiagramRow) -> Int {
    row.content.areBars ? max(1, row.levelCount) : row.levelCount
  }

  static func origin(laneCount: Int) -> Int { left + laneCount * laneWidth }

  /// The position of a rail.
  func position(of rail: Rail) -> Int { boxes.lowerBound - (rail.lane + 1) * Self.laneWidth }

  /// Finds the rails that rows need, and how many of them are side by side.
  static func rails(for inputs: [[Int]]) -> (rails: [Rail], laneCount: Int) {
    var rails: [Rail] = []
    // The row at which each lane becomes free again.
    var ends: [Int] = []
    for (row, inputs) in inputs.enumerated() where inputs != [row - 1] {
      for input in inputs.sorted(by: >) where input != row - 1 {
        var lane = ends.indices.first { ends[$0] <= input }
        // Rails of one row, or into one operator, may share a lane.
        lane = rails.last { $0.from == input && ends[$0.lane] <= row }?.lane ?? lane
        if lane == nil, ends.count < mostLanes {
          ends.append(0)
          lane = ends.count - 1
        }
        guard let lane else { continue }
        ends[lane] = row
        rails.append(Rail(from: input, to: row, lane: lane))
      }
    }
    return (rails, ends.count)
  }
}

extension DiagramRow.Content {
  var areBars: Bool { if case .bars = self { true } else { false } }
}
