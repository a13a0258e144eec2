/// A small seeded source of random numbers, so that a failure can be reproduced.
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// Returns true once in the given number of times.
  package mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
}

/// Returns a seed for one run of a random test. It is printed when the test fails, and can be set
/// by hand to reproduce the failure.
package func freshSeed() -> UInt64 { UInt64.random(in: 0 ... .max) }
