/// What stands for a dependency: a type, with the value that tests use.
///
/// A module that only declares a client conforms it to this; the one that holds the live value
/// conforms it to `DependencyKey`.
public protocol TestDependencyKey: SendableMetatype {
  /// What the dependency is; the key itself, where a client is its own key.
  associatedtype Value: Sendable = Self

  /// What a test gets that sets none.
  static var testValue: Value { get }
  /// The value in the context `preview`, of a program that only shows something: the live value if there
  /// is one, else the test value.
  static var previewValue: Value { get }
}

extension TestDependencyKey {
  public static var previewValue: Value { testValue }
}

/// What stands for a dependency: a type, with the value that the running program uses.
///
///     extension NumberFactClient: DependencyKey {
///       static let liveValue = NumberFactClient(fetch: { number in … })
///     }
///
/// Without a `testValue` of its own, a test that uses the dependency without setting it fails.
public protocol DependencyKey: TestDependencyKey {
  // Said again, or the compiler does not see that a client is its own value.
  associatedtype Value = Self

  /// What the running program gets that sets none.
  static var liveValue: Value { get }
}

extension DependencyKey {
  public static var previewValue: Value { liveValue }

  /// The live value; the test that uses it fails, by the name of the dependency.
  public static var testValue: Value {
    DependencyAccess.current?.reportMissingTestValue()
    return liveValue
  }
}

/// The reading of a dependency that is under way.
struct DependencyAccess: Sendable {
  @TaskLocal static var current: DependencyAccess?

  let name: String
  /// Whether it is read only to be changed: to set one closure of a client is not yet to use it.
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
