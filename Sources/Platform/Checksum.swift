/// The 64-bit FNV-1a hash of bytes. It shows whether they were changed by accident; it does not
/// protect against someone who changes them on purpose.
package struct Checksum: Hashable, Sendable {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// The hash of all bytes so far, as 16 hexadecimal digits.
  package var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  package mutating func add(_ bytes: [UInt8]) {
    add(bytes[...])
  }

  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
