/// Finds the known name that a misspelt name most likely stands for.
package struct NearestName {
  /// The nearest name, or nil if none is near enough.
  package let name: String?

  /// Compares a name to others. If several are equally near, the first is chosen.
  package init(to name: String, among candidates: [String]) {
    let scalars = Array(name.lowercased().unicodeScalars.prefix(Self.longest + 1))
    var best: (name: String, distance: Int)?
    if scalars.count <= Self.longest {
      for candidate in candidates where candidate != name {
        // A third of the letters may be wrong, and always at least one.
        func limit(_ count: Int) -> Int {
          min(max(1, min(scalars.count, count) / 3), (best?.distance ?? .max) - 1)
        }
        let length = candidate.utf8.count
        // Most names differ too much in length. Non-ASCII letters take more bytes.
        if length + limit(length) < scalars.count { continue }
        let isPlain = candidate.utf8.allSatisfy { $0 < 0x80 }
        if isPlain, length > scalars.count + limit(length) { continue }
        let other = Array(candidate.lowercased().unicodeScalars)
        let distance = Self.distance(scalars, other, limit: limit(other.count))
        if let distance { best = (candidate, distance) }
      }
    }
    self.name = best?.name
  }

  /// The maximum length of a name. Longer names are not compared, because no known name is near.
  private static let longest = 64

  /// Returns the number of letters to insert, remove, replace or swap (Levenshtein distance with
  /// transpositions); nil if it is above a limit.
  private static func distance(
    _ left: [Unicode.Scalar], _ right: [Unicode.Scalar], limit: Int
  ) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    var least = 0
    for i in left.indices {
      var row = [i + 1]
      row.reserveCapacity(last.count)
      var nearest = i + 1
      for j in right.indices {
        var cost = min(last[j + 1], row[j]) + 1
        cost = min(cost, last[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
        nearest = min(nearest, cost)
      }
      // A swap continues from the row before the last one.
      guard min(nearest, least) <= limit else { return nil }
      (beforeLast, last, least) = (last, row, nearest)
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }
}
