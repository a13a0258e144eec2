/// A set of code points as ranges: sorted, disjoint and not adjacent.
struct ScalarRanges: Sendable, Hashable {
  private(set) var ranges: [ClosedRange<UInt32>]

  static let all = ScalarRanges([0...0x10_FFFF])

  init(_ ranges: [ClosedRange<UInt32>] = []) {
    self.ranges = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound + 1 {
        let end = max(last.upperBound, range.upperBound)
        self.ranges[self.ranges.count - 1] = last.lowerBound...end
      } else {
        self.ranges.append(range)
      }
    }
  }

  /// All other code points.
  var complement: ScalarRanges {
    var rest: [ClosedRange<UInt32>] = []
    var start: UInt32 = 0
    for range in ranges {
      if start < range.lowerBound { rest.append(start...(range.lowerBound - 1)) }
      start = range.upperBound + 1
    }
    if start <= 0x10_FFFF { rest.append(start...0x10_FFFF) }
    return ScalarRanges(rest)
  }

  /// These code points, and all code points that differ from one of them only in case.
  var ignoringCase: ScalarRanges {
    guard self != .all else { return self }
    if let last = ranges.last, last.upperBound < 0x80 { return asciiIgnoringCase }
    // Either one character, which is the most common case, or all characters with a partner.
    let isSingle = ranges.count == 1 && ranges[0].count == 1
    let scalars = isSingle ? [ranges[0].lowerBound] : CaseFolding.table.scalars.filter(contains)
    let partners = scalars.flatMap(CaseFolding.partners)
    return ScalarRanges(ranges + partners.map { $0...$0 })
  }

  /// The same for ASCII only, which is enough for most patterns and does not need the table of all
  /// scripts.
  private var asciiIgnoringCase: ScalarRanges {
    var more = ranges
    for letter in UInt32(0x61)...0x7A where contains(letter) || contains(letter - 0x20) {
      more.append(letter...letter)
      more.append((letter - 0x20)...(letter - 0x20))
      // The Kelvin sign and the long s fold to ASCII letters.
      if letter == 0x6B { more.append(0x212A...0x212A) }
      if letter == 0x73 { more.append(0x17F...0x17F) }
    }
    return ScalarRanges(more)
  }

  func contains(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound <= scalar
  }
}
