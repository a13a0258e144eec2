import Platform

/// Draws one sweep: its lines on a grid of powers of ten, with a guide that shows linear growth.
struct GrowthPlot {
  private let panel: GrowthPanel
  private let across: DecadeScale
  private let up: DecadeScale

  init(panel: GrowthPanel, width: Int, height: Int) {
    self.panel = panel
    let points = panel.lines.flatMap(\.points)
    across = DecadeScale(points.map { Double($0.size) }, from: 52, to: Double(width) - 18)
    up = DecadeScale(
      points.map(\.nanoseconds), from: Double(height) - 42, to: 36, decadesAtLeast: 2)
  }

  var text: String {
    ([title] + grid + [guide] + panel.lines.indices.map(line) + legend).joined(separator: "\n")
  }

  private var title: String {
    label(across.start, 20, "title", "\(panel.sweep.axis): \(panel.sweep.cost)")
  }

  private var grid: [String] {
    let columns = across.decades.map { decade -> String in
      let place = across.place(ofPower: decade)
      return path("grid", [(place, up.start), (place, up.end)])
        + label(place, up.start + 15, "middle", DecadeScale.name(ofPower: decade))
    }
    let rows = up.decades.map { decade -> String in
      let place = up.place(ofPower: decade)
      return path("grid", [(across.start, place), (across.end, place)])
        + label(across.start - 6, place + 4, "end", DecadeScale.duration(ofPower: decade))
    }
    return columns + rows
  }

  /// Linear growth, as far as it fits.
  private var guide: String {
    let decades = min(across.span, up.span)
    return path(
      "guide",
      [
        (across.start, up.start),
        (across.place(across.first + decades), up.place(up.first + decades)),
      ])
  }

  private func line(_ index: Int) -> String {
    let points = panel.lines[index].points.map {
      (
        across.place(decimalLogarithm(Double($0.size))),
        up.place(decimalLogarithm($0.nanoseconds))
      )
    }
    let dots = points.map {
      #"<circle class="s\#(index)" cx="\#(rounded($0))" cy="\#(rounded($1))" r="2.5"/>"#
    }
    return path("line s\(index)", points) + dots.joined()
  }

  /// The lines in their colors: their names, and their slopes if there is room.
  private var legend: [String] {
    var left = across.start
    return panel.lines.enumerated().map { index, line in
      let text = panel.lines.count > 2 ? line.name : "\(line.name) \(rounded(line.slope))"
      defer { left += Double(text.count) * 6.5 + 10 }
      return label(left, up.start + 33, "label s\(index)", text)
    }
  }

  private func path(_ style: String, _ points: [(Double, Double)]) -> String {
    let places = points.map { "\(rounded($0)) \(rounded($1))" }.joined(separator: "L")
    return #"<path class="\#(style)" d="M\#(places)"/>"#
  }

  private func label(_ x: Double, _ y: Double, _ style: String, _ text: String) -> String {
    #"<text class="\#(style)" x="\#(rounded(x))" y="\#(rounded(y))">\#(text)</text>"#
  }
}
