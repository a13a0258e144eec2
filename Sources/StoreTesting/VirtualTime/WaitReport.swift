/// The tasks of a deadlock, each with the reason why it is waiting.
struct WaitReport {
  /// The lines, in the order of waiting, starting with the test.
  private(set) var lines: [String] = []
  /// The first escape that was found.
  private(set) var elsewhere: Escape?

  /// The maximum number of tasks in a report.
  private static let longest = 20

  /// - Parameter test: The task of the test, which has not ended.
  init(_ test: UnownedJob?) {
    guard let record = test.flatMap({ TaskRecord($0) }) else {
      lines = ["  the test waits; the runtime does not report for what"]
      return
    }
    follow(record)
  }

  private mutating func follow(_ task: TaskRecord) {
    guard lines.count < Self.longest else { return }
    switch task.wait {
    case .task(let other):
      lines.append("  \(task) waits for \(other)")
      follow(other)
    case .group(let children):
      lines.append(
        "  \(task) waits for a group of \(children.count) "
          + (children.count == 1 ? "task" : "tasks"))
      for child in children { follow(child) }
    case .continuation where RealSleep.isOf(task):
      elsewhere = elsewhere ?? .realSleep(task)
    case .continuation:
      lines.append("  \(task) waits for a continuation or a stream that nothing here resumes")
    case .mainActor:
      elsewhere = elsewhere ?? .mainActor
    case .otherExecutor:
      elsewhere = elsewhere ?? .otherExecutor(task)
    case .unknown:
      lines.append("  \(task) waits; the runtime does not report for what")
    }
  }
}
