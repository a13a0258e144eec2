/// Finds the known name that a misspelt one most likely stands for.
package struct NearestName {
  /// The nearest name, or nil if none is near enough.
  package let name: String?

  /// Compares a name to others; of equally near ones the first is chosen.
  package init(to name: String, among candidates: [String]) {
    let scalars = Array(name.lowercased().unicodeScalars.prefix(Self.longest + 1))
    var best: (name: String, distance: Int)?
    for candidate in candidates where candidate != name {
      let other = Array(candidate.lowercased().unicodeScalars)
      let distance = Self.distance(scalars, other)
      // A third of the letters may be wrong, and always at least one.
      let isNear = distance <= max(1, min(scalars.count, other.count) / 3)
      if isNear, distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    self.name = scalars.count > Self.longest ? nil : best?.name
  }

  /// The maximum length of a name: longer ones are not compared, because no known name is near.
  private static let longest = 64

  /// Returns the number of letters to insert, remove, replace or swap (Levenshtein distance with
  /// transpositions).
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var cost = min(last[j + 1], row[j]) + 1
        cost = min(cost, last[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
