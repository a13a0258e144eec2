import Marbles
import Reactive
import Tracing
import Values

/// Lays out one row: its marks, or bars if there are too many of them, its labels, and its end.
struct RowLayout {
  private(set) var content = DiagramRow.Content.marks([])
  private(set) var completions: [DiagramRow.Completion] = []
  private(set) var lineEnd: Int?
  private(set) var labels: [DiagramRow.Label] = []

  private typealias Mark = DiagramRow.Mark

  private let trace: Trace
  private let common: CommonPart
  private let origins: EventOrigins
  private let axis: TimeAxis
  private let metrics: DiagramMetrics

  init(
    _ emission: RowEmissions, trace: Trace, origins: EventOrigins, axis: TimeAxis,
    metrics: DiagramMetrics
  ) {
    self.trace = trace
    common = emission.common
    self.origins = origins
    self.axis = axis
    self.metrics = metrics
    var shelf = LabelShelf(metrics)
    if isDense(emission) {
      content = .bars(bars(of: emission))
    } else {
      let (marks, isCut) = marks(of: emission)
      if let marks, !isCut {
        content = .marks(marks)
      } else {
        let dots = dots(of: emission)
        let texts = dots.map { LabelShelf.Text(text: $0.text, position: $0.position) }
        var labeled = shelf
        labeled.place(texts)
        // A label is cut only if it has no room above the line either.
        if let marks, labeled.labels.map(\.text) != texts.map(\.text) {
          content = .marks(marks)
        } else {
          (content, shelf) = (.dots(dots), labeled)
        }
      }
    }
    placeCompletions(of: emission, on: &shelf)
    labels = shelf.labels
  }

  // MARK: Bars

  /// The number of instants up to which all have marks.
  private static let fewInstants = 12

  /// Returns whether even marks without text would mostly overlap.
  private func isDense(_ emission: RowEmissions) -> Bool {
    let count = emission.groups.count
    guard count > Self.fewInstants else { return false }
    var apart = 0
    var next = Int.min
    for group in emission.groups {
      let position = axis.position(of: group.instant)
      if position >= next {
        apart += 1
        next = position + metrics.dot
      }
    }
    return apart < count - count / 4
  }

  private func bars(of emission: RowEmissions) -> DiagramRow.Bars {
    let width = metrics.bar
    var counts: [Int] = []
    for group in emission.groups {
      let index = axis.position(of: group.instant) / width
      while counts.count <= index { counts.append(0) }
      counts[index] += group.events.count
    }
    let summary = RateText.summary(
      count: emission.valueCount,
      nanoseconds: Double(emission.groups.last?.instant ?? 0)
        - Double(emission.groups.first?.instant ?? 0),
      most: counts.max() ?? 0, inEach: axis.nanoseconds(for: width))
    return DiagramRow.Bars(width: width, counts: counts, summary: summary)
  }

  // MARK: Marks

  private func mark(_ events: [Int], text: String, at position: Int, width: Int) -> Mark {
    Mark(
      position: position, extent: metrics.extent(of: width, at: position), text: text,
      events: events, color: origins.color(of: events), isEnd: origins.isEnd(events))
  }

  /// Returns the text of some events: the text of one value, the texts of a few short values, or a
  /// count.
  private func text(_ events: [Int]) -> String {
    if events.count > 4 { return "×\(events.count)" }
    let texts = events.map { number in
      guard case .value(let value) = trace.events[number].kind else { return "" }
      return common.label(of: value)
    }
    if texts.count == 1 { return texts[0] }
    let line = texts.joined(separator: " ")
    return ChartText.width(line) <= 12 ? "(\(line))" : "×\(events.count)"
  }

  /// Returns marks with texts, and whether one of them is cut; nil if too many texts would have to be
  /// cut or left out.
  private func marks(of emission: RowEmissions) -> (marks: [Mark]?, isCut: Bool) {
    let groups = emission.groups
    let positions = groups.map { axis.position(of: $0.instant) }
    var marks: [Mark] = []
    var cutCount = 0
    for (index, group) in groups.enumerated() {
      var room = metrics.room
      if index + 1 < groups.count { room = positions[index + 1] - positions[index] - metrics.gap }
      if index > 0, metrics.isCentered {
        room = min(room, positions[index] - positions[index - 1] - metrics.gap)
      }
      if !metrics.isCentered { room = min(room, metrics.room + metrics.margin - positions[index]) }
      if metrics.isCentered {
        let toEdge = min(positions[index], metrics.room - positions[index])
        room = min(room, 2 * (toEdge + metrics.margin))
      }
      var text = text(group.events)
      var width = metrics.markWidth(of: text)
      if width > room {
        let columns = (room - metrics.padding) / metrics.column - 1
        guard columns >= DiagramMetrics.shortestText - 1, group.events.count == 1 else {
          return (nil, true)
        }
        text = ChartText.line(text, limit: columns)
        width = metrics.markWidth(of: text)
        cutCount += 1
      }
      marks.append(mark(group.events, text: text, at: positions[index], width: width))
    }
    return (cutCount * 4 > marks.count ? nil : marks, cutCount > 0)
  }

  /// Returns marks without texts. Events whose marks would overlap share one mark.
  private func dots(of emission: RowEmissions) -> [Mark] {
    var dots: [Mark] = []
    var index = 0
    while index < emission.groups.count {
      let position = axis.position(of: emission.groups[index].instant)
      var events = emission.groups[index].events
      index += 1
      while index < emission.groups.count,
        axis.position(of: emission.groups[index].instant) < position + metrics.dot
      {
        events += emission.groups[index].events
        index += 1
      }
      dots.append(mark(events, text: text(events), at: position, width: metrics.dot))
    }
    return dots
  }

  // MARK: Completions

  private mutating func placeCompletions(
    of emission: RowEmissions, on shelf: inout LabelShelf
  ) {
    var valuesEnd = content.marks.last?.extent.upperBound ?? 0
    if case .bars(let bars) = content { valuesEnd = bars.counts.count * bars.width }
    for (index, number) in emission.completions.enumerated() {
      let event = trace.events[number]
      let isLast = emission.hasEnded && index == emission.completions.count - 1
      var position = axis.position(of: event.instant.nanoseconds)
      if isLast { position = max(position, valuesEnd) }
      var failure: String?
      if case .failure(let message) = event.kind { failure = message }
      completions.append(
        DiagramRow.Completion(
          position: position, event: number, failure: failure, isLast: isLast))
      if isLast { lineEnd = position }
      if let failure, !failure.isEmpty, isLast { shelf.placeFailure(failure, at: position) }
    }
    if emission.hasEnded, lineEnd == nil {
      // It ended before the beginning of the picture.
      lineEnd = 0
    }
  }
}
