/// Any JSON value, small and cheap to copy: sixteen bytes, with at most one reference.
///
/// An int and a double are different values (`1` and `1.0` compare as unequal), because a stream
/// file distinguishes them. A language on top may compare them as numbers.
public enum Value: Sendable, Hashable {
  /// The null of JSON.
  case null
  /// A `true` or a `false`.
  case bool(Bool)
  /// A 64-bit integer.
  case int(Int64)
  /// A floating-point number.
  case double(Double)
  /// A string.
  case string(Text)
  /// An array.
  case array([Value])
  /// An object.
  case object(Object)
}

extension Value {
  /// The kind of a JSON value, without its contents.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The kind of null.
    case null
    /// The kind of true and false.
    case bool
    /// The kind of whole numbers.
    case int
    /// The kind of floating-point numbers.
    case double
    /// The kind of strings.
    case string
    /// The kind of arrays.
    case array
    /// The kind of objects.
    case object
  }

  /// The kind of the value.
  public var kind: Kind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}

// There is no `nil` literal: where a `Value?` is expected, the compiler would then read `nil` as
// null.
extension Value: ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .int(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(stringLiteral value: String) { self = .string(Text(value)) }
  public init(arrayLiteral elements: Value...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (Text, Value)...) {
    self = .object(Object(elements.map { Member(key: $0.0, value: $0.1) }))
  }
}

extension Value: CustomStringConvertible {
  /// The value as compact JSON.
  public var description: String { String(decoding: JSONWriter.text(of: self), as: UTF8.self) }
}
