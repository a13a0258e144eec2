import Checking

/// The plan of a checked document, with the nodes of the streams that a program plays.
struct ProgramBuild {
  let plan: Plan
  let output: Int
  /// The nodes of the document's outputs.
  let outputs: [Int]
  /// The nodes of definitions that are observed in addition, by name.
  let taps: [String: Int]
  /// The node of the document's own stream if a side output that it feeds plays instead of it.
  let feeder: Int?

  /// Builds the document's stream and, in addition, those of taps and outputs.
  init(
    _ document: CheckedDocument, outputs: [OutputPlan], probes: CoverageProbes?, isTraced: Bool
  ) {
    let model = document.model
    let units =
      [document.root] + document.taps.map(\.unit) + [document.feeder].compactMap(\.self)
      + outputs.map(\.unit)
    let builder = PlanBuilder(model, probes: probes, isTraced: isTraced)
    builder.build(for: units.compactMap { model.streams[$0]?.output.step })
    // Each is a stage in traces, so one that is played twice is built once.
    var nodes: [Int: Int] = [:]
    var played: [Int] = []
    for unit in units where nodes[unit] == nil {
      guard let stream = model.streams[unit] else { continue }
      nodes[unit] = builder.output(stream, number: played.count)
      played.append(unit)
    }
    func node(of unit: Int) -> Int {
      guard let node = nodes[unit] else {
        preconditionFailure("a stream without mistakes is built")
      }
      return node
    }
    output = node(of: document.root)
    self.outputs = outputs.map { node(of: $0.unit) }
    taps = Dictionary(
      document.taps.map { ($0.name, node(of: $0.unit)) }, uniquingKeysWith: { first, _ in first })
    feeder = document.feeder.map(node)
    let sites = isTraced ? TraceSites(document, playing: played) : nil
    plan = Plan(
      builder.graph, model.facts, playing: played.map(node), hotDiagrams: builder.hotNodes
    ) { sites?.plan(for: $0) }
  }

  /// Prepares a stream of a document all of whose streams have been built.
  init(_ built: BuiltDocument, playing node: Int) {
    plan = Plan(
      built.graph, built.document.model.facts, playing: [node], hotDiagrams: built.hotDiagrams)
    (output, outputs, taps, feeder) = (node, [], [:], nil)
  }
}
