import Marbles
import Pipelines
import Values

/// The diagram below the lines on a terminal, if it shows the events at a glance.
struct Picture {
  /// The maximum number of events. There is no picture for more.
  private static let eventLimit = 1000
  /// The maximum width in columns, however wide the terminal is.
  private static let widthLimit = 100
  /// The maximum height in lines. A higher picture cannot be taken in at a glance.
  private static let heightLimit = 16

  private let label: String
  private let width: Int
  private let times: EventTimes
  private var events: [Timeline<Value>.Event] = []
  private var hasRoom = true

  /// - Parameter columns: The width of the terminal, if it is known.
  init(of file: String, columns: Int?, times: EventTimes) {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    label = file == "-" ? "stdin" : name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    width = min(columns ?? 80, Self.widthLimit)
    self.times = times
  }

  mutating func add(_ event: Timeline<Value>.Event) {
    guard hasRoom else { return }
    hasRoom = events.count < Self.eventLimit
    if hasRoom { events.append(event) } else { events = [] }
  }

  /// The picture; nil if it would not fit, or if there are fewer than two events.
  var text: String? {
    guard hasRoom, events.count > 1 else { return nil }
    let chart = MarbleChart(width: width, dates: times.dates)
    let picture = chart.picture(of: [(label, Timeline(events))]) { $0.symbol }
    let lines = picture.split(separator: "\n", omittingEmptySubsequences: false)
    let fits = lines.count <= Self.heightLimit && lines.allSatisfy { $0.count <= width }
    return fits ? picture : nil
  }
}
