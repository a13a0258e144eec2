import Pipelines
import Values

/// What came of all that one file states.
struct FileResult: Sendable {
  let path: String
  var results: [TestResult] = []
  /// Why the file could not be read or written.
  var trouble: String?
  /// Whether the file was named and holds nothing to play.
  var isEmpty = false
  /// What the tests did of all that the file can do, if that was asked for.
  var coverage = Coverage()
}

/// What came of one test.
struct TestResult: Sendable {
  enum Kind: Sendable {
    case passed
    case differs(CheckDifference)
    /// What came has been written into the file.
    case accepted
    case endless
    /// The document has mistakes.
    case mistaken

    /// A word for it, for programs.
    var word: String {
      switch self {
      case .passed: "passed"
      case .differs: "failed"
      case .accepted: "accepted"
      case .endless: "endless"
      case .mistaken: "error"
      }
    }

    /// Whether it is as it should be.
    var isGood: Bool {
      switch self {
      case .passed, .accepted: true
      case .differs, .endless, .mistaken: false
      }
    }
  }

  /// The name of the test; nil for a document that cannot play.
  let title: String?
  let location: SourceLocation
  var kind: Kind
  /// What there is to say about it, for people; empty if all is well.
  var report = ""
  let duration: Duration

  /// `a.json:12:3: two close together`
  var heading: String {
    let place = "\(location.file):\(location.line):\(location.column)"
    return "\(place)\(title.map { ": \($0)" } ?? "")".onOneLine
  }
}

extension Duration {
  /// In milliseconds, with as many digits as tell something: `0.042`, `1.5`, `1200`.
  var millisecondsText: String {
    let (seconds, attoseconds) = components
    return Self.text(seconds * 1_000_000 + attoseconds / 1_000_000_000_000, unit: 1000)
  }

  /// In seconds, to the millisecond at least.
  var secondsText: String {
    let (seconds, attoseconds) = components
    return Self.text(seconds * 1_000_000 + attoseconds / 1_000_000_000_000, unit: 1_000_000)
  }

  private static func text(_ microseconds: Int64, unit: Int64) -> String {
    let digits = unit == 1000 ? 3 : 6
    let fraction = String(microseconds % unit + unit).dropFirst().prefix(digits)
    let shown = fraction.reversed().drop { $0 == "0" }.reversed()
    return "\(microseconds / unit)" + (shown.isEmpty ? "" : ".\(String(shown))")
  }
}
