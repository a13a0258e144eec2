import Console

/// The number of tests of each kind, and of files that were not tested.
struct TestTally {
  /// The numbers of files with tests, without tests, and without stream documents.
  private(set) var fileCount = 0
  private(set) var untestedCount = 0
  private(set) var dataCount = 0
  /// The number of files and folders that cannot be read.
  private(set) var unreadableCount = 0
  /// The number of files and folders that are excluded by an option.
  var excludedCount = 0
  /// The number of tests that the filter excludes.
  private(set) var unchosenCount = 0
  var warningCount = 0

  private(set) var count = 0
  private(set) var passedCount = 0
  private(set) var acceptedCount = 0
  private(set) var skippedCount = 0
  private(set) var mistakenCount = 0
  /// Whether a file could not be written.
  private(set) var hasUnwritable = false
  /// Whether there is a file, or a path, without the tests that it must have.
  private(set) var lacksTests = false
  var duration = Duration.zero

  var failedCount: Int { count - passedCount - acceptedCount - skippedCount }
  var hasFailed: Bool { failedCount + unreadableCount > 0 || lacksTests || hasUnwritable }

  mutating func add(_ result: FileResult) {
    if result.results.contains(where: { !$0.kind.isOfFile }) { fileCount += 1 }
    unchosenCount += result.unchosenCount
    if result.trouble != nil { hasUnwritable = true }
    for test in result.results {
      if !test.kind.isOfFile { count += 1 }
      switch test.kind {
      case .passed: passedCount += 1
      case .accepted: acceptedCount += 1
      case .skipped: skippedCount += 1
      case .mistaken: mistakenCount += 1
      case .differs, .endless, .unsteady: break
      case .unreadable: unreadableCount += 1
      case .untested(let isMistake):
        untestedCount += 1
        if isMistake { lacksTests = true }
      case .data: dataCount += 1
      }
    }
  }

  /// Records a named path that contains no file that could have a test.
  mutating func addEmptyPath(isMistake: Bool) {
    if isMistake { lacksTests = true }
  }

  /// The exit code of the command: the highest of several. A suite without a test fails.
  var code: ExitCode {
    if unreadableCount > 0 || hasUnwritable { return .unreadableFile }
    if mistakenCount > 0 { return .invalidFile }
    return hasFailed || count == 0 ? .unmet : .done
  }
}

extension TestTally {
  /// Returns a summary such as `2 failed, 212 passed; 6 files without tests, 3 not stream files`.
  func summary(style: TextStyle) -> String {
    var parts: [String] = []
    if failedCount > 0 { parts.append(style.red("\(failedCount) failed")) }
    if acceptedCount > 0 { parts.append(style.yellow("\(acceptedCount) accepted")) }
    if passedCount > 0 { parts.append(style.green("\(passedCount) passed")) }
    if skippedCount > 0 { parts.append(style.yellow("\(skippedCount) skipped")) }
    let tested = parts.joined(separator: ", ")
    let rest = untested(style: style).joined(separator: ", ")
    let files = "\(fileCount) \(fileCount == 1 ? "file" : "files")"
    let tests = "\(count) \(count == 1 ? "test" : "tests") in \(files)"
    let head = count == 0 ? "nothing to test" : "\(tests): \(tested)"
    return head + (rest.isEmpty ? "" : "; \(rest)")
  }

  /// Returns the numbers of files that were not tested, by kind.
  private func untested(style: TextStyle) -> [String] {
    var parts: [String] = []
    func add(_ count: Int, _ one: String, _ many: String, isMistake: Bool = false) {
      guard count > 0 else { return }
      let text = "\(count) \(count == 1 ? one : many)"
      parts.append(isMistake ? style.red(text) : text)
    }
    add(unreadableCount, "path cannot be read", "paths cannot be read", isMistake: true)
    add(unchosenCount, "test not chosen", "tests not chosen")
    add(untestedCount, "file without tests", "files without tests", isMistake: lacksTests)
    add(dataCount, "not a stream file", "not stream files")
    add(excludedCount, "excluded", "excluded")
    add(warningCount, "warning", "warnings")
    return parts
  }
}
