import Synchronization

/// Distinguishes a run, or one of its subscribers, from all others.
///
/// A stage that is not an object has the identifier of the run it belongs to, or of the subscriber
/// at the end of the chain.
public struct CombineIdentifier: Hashable, Sendable {
  private enum Source: Hashable {
    case number(UInt64)
    case object(ObjectIdentifier)
  }

  private let source: Source

  /// Creates an identifier that nothing else has.
  public init() {
    source = .number(count.add(1, ordering: .relaxed).newValue)
  }

  /// Creates the identifier of an object. It is the same each time, as long as the object is alive.
  public init(_ object: AnyObject) {
    source = .object(ObjectIdentifier(object))
  }
}

extension CombineIdentifier: CustomStringConvertible {
  public var description: String {
    switch source {
    case .number(let number): "0x" + String(number, radix: 16)
    case .object(let object): "0x" + String(UInt(bitPattern: object), radix: 16)
    }
  }
}

/// The number of identifiers made so far that do not belong to an object.
private let count = Atomic<UInt64>(0)

/// A type with an identifier. A class has one automatically; a structure stores one:
/// `let combineIdentifier = CombineIdentifier()`.
public protocol CustomCombineIdentifierConvertible {
  /// An identifier that no other instance has.
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  /// An identifier that no other object has, as long as this one is alive.
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
