/// The key of a dependency: a type, with the value for tests.
///
/// A module that only declares a client conforms it to this protocol; the module with the live
/// value conforms it to `DependencyKey`.
public protocol TestDependencyKey: SendableMetatype {
  /// The type of the dependency. If a client is its own key, it is the key itself.
  associatedtype Value: Sendable = Self

  /// The value in a test that sets none.
  static var testValue: Value { get }
  /// The value in the context `preview`, that of a program that only shows something. It is the
  /// live value if there is one; otherwise, the test value.
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
/// If it does not define a `testValue`, a test that uses the dependency without setting it fails.
public protocol DependencyKey: TestDependencyKey {
  // This is repeated because otherwise the compiler does not see that a client is its own value.
  associatedtype Value = Self

  /// The value in a running program that sets none.
  static var liveValue: Value { get }
}

extension DependencyKey {
  public static var previewValue: Value { liveValue }

  /// The live value. A test that uses it fails with the name of the dependency.
  public static var testValue: Value {
    DependencyAccess.current?.reportMissingTestValue()
    return liveValue
  }
}

/// A read of a dependency that is in progress.
struct DependencyAccess: Sendable {
  @TaskLocal static var current: DependencyAccess?

  let name: String
  /// Whether the value is read only to be changed. Setting one closure of a client does not count
  /// as a use.
  let isForSetting: Bool

  func reportMissingTestValue() {
    guard !isForSetting else { return }
    IssueReporter.report(
      """
      the dependency '\(name)' has no test value, so the live one was used; set it \
      with 'withDependencies: { $0.\(name) = … }', or give its key a 'testValue'
      """)
  }
}
