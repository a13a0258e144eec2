import TestSupport
import Testing

@testable import Values

/// Strings in the cache are returned unchanged, however many there are.
@Suite struct StringCacheTests {
  private func text(_ kept: inout StringCache, _ string: String) -> Text {
    let bytes = Array(string.utf8) + [UInt8](repeating: 0x78, count: 8)
    return bytes.withUnsafeBufferPointer { kept.text($0.baseAddress!, string.utf8.count) }
  }

  @Test(arguments: [3, 300, 2000, 30_000])
  func `a cached string equals the bytes it is made from`(count: Int) {
    var kept = StringCache()
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<20_000 {
      let number = Int(random.next() % UInt64(count))
      let string = String("\(number) of many texts".suffix(number % 23))
      #expect(text(&kept, string) == Text(string), "seed \(seed)")
    }
  }

  @Test func `few of two thousand strings are created again`() {
    var kept = StringCache()
    func address(_ text: Text) -> UnsafeRawPointer? { text.utf8.withUnsafeBytes { $0.baseAddress } }
    // The first rounds fill the slots.
    var known: [Text] = []
    for _ in 0..<3 { known = (0..<2000).map { text(&kept, "k\($0)") } }
    let same = known.indices.count { address(text(&kept, "k\($0)")) == address(known[$0]) }
    #expect(same > 1700)
  }
}
