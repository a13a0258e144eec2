package import Tracing

/// The stages that have a row, in order, and the words for them.
struct StageSelection {
  private let stages: [Trace.Stage]
  /// The numbers of the stages that have a row.
  private(set) var rows: [Int] = []
  /// For each row, the rows that it receives from, directly or through stages without a row.
  private(set) var inputs: [[Int]] = []
  /// For each stage, its row; nil if it has none.
  private(set) var rowOfStage: [Int?]
  /// For each row, the names of the outputs that emit the same events.
  private var outputs: [[String]] = []

  init(_ trace: Trace, options: DiagramOptions) {
    stages = trace.stages
    rowOfStage = Array(repeating: nil, count: trace.stages.count)
    let counts = Self.eventCounts(of: trace)
    // For each stage without a row, the rows after it.
    var reached: [[Int]] = []
    for (number, stage) in stages.enumerated() {
      var sources: [Int] = []
      for input in stage.inputs + stage.inner where input >= 0 && input < number {
        for row in rowOfStage[input].map({ [$0] }) ?? reached[input] where !sources.contains(row) {
          sources.append(row)
        }
      }
      reached.append(sources)
      if stage.role == .output, let row = Self.twin(of: number, stages, rowOfStage, counts) {
        if !stage.name.isEmpty { outputs[row].append(stage.name) }
        rowOfStage[number] = row
      } else if Self.isShown(stage, options.stages) {
        rowOfStage[number] = rows.count
        rows.append(number)
        inputs.append(sources)
        outputs.append([])
      }
    }
  }

  /// Returns whether a stage has a row independently of others.
  private static func isShown(_ stage: Trace.Stage, _ stages: DiagramOptions.Stages) -> Bool {
    switch stages {
    case .all: true
    case .none: stage.role != .operator
    case .named(let names):
      stage.role == .output || names.contains(stage.name)
        || stage.definition.map(names.contains) ?? false
    }
  }

  /// Returns the row whose events an output repeats.
  private static func twin(
    of output: Int, _ stages: [Trace.Stage], _ rows: [Int?], _ counts: [Int]
  ) -> Int? {
    guard let input = stages[output].inputs.first, stages[output].inputs.count == 1, input >= 0,
      input < output, counts[input] == counts[output]
    else { return nil }
    return rows[input]
  }

  private static func eventCounts(of trace: Trace) -> [Int] {
    var counts = Array(repeating: 0, count: trace.stages.count)
    for event in trace.events where counts.indices.contains(event.stage) {
      counts[event.stage] += 1
    }
    return counts
  }

  func role(of row: Int) -> DiagramRow.Role {
    switch stages[rows[row]].role {
    case .source: .source
    case .operator: .operator
    case .output: .output
    }
  }

  /// Returns a short name, to be mentioned elsewhere.
  private func name(of row: Int) -> String {
    let stage = stages[rows[row]]
    if stage.role == .output { return stage.name.isEmpty ? "output" : stage.name }
    if stage.role == .source {
      if let definition = stage.definition { return definition }
      if stage.name == "input", !stage.parameters.isEmpty { return stage.parameters }
    }
    return stage.name
  }

  func title(of row: Int) -> DiagramRow.Title {
    let stage = stages[rows[row]]
    // The name of an output is more informative than the row above it.
    let isChained = inputs[row] == (row > 0 ? [row - 1] : [])
    var origins: [String] = []
    // The runs of an inner stream have the same name.
    for input in inputs[row] where !isChained && stage.role != .output {
      if !origins.contains(name(of: input)) { origins.append(name(of: input)) }
    }
    return DiagramRow.Title(
      definition: stage.definition, name: stage.role == .output ? name(of: row) : stage.name,
      parameters: stage.parameters, origins: origins, outputs: outputs[row])
  }
}

extension DiagramOptions.Stages {
  /// Returns the names that do not belong to any stage, and all names that do.
  package func unknownNames(in stages: [Trace.Stage]) -> (unknown: [String], known: [String]) {
    guard case .named(let names) = self else { return ([], []) }
    var known: [String] = []
    for name in stages.flatMap({ [$0.name] + ($0.definition.map { [$0] } ?? []) })
    where !name.isEmpty && !known.contains(name) {
      known.append(name)
    }
    return (names.filter { !known.contains($0) }, known)
  }
}
