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

  public init(_ path: any KeyPath<DependencyValues, Value> & Sendable) {
    self.path = path
    initial = .current
  }

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

/// A property that keeps the dependencies with which it was made.
protocol DependencyHolding {
  var dependencies: DependencyValues { get }
}

/// Runs a function with the dependencies with which a model was made: for what a model makes later.
public func withDependencies<Model, Result>(
  from model: Model, operation: () throws -> Result
) rethrows -> Result {
  try withDependencies(from: model, { _ in }, operation: operation)
}

/// Runs a function with the dependencies with which a model was made, and some of them changed.
public func withDependencies<Model, Result>(
  from model: Model, _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  let own = Mirror(reflecting: model).children.lazy
    .compactMap { ($0.value as? any DependencyHolding)?.dependencies }.first
  let current = DependencyValues.current
  let values = own?.overridden(by: current) ?? current
  return try DependencyValues.$current.withValue(values) {
    try withDependencies(update, operation: operation)
  }
}

/// Stands for a key in a key path.
struct KeyBox<Key: TestDependencyKey>: Hashable, Sendable {}

extension DependencyValues {
  subscript<Key: TestDependencyKey>(box: KeyBox<Key>) -> Key.Value {
    self[Key.self, "\(Key.self)"]
  }
}
