import Expressions
import Pipelines
import Values

/// The reference as Markdown, for hovers and completion.
enum Markdown {
  static func page(of spec: OperatorSpec) -> String {
    var parts = ["**\(spec.name)**: \(spec.summary)"]
    if let remark = spec.remark { parts.append(remark) }
    if !spec.parameters.isEmpty {
      parts.append(
        spec.parameters.flattened.map { name, parameter in
          let optional = parameter.isRequired ? "" : ", optional"
          return
            "- `\(name)` (\(parameter.kind.rawValue)\(optional)): \(parameter.summary)"
        }.joined(separator: "\n"))
    }
    if let example = spec.examples.first { parts.append(block(of: example, named: spec.name)) }
    return parts.joined(separator: "\n\n")
  }

  private static func block(of example: OperatorSpec.Example, named name: String) -> String {
    var lines = [example.source, "  \(name) \(example.parameters)", example.result]
    for (symbol, value) in example.values.sorted(by: { $0.key < $1.key }) {
      lines.append("\(symbol) = \(value)")
    }
    return "```\n\(lines.joined(separator: "\n"))\n```"
  }

  static func page(of spec: SourceSpec) -> String {
    var parts = ["**\(spec.name)**: \(spec.summary)", "Takes \(spec.expectation)."]
    if let example = spec.examples.first {
      parts.append("```json\n\(example.document)\n```\n\nemits `\(example.result)`")
    }
    return parts.joined(separator: "\n\n")
  }

  static func page(of entry: FunctionReference.Entry) -> String {
    let signatures = entry.signatures.joined(separator: "\n")
    let examples = entry.examples.map { "\($0.text)  // \($0.result)" }.joined(separator: "\n")
    return "```cel\n\(signatures)\n```\n\n\(entry.summary)\n\n```cel\n\(examples)\n```"
  }
}
