/// The allowed cost of an item, in nanoseconds.
struct Goal: CustomStringConvertible {
  let target: Double
  let atWorst: Double

  var description: String { "target \(rounded(target)), at worst \(rounded(atWorst))" }

  /// Returns whether a cost is within the goal, in words.
  func verdict(_ nanoseconds: Double) -> String {
    if nanoseconds <= target { return "met" }
    return nanoseconds <= atWorst ? "within the worst" : "missed"
  }
}
