import Synchronization

/// The dependencies in effect at some point: those that were set, and the live or test values of
/// the keys of all others.
///
/// A property names a dependency:
///
///     extension DependencyValues {
///       var numberFact: NumberFactClient {
///         get { self[NumberFactClient.self] }
///         set { self[NumberFactClient.self] = newValue }
///       }
///     }
public struct DependencyValues: Sendable {
  /// The values in effect in the current task.
  @TaskLocal package static var current = DependencyValues()

  private var overrides: [ObjectIdentifier: any Sendable] = [:]
  private var ownContext: DependencyContext?
  private var isBeingSet = false
  private var cache = DependencyCache.live

  package init() {}

  /// Whether live or test values are used for dependencies that are not set.
  public var context: DependencyContext {
    get { ownContext ?? .live }
    set {
      ownContext = newValue
      // Values created for one test are not shared with another.
      cache = newValue == .live ? .live : DependencyCache()
    }
  }

  /// The value of a key. Reports name it after the property that calls this subscript.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type, _ name: String = #function
  ) -> Key.Value {
    get {
      if let value = overrides[ObjectIdentifier(key)] as? Key.Value { return value }
      return defaultValue(of: key, name: name)
    }
    set { overrides[ObjectIdentifier(key)] = newValue }
  }

  private func defaultValue<Key: TestDependencyKey>(of key: Key.Type, name: String) -> Key.Value {
    let id = ObjectIdentifier(key)
    if let value = cache.value(of: id) as? Key.Value { return value }
    let access = DependencyAccess(name: name, isForSetting: isBeingSet)
    let value = DependencyAccess.$current.withValue(access) { make(key, name: name) }
    return isBeingSet ? value : (cache.keep(value, of: id) as? Key.Value ?? value)
  }

  private func make<Key: TestDependencyKey>(_ key: Key.Type, name: String) -> Key.Value {
    switch context {
    case .test: return key.testValue
    case .preview: return key.previewValue
    case .live: break
    }
    if let live = (key as? any DependencyKey.Type)?.anyLiveValue as? Key.Value { return live }
    IssueReporter.report(
      "the dependency '\(name)' has no live value; conform its key to 'DependencyKey'")
    return key.testValue
  }

  /// Whether nothing was set.
  var isDefault: Bool { overrides.isEmpty && ownContext == nil }

  /// The clocks that were set. This does not read any clock that was not set.
  package var setClocks: [any Clock<Duration>] {
    [DependencyValues.continuousClockID, DependencyValues.suspendingClockID].compactMap {
      overrides[$0] as? any Clock<Duration>
    }
  }

  /// Returns these values, overridden by others.
  func overridden(by other: DependencyValues) -> DependencyValues {
    if other.isDefault { return self }
    if isDefault { return other }
    var result = self
    result.overrides.merge(other.overrides) { _, new in new }
    if other.ownContext != nil {
      (result.ownContext, result.cache) = (other.ownContext, other.cache)
    }
    return result
  }

  /// Changes values. Values that are read during this only to be changed do not count as used.
  package mutating func set(_ update: (inout DependencyValues) throws -> Void) rethrows {
    isBeingSet = true
    defer { isBeingSet = false }
    try update(&self)
  }

  /// Does the same for code that changes a property of this type in place.
  package var settable: DependencyValues {
    get { self }
    _modify {
      isBeingSet = true
      defer { isBeingSet = false }
      yield &self
    }
  }
}

/// The source of the values of dependencies that are not set.
public enum DependencyContext: Sendable, Hashable {
  /// A running app.
  case live
  /// A preview.
  case preview
  /// A test.
  case test
}

extension DependencyKey {
  fileprivate static var anyLiveValue: any Sendable { liveValue }
}

/// Values created for keys, once for each key.
private final class DependencyCache: Sendable {
  static let live = DependencyCache()

  private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])

  func value(of id: ObjectIdentifier) -> (any Sendable)? {
    values.withLock { $0[id] }
  }

  /// Stores a value, unless one was created in the meantime. Returns the stored value.
  func keep(_ value: any Sendable, of id: ObjectIdentifier) -> any Sendable {
    values.withLock { values in
      if let kept = values[id] { return kept }
      values[id] = value
      return value
    }
  }
}

/// Runs a function with some dependencies changed, for the function and for the tasks that it
/// starts.
///
/// A reducer, or any object with `@Dependency` properties, retains the dependencies that were in
/// effect when it was created.
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void, operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.current
  try values.set(update)
  return try DependencyValues.$current.withValue(values) { try operation() }
}

/// Runs an asynchronous function with some dependencies changed, for the function and for the tasks
/// that it starts.
public nonisolated(nonsending) func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: nonisolated(nonsending) () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues.current
  try values.set(update)
  return try await DependencyValues.$current.withValue(values) { try await operation() }
}
