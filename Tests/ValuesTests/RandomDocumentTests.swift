import TestSupport
import Testing
import Values

@Suite struct RandomDocumentTests {
  @Test func `any value reads back as itself`() throws {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    for _ in 0..<1000 {
      let value = random.value()
      let text = written(value)
      #expect(try read(text) == value, "\(text), seed \(seed)")
      #expect(written(try read(text)) == text, "seed \(seed)")
      #expect(throws: Never.self) { try skip(text) }
    }
  }

  @Test func `any double reads back bit by bit`() throws {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    for _ in 0..<20_000 {
      let double = random.double()
      guard case .double(let back) = try read(written(.double(double))) else {
        Issue.record("\(double) is not a double, seed \(seed)")
        continue
      }
      #expect(back.bitPattern == double.bitPattern, "\(double), seed \(seed)")
    }
  }

  @Test func `decimal texts are rounded as the standard library rounds them`() throws {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    for _ in 0..<20_000 {
      let digits = String(random.next() >> UInt64(random.below(60)))
      let point = random.below(digits.count)
      var text = digits.prefix(digits.count - point) + "." + digits.suffix(max(point, 1))
      if random.below(2) == 0 { text += "e\(random.below(60) - 30)" }
      #expect(try read(String(text)) == .double(Double(text) ?? .nan), "\(text), seed \(seed)")
    }
  }

  /// Numbers that are exactly between two doubles, or next to such a number.
  @Test(arguments: [
    "9007199254740993.0", "9007199254740992.9999999999999999999", "9007199254740993.00000000000001",
    "1.00000000000000011102230246251565404236316680908203125",
    "1.00000000000000011102230246251565404236316680908203124", "2.2250738585072011e-308",
    "1.7976931348623158e308", "0.500000000000000166533453693773481063544750213623046875",
    "1125899906842624.125", "1125899906842901.875", "9223372036854775.807", "4503599627370497.5",
  ])
  func `halves between doubles are rounded to even`(text: String) throws {
    #expect(try read(text) == .double(Double(text) ?? .nan))
  }

  @Test func `a damaged text is read or rejected within its bounds`() {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    for _ in 0..<4000 {
      var bytes = JSONWriter.text(of: random.value(depth: 3))
      for _ in 0...random.below(3) { tamper(&bytes, &random) }
      let readError = error(bytes, skipping: false)
      let skipError = error(bytes, skipping: true)
      for offset in [readError?.offset, skipError?.offset].compactMap(\.self) {
        #expect((0...bytes.count).contains(offset), "\(bytes), seed \(seed)")
      }
      if readError?.message.hasSuffix("for a double") != true {
        #expect(readError == skipError, "\(bytes), seed \(seed)")
      }
    }
  }

  private func tamper(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let signs = Array("{}[]\",:\\u0.-e+ \n/'tfn#".utf8) + [0, 0x80, 0xC3, 0xED, 0xFF]
    let place = random.below(bytes.count + 1)
    switch random.below(5) {
    case 0 where place < bytes.count: bytes.remove(at: place)
    case 1 where place < bytes.count: bytes[place] = signs[random.below(signs.count)]
    case 2: bytes.insert(signs[random.below(signs.count)], at: place)
    case 3: bytes.removeLast(bytes.count - place)
    default: bytes.insert(contentsOf: bytes.prefix(place).suffix(random.below(9)), at: place)
    }
  }

  private func error(_ bytes: [UInt8], skipping: Bool) -> ReadError? {
    JSONReader.reading(SourceText(name: "", bytes: bytes)) { reader in
      do throws(ReadError) {
        if skipping { try reader.skipValue() } else { _ = try reader.readValue() }
        try reader.finish()
        return nil
      } catch {
        return error
      }
    }
  }
}
