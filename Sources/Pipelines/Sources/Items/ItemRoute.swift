/// What the operators of an item do to its value.
///
/// Most only wait and change the value: their route is a list of hops. Others take in further
/// streams, and are a plan of their own, built for each item anew.
struct ItemRoute: Sendable {
  /// One stretch of the way: a wait, and what happens to the value after it.
  struct Hop: Sendable {
    var nanoseconds: Int64
    var transforms: [Transform]
  }

  /// What happens to the value at once.
  private(set) var transforms: [Transform] = []
  private(set) var hops: [Hop] = []
  /// How long the value waits if one wait is all that happens to it; else -1.
  private(set) var onlyDelay: Int64 = -1
  /// What is to be built for an item that does more than hop, and the node whose values come out.
  private(set) var part: (plan: Plan, output: Int)?

  /// Takes the plan of an operator list, from its `item` on.
  init(_ plan: Plan, output: Int) {
    var isPlain = true
    for node in plan.nodes {
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
      case .items, .outer, .sequence, .evaluated, .marbles, .input, .append, .merge, .zip, .group,
        .stage:
        (hops, transforms) = ([], [])
        var plan = plan
        plan.findKnown(inside: true)
        part = (plan, output)
        return
      }
    }
    if isPlain, hops.count == 1 { onlyDelay = hops[0].nanoseconds }
  }
}
