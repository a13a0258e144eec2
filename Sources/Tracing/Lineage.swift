/// The events that led to an event, or that an event led to, as a tree.
///
/// An event that several others share has its branches only at its first place, so that a tree is
/// never larger than its trace. The tree ends at a depth of a thousand events.
public struct Lineage: Sendable, Equatable {
  /// The event.
  public var event: Trace.Event
  /// The events that led to it, or that it led to, in order.
  public var branches: [Lineage]
  /// The stages at which it ended without leading to anything; empty where causes are explained.
  public var ends: [Trace.End]
  /// Whether its branches are at an earlier place in the tree.
  public var isRepeated: Bool

  /// Creates a lineage.
  public init(
    event: Trace.Event, branches: [Lineage] = [], ends: [Trace.End] = [],
    isRepeated: Bool = false
  ) {
    self.event = event
    self.branches = branches
    self.ends = ends
    self.isRepeated = isRepeated
  }
}

extension TraceIndex {
  /// Returns why an event happened: the events that caused it, back to the sources.
  public func causes(of event: Int) -> Lineage {
    Tree(self) { index, event in index.trace.events[event].causes }.lineage(of: event)
  }

  /// Returns what happened to an event: the events that it caused, down to the output, and where it
  /// led to nothing.
  public func fate(of event: Int) -> Lineage {
    var tree = Tree(self) { index, event in index.effects(of: event).map(\.number) }
    tree.showsEnds = true
    return tree.lineage(of: event)
  }

  /// Returns the events of the playback's output that an event led to.
  public func arrivals(of event: Int) -> [Trace.Event] {
    var found: [Trace.Event] = []
    var seen: Set<Int> = [event]
    var waiting = [event]
    while let next = waiting.popLast() {
      let event = trace.events[next]
      if stage(of: event).role == .output { found.append(event) }
      for effect in effects(of: next) where seen.insert(effect.number).inserted {
        waiting.append(effect.number)
      }
    }
    return found.sorted { $0.number < $1.number }
  }

  /// A tree that is built level by level. A chain of causes may be as long as the trace, and its
  /// depth must not use the stack.
  private struct Tree {
    /// A deeper tree could not be released without deep recursion.
    static let depthLimit = 1000

    let index: TraceIndex
    let branches: (TraceIndex, Int) -> [Int]
    var showsEnds = false

    init(_ index: TraceIndex, branches: @escaping (TraceIndex, Int) -> [Int]) {
      self.index = index
      self.branches = branches
    }

    func lineage(of root: Int) -> Lineage {
      var order: [Int] = []
      var children: [Int: [(event: Int, isFirst: Bool)]] = [:]
      var seen: Set<Int> = [root]
      var waiting = [(event: root, depth: 0)]
      // The order is the one in which people read: a branch is at its first place.
      while let (next, depth) = waiting.popLast() {
        order.append(next)
        let own = depth < Self.depthLimit ? branches(index, next) : []
        let first = own.map { seen.insert($0).inserted }
        children[next] = Array(zip(own, first)).map { ($0, $1) }
        waiting += zip(own, first).filter(\.1).map { ($0.0, depth + 1) }.reversed()
      }
      var built: [Int: Lineage] = [:]
      for event in order.reversed() {
        let below = children[event, default: []].map { child in
          child.isFirst
            ? built.removeValue(forKey: child.event) ?? leaf(child.event)
            : Lineage(event: index.trace.events[child.event], isRepeated: true)
        }
        var lineage = leaf(event)
        lineage.branches = below
        built[event] = lineage
      }
      return built[root] ?? leaf(root)
    }

    private func leaf(_ event: Int) -> Lineage {
      Lineage(
        event: index.trace.events[event], ends: showsEnds ? index.ends(of: event) : [])
    }
  }
}
