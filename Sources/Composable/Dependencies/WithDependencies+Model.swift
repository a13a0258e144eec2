/// Runs a function with the dependencies that a model was created with, for objects that the model
/// creates later.
///
///     func rowTapped() {
///       row = withDependencies(from: self) { RowModel() }
///     }
///
/// These are the dependencies of the model's `@Dependency` properties. A model without such a
/// property is reported.
public func withDependencies<Model: AnyObject, Result>(
  from model: Model, operation: () throws -> Result, fileID: StaticString = #fileID,
  line: UInt = #line
) rethrows -> Result {
  let values = DependencyValues.of(model, at: "\(fileID):\(line)")
  return try DependencyValues.$current.withValue(values) { try operation() }
}

/// Runs a function with the dependencies that a model was created with, some of which are changed.
public func withDependencies<Model: AnyObject, Result>(
  from model: Model, _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result, fileID: StaticString = #fileID, line: UInt = #line
) rethrows -> Result {
  var values = DependencyValues.of(model, at: "\(fileID):\(line)")
  try values.set(update)
  return try DependencyValues.$current.withValue(values) { try operation() }
}

/// Runs an asynchronous function with the dependencies that a model was created with.
public nonisolated(nonsending) func withDependencies<Model: AnyObject, Result>(
  from model: Model, operation: nonisolated(nonsending) () async throws -> Result,
  fileID: StaticString = #fileID, line: UInt = #line
) async rethrows -> Result {
  let values = DependencyValues.of(model, at: "\(fileID):\(line)")
  return try await DependencyValues.$current.withValue(values) { try await operation() }
}

/// Runs an asynchronous function with the dependencies that a model was created with, some of which
/// are changed.
public nonisolated(nonsending) func withDependencies<Model: AnyObject, Result>(
  from model: Model, _ update: (inout DependencyValues) throws -> Void,
  operation: nonisolated(nonsending) () async throws -> Result, fileID: StaticString = #fileID,
  line: UInt = #line
) async rethrows -> Result {
  var values = DependencyValues.of(model, at: "\(fileID):\(line)")
  try values.set(update)
  return try await DependencyValues.$current.withValue(values) { try await operation() }
}

/// A property that retains the dependencies that it was created with.
protocol DependencyHolding {
  var dependencies: DependencyValues { get }
}

extension DependencyValues {
  /// The dependencies that a model was created with, overridden by those that are set here.
  fileprivate static func of(_ model: some AnyObject, at place: String) -> DependencyValues {
    var mirror: Mirror? = Mirror(reflecting: model)
    while let members = mirror {
      for case let holder as any DependencyHolding in members.children.lazy.map(\.value) {
        return holder.dependencies.overridden(by: current)
      }
      mirror = members.superclassMirror
    }
    IssueReporter.report(
      """
      'withDependencies(from:)' at \(place) was called with \(TypeName.of(type(of: model))), which has \
      no '@Dependency' property, so it has no dependencies; add one, or set the dependencies \
      with 'withDependencies'
      """)
    return current
  }
}
