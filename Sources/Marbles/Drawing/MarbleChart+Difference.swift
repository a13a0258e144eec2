extension MarbleChart {
  /// Draws the expected timeline above the actual one, on one axis, with a caret below the first
  /// difference and a line that describes it in words.
  ///
  /// If both together are not legible, only the part around the first difference is drawn.
  public func difference<Output: Equatable>(
    expected: Timeline<Output>, actual: Timeline<Output>, text: (Output) -> String
  ) -> String {
    guard let difference = TimelineDifference(expected: expected, actual: actual) else {
      return picture(of: [("expected", expected), ("actual", actual)], text: text)
        + "\nno difference"
    }
    var drawing: Drawing?
    var window = 0..<0
    // If there are more events than columns, they cannot all be legible.
    let reaches = [Int.max, 40, 20, 10, 5, 2].drop { $0 == .max && difference.count > 2 * width }
    for reach in reaches {
      window = difference.window(reach)
      let lanes = difference.lanes(in: window, limit: width, text: text)
      let start = window.lowerBound > 0 ? difference.earliest(window.lowerBound) : nil
      let drawn = self.drawing(
        of: lanes, start: start, apart: difference.instants, told: difference.times)
      drawing = drawn
      if drawn.crowdedCount == 0 { break }
    }
    guard let drawing else { return "" }
    var lines = drawing.rows
    let column = caretColumn(difference, in: window, drawing)
    var caret = ChartRow()
    caret.put("^", at: drawing.margin + column)
    lines.append(caret.text)
    lines.append(contentsOf: drawing.list)
    lines.append(contentsOf: omitted(difference, window))
    lines.append(difference.message(drawing.time, limit: width, text: text))
    return lines.joined(separator: "\n")
  }

  /// Returns the column below the symbol of the event, even in a group, unless its instant shares a
  /// column with others.
  private func caretColumn<Output>(
    _ difference: TimelineDifference<Output>, in window: Range<Int>, _ drawing: Drawing
  ) -> Int {
    let column = drawing.axis.column(of: difference.time)
    let symbols = drawing.lanes.flatMap(\.symbols).filter { $0.column == column }.map(\.text)
    if symbols.contains(where: { $0.contains("*") }) { return column }
    return column + difference.offset(in: window)
  }

  private func omitted<Output>(
    _ difference: TimelineDifference<Output>, _ window: Range<Int>
  ) -> [String] {
    let before = window.lowerBound
    let expected = max(0, difference.expected.events.count - window.upperBound)
    let actual = max(0, difference.actual.events.count - window.upperBound)
    return (before > 0 ? ["not drawn: \(before) equal before"] : [])
      + (expected + actual > 0 ? ["not drawn: \(expected) expected after, \(actual) actual"] : [])
  }
}
