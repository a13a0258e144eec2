package import Pipelines

extension StreamDocument {
  /// All that can happen in the document and in the files that it names, and has not happened yet;
  /// nothing if it cannot play.
  package var uncovered: Coverage {
    guard let model, mistakes == nil else { return Coverage() }
    let recorder = CoverageRecorder()
    // Playing the document reports why it cannot play.
    let program = try? Program(
      model, from: source, Diagnostics(), stream: nil, replacements: Replacements(),
      recorder: recorder)
    return program == nil ? Coverage() : recorder.coverage
  }
}
