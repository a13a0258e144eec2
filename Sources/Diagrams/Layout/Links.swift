import Tracing

/// Finds the links from marks to the marks of the events that resulted from theirs.
struct Links {
  private(set) var links: [DiagramLayout.Link] = []

  /// The maximum number of causes of an event that are followed.
  private static let mostCauses = 64

  private let trace: Trace
  private let selection: StageSelection
  /// The row and the mark of each event that has one.
  private var places: [Int: (row: Int, mark: Int)] = [:]
  /// For events without marks, their causes that have marks.
  private var known: [Int: [Int]] = [:]

  init(_ trace: Trace, selection: StageSelection, rows: [DiagramRow]) {
    self.trace = trace
    self.selection = selection
    for (row, content) in rows.map(\.content).enumerated() {
      for (mark, events) in content.marks.map(\.events).enumerated() {
        for event in events { places[event] = (row, mark) }
      }
    }
    followHiddenStages()
    for (row, content) in rows.map(\.content).enumerated() {
      for (mark, events) in content.marks.map(\.events).enumerated() {
        link(events, inRow: row, mark: mark)
      }
    }
  }

  /// For each event of a stage without a row, finds the events with marks that it came from.
  private mutating func followHiddenStages() {
    for (number, event) in trace.events.enumerated() {
      guard selection.rowOfStage.indices.contains(event.stage),
        selection.rowOfStage[event.stage] == nil
      else { continue }
      known[number] = causes(of: number)
    }
  }

  /// Returns the nearest events with marks that an event came from.
  private func causes(of number: Int) -> [Int] {
    var causes: [Int] = []
    var found: Set<Int> = []
    for cause in trace.events[number].causes.prefix(Self.mostCauses)
    where cause >= 0 && cause < number {
      let nearest = places[cause] != nil ? [cause] : known[cause] ?? []
      for event in nearest where causes.count < Self.mostCauses && found.insert(event).inserted {
        causes.append(event)
      }
    }
    return causes
  }

  private mutating func link(_ events: [Int], inRow row: Int, mark: Int) {
    var marks: [DiagramLayout.Link] = []
    var found: Set<DiagramLayout.Link> = []
    for event in events.prefix(Self.mostCauses) {
      for cause in causes(of: event) {
        guard let place = places[cause], place.row < row else { continue }
        let link = DiagramLayout.Link(
          fromRow: place.row, fromMark: place.mark, toRow: row, toMark: mark)
        if found.insert(link).inserted { marks.append(link) }
      }
    }
    links += marks
  }
}
