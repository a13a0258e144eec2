import Values

@testable import Expressions

// Lists as samples, and changes of maps.
extension Oracle {
  func statistic(_ name: String, _ elements: [Thing], _ rest: [Thing]) -> Thing? {
    if name == "slope" { return slope(elements) }
    let numbers = elements.compactMap(\.number)
    if name == "avg", elements.allSatisfy({ $0.int != nil }), !elements.isEmpty {
      let sum = elements.reduce(Int128(0)) { $0 + Int128($1.int ?? 0) }
      return .double(Double(sum) / Double(elements.count))
    }
    guard numbers.count == elements.count, !numbers.isEmpty else { return nil }
    let count = Double(numbers.count)
    var sum = 0.0
    for number in numbers { sum += number }
    switch name {
    case "avg": return .double(sum / count)
    case "stddev":
      guard numbers.count > 1 else { return nil }
      var squares = 0.0
      for number in numbers { squares += (number - sum / count) * (number - sum / count) }
      return .double((squares / (count - 1)).squareRoot())
    default:
      guard let rank = rest[0].number, rank >= 0, rank <= 100 else { return nil }
      let sorted = numbers.sorted()
      let place = rank * (count - 1) / 100
      let (low, high) = (sorted[Int(place.rounded(.down))], sorted[Int(place.rounded(.up))])
      let part = place - place.rounded(.down)
      return .double(part == 0 ? low : low + (high - low) * part)
    }
  }

  private func slope(_ elements: [Thing]) -> Thing? {
    let pairs = elements.map { $0.list?.map(\.number) ?? [] }
    guard pairs.allSatisfy({ $0.count == 2 && !$0.contains(nil) }) else { return nil }
    let points = pairs.map { ($0[0] ?? 0, $0[1] ?? 0) }
    guard points.contains(where: { $0.0 != points[0].0 }) else { return .optional(nil) }
    let count = Double(points.count)
    let (x, y) = (points.map(\.0).reduce(0, +) / count, points.map(\.1).reduce(0, +) / count)
    let products = points.map { ($0.0 - x) * ($0.1 - y) }.reduce(0, +)
    return .optional(.double(products / points.map { ($0.0 - x) * ($0.0 - x) }.reduce(0, +)))
  }

  func grouped(_ elements: [Thing], by keys: [Thing]) -> Thing {
    var groups: [(key: Thing, values: [Thing])] = []
    for (element, key) in zip(elements, keys) {
      if let place = groups.firstIndex(where: { Thing.areEqual($0.key, key) }) {
        groups[place].values.append(element)
      } else {
        groups.append((key, [element]))
      }
    }
    return .list(
      groups.map { .map([(Thing("key"), $0.key), (Thing("values"), .list($0.values))]) })
  }

  func chosen(_ elements: [Thing], by keys: [Thing], isLeast: Bool) -> Thing? {
    if keys.isEmpty { return nil }
    var best = 0
    for place in keys.indices {
      let isBetter =
        isLeast ? Thing.isLess(keys[place], keys[best]) : Thing.isLess(keys[best], keys[place])
      guard let isBetter else { return nil }
      if isBetter { best = place }
    }
    return elements[best]
  }

  func call(_ name: String, _ entries: [(key: Thing, value: Thing)], _ rest: [Thing]) -> Thing? {
    var entries = entries
    switch (name, rest.first) {
    case ("with", .map(let changes)?):
      for change in changes {
        if let place = entries.firstIndex(where: { Thing.areEqual($0.key, change.key) }) {
          entries[place].value = change.value
        } else {
          entries.append(change)
        }
      }
    case ("without", .list(let keys)?):
      for key in keys {
        switch key {
        case .string, .int, .bool, .double: entries.removeAll { Thing.areEqual($0.key, key) }
        default: return nil
        }
      }
    default: return nil
    }
    return .map(entries)
  }
}
