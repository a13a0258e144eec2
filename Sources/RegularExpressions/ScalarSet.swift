/// A set of code points, in which each character of a string is looked up.
struct ScalarSet: Sendable, Hashable {
  private let ranges: ScalarRanges
  private let categories: [CategoryTest]
  private let isNegated: Bool
  /// One bit for each character of ASCII.
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ ranges: ScalarRanges, categories: [CategoryTest] = [], isNegated: Bool = false) {
    // Without categories, ranges alone can express the set.
    let isWhole = categories.isEmpty && isNegated
    self.ranges = isWhole ? ranges.complement : ranges
    self.categories = categories
    self.isNegated = isNegated && !isWhole
    for bit in UInt32(0)..<64 {
      if isMember(bit) { low |= 1 << bit }
      if isMember(bit + 64) { high |= 1 << bit }
    }
  }

  func contains(_ scalar: UInt32) -> Bool {
    if scalar < 64 { return low >> scalar & 1 == 1 }
    if scalar < 128 { return high >> (scalar - 64) & 1 == 1 }
    return isMember(scalar)
  }

  private func isMember(_ scalar: UInt32) -> Bool {
    let isListed = ranges.contains(scalar) || categories.contains { $0.holds(for: scalar) }
    return isListed != isNegated
  }
}

/// A test whether a character is (or is not) in one of some general categories, for `\pL`.
///
/// Characters are looked up one by one: a table of the ranges would cost more than most searches.
struct CategoryTest: Sendable, Hashable {
  var categories: [Unicode.GeneralCategory]
  var isNegated = false
  var ignoresCase = false

  func holds(for scalar: UInt32) -> Bool {
    let isMember =
      includes(scalar)
      || (ignoresCase && CaseFolding.partners(of: scalar).contains { includes($0) })
    return isMember != isNegated
  }

  private func includes(_ value: UInt32) -> Bool {
    guard let scalar = Unicode.Scalar(value) else { return false }
    return categories.contains(scalar.properties.generalCategory)
  }
}
