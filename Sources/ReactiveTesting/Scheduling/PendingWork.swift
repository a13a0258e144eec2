public import Reactive

/// Work that is queued on a scheduler.
public struct PendingWork: Sendable {
  /// The stage that is waiting, such as `Debounce`; nil if the program has no symbols.
  public let due: Instant
  /// The line that recorded or played the run of this work, or the function that queued it; nil if
  /// neither is known.
  public let stage: String?
  /// The line that recorded or played the run of this work, or the function that queued it; nil if
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
  /// The maximum number of lines in a list.
  static var longest: Int { 10 }

  /// The list as text, one line each.
  package func listed(of total: Int) -> String {
    if isEmpty { return "nothing is in line" }
    let lines = prefix(Self.longest).map { "  \($0)" }
    let rest = total - lines.count
    let more = rest > 0 ? ["  … and \(rest) more"] : []
    return (["still in line:"] + lines + more).joined(separator: "\n")
  }
}
