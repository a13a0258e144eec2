/// The time axis of a picture: columns of equal time, and breaks where long gaps are left out.
struct ChartAxis {
  /// The number of columns that a break takes up, including the column of the event before it. Its
  /// symbol is at the right, so that there is room for a short group.
  private static let breakWidth = 8

  /// The time of one column, in nanoseconds.
  let scale: Int64
  private var segments: [Segment]

  private struct Segment {
    /// The time at its first column.
    var start: Int64
    /// The time of the last instant in it.
    var end: Int64
    var column: Int
  }

  /// Lays out instants, ascending and at least one; nil if they need more than `room` columns.
  ///
  /// - Parameter longestGap: The number of columns beyond which a gap becomes a break.
  init?(_ instants: [Int64], scale: Int64, longestGap: Int, room: Int) {
    guard let first = instants.first else { return nil }
    self.scale = scale
    segments = [Segment(start: first, end: first, column: 0)]
    for instant in instants.dropFirst() {
      var last = segments[segments.count - 1]
      let previous = Self.columns(last.end, since: last.start, scale: scale)
      let offset = Self.columns(instant, since: last.start, scale: scale)
      if offset - previous > longestGap {
        segments.append(
          Segment(start: instant, end: instant, column: last.column + previous + Self.breakWidth))
      } else {
        last.end = instant
        segments[segments.count - 1] = last
      }
      if column(of: instant) >= room { return nil }
    }
  }

  /// Returns the number of columns for the time between two instants.
  private static func columns(_ instant: Int64, since start: Int64, scale: Int64) -> Int {
    // Exact even if the difference does not fit in a signed number.
    let difference = UInt64(bitPattern: instant &- start)
    return Int(clamping: min(difference / scale.magnitude, 1 << 40))
  }

  /// Returns the column of one of the instants, or of one between them in the same segment.
  func column(of instant: Int64) -> Int {
    let after = segments.partitioningIndex { $0.start > instant }
    let segment = segments[max(0, after - 1)]
    return segment.column + Self.columns(instant, since: segment.start, scale: scale)
  }

  var breakCount: Int { segments.count - 1 }
  /// The column of the last instant.
  var lastColumn: Int { column(of: segments[segments.count - 1].end) }
  /// The first column of each break symbol.
  var breakColumns: [Int] { segments.dropFirst().map { $0.column - 3 } }

  /// Returns the first column after this one that is part of a break symbol.
  func breakColumn(after column: Int) -> Int {
    let after = segments.dropFirst().first { $0.column - 3 > column }
    return after.map { $0.column - 3 } ?? Int.max
  }

  /// A mark on the axis: its column, and the position of its label.
  struct Mark {
    var column: Int
    var label: String
    var labelColumn: Int
  }

  /// Returns the times to mark: the beginning of each segment, and the multiples of a round step
  /// between them, as far as there is room for their labels.
  func marks(_ time: ChartTime, room: Int) -> [Mark] {
    var marks: [Mark] = []
    var free = 0
    var previous: Int64?
    func add(_ instant: Int64, _ label: String, at column: Int, labelColumn: Int) {
      marks.append(Mark(column: column, label: label, labelColumn: labelColumn))
      free = labelColumn + label.count + 1
      previous = instant
    }
    let step = step(time)
    for (index, segment) in segments.enumerated() {
      let limit = index + 1 < segments.count ? segments[index + 1].column - 1 : room
      let label = time.label(segment.start, after: previous)
      // At the right edge a label is to the left of its mark.
      let start = max(0, min(segment.column, room - label.count))
      if start >= free {
        add(segment.start, label, at: segment.column, labelColumn: start)
      }
      var multiple = time.multiple(of: step, notAfter: segment.start)
      while true {
        let (next, overflow) = multiple.addingReportingOverflow(step)
        guard !overflow, next <= segment.end else { break }
        multiple = next
        let (column, label) = (column(of: next), time.label(next, after: previous))
        guard next > segment.start, column >= free, column + label.count <= limit else { continue }
        add(next, label, at: column, labelColumn: column)
      }
    }
    return marks
  }

  /// Returns the smallest step that leaves room for its labels.
  private func step(_ time: ChartTime) -> Int64 {
    let end = segments[segments.count - 1].end
    let fitting = time.steps.first { step in
      guard step >= scale, step % scale == 0 else { return false }
      return step / scale >= time.labelWidth(ofMultiplesOf: step, upTo: end) + 2
    }
    return fitting ?? .max
  }
}

extension Array {
  /// Returns the index of the first element for which the predicate is true, provided that it is
  /// also true for all elements after that.
  fileprivate func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
