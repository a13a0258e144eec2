import Expressions
import Tracing

/// The stages of a program that is traced, and what their texts need.
struct TracePlan: Sendable {
  /// The stages, in their order in the trace.
  var stages: [Trace.Stage] = []
  /// The number of each site's stage; nil for a site that nothing plays.
  var numbers: [Int?] = []
  /// For each stage, the reasons for which it lets events end, in words.
  var reasons: [[Trace.Reason: String]] = []
  /// For each stage, how many values back is the one that makes it drop another; 0 if none does.
  var rivals: [Int] = []
  /// For each stage, the type of the values that it emits.
  var types: [ValueType] = []
  /// For each stage, whether it makes one result of the values it receives, and keeps none of them.
  var summarizes: [Bool] = []
  /// For each stage, the earlier value of which it makes its next result.
  var memories: [StageMemory] = []
}

/// The earlier value of which a stage makes its next result.
enum StageMemory: Sendable {
  case nothing
  /// The last value that it received.
  case received
  /// The last value that it emitted.
  case emitted
}

/// A node of a plan that only records what passes.
enum TracePoint: Sendable {
  /// The events that a site receives from another; `from` is nil if they come from no site.
  case entry(to: Int, from: Int?)
  /// The events that a site emits.
  case exit(of: Int)
}

extension Plan {
  /// The sites whose events are recorded in playbacks of the plan.
  var tracedSites: Set<Int> {
    var found: Set<Int> = []
    for node in nodes {
      switch node {
      case .stage(_, _, let plan):
        if case .exit(let site)? = plan.tracePoint { found.insert(site) }
      case .items(let items):
        for list in items.lists { found.formUnion(list.part?.plan.tracedSites ?? []) }
      default: break
      }
    }
    return found
  }
}
