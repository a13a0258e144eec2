/// The hash function XXH64 with the seed 0. It returns the same number on every machine, forever.
enum XXHash64 {
  private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5
  )

  static func hash(_ bytes: [UInt8]) -> UInt64 {
    let (prime1, prime2, prime3, prime4, prime5) = primes
    var place = 0
    var hash: UInt64
    if bytes.count >= 32 {
      var lanes = [prime1 &+ prime2, prime2, 0, 0 &- prime1]
      while bytes.count - place >= 32 {
        for lane in 0..<4 {
          lanes[lane] = round(lanes[lane], word(bytes, place + 8 * lane))
        }
        place += 32
      }
      hash =
        rotated(lanes[0], 1) &+ rotated(lanes[1], 7) &+ rotated(lanes[2], 12)
        &+ rotated(lanes[3], 18)
      for lane in lanes { hash = (hash ^ round(0, lane)) &* prime1 &+ prime4 }
    } else {
      hash = prime5
    }
    hash &+= UInt64(bytes.count)
    while bytes.count - place >= 8 {
      hash = rotated(hash ^ round(0, word(bytes, place)), 27) &* prime1 &+ prime4
      place += 8
    }
    if bytes.count - place >= 4 {
      let half = (0..<4).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
      hash = rotated(hash ^ (half &* prime1), 23) &* prime2 &+ prime3
      place += 4
    }
    for byte in bytes[place...] {
      hash = rotated(hash ^ (UInt64(byte) &* prime5), 11) &* prime1
    }
    hash = (hash ^ (hash >> 33)) &* prime2
    hash = (hash ^ (hash >> 29)) &* prime3
    return hash ^ (hash >> 32)
  }

  /// Mixes eight bytes of input into a lane.
  private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotated(lane &+ input &* primes.1, 31) &* primes.0
  }

  private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word << count | word >> (64 - count)
  }

  /// Reads eight bytes, lowest first.
  private static func word(_ bytes: [UInt8], _ place: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<8 { word |= UInt64(bytes[place + index]) << UInt64(8 * index) }
    return word
  }
}
