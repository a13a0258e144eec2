/// Names that people know from other languages and tools, each with a hint about what to write
/// instead.
///
/// A table is data: a row contains a hint and the names that lead to it, separated by spaces. The
/// spelling of a name does not matter: `group_by`, `groupBy` and `GROUPBY` are the same name.
package struct ForeignNames: Sendable {
  /// The hint for some names.
  package struct Row: Sendable {
    package let names: [String]
    /// The hint, as the end of a message: "write 'x.size()'".
    package let wayOut: String
    /// Our name with the same meaning, if there is one.
    package let meaning: String?

    package init(_ names: String, _ wayOut: String, meaning: String? = nil) {
      self.names = names.split(separator: " ").map(String.init)
      self.wayOut = wayOut
      self.meaning = meaning
    }

    /// Returns a row of names for something that has a different name here.
    package static func called(_ meaning: String, _ names: String) -> Row {
      Row(names, "it is called '\(meaning)' here", meaning: meaning)
    }
  }

  package let rows: [Row]
  private let rowsByName: [String: Int]

  /// Creates a table. If a name is in two rows, the first row counts.
  package init(_ rows: [Row]) {
    self.rows = rows
    rowsByName = Dictionary(
      rows.enumerated().flatMap { index, row in row.names.map { (Self.folded($0), index) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The row of a name; nil if the name is not in the table.
  package subscript(name: String) -> Row? {
    // No table contains longer names, and folding them would be wasteful.
    guard name.utf8.count <= 64 else { return nil }
    return rowsByName[Self.folded(name)].map { rows[$0] }
  }

  /// Returns the name without the differences between spellings.
  package static func folded(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
  }
}
