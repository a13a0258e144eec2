package import struct FoundationEssentials.UUID

/// UUIDs derived from names: version 5 of RFC 9562.
package enum NameBasedUUID {
  /// The namespace of stream files: the id of the example `Streams/serial-a.json`.
  private static let namespace: [UInt8] = [
    0x6F, 0x1B, 0x7C, 0x1E, 0x52, 0xC2, 0x4B, 0x6A, 0x9C, 0x0E, 0x0B, 0x7D, 0x1F, 0x1C, 0x9A, 0x11,
  ]

  package static func make(of name: [UInt8]) -> UUID {
    var bytes = Array(SHA1.digest(of: namespace + name).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}

/// SHA-1 (FIPS 180-4), for name-based UUIDs; not for secrets.
enum SHA1 {
  static func digest(of message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    var padded = message
    padded.append(0x80)
    padded.append(contentsOf: repeatElement(0, count: (120 - padded.count % 64) % 64))
    unsafe withUnsafeBytes(of: UInt64(message.count * 8).bigEndian) {
      unsafe padded.append(contentsOf: $0)
    }
    for start in stride(from: 0, to: padded.count, by: 64) {
      absorb(padded[start..<start + 64], into: &state)
    }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  private static func absorb(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
      block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<80 {
      words.append(
        rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1))
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (index, word) in words.enumerated() {
      let (mixed, constant) = round(index, b, c, d)
      let next = rotate(a, by: 5) &+ mixed &+ e &+ constant &+ word
      (a, b, c, d, e) = (next, a, rotate(b, by: 30), c, d)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
  }

  private static func round(
    _ index: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32
  ) -> (mixed: UInt32, constant: UInt32) {
    switch index {
    case ..<20: (b & c | ~b & d, 0x5A82_7999)
    case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
    case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
    default: (b ^ c ^ d, 0xCA62_C1D6)
    }
  }

  private static func rotate(_ word: UInt32, by count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
