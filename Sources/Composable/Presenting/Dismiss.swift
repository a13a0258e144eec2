/// Dismisses a presented feature: `await dismiss()` in an effect of the feature.
///
///     @Dependency(\.dismiss) var dismiss
///     …
///     return .run { _ in await dismiss() }
///
/// The parent receives `.dismiss`, or `.popFrom(id:)` if the feature is an element on a stack.
public struct DismissEffect: Sendable {
  private let dismiss: @Sendable () async -> Void

  /// Creates an effect from a closure that dismisses a feature.
  public init(_ dismiss: @escaping @Sendable () async -> Void) {
    self.dismiss = dismiss
  }

  /// Dismisses the feature.
  public func callAsFunction() async {
    await dismiss()
  }
}

extension DependencyValues {
  /// The effect that a presented feature uses to dismiss itself.
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the current feature is presented by another one.
  public var isPresented: Bool {
    get { self[IsPresentedKey.self] }
    set { self[IsPresentedKey.self] = newValue }
  }
}

private enum DismissKey: DependencyKey {
  static var liveValue: DismissEffect {
    DismissEffect {
      guard let origin = RunOrigin.current else {
        return IssueReporter.report(
          "'dismiss' was called outside of an effect of the feature; it does nothing")
      }
      origin.mailbox.leave(DismissRequest(), of: origin.run)
    }
  }
  static var testValue: DismissEffect { liveValue }
}

private enum IsPresentedKey: DependencyKey {
  static var liveValue: Bool { false }
  static var testValue: Bool { false }
}
