import Expressions
import Records
import Values

extension RecordFormatReader {
  mutating func readTable(
    _ value: Value, _ known: [String], at place: DocumentPath
  ) -> RecordFormat? {
    let isTabbed = !known.contains("delimiter")
    guard
      let settings = settings(of: value, known, of: isTabbed ? "tsv" : "csv", at: place)
    else { return nil }
    let delimiter = settings["delimiter"].map {
      readDelimiter($0, at: place.appending("delimiter"))
    }
    let header = settings["header"].map { readHeader($0, at: place.appending("header")) }
    var types = RecordTable.Types.guessed
    if let value = settings["types"] {
      let place = place.appending("types")
      if case .object(let object) = value {
        types = .columns(readTypes(object, at: place, columns: header ?? .firstRow))
      } else if let type = readType(value, at: place) {
        types = .all(type)
      }
    }
    return .table(
      RecordTable(
        delimiter: delimiter ?? (isTabbed ? "\t" : ","), header: header ?? .firstRow,
        types: types))
  }

  private mutating func readDelimiter(_ value: Value, at place: DocumentPath) -> Unicode.Scalar {
    guard case .string(let text) = value else {
      report(
        code: .wrongType, "found \(value.written), expected a character in a string", at: place)
      return ","
    }
    let scalars = Array(text.string.unicodeScalars)
    if scalars.count == 1, RecordTable.isDelimiter(scalars[0]) { return scalars[0] }
    report(
      "found '\(text.string.abbreviated)' for 'delimiter', expected one ASCII character other than "
        + "a letter, a digit, a quote, a line break, '.', '+' and '-'",
      scalars.count > 1 ? #"read lines with a longer one by { "lines": "…" }"# : nil, at: place)
    return ","
  }

  private mutating func readHeader(
    _ value: Value, at place: DocumentPath
  ) -> RecordTable.Header {
    switch value {
    case .bool(let isFirst): return isFirst ? .firstRow : .none
    case .array(let elements):
      var names: [String] = []
      for (index, element) in elements.enumerated() {
        guard case .string(let name) = element else {
          report(
            code: .wrongType, "found \(element.written), expected the name of a column",
            at: place.appending(index))
          continue
        }
        if names.contains(name.string) {
          report(
            "found a second column '\(name.string.abbreviated)', expected another name",
            at: place.appending(index))
        }
        names.append(name.string)
      }
      if elements.isEmpty {
        report("found no names, expected a name for each column", "write false", at: place)
      }
      return .names(names)
    default:
      report(
        code: .wrongType,
        "found \(value.written) for 'header', expected true, false, or a list of names", at: place)
      return .firstRow
    }
  }

  private mutating func readTypes(
    _ object: Object, at place: DocumentPath, columns: RecordTable.Header
  ) -> [String: RecordTable.CellType] {
    var types: [String: RecordTable.CellType] = [:]
    for member in object.members {
      let name = member.key.string
      if case .names(let names) = columns, !names.contains(name) {
        if member.key.isAnnotation { continue }
        report(
          "the header has no column '\(name.abbreviated)'",
          Suggestion.hint(for: name, among: names) ?? Suggestion.list(of: names),
          at: place.appending(member.key))
      }
      // A column may have a name that begins with '$'.
      if member.key.isAnnotation, !member.value.isCellType { continue }
      types[name] = readType(member.value, at: place.appending(member.key))
    }
    return types
  }

  private mutating func readType(
    _ value: Value, at place: DocumentPath
  ) -> RecordTable.CellType? {
    let words = RecordTable.CellType.allCases.map(\.rawValue)
    let expected = Suggestion.choice(of: words.map { "'\($0)'" })
    guard case .string(let text) = value else {
      report(code: .wrongType, "found \(value.written) for a type, expected \(expected)", at: place)
      return nil
    }
    if let type = RecordTable.CellType(rawValue: text.string) { return type }
    let others = [
      "text": "string", "str": "string", "varchar": "string", "integer": "int", "long": "int",
      "number": "double", "float": "double", "boolean": "bool",
    ]
    report(
      "found the type '\(text.string.abbreviated)', expected \(expected)",
      others[text.string.lowercased()].map { "did you mean '\($0)'?" }
        ?? Suggestion.hint(for: text.string, among: words), at: place)
    return nil
  }
}

extension Value {
  fileprivate var isCellType: Bool {
    guard case .string(let text) = self else { return false }
    return RecordTable.CellType(rawValue: text.string) != nil
  }
}
