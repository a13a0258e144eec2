import Synchronization

/// Tells a run, or a subscriber of it, from all others.
///
/// The stages of a run that are no objects have the identifier of the run they belong to, or of the
/// subscriber at its end.
public struct CombineIdentifier: Hashable, Sendable {
  private enum Source: Hashable {
    case number(UInt64)
    case object(ObjectIdentifier)
  }

  private let source: Source

  /// A new identifier, which nothing else has.
  public init() {
    source = .number(count.add(1, ordering: .relaxed).newValue)
  }

  /// The identifier of an object: the same each time, as long as the object is there.
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

/// How many identifiers have been made that stand for no object.
private let count = Atomic<UInt64>(0)

/// Has an identifier. A class has one without further ado; a structure keeps one:
/// `let combineIdentifier = CombineIdentifier()`.
public protocol CustomCombineIdentifierConvertible {
  /// An identifier that no other object has.
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  /// An identifier that no other object has.
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
