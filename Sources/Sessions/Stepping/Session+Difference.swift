import Values

extension Session {
  /// The maximum number of actions that are searched for common ones after the first difference.
  private static let reach = 2_000

  /// Returns the differences from another session. There is a line for each action that only one of
  /// them has (`−` for this one, `+` for the other), or whose time, sender or state differs. Nil if
  /// they are the same.
  ///
  /// Times are compared from action to action, so that an action that takes longer does not make
  /// all later ones differ.
  public func difference(from other: Session) -> String? {
    let (ours, theirs) = (marked, other.marked)
    var lines: [String] = []
    if initialState != other.initialState {
      lines += ["the state at the start:"] + Self.line(initialState, other.initialState)
    }
    let start = zip(ours, theirs).prefix { $0.0 == $0.1 }.count
    let end = zip(ours.dropFirst(start).reversed(), theirs.dropFirst(start).reversed())
      .prefix { $0.0 == $0.1 }.count
    let (one, two) = (ours[start..<ours.count - end], theirs[start..<theirs.count - end])
    guard !one.isEmpty || !two.isEmpty else {
      return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
    guard one.count <= Self.reach, two.count <= Self.reach else {
      lines.append(
        "\(one.count) actions from number \(start + 1) on became \(two.count) others")
      return lines.joined(separator: "\n")
    }
    lines += Self.lines(Array(one), Array(two))
    return lines.joined(separator: "\n")
  }

  private var marked: [MarkedAction] {
    var last = Duration.zero
    return entries.map { entry in
      defer { last = entry.time }
      return MarkedAction(entry: entry, wait: entry.time - last)
    }
  }

  private static func lines(_ one: [MarkedAction], _ two: [MarkedAction]) -> [String] {
    let changes = two.map(\.entry.action).difference(from: one.map(\.entry.action))
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [String] = []
    var (left, right) = (0, 0)
    while left < one.count || right < two.count {
      if removed.contains(left) {
        lines.append("− " + one[left].text)
        left += 1
      } else if inserted.contains(right) {
        lines.append("+ " + two[right].text)
        right += 1
      } else {
        if one[left] != two[right] {
          lines += ["− " + one[left].text, "+ " + two[right].text]
          lines += line(one[left].entry.state, two[right].entry.state)
        }
        (left, right) = (left + 1, right + 1)
      }
    }
    return lines
  }

  /// Returns the lines for two states that differ.
  private static func line(_ one: Value?, _ other: Value?) -> [String] {
    if one == other { return [] }
    return ["  − state \(one?.description ?? "none")", "  + state \(other?.description ?? "none")"]
  }
}

/// An action with the values to compare, and the time since the previous one.
private struct MarkedAction: Equatable {
  let entry: Session.Entry
  let wait: Duration

  static func == (one: MarkedAction, other: MarkedAction) -> Bool {
    one.entry.action == other.entry.action && one.wait == other.wait
      && one.entry.isFromEffect == other.entry.isFromEffect
      && one.entry.state == other.entry.state
  }

  var text: String {
    "\(entry.title): \(entry.action)\(entry.isFromEffect ? ", from an effect" : "")"
  }
}
