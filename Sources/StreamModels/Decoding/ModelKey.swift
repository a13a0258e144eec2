import Expressions
import Values

/// The keys of one kind of object in a stream file.
protocol ObjectKey: CaseIterable, RawRepresentable<Int>, Hashable {
  /// The name of an object with these keys, with its article, for messages.
  static var owner: String { get }
  /// The keys as they are spelled in files, in the order of their raw values.
  static var names: [String] { get }
  /// The same names in a table, for parsing.
  static var table: KeyTable { get }
  /// The names that other tools use for these keys; nil if there are none worth a hint.
  static var foreignNames: ForeignNames? { get }
}

extension ObjectKey {
  static var foreignNames: ForeignNames? { nil }
}

/// The keys of a stream model.
package enum ModelKey: Int, ObjectKey {
  case stream, sequence, append, merge, zip, combineLatest, from, marbles, cron, input
  case operators, parameters, definitions, outputs, expect, tests
  case format, id, name, description, latest, isDefault
  case values, frame, error, hot
  case zone, twice, initial
  case time, unit, origin, late, every, end, malformed, require, priority, path, records
  case with, inputs

  static let owner = "a stream model"
  static let names = allCases.map { "\($0)" }
  static let table = KeyTable(names.map { Text($0) })
  static var foreignNames: ForeignNames? { .modelKeys }
}

extension ModelKey {
  /// The keys of the sources; a model has exactly one of them.
  package static let sources: [ModelKey] = SourceSpec.all.map(\.key)

  /// For each key, the source that it belongs to; nil for a key of the model itself.
  private static let sourcesByKey: [ModelKey?] = allCases.map { key in
    SourceSpec.all.first { $0.key == key || $0.details.contains { $0.key == key } }?.key
  }

  /// Whether the key is that of a source, or of a detail of one.
  var belongsToSource: Bool { Self.sourcesByKey[rawValue] != nil }

  /// The source of which the key is a detail; nil if it is not a detail.
  var detailedSource: ModelKey? {
    guard let source = Self.sourcesByKey[rawValue], source != self else { return nil }
    return source
  }

  package var name: String { Self.names[rawValue] }
}

/// The keys of the object for reordering records.
package enum LatenessKey: Int, ObjectKey {
  case output, reorder, then

  static let owner = "'late'"
  static let names = allCases.map { "\($0)" }
  static let table = KeyTable(names.map { Text($0) })
}

/// The keys of an item of a `stream`.
package enum ItemKey: Int, ObjectKey {
  case value, operators

  static let owner = "an item"
  static let names = allCases.map { "\($0)" }
  static let table = KeyTable(names.map { Text($0) })
}

/// The keys of the object that declares a parameter.
package enum ParameterKey: Int, ObjectKey {
  case value, type, minimum, maximum, oneOf, description

  static let owner = "a parameter"
  package static let names = allCases.map { "\($0)" }
  static let table = KeyTable(names.map { Text($0) })
}
