import Testing

@testable import Pipelines
@testable import StreamModels

/// A spec as the reference prints it.
@Suite struct OperatorSpecReferenceTests {
  private func calls(_ parameters: [ParameterSpec], forms: [[String]] = []) -> [String] {
    OperatorSpec(
      name: "test", category: .timing, summary: "", parameters: parameters, forms: forms,
      examples: []
    ).calls
  }

  @Test func `optional parameters have a question mark`() {
    #expect(calls([]) == ["{}"])
    #expect(
      calls([
        ParameterSpec("seconds", .duration, ""),
        ParameterSpec("atEnd", .word, "", isRequired: false),
      ]) == ["{seconds, atEnd?}"])
  }

  @Test func `each form is a way to write the parameters`() {
    let parameters = ["count", "seconds", "every"].map {
      ParameterSpec($0, .count, "", isRequired: false)
    }
    #expect(
      calls(parameters, forms: [[], ["count"], ["seconds", "every"]])
        == ["{}", "{count}", "{seconds, every}"])
  }

  @Test(arguments: ParameterKind.allCases)
  func `an expectation names the limits`(kind: ParameterKind) {
    let table: [ParameterKind: (String, positive: String?)] = [
      .duration: ("a duration, 0 or more", "a duration, more than 0"),
      .durations: ("a duration, or an array of them; 0 or more", nil),
      .interval: (
        "a duration, \"forever\", or an object with 'before' and 'after'; 0 or more", nil
      ),
      .count: ("a whole number, 0 or more", "a whole number, 1 or more"),
      .expression: ("an expression in a string", nil),
      .value: ("any JSON value", nil),
      .number: ("a number", nil),
      .flag: ("true or false", nil),
      .text: ("a string", nil),
      .word: (#""drop" or "emit""#, nil),
      .errorPolicy: (
        #""fail", "skip", or { "output": the name of a hot stream that receives it }"#, nil
      ),
      .stream: ("a stream: a name, a file, or a stream model in place", nil),
      .streams: ("an array of streams", nil),
      .operators: ("an array of operators", nil),
      .objects: ("an array of objects", nil),
      .selection: ("an expression in a string, or true for the value", nil),
      .namedObjects: ("an object of objects by name", nil),
      .repetition: (
        "a whole number, or an object with 'minimum' and 'maximum'; 1 or more", nil
      ),
    ]
    let words: [String] =
      switch kind {
      case .word: ["drop", "emit"]
      case .errorPolicy: ["fail", "skip"]
      default: []
      }
    #expect(ParameterSpec("a", kind, "", words: words).expectation == table[kind]?.0)
    if let positive = table[kind]?.positive {
      #expect(ParameterSpec("a", kind, "", isPositive: true).expectation == positive)
    }
  }
}
