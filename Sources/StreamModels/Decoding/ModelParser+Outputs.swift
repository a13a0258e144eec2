import Expressions
package import Values

extension ModelParser where Reader: ~Copyable {
  /// Reads the outputs of a document.
  @inline(never)
  mutating func readOutputs() throws(ReadError) -> [StreamOutput] {
    guard try expect(.object, "an object of outputs by name") else { return [] }
    var outputs: [StreamOutput] = []
    var names: Set<Text> = []
    try reader.beginObject()
    while case .unknown(let name) = try reader.nextKey(in: KeyTable([])) {
      path.append(.key(name))
      if name.isAnnotation {
        try reader.skipValue()
      } else if !names.insert(name).inserted {
        reportRepetition(of: name.string)
        try reader.skipValue()
      } else if let output = try readOutput(named: name.string) {
        outputs.append(output)
      }
      path.removeLast()
    }
    return outputs
  }

  /// Reads an output; returns nil if it cannot be read, which has been reported.
  private mutating func readOutput(named name: String) throws(ReadError) -> StreamOutput? {
    let example = #"write {"from": "…", "path": "…"}"#
    if name.isEmpty {
      report(.invalidValue, "an output needs a name")
    }
    guard try expect(.object, "an output, which is an object", hint: example) else { return nil }
    let start = reader.offset
    let draft = ModelDraft<Value>(start: start, openNames: openNames.count)
    var output = StreamOutput(name, from: FromSource(.unreadable))
    try reader.beginObject()
    while let key: OutputKey = try nextKey(seen: &draft.seen, annotations: &draft.annotations) {
      path.append(.key(OutputKey.table.keys[key.rawValue]))
      switch key {
      case .from: if let input = try readInput() { draft.from.input = input }
      case .with: draft.from.with = try readArguments()
      case .inputs: try readReplacements(into: draft)
      case .path: output.path = try readString("the path of a file in a string")
      case .records:
        if let parameter = try readReference(for: Self.outputRecords) {
          output.recordsParameter = parameter
        } else {
          output.records = try readOutputRecords()
        }
      }
      path.removeLast()
    }
    if !draft.seen.contains(OutputKey.from), !draft.seen.isMeant(OutputKey.from) {
      report(
        .missingKey, "an output needs 'from', the stream to write",
        hint: #"write "from": a name, a file, or a stream model"#, at: start)
    }
    output.stream = draft.from
    output.annotations = draft.annotations.members
    return output
  }

  private static var outputRecords: ParameterSpec {
    ParameterSpec("records", .word, "", words: StreamOutput.Records.allCases.map(\.rawValue))
  }

  package mutating func readOutputRecords() throws(ReadError) -> StreamOutput.Records? {
    let choices = StreamOutput.Records.allCases.map(\.rawValue)
    let list = "'ndjson', 'csv', 'tsv' or 'text'"
    guard try expect(.string, list) else { return nil }
    let start = reader.offset
    let text = try reader.readText().string
    if let records = StreamOutput.Records(rawValue: text) { return records }
    report(
      .invalidValue, "found '\(text.abbreviated)', expected \(list)",
      hint: Suggestion.hint(for: text, among: choices), at: start)
    return nil
  }
}

/// The keys of an output.
package enum OutputKey: Int, ObjectKey {
  case from, with, inputs, path, records

  static let owner = "an output"
  package static let names = allCases.map { "\($0)" }
  static let table = KeyTable(names.map { Text($0) })
  static var foreignNames: ForeignNames? { .outputKeys }
}
