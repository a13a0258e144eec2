package import Values

extension RecordFormat {
  /// The format as it is written in a stream file.
  package var encoded: Value {
    switch self {
    case .ndjson: "ndjson"
    case .json: "json"
    case .table(let table): table.encoded
    case .lines(let pattern, nil): Self.object([("lines", .string(Text(pattern.text)))])
    case .lines(let pattern, let start?):
      Self.object([
        (
          "lines",
          Self.object([
            ("pattern", .string(Text(pattern.text))), ("startsWith", .string(Text(start.text))),
          ])
        )
      ])
    case .text(nil): "text"
    case .text(let start?):
      Self.object([("text", Self.object([("startsWith", .string(Text(start.text)))]))])
    }
  }

  fileprivate static func object(_ members: [(String, Value)]) -> Value {
    .object(Object(members.map { Member(key: Text($0), value: $1) }))
  }
}

extension RecordTable {
  fileprivate var encoded: Value {
    let name = delimiter == "\t" ? "tsv" : "csv"
    var members: [(String, Value)] = []
    if delimiter != ",", delimiter != "\t" {
      members.append(("delimiter", .string(Text(String(Character(delimiter))))))
    }
    switch header {
    case .firstRow: break
    case .none: members.append(("header", false))
    case .names(let names): members.append(("header", .array(names.map { .string(Text($0)) })))
    }
    switch types {
    case .guessed: break
    case .all(let type): members.append(("types", .string(Text(type.rawValue))))
    case .columns(let types):
      let columns = types.sorted { $0.key < $1.key }
      members.append(
        ("types", RecordFormat.object(columns.map { ($0, .string(Text($1.rawValue))) })))
    }
    return members.isEmpty
      ? .string(Text(name)) : RecordFormat.object([(name, RecordFormat.object(members))])
  }
}
