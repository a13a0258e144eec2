public import FoundationEssentials
import Platform
import Synchronization

/// A generator of the current date: `date.now` or `date()`.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Creates a generator from a closure.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// Returns a generator that always returns the same date.
  public static func constant(_ now: Date) -> DateGenerator {
    DateGenerator { now }
  }

  /// The current date. Setting it makes the generator always return that date:
  /// `$0.date.now = Date(…)`.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// Generates a date.
  public func callAsFunction() -> Date { generate() }
}

/// A generator of new UUIDs: `uuid()`.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Creates a generator from a closure.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// Returns a generator that always returns the same UUID.
  public static func constant(_ uuid: UUID) -> UUIDGenerator {
    UUIDGenerator { uuid }
  }

  /// A generator whose first UUID is `00000000-0000-0000-0000-000000000000`, followed by one that
  /// ends in 1, and so on. Each access to this property starts a new count.
  public static var incrementing: UUIDGenerator {
    let next = Counter()
    return UUIDGenerator { UUID(next.take()) }
  }

  /// Generates a UUID.
  public func callAsFunction() -> UUID { generate() }

  private final class Counter: Sendable {
    private let next = Atomic<UInt64>(0)

    func take() -> UInt64 { next.wrappingAdd(1, ordering: .relaxed).oldValue }
  }
}

extension UUID {
  /// Creates the UUID whose last digits are the given number, at least 0:
  /// `UUIDGenerator.incrementing` returns `UUID(0)` and then `UUID(1)`.
  public init(_ number: some BinaryInteger) {
    precondition(number >= 0, "an identity of the number \(number), which is below 0")
    let number = UInt64(number)
    func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: number >> (8 * (7 - index))) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0,
        byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7)
      ))
  }
}

/// A generator of random numbers:
/// `withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }`.
public final class WithRandomNumberGenerator: Sendable {
  private let generator: Mutex<any RandomNumberGenerator & Sendable>

  /// Wraps a generator of random numbers.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    self.generator = Mutex(generator)
  }

  /// Returns a generator that produces the same numbers each time for the same seed.
  public static func seeded(_ seed: UInt64) -> WithRandomNumberGenerator {
    WithRandomNumberGenerator(SeededGenerator(seed: seed))
  }

  /// Lets a function generate numbers. While it runs, no other function has access. The function
  /// must not call this again.
  public func callAsFunction<Result: Sendable>(
    _ body: (inout any RandomNumberGenerator & Sendable) -> Result
  ) -> Result {
    generator.withLock { body(&$0) }
  }
}

/// A generator of random numbers from a seed (SplitMix64). The numbers are the same on every
/// machine.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var numbers: SplitMix

  /// Creates a generator. The same seed produces the same numbers.
  public init(seed: UInt64) {
    numbers = SplitMix(seed: seed)
  }

  public mutating func next() -> UInt64 { numbers.next() }
}
