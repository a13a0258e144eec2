import Values

/// A picture of a sweep: a line over the values of one parameter, or a map of colors over those of
/// two.
package struct SweepPlot {
  private let sweep: Sweep
  private let rows: [SweepRow]
  /// The column that is drawn: the first measure, or the number of events.
  private let title: String
  private let numbers: [Double?]

  private static let (width, height) = (720.0, 420.0)
  private static let (left, right, top, bottom) = (80.0, 24.0, 48.0, 56.0)

  /// Creates a picture; nil if one or two parameters are not what the sweep varies.
  package init?(_ sweep: Sweep, _ rows: [SweepRow]) {
    guard (1...2).contains(sweep.parameters.count) else { return nil }
    (self.sweep, self.rows) = (sweep, rows)
    title = sweep.measures.first?.name ?? "events"
    numbers = rows.map { row in
      guard row.failure == nil else { return nil }
      return sweep.measures.isEmpty ? Double(row.events) : row.measures.first?.plotted
    }
  }

  /// The picture as SVG.
  package var svg: String {
    let parts = sweep.parameters.count == 1 ? line : map
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" \
      font-family="system-ui, sans-serif" font-size="12" role="img">
      <title>\(Self.escaped("\(title) by \(sweep.parameters.map(\.name).joined(separator: " and "))"))</title>
      <rect width="100%" height="100%" fill="#ffffff"/>
      \(parts.joined(separator: "\n"))
      </svg>

      """
  }

  private var bounds: (low: Double, high: Double) {
    let known = numbers.compactMap(\.self)
    let (low, high) = (min(known.min() ?? 0, 0), known.max() ?? 1)
    return low == high ? (low, low + 1) : (low, high)
  }

  private func x(_ index: Int, of count: Int) -> Double {
    let span = Self.width - Self.left - Self.right
    return Self.left + (count == 1 ? span / 2 : span * Double(index) / Double(count - 1))
  }

  private func y(_ number: Double) -> Double {
    let (low, high) = bounds
    let span = Self.height - Self.top - Self.bottom
    return Self.top + span * (1 - (number - low) / (high - low))
  }

  // MARK: - A line

  private var line: [String] {
    let values = sweep.parameters[0].values
    let (low, high) = bounds
    var parts = [text(title, Self.left, Self.top - 20, weight: "bold")]
    for step in 0...4 {
      let number = low + (high - low) * Double(step) / 4
      let place = y(number)
      parts.append(
        "<line x1=\"\(Self.left)\" x2=\"\(Self.width - Self.right)\" y1=\"\(place.short)\" "
          + "y2=\"\(place.short)\" stroke=\"#e3e3dd\"/>")
      parts.append(text(number.label, Self.left - 8, place + 4, anchor: "end", fill: "#555555"))
    }
    // Failed points leave a gap.
    var segments: [[String]] = [[]]
    for (index, number) in numbers.enumerated() {
      guard let number else {
        segments.append([])
        continue
      }
      segments[segments.count - 1].append("\(x(index, of: values.count).short),\(y(number).short)")
    }
    parts += segments.filter { $0.count > 1 }.map { points in
      "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"#2d5fc4\" "
        + "stroke-width=\"2\"/>"
    }
    let isDense = values.count > 40
    for (index, number) in numbers.enumerated() {
      guard let number else { continue }
      let label = Self.escaped("\(values[index]): \(number.label)")
      parts.append(
        "<circle cx=\"\(x(index, of: values.count).short)\" cy=\"\(y(number).short)\" "
          + "r=\"\(isDense ? 2 : 4)\" fill=\"#2d5fc4\"><title>\(label)</title></circle>")
    }
    return parts + labels(below: values, at: { x($0, of: values.count) }) + [name(of: 0)]
  }

  // MARK: - A map of colors

  private var map: [String] {
    let (rowsOf, columnsOf) = (sweep.parameters[0].values, sweep.parameters[1].values)
    let cell = (
      width: (Self.width - Self.left - Self.right) / Double(columnsOf.count),
      height: (Self.height - Self.top - Self.bottom) / Double(rowsOf.count)
    )
    let known = numbers.compactMap(\.self)
    let (low, high) = (known.min() ?? 0, known.max() ?? 1)
    var parts = [
      text("\(title): \(low.label) to \(high.label)", Self.left, Self.top - 20, weight: "bold")
    ]
    for (index, row) in rows.enumerated() {
      let (line, column) = row.number.quotientAndRemainder(dividingBy: columnsOf.count)
      let place = (
        x: Self.left + cell.width * Double(column), y: Self.top + cell.height * Double(line)
      )
      let number = numbers[index]
      let share = number.map { high == low ? 0.5 : ($0 - low) / (high - low) }
      let label = Self.escaped(
        "\(row.values.joined(separator: ", ")): \(number?.label ?? row.failure ?? "none")")
      parts.append(
        "<rect x=\"\(place.x.short)\" y=\"\(place.y.short)\" width=\"\(cell.width.short)\" "
          + "height=\"\(cell.height.short)\" fill=\"\(Self.color(share))\"><title>\(label)</title></rect>"
      )
      if let number, let share, cell.width >= 44, cell.height >= 18 {
        parts.append(
          text(
            number.label, place.x + cell.width / 2, place.y + cell.height / 2 + 4, anchor: "middle",
            fill: share > 0.55 ? "#ffffff" : "#222222"))
      }
    }
    let step = max(1, Int((16 / cell.height).rounded(.up)))
    for (line, value) in rowsOf.enumerated() where line % step == 0 {
      parts.append(
        text(
          value, Self.left - 8, Self.top + cell.height * (Double(line) + 0.5) + 4, anchor: "end",
          fill: "#555555"))
    }
    parts.append(text(sweep.parameters[0].name, 8, Self.top - 4, weight: "bold"))
    return parts
      + labels(below: columnsOf, at: { Self.left + cell.width * (Double($0) + 0.5) })
      + [name(of: 1)]
  }

  /// Returns a color between light and dark blue; gray for a point without a number.
  private static func color(_ share: Double?) -> String {
    guard let share else { return "#d0d0cc" }
    func mixed(_ light: Double, _ dark: Double) -> Int { Int(light + (dark - light) * share) }
    return "rgb(\(mixed(232, 20)),\(mixed(240, 58)),\(mixed(252, 130)))"
  }

  // MARK: - Parts

  private func labels(below values: [String], at place: (Int) -> Double) -> [String] {
    let widest = Double(values.map(\.count).max() ?? 1) * 7 + 8
    let room = (Self.width - Self.left - Self.right) / Double(max(values.count, 1))
    let step = max(1, Int((widest / room).rounded(.up)))
    return values.enumerated().filter { $0.offset % step == 0 }.map { index, value in
      text(value, place(index), Self.height - Self.bottom + 20, anchor: "middle", fill: "#555555")
    }
  }

  private func name(of parameter: Int) -> String {
    text(
      sweep.parameters[parameter].name, (Self.width + Self.left - Self.right) / 2, Self.height - 12,
      anchor: "middle", weight: "bold")
  }

  private func text(
    _ text: String, _ x: Double, _ y: Double, anchor: String = "start", fill: String = "#222222",
    weight: String = "normal"
  ) -> String {
    "<text x=\"\(x.short)\" y=\"\(y.short)\" text-anchor=\"\(anchor)\" fill=\"\(fill)\" "
      + "font-weight=\"\(weight)\">\(Self.escaped(text))</text>"
  }

  private static func escaped(_ text: String) -> String {
    text.onOneLine.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
  }
}

extension Value {
  /// The number that a picture shows; nil if the value is not one.
  fileprivate var plotted: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number) where number.isFinite: number
    default: nil
    }
  }
}

extension Double {
  /// The number with at most two decimals, for a place in a picture.
  fileprivate var short: String {
    let hundredths = (self * 100).rounded()
    return Value.double(hundredths / 100).description
  }

  /// The number with about three digits, for people.
  fileprivate var label: String {
    guard self != 0, isFinite else { return "0" }
    if self == rounded(), magnitude < 1e9 { return "\(Int64(self))" }
    var scale = 1.0
    while (magnitude * scale) < 100, scale < 1e9 { scale *= 10 }
    return Value.double((self * scale).rounded() / scale).description
  }
}
