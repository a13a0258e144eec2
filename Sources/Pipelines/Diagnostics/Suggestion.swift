/// Finds the name that somebody probably meant.
package enum Suggestion {
  /// "did you mean 'filter'?", if one of the names is near enough.
  package static func hint(for name: String, among names: [String]) -> String? {
    nearest(to: name, among: names).map { "did you mean '\($0)'?" }
  }

  /// The name with the fewest changes, of equally near ones the first; nil if none is near.
  package static func nearest(to name: String, among names: [String]) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let allowed = max(1, name.count / 3)
    return
      names
      .map { (name: $0, distance: distance(Array(name.lowercased()), Array($0.lowercased()))) }
      .filter { $0.distance <= allowed }
      .min { $0.distance < $1.distance }?.name
  }

  /// How many letters must be added, removed, replaced, or swapped with their neighbour.
  private static func distance(_ from: [Character], _ to: [Character]) -> Int {
    var rows = [Array(0...to.count)]
    for i in 1..<(from.count + 1) {
      var row = [i]
      for j in 1..<(to.count + 1) {
        let replaced = rows[i - 1][j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1)
        var least = min(rows[i - 1][j] + 1, row[j - 1] + 1, replaced)
        if i > 1, j > 1, from[i - 1] == to[j - 2], from[i - 2] == to[j - 1] {
          least = min(least, rows[i - 2][j - 2] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[from.count][to.count]
  }
}
