import Reactive
import Values

/// A sum that depends on the order of its terms. It is cheap, because each variant of a job pays
/// for it: three dependent instructions per event.
struct Checksum {
  private(set) var value: UInt64 = 0

  @inline(__always)
  mutating func add(_ number: Int64) {
    value = value &* 31 &+ UInt64(bitPattern: number)
  }

  /// Adds a value and its time.
  @inline(__always)
  mutating func add(_ number: Int64, at time: Int64) {
    add(number ^ time &* 0x9e37_79b9_7f4a_7c1)
  }
}

/// Adds up the times and values of a playback of ints, or of arrays of ints.
final class Sum {
  @exclusivity(unchecked) private(set) var checksum = Checksum()

  @inline(__always)
  func add(_ number: Int64, _ instant: Instant) {
    unsafe checksum.add(number, at: instant.nanoseconds)
  }

  @inline(__always)
  func add(_ value: Value, _ instant: Instant) -> Bool {
    switch value {
    case .int(let number):
      add(number, instant)
    case .array(let elements): add(elements, instant)
    default: break
    }
    return true
  }

  /// Not inlined, because an int needs none of the registers that this saves.
  @inline(never)
  private func add(_ elements: [Value], _ instant: Instant) {
    for element in elements {
      if case .int(let number) = element { add(number, instant) } else { _ = add(element, instant) }
    }
  }

  func add(_ end: Instant) {
    unsafe checksum.add(end.nanoseconds)
  }
}
