import StreamModels
import Values

/// Stream models and their parts.
extension StreamSchema {
  static var model: Value {
    let keys = ModelKey.allCases.map { ($0.name, schema(of: $0)) }
    let sources = ModelKey.sources.map { source in
      Value.members([("required", .words([source.name]))])
    }
    let anySource = Value.members([("anyOf", .array(sources))])
    let bare = Value.members([("required", ["operators"]), ("not", anySource)])
    let details = SourceSpec.all.flatMap { spec in
      spec.details.map { ($0.name, Value.words([spec.name])) }
    }
    return .object(
      [("$schema", .typed("string"))] + keys, "A stream: one source, and operators.",
      [("oneOf", .array(sources + [bare])), ("dependentRequired", .members(details))])
  }

  static var input: Value {
    .any(
      of: [
        .typed(
          "string",
          "The name of a definition, the path of a file such as './cpu.json', or '$name' "
            + "for a parameter."),
        .reference("model"),
      ], "A stream: a name, a file, or a stream model in place.")
  }

  static var item: Value {
    .object(
      ItemKey.allCases.map { key in
        switch key {
        case .value: ("value", .members([("description", "Any JSON value, which is emitted.")]))
        case .operators: ("operators", .reference("operators", "The operators for this value."))
        }
      }, required: ["value"], "A value of a 'stream', with its own operators.")
  }

  static var declaration: Value {
    let kinds = ParameterDeclaration.Kind.allCases.map(\.rawValue)
    let long = ParameterKey.allCases.map { key -> (String, Value) in
      let name = ParameterKey.names[key.rawValue]
      return switch key {
      case .value: (name, .described("The default value."))
      case .type: (name, .members([("enum", .words(kinds)), ("description", "The type.")]))
      case .minimum: (name, .described("The minimum."))
      case .maximum: (name, .described("The maximum."))
      case .oneOf: (name, .typed("array", "The values that are allowed."))
      case .description: (name, .typed("string", "A description, for people."))
      }
    }
    let needed = Value.array(["value", "type"].map { .members([("required", .words([$0]))]) })
    return .any(
      of: [
        .members([("type", ["null", "boolean", "number", "string", "array"])]),
        .object(long, nil, [("anyOf", needed)]),
      ], "A parameter: its value, or an object with its value and its bounds.")
  }

  static var output: Value {
    .object(
      OutputKey.allCases.map { key in
        let name = OutputKey.names[key.rawValue]
        return switch key {
        case .from: (name, .reference("input", "The stream whose values are written."))
        case .with: (name, .reference("arguments"))
        case .inputs: (name, .dictionary(of: .reference("input")))
        case .path: (name, .typed("string", "The file, below the folder for outputs."))
        case .records:
          (
            name,
            .any(
              of: [
                .members([("enum", .words(StreamOutput.Records.allCases.map(\.rawValue)))]),
                .reference("parameter"),
              ], "How the values are written.")
          )
        }
      }, required: ["from"], "A stream that is played beside the main stream of the file.")
  }

  /// Returns the schema for the value of a key.
  private static func schema(of key: ModelKey) -> Value {
    if let spec = SourceSpec.all.first(where: { $0.key == key }) {
      return form(of: key).described(text(of: spec), examples: examples(of: spec))
    }
    for spec in SourceSpec.all {
      guard let detail = spec.details.first(where: { $0.key == key }) else { continue }
      return form(of: key).described("\(detail.summary) (\(detail.expectation))")
        .withDefault(statedIn: detail.summary)
    }
    return form(of: key)
  }

  private static func form(of key: ModelKey) -> Value {
    switch key {
    case .stream: .list(of: .reference("item"))
    case .sequence: .any(of: [.typed("array"), .reference("expression")])
    case .append, .merge, .zip, .combineLatest:
      .list(of: .reference("input"), atLeast: CombiningRule(key)?.leastCount ?? 0)
    case .from: .reference("input")
    case .marbles, .cron, .zone, .error: .typed("string")
    case .input: .typed("string", nil, [("minLength", 1)])
    case .operators: .reference("operators", "The operators, applied in order.")
    case .parameters:
      .dictionary(of: .reference("declaration"), "The parameters that users of the model can set.")
    case .definitions:
      .dictionary(of: .reference("model"), "Streams and operators for use in this model, by name.")
    case .outputs: .dictionary(of: .reference("output"), "The streams to write, by name.")
    case .expect: .reference("timeline", "The events that the stream must emit.")
    case .tests: .list(of: .reference("test"), "Further playbacks, with other inputs.")
    case .format:
      .members([
        ("const", 1), ("description", "The version of the format."), ("default", 1),
      ])
    case .id: .typed("string", "A UUID, the identity of the model.", [("format", "uuid")])
    case .name: .typed("string", "The name of the stream, for people.")
    case .description: .typed("string", "A description, for people.")
    case .latest:
      .typed("boolean", "Whether a definition is played once, and keeps its latest value.")
    case .isDefault: .typed("boolean", "Stored, without an effect.")
    case .values: .typed("object")
    case .frame: .reference("positiveDuration")
    case .hot, .initial: .any(of: [.typed("boolean"), .reference("parameter")])
    case .time: .reference("expression")
    case .twice: .any(of: [.members([("enum", ["both", "once"])]), .reference("parameter")])
    case .unit:
      .any(of: [
        .members([("enum", .words(InputSource.TimeUnit.allCases.map(\.rawValue)))]),
        .reference("parameter"),
      ])
    case .origin: .any(of: [.members([("enum", ["first", "epoch"])]), .reference("parameter")])
    case .late: .reference("late")
    case .every: .reference("duration")
    case .end: .any(of: [.reference("duration"), .members([("const", "hold")])])
    case .malformed:
      .any(of: [.members([("enum", ["fail", "skip"])]), .reference("sideOutput")])
    case .require: .reference("expression")
    case .priority: .any(of: [.typed("integer"), .reference("parameter")])
    case .path: .any(of: [.typed("string"), .list(of: .typed("string"), atLeast: 1)])
    case .records: .reference("records")
    case .with: .reference("arguments")
    case .inputs: .dictionary(of: .reference("input"))
    }
  }

  private static func text(of spec: SourceSpec) -> String {
    "\(spec.summary)\n\nThe value is \(spec.expectation)."
  }

  /// Returns the values of a source's key in its examples.
  private static func examples(of spec: SourceSpec) -> [Value] {
    spec.examples.compactMap { example in
      let source = SourceText(name: "", example.document)
      guard case .object(let object)? = try? JSONReader.value(of: source).value else { return nil }
      return object[Text(spec.name)]
    }
  }
}

extension Value {
  /// Returns a schema that accepts any value, with a description.
  static func described(_ text: String) -> Value { .members([("description", .text(text))]) }

  /// Returns the same schema with a description.
  func described(_ text: String, examples: [Value] = []) -> Value {
    adding(
      [("description", .text(text))] + (examples.isEmpty ? [] : [("examples", .array(examples))]))
  }

  /// Returns the same schema with the default that its description states, such as "1 by default".
  func withDefault(statedIn text: String) -> Value {
    for word in text.split(whereSeparator: { " ;:,.()".contains($0) }).indexed {
      guard word.next == ["by", "default"] else { continue }
      if word.text.hasPrefix("'"), word.text.hasSuffix("'"), word.text.count > 2 {
        return adding([("default", .text(String(word.text.dropFirst().dropLast())))])
      }
      if let known = ["true": Value.bool(true), "false": .bool(false)][word.text] {
        return adding([("default", known)])
      }
      if let number = Int64(word.text) { return adding([("default", .int(number))]) }
    }
    return self
  }

  /// Returns the same schema with further members, which replace those with the same keys.
  private func adding(_ more: [(String, Value)]) -> Value {
    guard case .object(let object) = self else { return self }
    let names = Set(more.map(\.0))
    let kept = object.members.filter { !names.contains($0.key.string) }
    return .object(Object(kept + more.map { Member(key: Text($0), value: $1) }))
  }
}

extension [Substring] {
  /// Each word together with the two words that follow it.
  fileprivate var indexed: [(text: String, next: [Substring])] {
    indices.map { index in
      (String(self[index]), Array(self[(index + 1)...].prefix(2)))
    }
  }
}
