/// The exit codes of the command, with the numbers of sysexits.h where that has one.
package enum ExitCode: Int32, CaseIterable {
  case done = 0
  case unmet = 1
  case failed = 2
  case nothing = 3
  case usage = 64
  case invalidFile = 65
  case unreadableFile = 66
  case fault = 70
  case outOfMemory = 71
  case outputError = 74
  case interrupted = 130
  case terminated = 143

  /// The meaning, for the help page.
  package var summary: String {
    switch self {
    case .done: "done; also if the reader of the output closed it"
    case .unmet:
      "a check was not met: a test failed, no test or no stream file was found, 'format --check' "
        + "found a change, 'why' or 'why-not' found no event, inputs cannot be split or exported, or "
        + "the editor of 'lsp' ended without notice, or the playbacks of 'diff' differ"
    case .failed: "the stream itself failed, for example at a bad record"
    case .nothing: "with 'diff': neither playback emitted anything, so there was nothing to compare"
    case .usage: "the command line is wrong, or a file would be both read and written"
    case .invalidFile:
      "a stream file or the command's expression has an error; with 'validate --strict', a warning"
    case .unreadableFile:
      "a file or folder cannot be read; or 'test --accept' cannot write a file"
    case .fault: "an internal error"
    case .outOfMemory:
      "the command needs more memory than '--max-memory', outside a playback"
    case .outputError: "the output cannot be written, or an input can no longer be read"
    case .interrupted: "interrupted (Ctrl-C, SIGINT); earlier events are printed"
    case .terminated: "terminated (SIGTERM); earlier events are printed"
    }
  }
}
