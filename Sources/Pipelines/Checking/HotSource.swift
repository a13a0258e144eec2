/// A source that later subscribers do not play from its start. Once it has ended, it has no more
/// values for any subscriber.
enum HotSource: Sendable {
  /// The values of the group in which a stream plays.
  case group
  /// The input with this number.
  case input(Int)
  /// The side output with this number.
  case sideOutput(Int)
}

extension Plan {
  /// The number of nodes that are looked at for the sources of a stream.
  private static let searchLimit = 1_000

  /// Returns the sources of all values of a node, if all of them are hot. Returns nil if one is
  /// not, if there are none, or if too many nodes would have to be searched.
  func hotSources(of node: Int) -> [HotSource]? {
    var sources: [HotSource] = []
    var found: Set<Int> = [node]
    var waiting = [node]
    while let next = waiting.popLast() {
      guard found.count <= Self.searchLimit else { return nil }
      switch nodes[next] {
      case .group: sources.append(.group)
      case .input(let number): sources.append(.input(number))
      case .sideOutput(let number): sources.append(.sideOutput(number))
      case .delay, .transform, .stage, .append, .merge, .zip:
        waiting += nodes[next].inputs.filter { found.insert($0).inserted }
      case .items, .item, .outer, .sequence, .evaluated, .marbles: return nil
      }
    }
    return sources.isEmpty ? nil : sources
  }
}
