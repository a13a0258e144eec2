package import Reactive
import Values

/// The rows of a sweep as a table, for people and for programs.
package struct SweepTable {
  package let sweep: Sweep
  package let rows: [SweepRow]
  /// Returns an instant as text.
  package let time: (Instant) -> String

  package init(_ sweep: Sweep, _ rows: [SweepRow], time: @escaping (Instant) -> String) {
    (self.sweep, self.rows, self.time) = (sweep, rows, time)
  }

  /// The heads of the columns.
  private var heads: [String] {
    sweep.parameters.map(\.name) + ["events", "first", "last"] + sweep.measures.map(\.name)
  }

  private func cells(of row: SweepRow) -> [String] {
    row.values + ["\(row.events)", row.first.map(time) ?? "", row.last.map(time) ?? ""]
      + row.measures.map(Self.text)
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .null: ""
    case .string(let text): text.string
    default: value.description
    }
  }

  /// The table for a terminal: numbers to the right.
  package var text: String {
    let table = [heads] + rows.map { cells(of: $0).map(\.onOneLine) }
    let widths = heads.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    let lines = table.enumerated().map { index, row in
      let cells = row.enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: widths[column] - cell.count)
        return column < sweep.parameters.count ? cell + blanks : blanks + cell
      }
      let line = cells.joined(separator: "  ")
      let failure = index == 0 ? nil : rows[index - 1].failure
      return String(line.reversed().drop { $0 == " " }.reversed())
        + (failure.map { "  \($0.onOneLine)" } ?? "")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The table as CSV, with the column `failure` at the end if there is any.
  package var csv: String {
    let fails = rows.contains { $0.failure != nil }
    let table =
      [heads + (fails ? ["failure"] : [])]
      + rows.map { cells(of: $0) + (fails ? [$0.failure ?? ""] : []) }
    return table.map { $0.map(Self.field).joined(separator: ",") }.joined(separator: "\n") + "\n"
  }

  private static func field(_ text: String) -> String {
    guard text.contains(where: { ",\"\n\r".contains($0) }) else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }

  /// The rows as objects, each of which has the parameters, `events`, `first`, `last`, and the
  /// measures. Times are seconds.
  package var json: String {
    rows.map { "\(Self.value(of: $0, in: sweep))\n" }.joined()
  }

  /// The object of a row, which is also what `--minimize` and the like read as `$0`.
  static func value(of row: SweepRow, in sweep: Sweep) -> Value {
    var members = Swift.zip(sweep.parameters, row.values).map { parameter, text in
      Member(key: Text(parameter.name), value: .string(Text(text)))
    }
    func seconds(_ instant: Instant?) -> Value {
      instant.map { .double(Double($0.nanoseconds) / 1e9) } ?? .null
    }
    members += [
      Member(key: "events", value: .int(Int64(row.events))),
      Member(key: "first", value: seconds(row.first)),
      Member(key: "last", value: seconds(row.last)),
    ]
    members += Swift.zip(sweep.measures, row.measures).map { measure, value in
      Member(key: Text(measure.name), value: value)
    }
    if let failure = row.failure {
      members.append(Member(key: "failure", value: .string(Text(failure))))
    }
    return .object(Object(members))
  }
}
