import Pipelines
import Values

extension ReferenceEntry {
  init(_ spec: SourceSpec) {
    let call = ([spec.noun] + spec.details.map { "\($0.name)?" }).joined(separator: ", ")
    self.init(
      name: spec.name,
      label: "\(spec.name): \(call)",
      calls: [call],
      usage: ["\(spec.name): \(spec.expectation)"],
      summary: spec.summary,
      parameters: spec.details.map { detail in
        Parameter(
          name: detail.name, expectation: detail.expectation, isOptional: true,
          summary: detail.summary)
      },
      parameterNoun: "key",
      examples: spec.examples.map(Self.example),
      json: .members([
        "name": .string(Text(spec.name)),
        "summary": .string(Text(spec.summary)),
        "value": .string(Text(spec.expectation)),
        "keys": .array(spec.details.map(Self.json)),
        "examples": .array(spec.examples.map(Self.json)),
      ]))
  }

  private static func example(_ example: SourceSpec.Example) -> Example {
    [.json(.known(example.document)), .drawing(["emits  \(example.result)"])]
      + Part.meanings(of: example.values)
  }

  private static func json(_ detail: SourceSpec.Detail) -> Value {
    .members([
      "name": .string(Text(detail.name)),
      "value": .string(Text(detail.expectation)),
      "summary": .string(Text(detail.summary)),
    ])
  }

  private static func json(_ example: SourceSpec.Example) -> Value {
    .members([
      "document": .known(example.document),
      "result": .string(Text(example.result)),
      "values": .symbols(example.values),
    ])
  }
}
