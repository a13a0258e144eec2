package import Expressions

/// The streams of a document as a list of checked steps, each of which refers only to earlier
/// ones. Whatever plays, draws, exports or explains a document is a function of it.
///
/// It is a list and not a tree: names in a file may be nested a hundred thousand levels deep, and
/// neither building nor releasing a model may recurse that deep.
package struct CheckedModel: Sendable {
  /// A stream: a source and the operators that are applied to it.
  package struct Stream: Sendable {
    package let place: ExpressionPlace
    /// The name that refers to it; nil for a nested model.
    let label: String?
    /// The step of its source.
    package let source: Int
    /// The steps of its operators.
    package let operators: [Int]
    /// The stream's events.
    package let output: Upstream
    /// Whether the document states it, and a playback plays it by itself.
    package let isWritten: Bool
  }

  /// The facts that concern all streams.
  package struct Facts: Sendable {
    /// The inputs from outside, each name once.
    package var inputs: [InputPlan] = []
    /// The hot streams that operators and inputs feed.
    package var sideOutputs: [SideOutputPlan] = []
    /// The operators that drop values, which are counted.
    package var dropSites: [DropSite] = []
    /// The uses of inputs, for warnings.
    package var dataUses = DataUses()
    /// Whether a playback writes lines to standard error while it runs.
    package var writesLines = false
    /// Whether a stream follows the calendar, so that times count from 1970.
    package var followsCalendar = false

    package init(
      inputs: [InputPlan] = [], sideOutputs: [SideOutputPlan] = [], dropSites: [DropSite] = [],
      dataUses: DataUses = DataUses(), writesLines: Bool = false, followsCalendar: Bool = false
    ) {
      self.inputs = inputs
      self.sideOutputs = sideOutputs
      self.dropSites = dropSites
      self.dataUses = dataUses
      self.writesLines = writesLines
      self.followsCalendar = followsCalendar
    }
  }

  package var steps: [CheckedStep] = []
  /// The streams, by the numbers of their units.
  package var streams: [Int: Stream] = [:]
  package var facts = Facts()
  /// The steps of hot diagrams, in document order.
  package var hotDiagrams: [Int] = []
}

extension CheckedModel {
  /// The steps that lead to some of the steps, and these themselves.
  package func steps(leadingTo outputs: [Int]) -> [Bool] {
    var needed = Array(repeating: false, count: steps.count)
    for output in outputs { needed[output] = true }
    for number in steps.indices.reversed() where needed[number] {
      let step = steps[number]
      for input in step.inputs { needed[input] = true }
      for input in step.inner { needed[input] = true }
      guard case .items(let items)? = step.source else { continue }
      // A list is built as a whole, together with the items.
      for list in items.lists { needed[list.output] = true }
    }
    return needed
  }

  /// For each step, the stage that emits its events in traces; nil if no stage does.
  package var stages: [Int?] {
    var stages: [Int?] = []
    stages.reserveCapacity(steps.count)
    for (number, step) in steps.enumerated() {
      stages.append(step.passesEvents ? stages[step.inputs[0]] : step.isStage ? number : nil)
    }
    return stages
  }

  /// The maximum number of steps that are looked at for the sources of a stream.
  private static let searchLimit = 1_000

  /// Returns the sources of all values of a step, if all of them are hot. Returns nil if one is
  /// not, if there are none, or if too many steps would have to be searched.
  package func hotSources(of step: Int) -> [HotSource]? {
    var sources: [HotSource] = []
    var found: Set<Int> = [step]
    var waiting = [step]
    while let next = waiting.popLast() {
      guard found.count <= Self.searchLimit else { return nil }
      switch steps[next].source {
      case .group: sources.append(.group)
      case .input(let number): sources.append(.input(number))
      case .sideOutput(let number): sources.append(.sideOutput(number))
      case .stream, .combined, nil:
        waiting += steps[next].inputs.filter { found.insert($0).inserted }
      case .items, .item, .sequence, .evaluated, .marbles, .cron, .latest: return nil
      }
    }
    return sources.isEmpty ? nil : sources
  }
}
