/// The difference between two values, as a tree of the changes. It has `−` before parts that only
/// the first has, `+` before parts that only the second has, and the number of unchanged parts.
package enum Difference {
  /// Returns the difference; nil if both print the same.
  package static func text(_ first: Any, _ second: Any) -> String? {
    let (one, other) = (Dump(first), Dump(second))
    guard one != other else { return nil }
    var lines: [String] = []
    add(.init(label: nil, value: one), .init(label: nil, value: other), "", "", &lines)
    return lines.joined(separator: "\n")
  }

  private static let (minus, plus, context) = ("− ", "+ ", "  ")

  /// Adds the lines for a member that both values have.
  private static func add(
    _ one: Dump.Member, _ other: Dump.Member, _ indent: String, _ comma: String,
    _ lines: inout [String]
  ) {
    guard one.label == other.label,
      case .tree(let open, let members, let close, let isKeyed) = one.value,
      case .tree(open, let otherMembers, close, isKeyed) = other.value,
      !members.isEmpty, !otherMembers.isEmpty
    else {
      add(one, minus, indent, comma, &lines)
      add(other, plus, indent, comma, &lines)
      return
    }
    lines.append(context + indent + (one.label.map { $0 + ": " } ?? "") + open)
    let pairs =
      isKeyed ? byLabel(members, otherMembers) : byPlace(members, otherMembers)
    addAll(pairs, indent + "  ", &lines)
    lines.append(context + indent + close + comma)
  }

  private static func add(
    _ member: Dump.Member, _ mark: String, _ indent: String, _ comma: String,
    _ lines: inout [String]
  ) {
    var own = member.lines()
    own[own.count - 1] += comma
    lines += own.map { mark + indent + $0 }
  }

  private static func addAll(
    _ pairs: [(Dump.Member?, Dump.Member?)], _ indent: String, _ lines: inout [String]
  ) {
    var unchanged: [Dump.Member] = []
    func flush(comma: String) {
      // One unchanged line is shorter than a note about it.
      if let only = unchanged.first, unchanged.count == 1, only.lines().count == 1 {
        add(only, context, indent, comma, &lines)
      } else if !unchanged.isEmpty {
        lines.append(context + indent + "… (\(unchanged.count) unchanged)")
      }
      unchanged = []
    }
    for (place, pair) in pairs.enumerated() {
      let comma = place < pairs.count - 1 ? "," : ""
      switch pair {
      case (let one?, let other?) where one.value == other.value: unchanged.append(one)
      case (let one?, let other?):
        flush(comma: ",")
        add(one, other, indent, comma, &lines)
      case (let one?, nil):
        flush(comma: ",")
        add(one, minus, indent, comma, &lines)
      case (nil, let other?):
        flush(comma: ",")
        add(other, plus, indent, comma, &lines)
      case (nil, nil): break
      }
    }
    flush(comma: "")
  }

  /// Pairs members with the same label.
  private static func byLabel(
    _ members: [Dump.Member], _ others: [Dump.Member]
  ) -> [(Dump.Member?, Dump.Member?)] {
    if members.map(\.label) == others.map(\.label) { return Array(zip(members, others)) }
    var left = Dictionary(others.map { ($0.label, $0) }, uniquingKeysWith: { first, _ in first })
    var pairs = members.map {
      ($0, left.removeValue(forKey: $0.label)) as (Dump.Member?, Dump.Member?)
    }
    for other in others where left[other.label] != nil { pairs.append((nil, other)) }
    return pairs
  }

  /// Pairs elements that are in both values, in order. Where as many elements were removed as were
  /// added, they are treated as the same elements with changes.
  private static func byPlace(
    _ members: [Dump.Member], _ others: [Dump.Member]
  ) -> [(Dump.Member?, Dump.Member?)] {
    if members.count == others.count, members.allSatisfy({ $0.label != nil }) {
      return Array(zip(members, others))
    }
    let difference = others.map(\.value).difference(from: members.map(\.value))
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var pairs: [(Dump.Member?, Dump.Member?)] = []
    var (one, other) = (0, 0)
    while one < members.count || other < others.count {
      if removed.contains(one) {
        pairs.append((members[one], nil))
        one += 1
      } else if inserted.contains(other) {
        pairs.append((nil, others[other]))
        other += 1
      } else {
        pairs.append((members[one], others[other]))
        (one, other) = (one + 1, other + 1)
      }
    }
    return pairs
  }
}
