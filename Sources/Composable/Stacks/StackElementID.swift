import Synchronization

/// The identity of an element on a stack. In tests, the identities in a store are 0, 1, 2 and so
/// on.
public struct StackElementID: Hashable, Sendable, ExpressibleByIntegerLiteral {
  let generation: Int

  init(generation: Int) {
    self.generation = generation
  }

  public init(integerLiteral value: Int) {
    generation = value
  }
}

extension StackElementID: CustomStringConvertible {
  public var description: String { "#\(generation)" }
}

extension StackElementID: Codable {
  public init(from decoder: any Decoder) throws {
    generation = try decoder.singleValueContainer().decode(Int.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(generation)
  }
}

/// Generates the ids of the elements of stacks.
public final class StackElementIDGenerator: Sendable {
  private let count: Atomic<Int>

  init(from count: Int = 0) {
    self.count = Atomic(count)
  }

  /// Generates an identifier that has not been used.
  public func callAsFunction() -> StackElementID {
    StackElementID(generation: count.add(1, ordering: .relaxed).oldValue)
  }

  /// The id that is generated next.
  package var next: Int { count.load(ordering: .relaxed) }

  /// Returns a generator that repeats the same ids, starting with a number.
  package static func replaying(from next: Int) -> StackElementIDGenerator {
    StackElementIDGenerator(from: next)
  }
}

extension DependencyValues {
  /// The generator of the ids of the elements of stacks.
  public var stackElementID: StackElementIDGenerator {
    get { self[StackElementIDKey.self] }
    set { self[StackElementIDKey.self] = newValue }
  }
}

private enum StackElementIDKey: DependencyKey {
  static var liveValue: StackElementIDGenerator { StackElementIDGenerator() }
  static var testValue: StackElementIDGenerator { StackElementIDGenerator() }
}
