/// The code points that differ only in case, by simple folding, which maps one code point to one.
struct CaseFolding: Sendable {
  /// All code points with a partner, sorted.
  let scalars: [UInt32]
  private let partners: [UInt32: [UInt32]]

  /// Created for the first pattern that ignores the case of a character outside ASCII.
  static let table = CaseFolding()

  static func partners(of scalar: UInt32) -> [UInt32] { table.partners[scalar] ?? [] }

  private init() {
    var groups: [UInt32: [UInt32]] = [:]
    // No script after the letters of Adlam distinguishes upper and lower case.
    for value in UInt32(0)..<0x1E944 {
      guard let scalar = Unicode.Scalar(value), scalar.properties.changesWhenCaseMapped else {
        continue
      }
      groups[Self.folded(scalar).value, default: []].append(value)
    }
    var partners: [UInt32: [UInt32]] = [:]
    for (folded, members) in groups {
      let group = members.contains(folded) ? members : members + [folded]
      guard group.count > 1 else { continue }
      for member in group { partners[member] = group.filter { $0 != member } }
    }
    self.partners = partners
    scalars = partners.keys.sorted()
  }

  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    // The Turkish letters whose other case is an ASCII letter fold to themselves.
    if scalar.value == 0x130 || scalar.value == 0x131 { return scalar }
    let upper = single(scalar.properties.uppercaseMapping) ?? scalar
    return single(upper.properties.lowercaseMapping) ?? upper
  }

  /// Returns the single scalar of a mapping; nil if it is longer.
  private static func single(_ mapping: String) -> Unicode.Scalar? {
    let scalars = mapping.unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }
}
