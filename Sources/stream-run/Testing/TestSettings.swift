import FileTesting
import Pipelines
import Platform

/// The values of the options of `test`.
struct TestSettings: Sendable {
  var format = TestFormat.text
  /// A part of the title or of the path of the tests to play; nil for all tests.
  var filter: String?
  /// The paths that are excluded from folders.
  var excluded: [PathPattern] = []
  /// Whether a stream file without tests is a mistake.
  var requiresTests = false
  /// Whether playing stops after the first failed test.
  var failsFast = false
  /// Whether actual timelines are written into the files.
  var accepts = false
  /// Whether the tests are listed instead of played.
  var lists = false
  /// Whether passed tests are printed too.
  var isVerbose = false
  /// The number of files that are played at once; nil for one per core.
  var jobs: Int?
  /// Whether the points that no test has reached are printed.
  var printsCoverage = false
  /// The file for the coverage report; nil for none. Its extension determines the format.
  var coverageFile: String?
  /// The maximum number of steps of the virtual clock for a playback.
  var steps = StreamDocument.defaultSteps

  var covers: Bool { !lists && (printsCoverage || coverageFile != nil) }
}

/// The format of test results.
enum TestFormat: String, CaseIterable {
  case text, json, junit, tap

  /// A description for the help page.
  var summary: String {
    switch self {
    case .text: "the differences as pictures, and a summary"
    case .json: "a line for each test: an object with the expected and the actual events"
    case .junit: "the XML that build servers read"
    case .tap: "the Test Anything Protocol, version 14"
    }
  }
}

extension CommandOption {
  /// The options of `test`.
  static let testing: [CommandOption] = [
    CommandOption(
      flag: "accept", for: .test,
      "replace unmet expectations with the actual events, in the stream file or in the "
        + "file that 'path' names"
    ) { $0.test.accepts = true },
    CommandOption(
      "filter", of: .part, for: .test,
      "play only tests whose name or file contains this text", sharedBy: [.watch]
    ) { $0.test.filter = $1 },
    CommandOption(
      "exclude", of: .pattern, for: .test,
      "leave out files and folders whose path or name matches this pattern: * is any text without "
        + "a /, ** any text, ? one character, [a-z] one of a set",
      isRepeatable: true, sharedBy: [.validate]
    ) { $0.test.excluded.append($1) },
    CommandOption(
      flag: "require-tests", for: .test,
      "fail if a stream file has no tests"
    ) { $0.test.requiresTests = true },
    CommandOption(
      flag: "fail-fast", for: .test,
      "stop after the first test that fails"
    ) { $0.test.failsFast = true },
    CommandOption(
      flag: "list", for: .test,
      "list the tests, the files without tests and those that are not stream files; play none"
    ) { $0.test.lists = true },
    CommandOption(
      flag: "verbose", "v", for: .test,
      "also print the tests that pass, with the time each took, and the files without tests"
    ) { $0.test.isVerbose = true },
    CommandOption(
      "jobs", "j", of: .atLeastOne, for: .test,
      "how many files to play or check at once; by default, one for each core",
      sharedBy: [.validate]
    ) { $0.test.jobs = $1 },
    CommandOption(
      "steps", of: .atLeastOne, for: .test,
      "stop a playback that has not ended after this many steps of the virtual clock, or values; "
        + "by default, \(StreamDocument.defaultSteps)"
    ) { $0.test.steps = $1 },
    CommandOption(
      flag: "coverage", for: .test,
      "print what no test exercised: streams, operators, and branches of expressions"
    ) { $0.test.printsCoverage = true },
    CommandOption(
      "coverage-file", of: .file, for: .test,
      "write the coverage to a file; its extension is the format: .json, .lcov or .info (LCOV), "
        + "any other for text"
    ) { $0.test.coverageFile = $1 },
    CommandOption(
      "format", "f", of: .oneOf(TestFormat.self, noun: "format"), for: .test,
      "how to print; text by default"
    ) { $0.test.format = $1 },
    CommandOption(
      "color", of: .oneOf(ColorChoice.self, noun: "color"), for: .test,
      "when to use colors; auto: on a terminal, if NO_COLOR is not set",
      sharedBy: [.validate]
    ) { $0.color = $1 },
  ]
}

extension OptionValue where Value == Int {
  /// Reads a count of at least one.
  static let atLeastOne = OptionValue(
    placeholder: "N", expectation: "expected a whole number, such as 10"
  ) { (text, option) throws(UsageError) in
    let number = try count.read(text, for: option)
    guard number > 0 else {
      throw UsageError("option '\(option)' is 0", hint: "expected 1 or more")
    }
    return number
  }
}

extension OptionValue where Value == String {
  /// Reads the path of a file to write.
  static let file = OptionValue(
    placeholder: "FILE", expectation: "expected a path", path: .whole
  ) { (text, option) throws(UsageError) in
    if text.isEmpty { throw UsageError("option '\(option)' is empty", hint: "expected a path") }
    return text
  }

  /// Reads a part of a name.
  static let part = OptionValue(
    placeholder: "NAME", expectation: "expected a part of a name"
  ) { (text, option) throws(UsageError) in
    if text.isEmpty {
      throw UsageError("option '\(option)' is empty", hint: "expected a part of a name")
    }
    return text
  }
}
