/// Where this module says that a program makes a mistake that does not stop it: an action for a child
/// that is not there, an effect that throws, a dependency without a test value.
///
/// In a test it is an issue of that test, at the line that a `TestStore` is at; otherwise a line on
/// standard error.
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
