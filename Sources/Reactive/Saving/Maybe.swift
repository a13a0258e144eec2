/// An optional value, saved so that an absent value differs from a null value.
@propertyWrapper
@usableFromInline
package struct Maybe<Value> {
  @usableFromInline package var wrappedValue: Value?

  @inlinable
  package init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }
}

/// Encoded as a list of one value or none.
extension Maybe: Codable where Value: Codable {
  @usableFromInline
  package init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    wrappedValue = container.isAtEnd ? nil : try container.decode(Value.self)
  }

  @usableFromInline
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    if let wrappedValue { try container.encode(wrappedValue) }
  }
}

/// An optional type, as the type parameter of a generic class.
///
/// The deinitializer of such a class is not specialized, and destroying a field whose type is not
/// itself a type parameter requires looking that type up.
@usableFromInline
package protocol OptionalType<Wrapped>: ExpressibleByNilLiteral {
  associatedtype Wrapped
  init(optional: Wrapped?)
  var optional: Wrapped? { get }
}

extension Optional: OptionalType {
  @inlinable
  package init(optional: Wrapped?) { self = optional }

  @inlinable package var optional: Wrapped? { self }
}
