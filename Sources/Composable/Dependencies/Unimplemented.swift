/// The error of a function that a test has not set.
public struct UnimplementedError: Error, Hashable, CustomStringConvertible {
  /// The name of the function that has not been set.
  public let name: String
  public var description: String { "'\(name)' is not implemented" }
}

/// Returns a function for test values that fails the test with its name, and throws.
///
///     static let testValue = NumberFactClient(fetch: unimplemented("NumberFactClient.fetch"))
public func unimplemented<each Argument, Result>(
  _ name: String
) -> @Sendable (repeat each Argument) throws -> Result {
  { (_: repeat each Argument) in
    reportUnimplemented(name)
    throw UnimplementedError(name: name)
  }
}

/// Returns a function for test values that fails the test with its name, and returns `placeholder`.
public func unimplemented<each Argument, Result: Sendable>(
  _ name: String, placeholder: Result
) -> @Sendable (repeat each Argument) -> Result {
  { (_: repeat each Argument) in
    reportUnimplemented(name)
    return placeholder
  }
}

/// Returns a function for test values that fails the test with its name, and cannot throw.
///
/// It returns an empty value: nothing, nil, 0, false, an empty string or collection, or a stream
/// that has ended. A type without an empty value needs a `placeholder`. Without one, a call ends
/// the test program.
@_disfavoredOverload
public func unimplemented<each Argument, Result>(
  _ name: String
) -> @Sendable (repeat each Argument) -> Result {
  { (_: repeat each Argument) in
    reportUnimplemented(name)
    return emptyValue(for: name)
  }
}

private func reportUnimplemented(_ name: String) {
  IssueReporter.report("'\(name)' was called, but the test has not set it")
}

private func emptyValue<Value>(of type: Value.Type = Value.self, for name: String) -> Value {
  if let value = () as? Value { return value }
  if let value = (type as? any EmptyValued.Type)?.emptyValue as? Value { return value }
  preconditionFailure(
    """
    '\(name)' was called, but the test has not set it; it returns \(TypeName.of(type)), which has \
    no known empty value: create it with 'unimplemented(_:placeholder:)'
    """)
}

/// A type with an empty value.
private protocol EmptyValued {
  static var emptyValue: Self { get }
}

extension Optional: EmptyValued {
  fileprivate static var emptyValue: Self { nil }
}

extension Bool: EmptyValued {
  fileprivate static var emptyValue: Bool { false }
}

extension Int: EmptyValued {
  fileprivate static var emptyValue: Int { 0 }
}

extension Double: EmptyValued {
  fileprivate static var emptyValue: Double { 0 }
}

extension String: EmptyValued {
  fileprivate static var emptyValue: String { "" }
}

extension Array: EmptyValued {
  fileprivate static var emptyValue: Self { [] }
}

extension Set: EmptyValued {
  fileprivate static var emptyValue: Self { [] }
}

extension Dictionary: EmptyValued {
  fileprivate static var emptyValue: Self { [:] }
}

extension AsyncStream: EmptyValued {
  fileprivate static var emptyValue: Self { Self { $0.finish() } }
}

extension AsyncThrowingStream: EmptyValued where Failure == any Error {
  fileprivate static var emptyValue: Self { Self { $0.finish() } }
}
