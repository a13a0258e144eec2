import Reactive

/// Pairs events with equal keys of two playbacks in the order of time, so that as many as possible
/// have a partner, and those are as close as possible.
///
/// Neither pairs nor events that are left out cross. An event that is left out costs as much as the
/// greatest distance of a pair. The cost grows with the product of the numbers of events.
struct EventAlignment {
  /// The indices of events that belong together; nil on one side for an event without a partner.
  private(set) var pairs: [(old: Int?, new: Int?)] = []

  init(_ old: [Instant], _ new: [Instant], within: Int64) {
    if old.isEmpty || new.isEmpty {
      pairs = old.indices.map { ($0, nil) } + new.indices.map { (nil, $0) }
      return
    }
    let costs = Self.costs(old, new, within: within)
    var (i, j) = (0, 0)
    let width = new.count + 1
    let left = Double(within)
    while i < old.count || j < new.count {
      let cost = costs[i * width + j]
      if i < old.count, j < new.count, let distance = Self.distance(old[i], new[j], within),
        distance + costs[(i + 1) * width + j + 1] <= cost
      {
        pairs.append((i, j))
        (i, j) = (i + 1, j + 1)
      } else if i < old.count, left + costs[(i + 1) * width + j] <= cost {
        pairs.append((i, nil))
        i += 1
      } else {
        pairs.append((nil, j))
        j += 1
      }
    }
  }

  /// Returns the least cost of the events from each pair of indices on, row by row.
  private static func costs(_ old: [Instant], _ new: [Instant], within: Int64) -> [Double] {
    let width = new.count + 1
    let left = Double(within)
    var costs = [Double](repeating: 0, count: (old.count + 1) * width)
    for i in stride(from: old.count, through: 0, by: -1) {
      for j in stride(from: new.count, through: 0, by: -1) {
        if i == old.count || j == new.count {
          costs[i * width + j] = left * Double(old.count - i + new.count - j)
          continue
        }
        var cost = left + min(costs[(i + 1) * width + j], costs[i * width + j + 1])
        if let distance = distance(old[i], new[j], within) {
          cost = min(cost, distance + costs[(i + 1) * width + j + 1])
        }
        costs[i * width + j] = cost
      }
    }
    return costs
  }

  private static func distance(_ old: Instant, _ new: Instant, _ within: Int64) -> Double? {
    let distance = (new.nanoseconds - old.nanoseconds).magnitude
    return distance <= within.magnitude ? Double(distance) : nil
  }
}
