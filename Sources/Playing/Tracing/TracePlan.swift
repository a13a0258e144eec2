package import Expressions
import StreamModels
package import Tracing

/// The stages of a traced program, and the information for describing their events.
package struct TracePlan: Sendable {
  /// The stages, in their order in the trace.
  package var stages: [Trace.Stage] = []
  /// The number of each site's stage; nil for a site that is never played.
  var numbers: [Int?] = []
  /// For each stage, the reasons why events can end in it, in words.
  var reasons: [[Trace.Reason: String]] = []
  /// For each stage, the earlier value that makes it drop another one.
  var rivals: [Rival] = []
  /// For each stage, the type of the values that it emits.
  package var types: [ValueType] = []
  /// For each stage, whether it reduces the values that it receives to one result, and keeps none
  /// of them.
  var summarizes: [Bool] = []
  /// For each stage, the earlier value that its next result depends on.
  var memories: [StageMemory] = []
}

/// A node of a plan that only records the events that pass.
enum TracePoint: Sendable {
  /// The events that a site receives from another; `from` is nil if they do not come from a site.
  case entry(to: Int, from: Int?)
  /// The events that a site emits.
  case exit(of: Int)
}

extension NodeGraph {
  /// The sites whose events are recorded in playbacks of the plan.
  var tracedSites: Set<Int> {
    var found: Set<Int> = []
    for node in nodes {
      switch node {
      case .stage(_, _, let plan):
        if case .exit(let site)? = plan.tracePoint { found.insert(site) }
      case .items(let items):
        for list in items.lists { found.formUnion(list.part?.plan.graph.tracedSites ?? []) }
      default: break
      }
    }
    return found
  }
}
