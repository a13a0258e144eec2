public import Reactive

/// Work that is in line on a scheduler.
public struct PendingWork: Sendable {
  /// When it is due.
  public let due: Instant
  /// The stage that waits, such as `Debounce`; nil if the program has no symbols.
  public let stage: String?
  /// The line that recorded or played the run of this work, or the function that put it in line; nil if
  /// neither is known.
  public let place: String?
}

extension PendingWork: CustomStringConvertible {
  public var description: String {
    let origin = place.map { ", made at \($0)" } ?? ""
    return "at \(due.brief): \(stage ?? "some work")\(origin)"
  }
}

extension [PendingWork] {
  /// How many lines a list has at most.
  static var longest: Int { 10 }

  /// The list for people, a line each.
  package func listed(of total: Int) -> String {
    if isEmpty { return "nothing is in line" }
    let lines = prefix(Self.longest).map { "  \($0)" }
    let rest = total - lines.count
    let more = rest > 0 ? ["  … and \(rest) more"] : []
    return (["still in line:"] + lines + more).joined(separator: "\n")
  }
}
