/// A dependency, by its name: what a feature needs of the world outside.
///
///     @Dependency(\.numberFact) var numberFact
///
/// Its value is the one that was in force when the property was made, unless another is in force
/// where it is read.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let path: any KeyPath<DependencyValues, Value> & Sendable
  private let initial: DependencyValues

  /// Creates a property that reads the dependency at a path.
  public init(_ path: any KeyPath<DependencyValues, Value> & Sendable) {
    self.path = path
    initial = .current
  }

  /// The dependency.
  public var wrappedValue: Value {
    initial.overridden(by: .current)[keyPath: path]
  }
}

extension Dependency {
  /// A dependency by its key, for keys without a name.
  public init<Key: TestDependencyKey>(_ key: Key.Type) where Key.Value == Value {
    self.init(\DependencyValues.[KeyBox<Key>()])
  }
}

extension Dependency: DependencyHolding {
  var dependencies: DependencyValues { initial }
}

/// Stands for a key in a key path.
struct KeyBox<Key: TestDependencyKey>: Hashable, Sendable {}

extension DependencyValues {
  subscript<Key: TestDependencyKey>(box: KeyBox<Key>) -> Key.Value {
    self[Key.self, "\(Key.self)"]
  }
}
