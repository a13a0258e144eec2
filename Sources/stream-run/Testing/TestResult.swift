import FileTesting
import Pipelines
import Values

/// What came of all that one file states.
struct FileResult: Sendable {
  let path: String
  /// What came of its tests; of a file that has none, why it has none.
  var results: [TestResult] = []
  /// Why the file could not be written.
  var trouble: String?
  /// Whether the file was named and holds nothing to play.
  var isEmpty = false
  /// Whether it is nothing to worry about if some test reads the file: it was found in a folder, and
  /// no test of its own was played.
  var mayBeData = false
  /// The files that its tests read, by their paths without links.
  var dataFiles: [String] = []
  /// How many of its tests were not chosen.
  var unchosenCount = 0
  /// What there is to say that does not keep its tests from being played.
  var warnings = Diagnostics()
  /// What the tests did of all that the file can do, if that was asked for.
  var coverage = Coverage()
}

/// What came of one test, or why a file has none.
struct TestResult: Sendable {
  enum Kind: Sendable {
    case passed
    case differs(CheckDifference)
    /// What came has been written into the file.
    case accepted
    case endless
    /// The document has mistakes.
    case mistaken
    /// The file or folder cannot be read.
    case unreadable
    /// The file holds stream documents without tests, which may be a mistake.
    case untested(isMistake: Bool)
    /// The file holds no stream document.
    case data

    /// A word for it, for programs.
    var word: String {
      switch self {
      case .passed: "passed"
      case .differs: "failed"
      case .accepted: "accepted"
      case .endless: "endless"
      case .mistaken, .unreadable: "error"
      case .untested(let isMistake): isMistake ? "failed" : "skipped"
      case .data: "skipped"
      }
    }

    /// Whether it is as it should be.
    var isGood: Bool {
      switch self {
      case .passed, .accepted, .data: true
      case .untested(let isMistake): !isMistake
      case .differs, .endless, .mistaken, .unreadable: false
      }
    }

    /// Whether it is about a file that has no tests, and not about a test.
    var isOfFile: Bool {
      switch self {
      case .unreadable, .untested, .data: true
      case .passed, .accepted, .differs, .endless, .mistaken: false
      }
    }
  }

  /// The name of the test; nil for a document that cannot play, and for a file without tests.
  let title: String?
  let location: SourceLocation
  var kind: Kind
  /// What there is to say about it, for people; empty if all is well.
  var report = ""
  let duration: Duration

  /// `a.json:12:3: two close together`
  var heading: String {
    if kind.isOfFile { return location.file.onOneLine }
    let place = "\(location.file):\(location.line):\(location.column)"
    return "\(place)\(title.map { ": \($0)" } ?? "")".onOneLine
  }
}

extension TestResult {
  /// Something about a whole file.
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
