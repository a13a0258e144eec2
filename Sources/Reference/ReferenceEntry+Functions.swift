import Expressions
import Values

extension ReferenceEntry {
  init(_ function: FunctionReference.Entry) {
    self.init(
      name: function.name,
      label: Self.label(of: function.signatures),
      calls: function.signatures,
      usage: function.signatures,
      summary: function.summary,
      examples: [.drawing(Self.lines(of: function.examples))].map { [$0] },
      json: .members([
        "name": .string(Text(function.name)),
        "summary": .string(Text(function.summary)),
        "signatures": .strings(function.signatures),
        "examples": .array(
          function.examples.map { example in
            .members([
              "expression": .string(Text(example.text)), "result": .string(Text(example.result)),
            ])
          }),
      ]))
  }

  /// Returns the first signature without its result type, and an ellipsis if there are more.
  private static func label(of signatures: [String]) -> String {
    let first = signatures.first ?? ""
    let call = first.firstRange(of: " -> ").map { String(first[..<$0.lowerBound]) } ?? first
    return signatures.count > 1 ? "\(call) …" : call
  }

  private static func lines(of examples: [FunctionReference.Example]) -> [String] {
    let width = examples.map(\.text.count).max() ?? 0
    return examples.map { "\($0.text.padded(to: width))  returns  \($0.result)" }
  }
}
