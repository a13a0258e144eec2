// What a spec says in the words of a reference.

extension OperatorSpec {
  /// The ways to write the parameters, of which those with a question mark can be left out:
  /// `{seconds, atEnd?}`, or one for each of the `forms`.
  package var calls: [String] {
    let whole = parameters.map { $0.isRequired ? $0.name : "\($0.name)?" }
    return (forms.isEmpty ? [whole] : forms).map { "{\($0.joined(separator: ", "))}" }
  }
}

extension ParameterSpec {
  /// What it can be, and within which limits: "a whole number, 0 or more".
  package var expectation: String {
    switch kind {
    case .duration: "\(kind.expectation), \(isPositive ? "more than 0" : "0 or more")"
    case .count: "\(kind.expectation), \(isPositive ? "1 or more" : "0 or more")"
    case .durations: "\(kind.expectation); 0 or more"
    case .word: words.map { "\"\($0)\"" }.joined(separator: " or ")
    case .value: "any JSON value"
    case .stream: "\(kind.expectation): a name, a file, or a stream model in place"
    case .expression, .flag, .text, .streams, .operators: kind.expectation
    }
  }
}
