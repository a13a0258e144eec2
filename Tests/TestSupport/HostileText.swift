/// A stream file that was right, changed at random as an attacker would: numbers beyond all limits,
/// parts that are doubled many times, nested deeply, swapped or removed, and bytes that are not
/// text.
package struct HostileText {
  package private(set) var bytes: [UInt8]
  private var random: SplitMix64

  /// Changes a string one to four times.
  package init(_ text: String, seed: UInt64) {
    bytes = Array(text.utf8)
    random = SplitMix64(seed: seed)
    for _ in 0...random.below(4) { change() }
  }

  private static let numbers = [
    "0", "-1", "-0.0", "0.1", "1e308", "1e400", "1e-400", "9223372036854775807",
    "9223372036854775808", "1000000000", "1e9", "4294967296", "123456789012345678901234567890",
  ]
  private static let texts = [
    #""""#, #""\u0000""#, #""\ud800""#, #""\u202e""#, "\"\u{9B}\"", #""$0""#, #""$0 / 0""#,
    #""[$0, $0]""#, #""-""#, #""-a|""#, #""(((""#, #""../../etc/passwd""#, #""99999999h""#,
    #""lists.range(1000000)""#, "null", "true", "[]", "{}",
  ]

  private mutating func change() {
    let values = ValueRanges(of: bytes).ranges
    guard let value = pick(values) else { return bytes.append(UInt8(random.below(256))) }
    switch random.below(9) {
    case 0: replace(value, Self.numbers[random.below(Self.numbers.count)])
    case 1: replace(value, Self.texts[random.below(Self.texts.count)])
    case 2:
      // The second one and those after it may be elements; as members they are mistakes.
      let copy = [UInt8(ascii: ",")] + bytes[value]
      let count = min(1 << random.below(12), 200_000 / copy.count + 1)
      bytes.insert(contentsOf: repeatElement(copy, count: count).joined(), at: value.upperBound)
    case 3:
      let depth = 1 << random.below(11)
      let isObject = random.oneIn(2)
      bytes.replaceSubrange(
        value,
        with: Array(String(repeating: isObject ? #"{"a":"# : "[", count: depth).utf8) + bytes[value]
          + Array(String(repeating: isObject ? "}" : "]", count: depth).utf8))
    case 4: bytes.removeSubrange(value)
    case 5: if let other = pick(values) { bytes.replaceSubrange(value, with: Array(bytes[other])) }
    case 6: bytes[random.below(bytes.count)] = UInt8(random.below(256))
    case 7:
      let start = random.below(bytes.count)
      bytes.removeSubrange(start..<min(bytes.count, start + 1 + random.below(20)))
    default: bytes.removeLast(random.below(bytes.count))
    }
  }

  private mutating func replace(_ range: Range<Int>, _ text: String) {
    bytes.replaceSubrange(range, with: text.utf8)
  }

  private mutating func pick(_ ranges: [Range<Int>]) -> Range<Int>? {
    ranges.isEmpty ? nil : ranges[random.below(ranges.count)]
  }
}

/// Finds the values, including keys, in a string that is meant to be JSON.
private struct ValueRanges {
  private(set) var ranges: [Range<Int>] = []

  init(of bytes: [UInt8]) {
    var open: [Int] = []
    var place = 0
    while place < bytes.count {
      let start = place
      place += 1
      switch bytes[start] {
      case UInt8(ascii: "["), UInt8(ascii: "{"): open.append(start)
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if let first = open.popLast() { ranges.append(first..<place) }
      case UInt8(ascii: "\""):
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
          place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        place = min(place + 1, bytes.count)
        ranges.append(start..<place)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        while place < bytes.count, bytes[place] > 0x2C, bytes[place] < 0x3A { place += 1 }
        ranges.append(start..<place)
      default: break
      }
    }
  }
}
