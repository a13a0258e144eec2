/// One sweep in the picture.
struct GrowthPanel {
  let sweep: Sweep
  let lines: [MeasuredLine]
}

/// Draws sweeps as SVG, on light and on dark pages.
struct GrowthPicture {
  let panels: [GrowthPanel]

  private static let columns = 3
  private static let width = 300
  private static let height = 240

  var text: String {
    let rows = (panels.count + Self.columns - 1) / Self.columns
    let (width, height) = (Self.columns * Self.width, rows * Self.height)
    let drawn = panels.enumerated().map { index, panel in
      let left = index % Self.columns * Self.width
      let top = index / Self.columns * Self.height
      let plot = GrowthPlot(panel: panel, width: Self.width, height: Self.height)
      return #"<g transform="translate(\#(left) \#(top))">"# + "\n\(plot.text)\n</g>"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      width="\(width)" height="\(height)" role="img" aria-label="Cost as things grow">
      <style>
      \(Self.style)
      </style>
      \(drawn.joined(separator: "\n"))
      </svg>
      """
  }

  private static let style = """
    text { font: 11px system-ui, sans-serif; fill: #57606a; }
    .title { font-weight: 600; font-size: 12px; fill: #24292f; }
    .end { text-anchor: end; }
    .middle { text-anchor: middle; }
    .grid { stroke: #d0d7de; stroke-width: 0.5; fill: none; }
    .guide { stroke: #8c959f; stroke-width: 1; stroke-dasharray: 2 4; fill: none; }
    .line { stroke-width: 1.75; fill: none; stroke-linejoin: round; }
    .s0 { stroke: #0969da; fill: #0969da; } .s1 { stroke: #bf8700; fill: #bf8700; }
    .s2 { stroke: #1a7f37; fill: #1a7f37; } .s3 { stroke: #8250df; fill: #8250df; }
    .line { fill: none; }
    .label { stroke: none; }
    @media (prefers-color-scheme: dark) {
      text { fill: #8d96a0; }
      .title { fill: #e6edf3; }
      .grid { stroke: #3d444d; }
      .guide { stroke: #6e7681; }
      .s0 { stroke: #58a6ff; fill: #58a6ff; } .s1 { stroke: #d29922; fill: #d29922; }
      .s2 { stroke: #3fb950; fill: #3fb950; } .s3 { stroke: #bc8cff; fill: #bc8cff; }
      .line { fill: none; }
      .label { stroke: none; }
    }
    """
}

/// Draws one sweep: its lines on a grid of powers of ten, with a guide that shows what linear is.
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
        + label(across.start - 6, place + 4, "end", DecadeScale.name(ofPower: decade))
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

  /// The names of the lines in their colours, if there is more than one.
  private var legend: [String] {
    var left = across.start
    return panel.lines.enumerated().filter { !$1.name.isEmpty }.map { index, line in
      defer { left += Double(line.name.count) * 6 + 12 }
      return label(left, up.start + 33, "label s\(index)", line.name)
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
