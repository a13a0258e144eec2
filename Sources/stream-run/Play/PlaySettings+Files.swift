import Checkpoints
import Console
import Pipelines

extension PlaySettings {
  /// Whether any output goes to a file.
  var writesFiles: Bool { outputFolder != nil || outputPaths.contains { $0 != "-" } }

  /// The paths of `-o`, of each `--tee`, of dead letters and of the trace, in this order.
  var outputPaths: [String] {
    [output].compactMap { $0 } + tees.map(\.path) + [deadLetterPath].compactMap { $0 }
      + [trace].compactMap { $0 }
  }

  var deadLetterPath: String? {
    if case .deadLetter(let path)? = playing.badRecords { path } else { nil }
  }

  /// How files are written. In real time, and while inputs are followed, they are written in place,
  /// so that people can watch them; with checkpoints, so that they can be continued.
  var outputManner: OutputFile.Manner {
    appends ? .appending : isRealTime || follows || checkpoints.isUsed ? .inPlace : .replacing
  }

  /// Adds those files of a document's outputs that do not depend on values.
  func addOutputs(_ plans: [OutputPlan], to use: inout FileUse) {
    guard let outputFolder else { return }
    let folder = outputFolder.hasSuffix("/") ? outputFolder : outputFolder + "/"
    for plan in plans {
      guard let path = plan.path.fixed else { continue }
      use.writes(folder + path, as: "output \(plan.name)", outputManner)
    }
  }

  /// Returns the files that a playback reads and writes, except those that its stream file names.
  func fileUse(playing file: String) -> FileUse {
    var use = FileUse(of: .play)
    use.prints(to: output, outputManner)
    for tee in tees { use.writes(tee.path, as: "--tee \(tee.name)=\(tee.path)", outputManner) }
    if let path = deadLetterPath { use.writes(path, as: "dead-letter=\(path)", outputManner) }
    if let trace { use.writes(trace, as: "--trace \(trace)", outputManner) }
    if let path = checkpoints.file {
      use.writes(CheckpointFile.file(at: path), as: "--checkpoint \(path)", .replacing)
    }
    use.readsStream(file, playing.inputs)
    return use
  }
}
