import Records
import StreamModels
import Values

/// The values of several kinds of keys.
extension StreamSchema {
  /// Returns the schema of a duration: a number of seconds, a string with units, or a parameter.
  static func duration(isPositive: Bool) -> Value {
    let least = isPositive ? "exclusiveMinimum" : "minimum"
    // Each unit occurs at most once, longer ones first; the last number may have decimals.
    let units = Array(DurationText.unitNames.split(separator: " ").reversed())
    let texts = units.indices.map { last in
      units[..<last].map { "([0-9]+\($0))?" }.joined() + "[0-9]+(\\.[0-9]+)?\(units[last])"
    }
    return .any(
      of: [
        .typed("number", "Seconds.", [(least, .int(0))]),
        .typed(
          "string", "Numbers with the units \(DurationText.unitNames), such as '1h30m' or '250ms'.",
          [("pattern", .text("^(\(texts.joined(separator: "|")))$"))]),
        .reference("parameter"),
      ], "A duration: seconds, or a string such as '1h30m'\(isPositive ? "; more than 0" : "").")
  }

  static var parameterName: Value {
    .typed(
      "string", "A parameter of the model: '$' and its name.",
      [("pattern", "^\\$[A-Za-z_][A-Za-z0-9_]*$")])
  }

  static var expression: Value {
    .typed(
      "string", "An expression in CEL: '$0' is the value, as in \"$0.price * 2 > 10\".")
  }

  static var sideOutput: Value {
    let output = SideOutputKey.allCases.map { key in
      switch key {
      case .output:
        (SideOutputKey.names[key.rawValue], Value.typed("string", "The name of a hot stream."))
      }
    }
    return .object(output, required: ["output"])
  }

  private static var durationOrForever: Value {
    .any(of: [.reference("duration"), .members([("const", "forever")])])
  }

  static var interval: Value {
    .any(
      of: [
        durationOrForever,
        .object(
          IntervalKey.allCases.map { key in
            switch key {
            case .before:
              ("before", durationOrForever.described("How much earlier the other value may be."))
            case .after:
              ("after", durationOrForever.described("How much later the other value may be."))
            }
          }, nil, [("minProperties", 1)]),
      ], "A duration for both directions, or one for each; 'forever' has no bound.")
  }

  static var repetition: Value {
    let count = Value.any(of: [
      .typed("integer", nil, [("minimum", 1)]), .reference("parameter"),
    ])
    let sides = RepetitionKey.allCases.map { key -> (String, Value) in
      switch key {
      case .minimum: ("minimum", count.described("The least number of values; 1 by default."))
      case .maximum: ("maximum", count.described("The greatest number of values."))
      }
    }
    return .any(of: [count, .object(sides)], "A number of values, or the least and the greatest.")
  }

  static var late: Value {
    let simple: [Value] = [.members([("enum", ["drop", "now"])]), .reference("parameter")]
    let output = Value.typed("string", "The hot stream that receives late records.")
    let then = Value.any(
      of: simple + [.object([("output", output)], required: ["output"])],
      "What to do with records that are even later.")
    let reorder = Value.reference("duration", "How long records are held to put them in order.")
    let long = LatenessKey.allCases.map { key in
      switch key {
      case .output: ("output", output)
      case .reorder: ("reorder", reorder)
      case .then: ("then", then)
      }
    }
    return .any(
      of: simple + [.object(long, nil, [("minProperties", 1)])],
      "What to do with records that are earlier than the previous one.")
  }

  static var records: Value {
    let types = Value.members([("enum", .words(RecordTable.CellType.allCases.map(\.rawValue)))])
    let header = Value.any(of: [.typed("boolean"), .list(of: .typed("string"))])
    let columns: [(String, Value)] = [
      ("header", header), ("types", .any(of: [types, .dictionary(of: types)])),
    ]
    let pattern = Value.typed("string", "A pattern of RE2.")
    let names = RecordFormat.named.map(\.name)
    return .any(
      of: [
        .members([("enum", .words(names))]), .reference("parameter"),
        .object(
          [
            ("csv", .object([("delimiter", .typed("string"))] + columns)),
            ("tsv", .object(columns)),
            (
              "lines",
              .any(of: [
                pattern,
                .object([("pattern", pattern), ("startsWith", pattern)], required: ["pattern"]),
              ])
            ),
            ("text", .object([("startsWith", pattern)])),
          ], nil, [("minProperties", 1), ("maxProperties", 1)]),
      ], "How records are written.")
  }
}
