import Console
import FileTesting
import Pipelines
import Platform

/// The settings of `test`.
struct TestSettings: CommandSettings {
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
  /// Whether each playback is also interrupted after each piece of work.
  var interrupts = false
  /// Whether the tests are listed instead of played.
  var lists = false
  /// Whether passed tests are printed too.
  var isVerbose = false
  /// The number of files that are played at once; nil for one per core.
  var jobs: Int?
  /// Whether files are changed in one thing at a time, to see which changes no test notices.
  var plantsMutants = false
  /// The seed of random plays of changed files; nil for the usual one.
  var seed: Int?
  /// Whether the points that no test has reached are printed.
  var printsCoverage = false
  /// The file for the coverage report; nil for none. Its extension determines the format.
  var coverageFile: String?
  /// The maximum number of steps of the virtual clock for a playback.
  var steps = StreamDocument.defaultSteps
  /// Folders with files that may be written, in addition to those of the named paths.
  var allowedPaths: [String] = []
  var color = ColorChoice.auto
  var maximumMemory: Int?

  func check(_ operands: [String]) throws(UsageError) {
    guard accepts, failsFast else { return }
    throw UsageError(
      "'--accept' and '--fail-fast' cannot be combined", hint: "use one of them", command: .test)
  }

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

extension TestSettings {
  static let options: [Option<Self>] = [
    Option(
      flag: "accept",
      "replace unmet expectations with the actual events, in the stream file or in the "
        + "file that 'path' names"
    ) { $0.accepts = true },
    .filter { $0.filter = $1 }, .excluded { $0.excluded.append($1) },
    Option(flag: "require-tests", "fail if a stream file has no tests") { $0.requiresTests = true },
    Option(flag: "fail-fast", "stop after the first test that fails") { $0.failsFast = true },
    Option(
      flag: "interrupt",
      "also interrupt each playback after each piece of work, and resume it from its saved state: the "
        + "events must be the same"
    ) { $0.interrupts = true },
    Option(
      flag: "mutants",
      "change each file in one thing at a time, and list the changes that no test notices, with a test "
        + "that would; '--accept' adds these tests"
    ) { $0.plantsMutants = true },
    Option(
      "seed", of: .count, "with '--mutants': the seed of random plays; 1 by default"
    ) { $0.seed = $1 },
    Option(
      flag: "list",
      "list the tests, the files without tests and those that are not stream files; play none"
    ) { $0.lists = true },
    Option(
      flag: "verbose", letter: "v",
      "also print the tests that pass, with the time each took, and the files without tests"
    ) { $0.isVerbose = true },
    .jobs { $0.jobs = $1 },
    Option(
      "steps", of: .atLeastOne,
      "stop a playback that has not ended after this many steps of the virtual clock, or values; "
        + "by default, \(StreamDocument.defaultSteps)"
    ) { $0.steps = $1 },
    Option(
      flag: "coverage",
      "print what no test exercised: streams, operators, and branches of expressions"
    ) { $0.printsCoverage = true },
    Option(
      "coverage-file", of: .file,
      "write the coverage to a file; its extension is the format: .json, .lcov or .info (LCOV), "
        + "any other for text"
    ) { $0.coverageFile = $1 },
    Option(
      "format", "f", of: .oneOf(TestFormat.self, noun: "format"), "how to print; text by default"
    ) { $0.format = $1 },
    .color { $0.color = $1 }, .writablePath { $0.allowedPaths.append($1) },
    .maximumMemory { $0.maximumMemory = $1 },
  ]
}

extension Option {
  static func filter(store: @escaping Store<String>) -> Option {
    Option(
      "filter", of: .part, "play only tests whose name or file contains this text", store: store)
  }

  static func excluded(store: @escaping Store<PathPattern>) -> Option {
    Option(
      "exclude", of: .pattern,
      "leave out files and folders whose path or name matches this pattern: * is any text without "
        + "a /, ** any text, ? one character, [a-z] one of a set", isRepeatable: true, store: store)
  }

  static func jobs(store: @escaping Store<Int>) -> Option {
    Option(
      "jobs", "j", of: .atLeastOne,
      "how many files to play or check at once; by default, one for each core", store: store)
  }
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
