// Parts of a spec, as the reference prints them.

extension OperatorSpec {
  /// The ways to write the parameters, such as `{seconds, atEnd?}`, one for each of the `forms`. A
  /// parameter with a question mark is optional.
  package var calls: [String] {
    let whole = parameters.map { $0.isRequired ? $0.name : "\($0.name)?" }
    return (briefForms.isEmpty ? [whole] : briefForms).map { "{\($0.joined(separator: ", "))}" }
  }
}

extension [ParameterSpec] {
  /// The parameters and those of their objects, with their names in the reference: `steps[].name`.
  package var flattened: [(name: String, parameter: ParameterSpec)] {
    flatMap { parameter in
      let prefix = parameter.name + (parameter.kind == .objects ? "[]." : ".NAME.")
      return [(parameter.name, parameter)]
        + parameter.members.flattened.map { (prefix + $0.name, $0.parameter) }
    }
  }
}

extension ParameterSpec {
  /// The allowed values, with their limits: "a whole number, 0 or more".
  package var expectation: String {
    switch kind {
    case .duration: "\(kind.expectation), \(isPositive ? "more than 0" : "0 or more")"
    case .count: "\(kind.expectation), \(isPositive ? "1 or more" : "0 or more")"
    case .durations, .interval: "\(kind.expectation); 0 or more"
    case .repetition: "\(kind.expectation); 1 or more"
    case .word: words.map { "\"\($0)\"" }.joined(separator: " or ")
    case .value: "any JSON value"
    case .stream: "\(kind.expectation): a name, a file, or a stream model in place"
    case .errorPolicy:
      words.map { "\"\($0)\", " }.joined() + (words.isEmpty ? "" : "or ")
        + #"{ "output": the name of a hot stream that receives it }"#
    case .expression, .selection, .number, .flag, .text, .streams, .operators, .objects,
      .namedObjects:
      kind.expectation
    }
  }
}
