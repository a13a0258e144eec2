package import Marbles

extension TimeAxis {
  /// The maximum number of breaks in an axis.
  private static let mostBreaks = 8
  /// The number of units, as a multiple of the width of a mark, beyond which instants need not be
  /// further apart.
  private static let widestGap = 12

  /// The instants of one row, ascending, and the distance that they should have.
  package struct Demand: Sendable {
    package var instants: [Int64]
    package var distance: Int

    package init(instants: [Int64], distance: Int) {
      self.instants = instants
      self.distance = distance
    }
  }

  /// Lays out the axis on which the most events are apart, with as few breaks as possible.
  ///
  /// - Parameters:
  ///   - range: The first and the last instant, in nanoseconds.
  ///   - dates: The text form of times, if they count from 1970.
  package init(
    _ range: ClosedRange<Int64>, for rows: [Demand], metrics: DiagramMetrics, dates: ChartDates?
  ) {
    var instants = rows.flatMap(\.instants) + [range.lowerBound, range.upperBound]
    instants.sort()
    instants.removeRepetitions()
    let time = ChartTime(latest: range.upperBound, dates: dates)
    let fitting = Fitting(instants: instants, rows: rows, metrics: metrics, time: time)
    self = fitting.best(mostBreaks: Self.mostBreaks)
  }

  /// The search for the best axis.
  private struct Fitting {
    let instants: [Int64]
    let rows: [Demand]
    let metrics: DiagramMetrics
    let time: ChartTime

    /// The indices of the instants after the longest gaps, the longest first.
    private func longestGaps(_ count: Int) -> [(index: Int, nanoseconds: UInt64)] {
      var longest: [(index: Int, nanoseconds: UInt64)] = []
      guard count > 0 else { return longest }
      for index in instants.indices.dropFirst() {
        let gap = UInt64(bitPattern: instants[index] &- instants[index - 1])
        if longest.count == count, gap <= longest[count - 1].nanoseconds { continue }
        let place = longest.firstIndex { $0.nanoseconds < gap } ?? longest.count
        longest.insert((index, gap), at: place)
        if longest.count > count { longest.removeLast() }
      }
      return longest
    }

    func best(mostBreaks: Int) -> TimeAxis {
      let gaps = longestGaps(min(mostBreaks, metrics.room / (4 * metrics.breakWidth)))
      var axes: [TimeAxis] = []
      for count in 0...gaps.count {
        let axis = axis(cutting: gaps.prefix(count).map(\.index).sorted())
        // A break that is hardly shorter than the time it leaves out is not worthwhile.
        let unit = axis.nanoseconds(for: 1)
        if count > 0, unit > 0,
          Double(gaps[count - 1].nanoseconds) / unit < Double(3 * metrics.breakWidth)
        {
          break
        }
        axes.append(axis)
      }
      let shortages = axes.map(shortage(on:))
      let least = shortages.min() ?? 0
      let chosen = shortages.firstIndex { $0 <= least + least / 8 } ?? 0
      return axes[chosen]
    }

    private func shortage(on axis: TimeAxis) -> Int {
      rows.reduce(0) { $0 + $1.shortage(on: axis) }
    }

    /// Returns the axis with breaks before some instants.
    ///
    /// With round times the axis may leave so much of the room unused that events are not apart. In
    /// that case it takes up all of the room.
    private func axis(cutting indices: [Int]) -> TimeAxis {
      let axis = axis(cutting: indices, isAligned: metrics.isAligned)
      guard metrics.isAligned, axis.length < metrics.room * 4 / 5, shortage(on: axis) > 0 else {
        return axis
      }
      return self.axis(cutting: indices, isAligned: false)
    }

    private func axis(cutting indices: [Int], isAligned: Bool) -> TimeAxis {
      let bounds = [0] + indices + [instants.count]
      var segments = zip(bounds, bounds.dropFirst()).map { first, end in
        Segment(start: instants[first], end: instants[end - 1], position: 0, length: 0)
      }
      let room = metrics.room - indices.count * metrics.breakWidth
      let scale = isAligned ? scale(of: segments, room: room) : nil
      let whole = segments.reduce(0) { $0 + $1.span }
      var position = 0
      for index in segments.indices {
        let span = segments[index].span
        segments[index].position = position
        segments[index].length =
          scale.map { Int(span / $0.magnitude) } ?? span.scaled(by: room, over: whole)
        position += segments[index].length + metrics.breakWidth
      }
      return TimeAxis(
        segments: segments, scale: scale, time: time, breakWidth: metrics.breakWidth)
    }

    /// Returns the smallest round time for a unit with which the segments fit, unless even a larger
    /// one leaves plenty of room between all instants.
    private func scale(of segments: [Segment], room: Int) -> Int64 {
      let gaps = zip(instants, instants.dropFirst()).map { UInt64(bitPattern: $1 &- $0) }
      let distance = rows.map(\.distance).max() ?? 1
      let least = (gaps.min() ?? 0) / UInt64(max(Self.widest, distance + 2))
      let scales = time.scales.filter { $0.magnitude >= least }
      return scales.first { scale in
        segments.reduce(0) { $0 + $1.span / scale.magnitude } <= UInt64(room)
      } ?? .max
    }

    private static var widest: Int { TimeAxis.widestGap }
  }
}

extension TimeAxis.Demand {
  /// Returns the total amount by which instants are too close to the previous one.
  func shortage(on axis: TimeAxis) -> Int {
    var sum = 0
    var previous: Int?
    for instant in instants {
      let position = axis.position(of: instant)
      if let previous { sum += max(0, distance - (position - previous)) }
      previous = position
    }
    return sum
  }
}

extension Array where Element: Equatable {
  /// Removes the elements that are equal to the previous one.
  mutating func removeRepetitions() {
    var last: Element?
    removeAll { element in
      defer { last = element }
      return element == last
    }
  }
}
