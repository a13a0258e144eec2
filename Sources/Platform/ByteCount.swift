/// A number of bytes as people write it: `512MiB`, `2GB`, or only digits.
package struct ByteCount: Sendable, Hashable {
  package let bytes: Int

  package init(_ bytes: Int) {
    self.bytes = bytes
  }

  private static let units: [(name: String, bytes: Int)] = [
    ("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10),
    ("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000),
    ("KB", 1000), ("T", 1 << 40), ("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10), ("B", 1),
  ]

  /// Parses a whole number of bytes, with or without a unit. Units are case-insensitive. Returns
  /// nil for any other string, and for a number that is too large.
  package init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let name = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    let unit = name.isEmpty ? 1 : Self.units.first { $0.name.lowercased() == name }?.bytes
    guard let count = Int(digits), let unit else { return nil }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: unit)
    guard !overflow, bytes < .max / 4 else { return nil }
    self.bytes = bytes
  }

  /// The number with the largest unit of which it is a multiple: `64MiB`.
  package var text: String {
    let unit = Self.units.prefix(4).first { bytes >= $0.bytes && bytes % $0.bytes == 0 }
    return unit.map { "\(bytes / $0.bytes)\($0.name)" } ?? "\(bytes) bytes"
  }
}
