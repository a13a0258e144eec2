/// The exit codes of the command, with the numbers of sysexits.h where that has one.
enum ExitCode: Int32, CaseIterable {
  case done = 0
  case unmet = 1
  case failed = 2
  case usage = 64
  case invalidFile = 65
  case unreadableFile = 66
  case fault = 70
  case outOfMemory = 71
  case outputError = 74
  case interrupted = 130
  case terminated = 143

  /// The meaning after tests were played, for the help page; nil for a code that tests never end
  /// with.
  var testSummary: String? {
    switch self {
    case .done: "every test passed"
    case .unmet:
      "a test failed, or there was none; with --require-tests: a stream file has none"
    case .usage: "the command line is wrong"
    case .invalidFile: "a stream file has a mistake, or a file is not JSON"
    case .unreadableFile: "a file or folder cannot be read, or an accepted file cannot be written"
    case .outOfMemory: "what surrounds the playbacks needs more than '--max-memory'"
    case .outputError: "the output cannot be written"
    case .failed, .fault, .interrupted, .terminated: nil
    }
  }

  /// The meaning after files were checked, for the help page; nil for a code that checks never end
  /// with.
  var validationSummary: String? {
    switch self {
    case .done: "no stream file has a mistake"
    case .unmet: "there was no stream file"
    case .usage: "the command line is wrong"
    case .invalidFile: "a stream file has a mistake, or, with --strict, a warning"
    case .unreadableFile: "a file or folder cannot be read"
    case .outOfMemory: "checking needs more than '--max-memory'"
    case .outputError: "the output cannot be written"
    case .failed, .fault, .interrupted, .terminated: nil
    }
  }

  /// The meaning, for the help page.
  var summary: String {
    switch self {
    case .done: "done; also if the reader of the output closed it"
    case .unmet: "a test failed, or there was none; or inputs cannot be split"
    case .failed: "the stream itself ended in failure"
    case .usage: "the command line is wrong, or a file would be both read and written"
    case .invalidFile: "the stream file is wrong"
    case .unreadableFile: "the stream file or an input cannot be read"
    case .fault: "an internal error"
    case .outOfMemory:
      "more memory than '--max-memory' is needed, and not by the stream"
    case .outputError:
      "the output cannot be written, or an input can no longer be read"
    case .interrupted:
      "interrupted (Ctrl-C, SIGINT); earlier events are printed"
    case .terminated: "terminated (SIGTERM); earlier events are printed"
    }
  }
}
