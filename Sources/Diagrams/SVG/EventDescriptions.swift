import Marbles
import Reactive
import Tracing
import Values

/// Events in words, for titles.
struct EventDescriptions {
  /// The columns of the longest value, and the number of events that a title names.
  private static let longestValue = 200
  private static let mostEvents = 5

  private let trace: Trace
  private let time: ChartTime
  /// The first end of each event.
  private var ends: [Int: Int] = [:]

  init(_ trace: Trace, time: ChartTime) {
    self.trace = trace
    self.time = time
    for (index, end) in trace.ends.enumerated() where ends[end.event] == nil {
      ends[end.event] = index
    }
  }

  /// `3 rows, 4 sources; 12 values from 0s to 10s`
  func summary(of layout: DiagramLayout) -> String {
    let rows = layout.rows.map { row in
      "\(row.title.text): \(count(of: row))"
    }
    let axis = "From \(time.text(layout.axis.start)) to \(time.text(layout.axis.end))."
    return rows.joined(separator: "; ") + ". " + axis
  }

  private func count(of row: DiagramRow) -> String {
    if case .bars(let bars) = row.content { return bars.summary }
    let count = row.content.marks.reduce(0) { $0 + $1.events.count }
    return count == 1 ? "1 value" : "\(count) values"
  }

  /// `debounce 2, pipe.json:12:7: 3 values`
  func title(of row: DiagramRow) -> String {
    let place = trace.stages[row.stage].place.map { ", \($0)" } ?? ""
    return "\(row.title.text)\(place): \(count(of: row))"
  }

  /// Returns the values of a mark, with the events they came from, and where they ended.
  func text(of mark: DiagramRow.Mark) -> String {
    var lines = mark.events.prefix(Self.mostEvents).map(text(of:))
    if mark.events.count > Self.mostEvents {
      lines.append("and \(mark.events.count - Self.mostEvents) more")
    }
    return lines.joined(separator: "\n")
  }

  private func text(of number: Int) -> String {
    let event = trace.events[number]
    var text = "\(value(of: event)) at \(time.text(event.instant.nanoseconds))"
    if let record = event.record {
      text += ", \(record.source.isEmpty ? record.input : record.source):\(record.line)"
    }
    let causes = event.causes.filter { $0 >= 0 && $0 < number }
    if !causes.isEmpty {
      let named = causes.prefix(3).map { cause in
        let event = trace.events[cause]
        return "\(value(of: event)) at \(time.text(event.instant.nanoseconds))"
      }
      let more = causes.count > 3 ? " and \(causes.count - 3) more" : ""
      text += ", because of \(named.joined(separator: ", "))\(more)"
    }
    if let index = ends[number] { text += "; \(Self.line(trace.ends[index].text))" }
    return text
  }

  private func value(of event: Trace.Event) -> String {
    switch event.kind {
    case .value(let value): ValueLabel.text(of: value, limit: Self.longestValue)
    case .finished: "the end"
    case .failure(let message): Self.line(message.isEmpty ? "a failure" : "failure '\(message)'")
    }
  }

  func text(of completion: DiagramRow.Completion) -> String {
    let event = trace.events[completion.event]
    let instant = time.text(event.instant.nanoseconds)
    guard let message = completion.failure else { return "completed at \(instant)" }
    return message.isEmpty
      ? "failed at \(instant)" : "failed at \(instant): \(Self.line(message))"
  }

  private static func line(_ text: String) -> String {
    ChartText.line(text, limit: longestValue)
  }
}
