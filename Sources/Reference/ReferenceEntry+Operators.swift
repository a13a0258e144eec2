import Marbles
import Pipelines
import Values

extension ReferenceEntry {
  init(_ spec: OperatorSpec) {
    let usage = spec.calls.map { "\(spec.name) \($0)" }
    self.init(
      name: spec.name,
      category: spec.category.rawValue,
      label: Self.label(of: spec),
      calls: spec.calls,
      usage: usage,
      summary: spec.summary,
      remark: spec.remark,
      otherNames: spec.otherNames,
      parameters: spec.parameters.flattened.map { name, parameter in
        Parameter(
          name: name, expectation: parameter.expectation,
          isOptional: !parameter.isRequired && spec.forms.isEmpty, summary: parameter.summary)
      },
      examples: spec.examples.map { Self.example($0, of: spec.name) },
      json: .members([
        "name": .string(Text(spec.name)),
        "category": .string(Text(spec.category.rawValue)),
        "summary": .string(Text(spec.summary)),
        "remark": spec.remark.map { .string(Text($0)) } ?? .null,
        "otherNames": .strings(spec.otherNames),
        "parameters": .array(spec.parameters.map(Self.json)),
        "forms": .array(spec.forms.map(Value.strings)),
        "examples": .array(spec.examples.map(Self.json)),
      ]))
  }

  /// The name, and the ways to write the parameters, as many as fit on a line.
  private static func label(of spec: OperatorSpec) -> String {
    var label = "\(spec.name) \(spec.calls.first ?? "{}")"
    for call in spec.calls.dropFirst() {
      let longer = "\(label) or \(call)"
      if longer.count > 70 { return label + " or …" }
      label = longer
    }
    return label
  }

  private static func example(_ example: OperatorSpec.Example, of name: String) -> Example {
    let parameters = Value.known(example.parameters)
    let lines = JSONLayout.lines(of: parameters, width: JSONLayout.width, behind: "\(name) ")
    let drawing = Part.drawing([example.source] + lines + [example.result])
    return [drawing] + Part.meanings(of: example.values, error: example.error)
      + [.json(example.document(with: name))]
  }

  private static func json(_ parameter: ParameterSpec) -> Value {
    .members([
      "name": .string(Text(parameter.name)),
      "type": .string(Text(parameter.kind.rawValue)),
      "required": .bool(parameter.isRequired),
      "positive": .bool(parameter.isPositive),
      "words": .strings(parameter.words),
      "summary": .string(Text(parameter.summary)),
    ])
  }

  private static func json(_ example: OperatorSpec.Example) -> Value {
    .members([
      "source": .string(Text(example.source)),
      "parameters": .known(example.parameters),
      "result": .string(Text(example.result)),
      "values": .symbols(example.values),
      "error": example.error.map { .string(Text($0)) } ?? .null,
    ])
  }
}

extension OperatorSpec.Example {
  /// Returns a stream file that plays the example.
  fileprivate func document(with name: String) -> Value {
    var members = [Member(key: "marbles", value: .string(Text(source)))]
    let values = values.filter { sourceSigns.contains($0.key) }
    if !values.isEmpty { members.append(Member(key: "values", value: .symbols(values))) }
    let operation = Value.object(Object([Member(key: Text(name), value: .known(parameters))]))
    members.append(Member(key: "operators", value: .array([operation])))
    return .object(Object(members))
  }

  /// The symbols of values in the input diagram.
  private var sourceSigns: Set<String> {
    do throws(MarbleErrors) {
      return Set(
        try MarbleDiagram(source).events.compactMap { event in
          if case .value(let symbol) = event.kind { symbol } else { nil }
        })
    } catch {
      preconditionFailure("the reference contains an invalid diagram: \(source)")
    }
  }
}
