/// Measures how costs grow, and prints or draws the result.
struct GrowthCampaign {
  static let command = "growth"

  enum Format: String, CaseIterable {
    case text, json, svg
  }

  private let chosen: [Sweep]
  private let sizes: [Int]?
  private let format: Format

  init(_ words: inout Words) throws {
    sizes = try words.takeSizes()
    format = try words.takeFormat()
    chosen = try words.chosen(of: Sweep.all, "sweep") { $0.name }
  }

  func run() throws {
    var panels: [GrowthPanel] = []
    for sweep in chosen {
      if format == .text { print("\(sweep.name): \(sweep.summary)") }
      let lines = try sweep.lines.map { line in
        let measured = try measure(line)
        report(measured, of: sweep)
        return measured
      }
      panels.append(GrowthPanel(sweep: sweep, lines: lines))
    }
    if format == .svg { print(GrowthPicture(panels: panels).text) }
  }

  private func measure(_ line: Sweep.Line) throws -> MeasuredLine {
    MeasuredLine(
      name: line.name, steepest: line.steepest,
      points: try (sizes ?? line.sizes).map { ($0, try line.cost($0)) })
  }

  private func report(_ line: MeasuredLine, of sweep: Sweep) {
    switch format {
    case .text:
      for point in line.points {
        show(Self.columns.row(["\(point.size)", rounded(point.nanoseconds)], line.name))
      }
      show(
        "  slope \(rounded(line.slope)), at the end \(rounded(line.slopeAtEnd)), "
          + "at most \(line.steepest)")
    case .json:
      for point in line.points {
        show(
          #"{"sweep":"\#(sweep.name)","line":"\#(line.name)","n":\#(point.size),"#
            + #""ns":\#(rounded(point.nanoseconds)),"slope":\#(rounded(line.slope)),"#
            + #""slope_at_end":\#(rounded(line.slopeAtEnd))}"#)
      }
    case .svg: break
    }
  }

  private static let columns = Columns([12, 16])
}
