/// A value with a separate identity, for a value that does not have an identity itself.
///
///     var selection: Identified<Row.ID, Detail.State?>?
///
/// The properties of the value are accessible through it.
@dynamicMemberLookup
public struct Identified<ID: Hashable, Value>: Identifiable {
  public let id: ID
  /// The value.
  public var value: Value

  /// Creates a value with an identity.
  public init(_ value: Value, id: ID) {
    self.id = id
    self.value = value
  }

  /// Creates a value whose identity is read from it.
  public init(_ value: Value, id: (Value) -> ID) {
    self.init(value, id: id(value))
  }

  /// A property of the value.
  public subscript<Part>(dynamicMember path: KeyPath<Value, Part>) -> Part {
    value[keyPath: path]
  }

  /// A property of the value.
  public subscript<Part>(dynamicMember path: WritableKeyPath<Value, Part>) -> Part {
    get { value[keyPath: path] }
    _modify { yield &value[keyPath: path] }
  }
}

extension Identified: Equatable where Value: Equatable {}
extension Identified: Hashable where Value: Hashable {}
extension Identified: Sendable where ID: Sendable, Value: Sendable {}
extension Identified: Decodable where ID: Decodable, Value: Decodable {}
extension Identified: Encodable where ID: Encodable, Value: Encodable {}
