import Checkpoints
import Console
import Pipelines
import Platform
import Reactive
import Values

/// The outputs of a document, written to files below a folder.
///
/// There can be a file for each key, so only the files that were written last are open. No two
/// outputs share a file, and none is a file that the run reads.
final class FolderOutputs {
  /// The limit called "files of the outputs of a run".
  static let fileLimit = 100_000
  /// The number of files that are open at a time.
  static let openLimit = 64

  /// The reason why nothing more is written.
  enum Trouble {
    /// An expression in a path failed.
    case failed(String)
    case unwritable(String)
  }

  private let tree: FolderTree
  private let manner: TreeFile.Manner
  /// The files that the run reads, and those that other options write.
  private let uses: FileUse
  private var outputs: [FolderOutput] = []
  /// The files, in the order in which they were created, and by their paths.
  private var files: [FolderFile] = []
  private var filesByPath: [String: FolderFile] = [:]
  /// The files that are open, or will be opened at their next write.
  private var active: [FolderFile] = []
  private var clock = 0
  private var writer = JSONWriter(capacity: 4096)
  private var hasReplaced = false
  /// Whether each value is written at once, for people who watch.
  var sendsEachLine = false
  private(set) var trouble: Trouble?
  /// The failure of the first output whose stream failed. It does not end the others.
  private(set) var failure: String?

  /// Opens the folder, and the files of all outputs whose paths do not depend on their values.
  init(
    _ path: String, _ plans: [OutputPlan], _ manner: OutputFile.Manner, besides uses: FileUse,
    resuming saved: [SavedOutputs.Output]? = nil
  ) throws(OutputError) {
    self.uses = uses
    self.manner =
      switch manner {
      case .replacing: .replacing
      case .inPlace: .inPlace
      case .appending: .appending
      }
    do throws(SystemError) {
      tree = try FolderTree(creating: path)
    } catch {
      throw OutputError(path: path, reason: error.reason)
    }
    for plan in plans { outputs.append(FolderOutput(plan)) }
    do throws(OutputError) {
      for (output, saved) in zip(outputs, saved ?? []) { try resume(saved, of: output) }
      for output in outputs where output.fixed == nil {
        if let path = output.plan.path.fixed { output.fixed = try file(path, of: output) }
      }
    } catch {
      abandon()
      throw error
    }
  }

  /// Opens the files of an output that continues.
  private func resume(
    _ saved: SavedOutputs.Output, of output: FolderOutput
  ) throws(OutputError) {
    output.valueCount = saved.valueCount
    for file in saved.files {
      let opened = try self.file(file.path, of: output, continuedAt: file.length)
      opened.table = file.table
      if output.plan.path.fixed == file.path { output.fixed = opened }
    }
  }

  /// The state of the outputs, whose bytes are forced to storage; nil if one of them has failed.
  func save() -> [SavedOutputs.Output]? {
    do throws(OutputError) {
      for file in active { try file.flush() }
      if let error = synchronize() { throw error }
    } catch {
      trouble = trouble ?? .unwritable(error.message)
    }
    guard trouble == nil else { return nil }
    return outputs.map { output in
      SavedOutputs.Output(
        name: output.plan.name, valueCount: output.valueCount,
        files: files.filter { $0.output === output }.map {
          SavedOutputs.TreeFile(path: $0.path, length: $0.file.length, table: $0.table)
        })
    }
  }

  var isOpen: Bool { trouble == nil }

  /// The identities of the files that are written whatever the values are.
  var identities: [FileIdentity] {
    files.map(\.file.path).flatMap { [$0, FileReplacement.partialPath(of: $0)] }
      .compactMap { FileIdentity(path: $0) }
  }
}

// MARK: - Writing

extension FolderOutputs {
  /// Returns the receivers of the outputs' events. `stop` is called when an output cannot be
  /// written.
  ///
  /// - Parameter time: Returns the time with which a value is written; nil if it is dropped.
  func receivers(
    of program: Program, times: EventTimes, time: @escaping (Instant) -> Instant?,
    stop: @escaping () -> Void
  ) -> [(PlaybackEvent, Instant) -> Void] {
    outputs.map { output in
      { [self] event, instant in
        guard trouble == nil else { return }
        switch event {
        case .value(let value):
          guard let instant = time(instant) else { return }
          write(value, to: output, at: instant, times)
          if trouble != nil { stop() }
        case .completion(.failure(let cause)):
          let report = FailureReport(cause, of: program)
          failure =
            failure
            ?? "the output '\(output.plan.name)' failed at \(times.phrase(of: instant)): \(report.line)"
        case .completion(.finished): break
        }
      }
    }
  }

  private func write(
    _ value: Value, to output: FolderOutput, at instant: Instant, _ times: EventTimes
  ) {
    let file: FolderFile
    do throws(OutputError) {
      if let fixed = output.fixed {
        file = fixed
      } else {
        let path: String
        do throws(StreamFailure) {
          path = try output.naming.path(for: value, at: instant)
        } catch {
          trouble = .failed(
            "the path of the output '\(output.plan.name)' failed at \(times.phrase(of: instant)): "
              + error.message)
          return
        }
        if let known = filesByPath[path], known.output === output {
          file = known
        } else {
          file = try self.file(path, of: output)
        }
      }
      try use(file)
      if let reason = file.write(value, at: instant, with: &writer) {
        throw OutputError(path: file.file.path, reason: reason)
      }
      output.valueCount += 1
      if sendsEachLine || file.isFull { try file.flush() }
    } catch {
      trouble = .unwritable(error.message + (error.hint.map { "; \($0)" } ?? ""))
    }
  }

  private static func shared(
    _ path: String, _ first: FolderOutput, _ second: FolderOutput
  ) -> OutputError {
    OutputError(
      path: path,
      reason: "the outputs '\(first.plan.name)' and '\(second.plan.name)' would both write it",
      hint: "give them separate folders")
  }

  /// Opens the file of an output at a path.
  private func file(
    _ path: String, of output: FolderOutput, continuedAt length: Int? = nil
  ) throws(OutputError) -> FolderFile {
    if let known = filesByPath[path] { throw Self.shared(path, known.output, output) }
    guard files.count < Self.fileLimit else {
      throw OutputError(
        path: path,
        reason: "the outputs of a run can have at most \(Self.fileLimit) files",
        hint: "use a key with fewer values")
    }
    let full = tree.fullPath([path])
    if let user = user(of: full, isPartial: false)
      ?? user(of: FileReplacement.partialPath(of: full), isPartial: true)
    {
      throw OutputError(path: full, reason: "it is \(user)", hint: "name another folder")
    }
    let partial = FileReplacement.partialPath(of: path)
    if let other = filesByPath[partial] ?? owner(ofPartial: path) {
      throw OutputError(
        path: full, reason: "'\(other.file.path)' is where one of the two would first be written",
        hint: "name files that do not end in '.partial'")
    }
    let file: FolderFile
    do throws(FolderTree.Failure) {
      file = FolderFile(
        try TreeFile(path, in: tree, manner, continuedAt: length), at: path, of: output)
    } catch {
      throw OutputError(error)
    }
    filesByPath[path] = file
    files.append(file)
    output.fileCount += 1
    try use(file)
    return file
  }

  private func user(of path: String, isPartial: Bool) -> String? {
    guard !isPartial || manner == .replacing else { return nil }
    return FileIdentity(path: path).flatMap { uses.user(of: $0, isPartial: isPartial) }
  }

  /// Returns the file whose partial file is at a path.
  private func owner(ofPartial path: String) -> FolderFile? {
    let ending = FileReplacement.partialPath(of: "")
    return path.hasSuffix(ending) ? filesByPath[String(path.dropLast(ending.count))] : nil
  }

  /// Adds a file to those that are open, or will be opened at their next write.
  private func use(_ file: FolderFile) throws(OutputError) {
    clock += 1
    file.lastUse = clock
    guard !file.isActive else { return }
    if active.count >= Self.openLimit,
      let oldest = active.indices.min(by: { active[$0].lastUse < active[$1].lastUse })
    {
      try active.remove(at: oldest).close()
    }
    file.isActive = true
    active.append(file)
  }
}

// MARK: - The fate of the files

extension FolderOutputs {
  /// Writes the remaining data, and closes all files.
  func close() {
    do throws(OutputError) {
      for file in active { try file.close() }
    } catch {
      trouble = trouble ?? .unwritable(error.message)
    }
    active = []
  }

  /// Leaves existing files as they were.
  func abandon() {
    for file in files { file.file.discard() }
    files = []
  }

  var isReplacing: Bool { manner == .replacing && !files.isEmpty }

  /// Forces all files to storage. Returns the reason if that fails.
  func synchronize() -> OutputError? {
    // So many calls would take longer than one call for all files of the system.
    guard files.count <= Self.openLimit else {
      FolderTree.synchronizeAll()
      return nil
    }
    do throws(FolderTree.Failure) {
      for file in files { try file.file.synchronize() }
      return nil
    } catch {
      return OutputError(error)
    }
  }

  /// Moves all files into their places.
  func replace() -> [OutputError] {
    var errors: [OutputError] = []
    for file in files {
      do throws(FolderTree.Failure) {
        try file.file.commit()
      } catch {
        errors.append(OutputError(error))
      }
    }
    hasReplaced = errors.isEmpty
    return errors
  }

  /// The summaries of the outputs, in document order.
  var summaries: [(name: String, summary: RunSummary)] {
    outputs.map { output in
      var summary = RunSummary()
      summary.add("values", output.valueCount)
      summary.add("files", output.fileCount)
      return (output.plan.name, summary)
    }
  }

  /// Messages about the places of the outputs after a run that failed, one for each output.
  var remains: [String] {
    guard manner == .replacing, !hasReplaced else { return [] }
    return outputs.map { output in
      let path = tree.fullPath([output.plan.path.fixed ?? output.plan.path.text])
      return output.fixed == nil
        ? "stream-run: the output for '\(path)' is in files whose names end in '.partial'"
        : "stream-run: '\(path)' is unchanged; the output so far is in "
          + "'\(FileReplacement.partialPath(of: path))'"
    }
  }
}
