package import Pipelines

extension StreamDocument {
  /// The coverage points of the document and of the files that it names, all with a count of zero;
  /// empty if it cannot be played.
  package var uncovered: Coverage {
    guard let model, mistakes == nil else { return Coverage() }
    let recorder = CoverageRecorder()
    // The reason why it cannot be played is reported when it is played.
    let program = try? Program(
      model, from: source, Diagnostics(), stream: nil, replacements: Replacements(),
      recorder: recorder)
    return program == nil ? Coverage() : recorder.coverage
  }
}
