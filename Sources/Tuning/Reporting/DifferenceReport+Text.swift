extension DifferenceReport {
  /// Returns the report for a terminal.
  ///
  /// - Parameters:
  ///   - width: The width of the picture in columns.
  ///   - paint: Returns a line in the color of a kind of change, or of none.
  package func text(
    width: Int, isASCII: Bool = false,
    paint: (EventChange.Kind?, String) -> String = { $1 }
  ) -> String {
    var lines = [paint(nil, summary)]
    let changed = difference.touched
    if difference.outputs.count > 1 || changed.contains(where: { !$0.name.isEmpty }) {
      lines += ["", contentsOfTable].flatMap { $0.isEmpty ? [""] : [$0] }
    }
    for output in changed {
      lines += [""] + self.lines(of: output, paint)
      let picture = picture(of: output, width: width, isASCII: isASCII)
      if !picture.isEmpty { lines += [""] + Self.lines(picture) }
    }
    if let firstSentence { lines += ["", paint(nil, firstSentence)] }
    if let reasons {
      lines += ["in \(names.old):"] + reasons.old.map { "  \($0)" }
      lines += ["in \(names.new):"] + reasons.new.map { "  \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A table of the outputs, with the numbers of their values.
  private var contentsOfTable: String {
    let rows = difference.outputs.map { output in
      [label(of: output.name)]
        + ["\(output.oldCount)", "\(output.newCount)", "\(output.sameCount)"]
        + EventChange.Kind.allCases.map { "\(output.changes($0).count)" }
    }
    let head = ["output", "old", "new", "same"] + EventChange.Kind.allCases.map(\.rawValue)
    let table = [head] + rows
    let widths = head.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    return table.map { row in
      row.enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + blanks : blanks + cell
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  /// Returns the lines for a screen that shows the playback itself: the numbers, and the changes.
  package func changeLines(paint: (EventChange.Kind?, String) -> String) -> [String] {
    [summary] + difference.touched.flatMap { lines(of: $0, paint) }
  }

  private func lines(
    of output: Difference.Output, _ paint: (EventChange.Kind?, String) -> String
  ) -> [String] {
    var lines: [String] = []
    if difference.outputs.count > 1 { lines.append(paint(nil, "\(label(of: output.name)):")) }
    for kind in EventChange.Kind.allCases {
      let changes = output.changes(kind)
      lines += changes.first.map { paint(kind, "  \(kind.sign) \(phrase(of: $0))") }
      let more = changes.count - changes.first.count
      if more > 0 { lines.append("    … and \(more) more \(kind.rawValue)") }
      if let worst = changes.worst, worst != changes.first.first {
        lines.append("    the greatest: \(phrase(of: worst))")
      }
    }
    if let end = endSentence(of: output) { lines.append("  the ends differ: \(end)") }
    if output.isCut {
      lines.append(
        "  more events had no partner than are stored, so some were paired early; '--within' with less "
          + "time helps")
    }
    return lines
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .reversed().drop { $0.isEmpty }.reversed()
  }
}

extension EventChange.Kind {
  /// The sign of its lines.
  var sign: String {
    switch self {
    case .came: "+"
    case .went: "-"
    case .moved: ">"
    case .changed: "~"
    }
  }
}
