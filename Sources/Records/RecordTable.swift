import Expressions
import Values

/// The layout of a table of records.
public struct RecordTable: Hashable, Sendable {
  /// The origin of the names of columns.
  public enum Header: Hashable, Sendable {
    /// The first row.
    case firstRow
    /// The columns have no names, and are called `c1`, `c2` and so on, as many as the first row
    /// has.
    case none
    /// The given names; every row is a record.
    case names([String])
  }

  /// The type of the cells of a column. A record is bad if a cell does not have the type. An empty
  /// cell is null, except in a column of strings.
  public enum CellType: String, Hashable, Sendable, CaseIterable {
    /// The text of the cell.
    case string
    /// A whole number of 64 bits.
    case int
    /// A number, read as a double.
    case double
    /// `true` or `false`.
    case bool
  }

  /// The types of cells.
  public enum Types: Hashable, Sendable {
    /// A cell that is a JSON number or a JSON Boolean has that value; any other cell is a string.
    case guessed
    /// All columns have this type.
    case all(CellType)
    /// Some columns have types; the others are guessed.
    case columns([String: CellType])
  }

  /// The character between two cells.
  public let delimiter: Unicode.Scalar
  /// The origin of the names of columns.
  public let header: Header
  /// The types of cells.
  public let types: Types

  /// Creates a layout. The delimiter must be one that `isDelimiter` accepts.
  public init(
    delimiter: Unicode.Scalar = ",", header: Header = .firstRow, types: Types = .guessed
  ) {
    precondition(Self.isDelimiter(delimiter), "a table cannot have this delimiter")
    self.delimiter = delimiter
    self.header = header
    self.types = types
  }

  /// Whether a character can be a delimiter: an ASCII character that cannot be part of a number, a
  /// word, a quote or a line break.
  public static func isDelimiter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\0", "\n", "\r", "\"", ".", "+", "-", "0"..."9", "a"..."z", "A"..."Z": false
    default: scalar.isASCII
    }
  }

  var separator: UInt8 { UInt8(truncatingIfNeeded: delimiter.value) }

  /// Returns the type of each column, with nil for a guessed one; nil if all of them are guessed.
  func cellTypes(of columns: [Text]) -> [CellType?]? {
    switch types {
    case .guessed: nil
    case .all(let type): columns.map { _ in type }
    case .columns(let types): columns.map { types[$0.string] }
    }
  }
}

extension RecordTable {
  /// Returns the mistake of a type for a column that the table does not have; nil if there is none.
  func missingColumn(in columns: [Text]) -> String? {
    guard case .columns(let types) = types else { return nil }
    let names = columns.map(\.string)
    guard let missing = types.keys.sorted().first(where: { !names.contains($0) }) else {
      return nil
    }
    let hint = Suggestion.hint(for: missing, among: names) ?? Suggestion.list(of: names)
    return "'types' names the column '\(missing.abbreviated)', which does not exist; \(hint)"
  }
}

extension RecordTable.CellType {
  /// The type with its article, for messages.
  var phrase: String {
    switch self {
    case .string: "a string"
    case .int: "a whole number of 64 bits"
    case .double: "a number"
    case .bool: "true or false"
    }
  }
}
