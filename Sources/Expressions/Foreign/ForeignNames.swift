/// Names that people know from other languages and tools, each with what to write here instead.
///
/// A table is data: a row is a way out and the names that lead to it, apart by spaces. How a name is
/// spelt makes no difference: `group_by`, `groupBy` and `GROUPBY` are one name.
package struct ForeignNames: Sendable {
  /// What to write instead of some names.
  package struct Row: Sendable {
    package let names: [String]
    /// The way out, as the end of a message: "write 'x.size()'".
    package let wayOut: String
    /// The one name of ours that is meant, if there is one.
    package let meaning: String?

    package init(_ names: String, _ wayOut: String, meaning: String? = nil) {
      self.names = names.split(separator: " ").map(String.init)
      self.wayOut = wayOut
      self.meaning = meaning
    }

    /// Names of what exists here under another one.
    package static func called(_ meaning: String, _ names: String) -> Row {
      Row(names, "it is called '\(meaning)' here", meaning: meaning)
    }
  }

  package let rows: [Row]
  private let rowsByName: [String: Int]

  /// Of a name in two rows the first counts.
  package init(_ rows: [Row]) {
    self.rows = rows
    rowsByName = Dictionary(
      rows.enumerated().flatMap { index, row in row.names.map { (Self.folded($0), index) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// What is known of a name; nil if it is none of the table's.
  package subscript(name: String) -> Row? {
    // Longer ones are in no table, and would be folded for nothing.
    guard name.utf8.count <= 64 else { return nil }
    return rowsByName[Self.folded(name)].map { rows[$0] }
  }

  /// The name without what spellings differ in.
  package static func folded(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
  }
}
