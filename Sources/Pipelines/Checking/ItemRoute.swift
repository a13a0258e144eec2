/// What the operators of an item do to its value: transforms, and between them delays.
struct ItemRoute: Sendable {
  /// One stretch of the way: a wait, and what happens to the value after it.
  struct Hop: Sendable {
    var nanoseconds: Int64
    var transforms: [Transform]
  }

  /// What happens to the value at once.
  private(set) var transforms: [Transform] = []
  private(set) var hops: [Hop] = []

  /// Whether the value passes as it is, but for the waits.
  private(set) var isPlain = true
  /// How long the value waits if one wait is all that happens to it; else -1.
  private(set) var onlyDelay: Int64 = -1

  /// Takes the plan of an operator list, from its `item` on.
  init(_ plan: Plan) {
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
      case .items: preconditionFailure("an item's operators hold no stream of their own")
      }
    }
    if isPlain, hops.count == 1 { onlyDelay = hops[0].nanoseconds }
  }
}
