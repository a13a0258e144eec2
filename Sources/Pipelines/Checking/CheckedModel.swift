import Expressions
import Values

/// The streams of a document as a list of checked steps, each of which refers only to earlier
/// ones. Whatever plays, draws, exports or explains a document is a function of it.
///
/// It is a list and not a tree: names in a file may be nested a hundred thousand levels deep, and
/// neither building nor releasing a model may recurse that deep.
struct CheckedModel: Sendable {
  /// A stream: a source and the operators that are applied to it.
  struct Stream: Sendable {
    let place: ExpressionPlace
    /// The name that refers to it; nil for a nested model.
    let label: String?
    /// The step of its source.
    let source: Int
    /// The steps of its operators.
    let operators: [Int]
    /// The stream's events.
    let output: Upstream
    /// Whether the document states it, and a playback plays it by itself.
    let isWritten: Bool
  }

  /// The facts that concern all streams.
  struct Facts: Sendable {
    /// The inputs from outside, each name once.
    var inputs: [InputPlan] = []
    /// The hot streams that operators and inputs feed.
    var sideOutputs: [SideOutputPlan] = []
    /// The operators that drop values, which are counted.
    var dropSites: [DropSite] = []
    /// The uses of inputs, for warnings.
    var dataUses = DataUses()
    /// Whether a playback writes lines to standard error while it runs.
    var writesLines = false
    /// Whether a stream follows the calendar, so that times count from 1970.
    var followsCalendar = false
  }

  var steps: [CheckedStep] = []
  /// The streams, by the numbers of their units.
  var streams: [Int: Stream] = [:]
  var facts = Facts()
  /// The steps of hot diagrams, in document order.
  var hotDiagrams: [Int] = []
}

extension CheckedModel {
  /// The steps that lead to some of the steps, and these themselves.
  func steps(leadingTo outputs: [Int]) -> [Bool] {
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
  var stages: [Int?] {
    var stages: [Int?] = []
    stages.reserveCapacity(steps.count)
    for (number, step) in steps.enumerated() {
      stages.append(step.isAlias ? stages[step.inputs[0]] : step.isStage ? number : nil)
    }
    return stages
  }

  /// The maximum number of steps that are looked at for the sources of a stream.
  private static let searchLimit = 1_000

  /// Returns the sources of all values of a step, if all of them are hot. Returns nil if one is
  /// not, if there are none, or if too many steps would have to be searched.
  func hotSources(of step: Int) -> [HotSource]? {
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
      case .items, .item, .sequence, .evaluated, .marbles, .cron: return nil
      }
    }
    return sources.isEmpty ? nil : sources
  }
}
