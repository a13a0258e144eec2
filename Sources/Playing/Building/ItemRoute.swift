/// The path of an item's value through the operators of the item.
///
/// Most operators only delay and change the value: their route is a list of hops. Others have
/// clocks or other streams as inputs. They get their own plan, which is built anew for each item.
package struct ItemRoute: Sendable {
  /// One part of the route: a delay, and the transforms of the value after it.
  struct Hop: Sendable {
    var nanoseconds: Int64
    var transforms: [Transform]
  }

  /// The transforms of the value before the first delay.
  private(set) var transforms: [Transform] = []
  private(set) var hops: [Hop] = []
  /// The delay in nanoseconds if the operators only delay the value once; otherwise -1.
  private(set) var onlyDelay: Int64 = -1
  /// The plan for an item with other operators, and the node whose values it emits; nil if hops
  /// suffice.
  private(set) var part: (plan: Plan, output: Int)?

  /// Creates a route from the graph of an operator list, which begins with its `item`.
  init(_ graph: NodeGraph, output: Int) {
    var isPlain = true
    for node in graph.nodes {
      switch node {
      case .item: break
      case .delay(_, let nanoseconds):
        hops.append(Hop(nanoseconds: nanoseconds, transforms: []))
      case .transform(_, let transform):
        isPlain = false
        if hops.isEmpty {
          transforms.append(transform)
        } else {
          hops[hops.count - 1].transforms.append(transform)
        }
      case .items, .outer, .sequence, .evaluated, .marbles, .input, .sideOutput, .append, .merge,
        .zip, .group, .latest, .stage:
        (hops, transforms) = ([], [])
        part = (Plan(ofItems: graph), output)
        return
      }
    }
    if isPlain, hops.count == 1 { onlyDelay = hops[0].nanoseconds }
  }
}
