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
