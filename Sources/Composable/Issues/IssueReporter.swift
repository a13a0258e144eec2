import Platform

/// Reports mistakes of a program that do not stop it: an action for a child that is absent, an
/// effect that throws, a dependency without a test value.
///
/// In a test, the report is an issue of that test, at the current line of a `TestStore`. Otherwise
/// it is a line on standard error.
package struct IssueReporter: Sendable {
  package let report: @Sendable (String) -> Void

  package init(report: @escaping @Sendable (String) -> Void) {
    self.report = report
  }

  @TaskLocal package static var current = IssueReporter { message in
    StandardError.write("composable: " + message + "\n")
  }

  package static func report(_ message: @autoclosure () -> String) {
    current.report(message())
  }
}
