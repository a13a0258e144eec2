/// The offsets of a zone from UTC over time, as in a file in the form of RFC 8536 (TZif).
struct ZoneRules: Sendable, Hashable {
  /// The instants at which the offset changes, in seconds since 1970, in order.
  private let changes: [Int64]
  /// The offset that begins with each change, in seconds.
  private let offsets: [Int]
  /// The offset before the first change.
  private let firstOffset: Int
  /// The rule for the time after the last change.
  private let rule: ZoneRule?

  /// Returns the offset at an instant, in seconds since 1970.
  func offset(at seconds: Int) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= Int64(seconds) { low = middle + 1 } else { high = middle }
    }
    if low == changes.count, let rule { return rule.offset(at: seconds) }
    return low == 0 ? firstOffset : offsets[low - 1]
  }
}

extension ZoneRules {
  /// Reads a file; nil if it is not a zone file, or if it counts leap seconds.
  init?(file: [UInt8]) {
    guard var header = Header(file, at: 0) else { return nil }
    var size = 4
    if header.version > 0 {
      // The second half of the file contains the same data with more bits.
      guard let second = Header(file, at: header.end(timeSize: 4)) else { return nil }
      header = second
      size = 8
    }
    guard header.leapCount == 0, header.end(timeSize: size) <= file.count else { return nil }
    let indices = header.start + header.changeCount * size
    let types = indices + header.changeCount
    let offsets = (0..<header.typeCount).map {
      Int(Int32(truncatingIfNeeded: number(file, at: types + 6 * $0, size: 4)))
    }
    guard let firstOffset = offsets.first else { return nil }
    self.firstOffset = firstOffset
    changes = (0..<header.changeCount).map {
      number(file, at: header.start + $0 * size, size: size)
    }
    var changed: [Int] = []
    for index in file[indices..<types] {
      guard Int(index) < offsets.count else { return nil }
      changed.append(offsets[Int(index)])
    }
    self.offsets = changed
    guard zip(changes, changes.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    let footer = file[header.end(timeSize: size)...].dropFirst().prefix { $0 != 0x0A }
    if footer.isEmpty || size == 4 {
      rule = nil
    } else {
      guard let rule = ZoneRule(String(decoding: footer, as: UTF8.self)) else { return nil }
      self.rule = rule
    }
  }

  /// The header of either half of a file.
  private struct Header {
    let version: UInt8
    /// The position of the data after it.
    let start: Int
    let (leapCount, changeCount, typeCount): (Int, Int, Int)
    private let otherSize: Int

    init?(_ file: [UInt8], at place: Int) {
      guard place + 44 <= file.count, file[place...].starts(with: "TZif".utf8) else { return nil }
      version = file[place + 4]
      start = place + 44
      // Each count fits in 32 bits, so no sum of them is too large.
      let counts = (0..<6).map {
        Int(UInt32(truncatingIfNeeded: number(file, at: place + 20 + 4 * $0, size: 4)))
      }
      (leapCount, changeCount, typeCount) = (counts[2], counts[3], counts[4])
      otherSize = counts[0] + counts[1] + counts[5]
      // Each type has six bytes. If a count is larger than the file, the file is not a zone file.
      guard (counts.max() ?? 0) <= file.count else { return nil }
    }

    func end(timeSize size: Int) -> Int {
      start + changeCount * (size + 1) + typeCount * 6 + leapCount * (size + 4) + otherSize
    }
  }
}

/// Returns a number of four or eight bytes, highest byte first.
private func number(_ bytes: [UInt8], at place: Int, size: Int) -> Int64 {
  let word = bytes[place..<(place + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
  return size == 4 ? Int64(Int32(truncatingIfNeeded: word)) : Int64(bitPattern: word)
}
