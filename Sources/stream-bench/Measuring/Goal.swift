/// What an item may cost, in nanoseconds.
struct Goal: CustomStringConvertible {
  let target: Double
  let atWorst: Double

  var description: String { "target \(rounded(target)), at worst \(rounded(atWorst))" }

  /// Whether a cost is within the goal.
  func verdict(_ nanoseconds: Double) -> String {
    if nanoseconds <= target { return "met" }
    return nanoseconds <= atWorst ? "within the worst" : "missed"
  }
}
