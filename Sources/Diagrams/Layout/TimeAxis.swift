package import Marbles

/// A time axis: the positions of instants, and breaks where nothing happens for a long time.
package struct TimeAxis: Sendable {
  /// A part of the axis without a break.
  struct Segment: Sendable, Hashable {
    /// The first and the last instant in it, in nanoseconds.
    var start: Int64
    var end: Int64
    /// The position of its first instant.
    var position: Int
    /// The position of its last instant, relative to the first.
    var length: Int

    var span: UInt64 { UInt64(bitPattern: end &- start) }
  }

  private(set) var segments: [Segment]
  /// The nanoseconds of a unit, if they are the same everywhere.
  let scale: Int64?
  /// The text form of times.
  package let time: ChartTime
  let breakWidth: Int

  init(segments: [Segment], scale: Int64?, time: ChartTime, breakWidth: Int) {
    self.segments = segments
    self.scale = scale
    self.time = time
    self.breakWidth = breakWidth
  }

  /// The first instant, in nanoseconds.
  package var start: Int64 { segments[0].start }
  /// The last instant, in nanoseconds.
  package var end: Int64 { segments[segments.count - 1].end }
  /// The position of the last instant.
  package var length: Int {
    let last = segments[segments.count - 1]
    return last.position + last.length
  }

  /// The breaks: the units that each takes, and the time that it leaves out.
  package var breaks: [(units: Range<Int>, nanoseconds: UInt64)] {
    zip(segments, segments.dropFirst()).map { left, right in
      let start = left.position + left.length
      return (start..<right.position, UInt64(bitPattern: right.start &- left.end))
    }
  }

  /// Returns the position of an instant. An instant in a break has the position of the next
  /// segment.
  package func position(of instant: Int64) -> Int {
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].end < instant { low = middle + 1 } else { high = middle }
    }
    let segment = segments[min(low, segments.count - 1)]
    guard instant > segment.start else { return segment.position }
    guard instant < segment.end else { return segment.position + segment.length }
    let offset = UInt64(bitPattern: instant &- segment.start)
    if let scale { return segment.position + Int(offset / scale.magnitude) }
    return segment.position + offset.scaled(by: segment.length, over: segment.span)
  }

  /// The nanoseconds for a number of units; 0 if there is only one instant.
  package func nanoseconds(for units: Int) -> Double {
    let length = segments.reduce(0) { $0 + $1.length }
    guard length > 0 else { return 0 }
    let span = segments.reduce(0.0) { $0 + Double($1.span) }
    return span / Double(length) * Double(units)
  }
}

extension UInt64 {
  /// Returns this number, times a length, divided by a span that is not less than the number. It
  /// does not overflow.
  func scaled(by length: Int, over span: UInt64) -> Int {
    guard span > 0 else { return 0 }
    let (high, low) = multipliedFullWidth(by: UInt64(length))
    // The quotient is at most the length, so it fits if the span is not 0.
    guard high < span else { return length }
    return Int(clamping: span.dividingFullWidth((high, low)).quotient)
  }
}

// MARK: - Ticks

extension TimeAxis {
  /// A mark on the axis, with its label.
  package struct Tick: Sendable, Hashable {
    package var position: Int
    package var label: String
    /// The units that the label takes up.
    package var extent: Range<Int>
  }

  /// Returns the times to mark: the beginning of each segment, and the multiples of a round step
  /// between them, as far as there is room for their labels.
  package func ticks(_ metrics: DiagramMetrics) -> [Tick] {
    var ticks: [Tick] = []
    var previous: Int64?
    let step = step(metrics)
    let space = 2 * metrics.column
    func add(_ instant: Int64, before limit: Int) {
      let label = time.label(instant, after: previous)
      var extent = metrics.extent(of: metrics.width(of: label), at: position(of: instant))
      // The margin at the left has room for half of a short label.
      if extent.lowerBound < -3 * metrics.column { extent = 0..<extent.count }
      guard ticks.last.map({ $0.extent.upperBound + space <= extent.lowerBound }) ?? true,
        extent.upperBound <= limit
      else { return }
      ticks.append(Tick(position: position(of: instant), label: label, extent: extent))
      previous = instant
    }
    // A label may extend into the margin at the right.
    let edge = metrics.room + 4 * metrics.column
    for (index, segment) in segments.enumerated() {
      let limit =
        index + 1 < segments.count ? segments[index + 1].position - metrics.column : edge
      // Only the first label has the date, so it has room before all others.
      add(segment.start, before: index == 0 ? edge : limit)
      // Times this far before the start of the clock have no round times before them.
      guard let step, segment.start > .min / 2 else { continue }
      var multiple = time.multiple(of: step, notAfter: segment.start)
      while true {
        let (next, overflow) = multiple.addingReportingOverflow(step)
        guard !overflow, next <= segment.end else { break }
        multiple = next
        if next > segment.start { add(next, before: limit) }
      }
    }
    return ticks
  }

  /// Returns the smallest step that leaves room for its labels; nil if there is none.
  private func step(_ metrics: DiagramMetrics) -> Int64? {
    let unit = nanoseconds(for: 1)
    guard unit > 0 else { return nil }
    return time.steps.first { step in
      if let scale, step < scale || step % scale != 0 { return false }
      let columns = time.labelWidth(ofMultiplesOf: step, upTo: max(end, step)) + 3
      return Double(step) / unit >= Double(columns * metrics.column)
    }
  }
}
