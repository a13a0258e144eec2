import FileTesting
import Pipelines
import Values

/// The results of a file.
struct FileResult: Sendable {
  let path: String
  /// The results of its tests. For a file without tests, the reason why it has none.
  var results: [TestResult] = []
  /// The reason why the file could not be written.
  var trouble: String?
  /// Whether the file was named and contains nothing to play.
  var isEmpty = false
  /// Whether the file is data instead of a mistake, if some test reads it. It was found in a
  /// folder, and none of the file's tests was played.
  var mayBeData = false
  /// The files that its tests read, as paths with links resolved.
  var dataFiles: [String] = []
  /// The number of its tests that the filter excludes.
  var unchosenCount = 0
  /// The warnings, which do not prevent its tests from being played.
  var warnings = Diagnostics()
  /// The coverage of the file by its tests, if requested.
  var coverage = Coverage()
}

/// The result of one test, or the reason why a file has none.
struct TestResult: Sendable {
  enum Kind: Sendable {
    case passed
    /// The test gives a reason for not being played.
    case skipped
    case differs(CheckDifference)
    /// The actual timeline has been written into the file.
    case accepted
    case endless
    /// The playback had other events when it was interrupted.
    case unsteady
    /// The document has mistakes.
    case mistaken
    /// The file or folder cannot be read.
    case unreadable
    /// The file contains stream documents without tests, which may be a mistake.
    case untested(isMistake: Bool)
    /// The file contains no stream document.
    case data

    /// A word for the kind, for programs.
    var word: String {
      switch self {
      case .passed: "passed"
      case .differs: "failed"
      case .accepted: "accepted"
      case .endless: "endless"
      case .unsteady: "failed"
      case .mistaken, .unreadable: "error"
      case .untested(let isMistake): isMistake ? "failed" : "skipped"
      case .data, .skipped: "skipped"
      }
    }

    /// Whether it is a success.
    var isGood: Bool {
      switch self {
      case .passed, .skipped, .accepted, .data: true
      case .untested(let isMistake): !isMistake
      case .differs, .endless, .unsteady, .mistaken, .unreadable: false
      }
    }

    /// Whether there is a reason why nothing was played.
    var isSkipped: Bool {
      if case .skipped = self { true } else { isOfFile && isGood }
    }

    /// Whether it is the result of a file without tests rather than of a test.
    var isOfFile: Bool {
      switch self {
      case .unreadable, .untested, .data: true
      case .passed, .skipped, .accepted, .differs, .endless, .unsteady, .mistaken: false
      }
    }
  }

  /// The name of the test; nil for a document that cannot be played, and for a file without tests.
  let title: String?
  let location: SourceLocation
  var kind: Kind
  /// The message for people; empty for a success.
  var report = ""
  let duration: Duration

  /// The heading, such as `a.json:12:3: two close together`.
  var heading: String {
    if kind.isOfFile { return location.file.onOneLine }
    let place = "\(location.file):\(location.line):\(location.column)"
    return "\(place)\(title.map { ": \($0)" } ?? "")".onOneLine
  }
}

extension TestResult {
  /// Creates the result of a whole file.
  init(_ kind: Kind, of path: String, report: String) {
    self.init(
      title: nil, location: SourceLocation(file: path, offset: 0, line: 1, column: 1), kind: kind,
      report: report, duration: .zero)
  }

  static func untested(_ path: String, isMistake: Bool) -> TestResult {
    let report = isMistake ? "no tests, expected 'expect' or 'tests'" : "no tests"
    return TestResult(.untested(isMistake: isMistake), of: path, report: report)
  }

  static func data(_ path: String) -> TestResult {
    TestResult(.data, of: path, report: "not a stream file")
  }
}
