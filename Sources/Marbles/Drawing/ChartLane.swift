import Reactive

/// One timeline of a picture, as texts at instants.
struct ChartLane {
  /// The maximum width of the text of a value. Longer texts are listed below the picture.
  private static let longestText = 16
  /// The maximum height of a stack. Higher ones are listed too.
  private static let highestStack = 5
  /// Characters with a meaning in the line. Values must not use them.
  private static let reserved: Set<String> = [
    "-", "|", "#", "(", ")", "/", "*", ">", " ", "…",
  ]

  let label: String
  private(set) var moments: [Moment] = []
  /// Whether it continues beyond the picture.
  private(set) var isOpen = true
  /// Whether all values fit into the line itself.
  var isInline = true

  /// All events at one instant.
  struct Moment {
    var time: Int64
    var texts: [String]
    /// `|`, `#` or empty.
    var end = ""
    /// The message of a failure.
    var message: String?

    var isGroup: Bool { texts.count + end.count > 1 }
    /// The number of columns that it takes up in the line.
    var signWidth: Int { texts.count + end.count + (isGroup ? 2 : 0) }
    /// The end in words.
    var endTexts: [String] {
      if end.isEmpty { return [] }
      guard let message else { return ["finished"] }
      return [message.isEmpty ? "failure" : "failure: \(message)"]
    }
    var isShort: Bool {
      texts.count <= ChartLane.highestStack
        && texts.allSatisfy { ChartText.width($0) <= ChartLane.longestText }
    }
  }

  init<Output>(
    label: String, timeline: Timeline<Output>, limit: Int, text: (Output) -> String
  ) {
    self.label = ChartText.line(label, limit: 20)
    for event in timeline.events {
      let time = event.instant.nanoseconds
      if moments.last?.time != time { moments.append(Moment(time: time, texts: [])) }
      let last = moments.count - 1
      switch event.kind {
      case .value(let value):
        let text = ChartText.line(text(value), limit: limit)
        moments[last].texts.append(text)
        isInline =
          isInline && text.count == 1 && ChartText.width(text) == 1 && !Self.reserved.contains(text)
      case .finished:
        moments[last].end = "|"
        isOpen = false
      case .failure(let message):
        moments[last].end = "#"
        moments[last].message = ChartText.line(message, limit: limit)
        isOpen = false
      }
    }
  }

  /// Returns the text of a moment in the line.
  private func symbol(_ moment: Moment) -> String {
    let values =
      isInline ? moment.texts.joined() : String(repeating: "o", count: moment.texts.count)
    return moment.isGroup ? "(\(values)\(moment.end))" : values + moment.end
  }

  /// The parts of a lane that have a place on an axis, and those that do not.
  struct Drawing {
    /// The texts in the line.
    var symbols: [(column: Int, text: String)] = []
    /// The texts above the line; the last text of a stack is next to the line.
    var stacks: [(column: Int, texts: [String])] = []
    /// The texts below the picture.
    var listed: [(time: Int64, texts: [String])] = []
    /// A penalty for what another scale might have shown: 1 for a listed text, 2 for an instant.
    var crowdedCount = 0

    var height: Int { stacks.map(\.texts.count).max() ?? 0 }
    var width: Int { symbols.last.map { $0.column + $0.text.count } ?? 0 }
  }

  func drawing(on axis: ChartAxis, room: Int) -> Drawing {
    var drawing = Drawing()
    var index = 0
    while index < moments.count {
      let column = axis.column(of: moments[index].time)
      var next = index + 1
      while next < moments.count, axis.column(of: moments[next].time) == column { next += 1 }
      let following = next < moments.count ? axis.column(of: moments[next].time) : Int.max
      let limits = (symbol: axis.breakColumn(after: column), text: min(following, room))
      draw(moments[index..<next], at: column, before: limits, in: &drawing)
      index = next
    }
    return drawing
  }

  /// Draws the events at one column. Several moments there become one `*`.
  private func draw(
    _ moments: ArraySlice<Moment>, at column: Int, before limits: (symbol: Int, text: Int),
    in drawing: inout Drawing
  ) {
    guard let moment = moments.first, let last = moments.last else { return }
    let limit = min(limits.symbol, limits.text)
    if moments.count > 1 || (moment.isGroup && column + moment.signWidth > limit) {
      let isEnd = !last.end.isEmpty && column + 4 <= limit
      drawing.symbols.append((column, isEnd ? "(*\(last.end))" : "*"))
      drawing.listed += moments.map { ($0.time, $0.texts + $0.endTexts) }
      drawing.crowdedCount += 2 * moments.count
      return
    }
    drawing.symbols.append((column, symbol(moment)))
    var listed = moment.message == nil ? [] : moment.endTexts
    if !isInline, !moment.texts.isEmpty {
      let width = moment.texts.map(ChartText.width).max() ?? 0
      if moment.isShort, column + width < limits.text {
        drawing.stacks.append((column, moment.texts))
      } else {
        listed = moment.texts + listed
        drawing.crowdedCount += moment.isShort ? 1 : 0
      }
    }
    if !listed.isEmpty { drawing.listed.append((moment.time, listed)) }
  }
}
