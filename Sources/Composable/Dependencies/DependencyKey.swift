/// The key of a dependency: a type, with the value for tests.
///
/// A module that only declares a client conforms it to this protocol; the module with the live
/// value conforms it to `DependencyKey`.
public protocol TestDependencyKey: SendableMetatype {
  /// The type of the dependency; the key itself, where a client is its own key.
  associatedtype Value: Sendable = Self

  /// The value in a test that sets none.
  static var testValue: Value { get }
  /// The value in the context `preview`, of a program that only shows something: the live value if
  /// there is one, otherwise the test value.
  static var previewValue: Value { get }
}

extension TestDependencyKey {
  public static var previewValue: Value { testValue }
}

/// The key of a dependency: a type, with the value for the running program.
///
///     extension NumberFactClient: DependencyKey {
///       static let liveValue = NumberFactClient(fetch: { number in … })
///     }
///
/// Without a `testValue` of its own, a test fails if it uses the dependency without setting it.
public protocol DependencyKey: TestDependencyKey {
  // Repeated, or the compiler does not see that a client is its own value.
  associatedtype Value = Self

  /// The value in a running program that sets none.
  static var liveValue: Value { get }
}

extension DependencyKey {
  public static var previewValue: Value { liveValue }

  /// The live value; a test that uses it fails with the name of the dependency.
  public static var testValue: Value {
    DependencyAccess.current?.reportMissingTestValue()
    return liveValue
  }
}

/// A read of a dependency that is in progress.
struct DependencyAccess: Sendable {
  @TaskLocal static var current: DependencyAccess?

  let name: String
  /// Whether the value is read only to be changed: setting one closure of a client is not a use
  /// yet.
  let isForSetting: Bool

  func reportMissingTestValue() {
    guard !isForSetting else { return }
    IssueReporter.report(
      """
      the dependency '\(name)' has no test value, so the live one was used; set it by \
      'withDependencies: { $0.\(name) = … }', or give its key a 'testValue'
      """)
  }
}
