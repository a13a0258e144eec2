package import Values

/// Cuts records down to the few for which a condition still holds.
///
/// First records are left out, in chunks that become smaller (delta debugging, after Zeller and
/// Hildebrandt), then values are made simpler, one part at a time. Each step is kept only if the
/// condition holds after it, so every result is one for which it holds.
package struct Shrinker {
  /// The records of each input, in order.
  package typealias Records = [String: [Value]]

  private let holds: (Records) throws -> Bool
  /// Whether no further attempts may be made.
  private let isOver: () -> Bool
  /// The number of attempts.
  package private(set) var attempts = 0
  /// Whether it ended before it had tried everything.
  package private(set) var wasCut = false
  private var names: [String]
  private var records: Records
  /// The records that are left, as numbers of inputs and of their records.
  private var kept: [Item]

  private struct Item: Equatable {
    let input: Int
    let record: Int
  }

  /// - Parameters:
  ///   - records: Records for which the condition holds.
  ///   - isOver: Whether no further attempts may be made.
  ///   - holds: Whether the condition holds for other records.
  package init(
    _ records: Records, until isOver: @escaping () -> Bool,
    while holds: @escaping (Records) throws -> Bool
  ) {
    (self.records, self.isOver, self.holds) = (records, isOver, holds)
    let names = records.keys.sorted()
    self.names = names
    kept = names.indices.flatMap { input in
      (records[names[input]] ?? []).indices.map { Item(input: input, record: $0) }
    }
  }

  /// Returns the least records that it finds.
  package mutating func shrink() throws -> Records {
    try dropRecords()
    try simplifyValues()
    // Simpler values may need fewer records.
    try dropRecords()
    return records(kept)
  }

  private func records(_ items: [Item]) -> Records {
    var result = Records(uniqueKeysWithValues: names.map { ($0, []) })
    for item in items {
      let name = names[item.input]
      if let record = records[name]?[item.record] { result[name]?.append(record) }
    }
    return result
  }

  private mutating func attempt(_ candidate: Records) throws -> Bool {
    if isOver() {
      wasCut = true
      return false
    }
    attempts += 1
    return try holds(candidate)
  }

  // MARK: - Records

  private mutating func dropRecords() throws {
    var size = (kept.count + 1) / 2
    while size > 0, !kept.isEmpty {
      var start = 0
      var hasDropped = false
      while start < kept.count, !wasCut {
        let end = min(start + size, kept.count)
        let candidate = Array(kept[..<start] + kept[end...])
        if try attempt(records(candidate)) {
          kept = candidate
          hasDropped = true
        } else {
          start = end
        }
      }
      if wasCut { return }
      // A chunk of one is tried again as long as others have become unnecessary.
      if size == 1, !hasDropped { return }
      size = size == 1 ? 1 : min(size, kept.count + 1) / 2
    }
  }

  // MARK: - Values

  private mutating func simplifyValues() throws {
    for item in kept {
      let name = names[item.input]
      var changes = true
      while changes, !wasCut {
        changes = false
        guard let value = records[name]?[item.record] else { break }
        for simpler in ValueSimplification.simplerValues(than: value) {
          records[name]?[item.record] = simpler
          if try attempt(records(kept)) {
            changes = true
            break
          }
          records[name]?[item.record] = value
          if wasCut { return }
        }
      }
    }
  }
}
