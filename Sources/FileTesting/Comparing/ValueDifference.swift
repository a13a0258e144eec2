import Marbles
import Pipelines
import Values

/// The differences between two lists or two objects, by path.
struct ValueDifference {
  /// The maximum number of places that are reported.
  private static let limit = 8
  /// The depth of the comparison. Deeper values are compared as a whole.
  private static let depth = 32

  private var places: [(path: DocumentPath, wanted: Value?, got: Value?)] = []
  private var count = 0
  private let matching: ValueMatching

  init(_ wanted: Value, _ got: Value, by matching: ValueMatching = .exact) {
    self.matching = matching
    compare(wanted, got, at: [], depth: 0)
  }

  private mutating func compare(
    _ wanted: Value?, _ got: Value?, at path: DocumentPath, depth: Int
  ) {
    if wanted == got { return }
    if let wanted, let got, matching.accepts(got, for: wanted) { return }
    switch (wanted, got) {
    case (.object(let wanted), .object(let got)) where depth < Self.depth:
      for member in wanted.members {
        compare(
          member.value, got[member.key], at: path.appending(member.key), depth: depth + 1)
      }
      for member in got.members where wanted[member.key] == nil && !matching.isPartial {
        compare(nil, member.value, at: path.appending(member.key), depth: depth + 1)
      }
    case (.array(let wanted), .array(let got)) where depth < Self.depth:
      for index in 0..<max(wanted.count, got.count) {
        compare(
          index < wanted.count ? wanted[index] : nil, index < got.count ? got[index] : nil,
          at: path.appending(index), depth: depth + 1)
      }
    default:
      count += 1
      if places.count < Self.limit { places.append((path, wanted, got)) }
    }
  }

  /// Returns a line for each place. There are none if the values differ as a whole.
  func lines(width: Int) -> [String] {
    guard let first = places.first, !first.path.isRoot else { return [] }
    let lines = places.map { place in
      let parts = (Self.text(place.wanted), Self.text(place.got))
      let line = "    \(place.path): expected \(parts.0), got \(parts.1)"
      return ChartText.line(line, limit: width)
    }
    let more = count > places.count ? ["    and \(count - places.count) more places"] : []
    return ["  where the two differ:"] + lines + more
  }

  private static func text(_ value: Value?) -> String {
    value.map { ChartText.line($0.description, limit: 24) } ?? "nothing"
  }
}
