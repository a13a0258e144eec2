package import Checking

/// A document that has been checked, with all of its streams built once, so that each of its many
/// tests can play one of them.
package struct BuiltDocument: Sendable {
  let document: CheckedDocument
  let graph: NodeGraph
  let hotDiagrams: [Int]
  /// The node of the document's own stream, and those of definitions that are one stream each,
  /// whatever uses them.
  private let root: Int
  private let definitions: [String: (unit: Int, node: Int)]

  package init(_ document: CheckedDocument) {
    self.document = document
    let builder = PlanBuilder(document.model)
    let units = document.definitions
    let steps = units.compactMapValues { document.stream($0)?.step }
    let root = document.stream(document.root)?.step
    builder.build(for: steps.values + [root].compactMap(\.self))
    (graph, hotDiagrams) = (builder.graph, builder.hotNodes)
    self.root = root.map(builder.node) ?? 0
    definitions = units.reduce(into: [:]) { found, unit in
      if let step = steps[unit.key] { found[unit.key] = (unit.value, builder.node(of: step)) }
    }
  }

  /// Returns the program that plays the document, or one of its definitions; nil if a definition
  /// depends on what surrounds it.
  package func program(playing stream: String?) -> Program? {
    let facts = document.model.facts
    guard let stream else { return Program(self, playing: document.root, root) }
    guard let definition = definitions[stream], facts.sideOutputs.isEmpty,
      !facts.followsCalendar
    else { return nil }
    let program = Program(self, playing: definition.unit, definition.node)
    return program.flatMap { $0.inputs.used.isEmpty ? $0 : nil }
  }
}
