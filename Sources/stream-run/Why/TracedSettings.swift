import Pipelines

/// The settings of a command that shows what happened in a playback of a stream, or of a test.
struct TracedSettings: Sendable {
  var playing = PlayingSettings()
  /// The test that is played in place of the stream, by its name; nil for none.
  var test: String?

  /// The options, for settings that contain these.
  static func options<Whole>(
    within part: any WritableKeyPath<Whole, Self> & Sendable
  ) -> [Option<Whole>] {
    ([testOption] + PlayingSettings.options(within: \.playing)).map { $0.within(part) }
  }

  private static let testOption = Option<Self>(
    "test", of: .part,
    "play the test of this name, or the only one whose name contains this text: its stream, with its "
      + "inputs and parameters, up to its end"
  ) { $0.test = $1 }

  /// Throws if an option would change what a test states, or does not apply.
  func check(for command: Subcommand) throws(UsageError) {
    do throws(UsageError) {
      try checkTest()
      try playing.checkEnds()
    } catch {
      throw error.about(command)
    }
    try playing.checkBadRecords(of: command)
  }

  private func checkTest() throws(UsageError) {
    guard test != nil else { return }
    let options = [
      ("--stream", playing.stream != nil), ("--set", !playing.parameters.isEmpty),
      ("--input", !playing.inputs.isEmpty), ("--input-format", playing.inputFormat != nil),
      ("--allow-path", !playing.allowedPaths.isEmpty),
      ("--on-bad-record", playing.badRecords != nil), ("--origin", playing.origin != nil),
      ("--input-end", !playing.inputEnds.isEmpty), ("--big-numbers", playing.bigNumbers != nil),
    ]
    guard let option = options.first(where: \.1)?.0 else { return }
    throw UsageError(
      "'\(option)' and '--test' cannot be combined",
      hint: "leave one out; a test states what to play")
  }
}
