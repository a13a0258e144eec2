/// A dependency, by its name: a value that a feature needs from the outside world.
///
///     @Dependency(\.numberFact) var numberFact
///
/// Its value is the one that was in effect when the property was created, unless another is in
/// effect where it is read.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let path: any KeyPath<DependencyValues, Value> & Sendable
  private let initial: DependencyValues

  /// Creates a property that reads the dependency at a path.
  public init(_ path: any KeyPath<DependencyValues, Value> & Sendable) {
    self.path = path
    initial = .current
  }

  /// The current value of the dependency.
  public var wrappedValue: Value {
    initial.overridden(by: .current)[keyPath: path]
  }
}

extension Dependency {
  /// Creates a property that reads a dependency by its key, for keys without a name.
  public init<Key: TestDependencyKey>(_ key: Key.Type) where Key.Value == Value {
    self.init(\DependencyValues.[KeyBox<Key>()])
  }
}

extension Dependency: DependencyHolding {
  var dependencies: DependencyValues { initial }
}

/// Represents a key in a key path.
struct KeyBox<Key: TestDependencyKey>: Hashable, Sendable {}

extension DependencyValues {
  subscript<Key: TestDependencyKey>(box: KeyBox<Key>) -> Key.Value {
    self[Key.self, "\(Key.self)"]
  }
}
