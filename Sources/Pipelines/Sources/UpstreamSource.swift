import Expressions
import Values

/// The source of a model that is an operator: the stream to which the operator is applied.
///
/// It has no key. It is the source of every model that has operators but no source key.
struct UpstreamSource: SourceDefinition {
  static let spec = SourceSpec(
    .operators, "upstream", "", "Emits the values of the stream to which the operator is applied.",
    examples: [])

  func encode(to container: inout KeyedEncodingContainer<NamedKey>) throws {}

  func check(_ step: CheckStep, collecting mistakes: inout Diagnostics) -> Upstream {
    step.addNothing()
  }

  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    throw swift.refusal("an operator by itself", hint: "apply it to a stream")
  }
}
