import StreamModels
import Values

/// Expectations and tests.
extension StreamSchema {
  static var timeline: Value {
    let diagram = DiagramKey.allCases.compactMap { key -> (String, Value)? in
      let name = DiagramKey.names[key.rawValue]
      return switch key {
      case .marbles: (name, .typed("string", "A marble diagram."))
      case .values: (name, .typed("object", "The values of the symbols."))
      case .frame: (name, .reference("positiveDuration", "The time of a character."))
      case .error: (name, .typed("string", "The message of the failure '#'."))
      case .path: nil
      }
    }
    let path = Value.typed("string", "A file with one event on each line.")
    return .any(
      of: [
        .typed("string", "A marble diagram."), .object(diagram, required: ["marbles"]),
        .object([("path", path)], required: ["path"]), .list(of: .reference("event")),
      ], "Events and their times.")
  }

  static var event: Value {
    let members = EventKey.allCases.map { key in
      let name = EventKey.names[key.rawValue]
      return switch key {
      case .time: (name, Value.reference("duration", "The time of the event."))
      case .value: (name, Value.described("The value that is emitted."))
      case .completion:
        (
          name,
          Value.members([
            ("enum", ["finished", "failure"]), ("description", "The completion or failure."),
          ])
        )
      case .error:
        (
          name,
          Value.typed(
            "string",
            "The message of the failure; any message if it is missing.")
        )
      case .cause: (name, Value.described("Why it failed, for people."))
      }
    }
    let kinds = ["value", "completion"].map { Value.members([("required", .words([$0]))]) }
    return .object(
      members, required: ["time"], "A value, or the end.", [("oneOf", .array(kinds))])
  }

  /// Returns the schema of a test, or of a case of one.
  static func test(isCase: Bool) -> Value {
    let members = TestKey.allCases.compactMap { key -> (String, Value)? in
      let name = TestKey.names[key.rawValue]
      return switch key {
      case .name: (name, .typed("string", "The name of the test."))
      case .skip:
        (
          name,
          .typed(
            "string",
            "The reason why the test is skipped.", [("minLength", 1)])
        )
      case .with: (name, .reference("arguments"))
      case .inputs:
        (name, .dictionary(of: .reference("testInput"), "The replacements for streams, by name."))
      case .values: (name, .typed("object", "The values of symbols in all of its diagrams."))
      case .until: (name, .reference("duration", "The time at which the playback is stopped."))
      case .match:
        (
          name,
          .members([
            ("enum", .words(StreamTest.Matching.allCases.map(\.rawValue))),
            ("description", "How values are compared."), ("default", "exact"),
          ])
        )
      case .tolerance:
        (name, .typed("number", "How much doubles may differ.", [("minimum", 0)]))
      case .expect: (name, .reference("timeline", "The events that the stream must emit."))
      case .outputs:
        (
          name,
          .dictionary(
            of: .reference("timeline"),
            "The events that definitions must emit, by name.")
        )
      case .cases:
        isCase
          ? nil
          : (
            name,
            .list(
              of: .reference("case"),
              "The cases to play in place of the test.", atLeast: 1)
          )
      }
    }
    let needed = ["expect", "outputs", "cases"].map { Value.members([("required", .words([$0]))]) }
    return .object(
      members,
      isCase
        ? "A case of a test." : "A playback with other inputs, and the events that it must emit.",
      isCase ? [] : [("anyOf", .array(needed))])
  }

  static var testInput: Value {
    .any(
      of: [
        .typed("string", "A marble diagram, or the path of a data file."),
        .list(of: .reference("event")), .reference("model"),
      ], "The replacement for a stream.")
  }
}
