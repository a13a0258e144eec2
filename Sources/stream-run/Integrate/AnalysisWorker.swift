import LanguageServer
import Platform
import Synchronization

/// Does the jobs of a language server, each on a separate thread.
final class AnalysisWorker: Sendable {
  private let results = Mutex<[AnalysisJob.Result]>([])
  private let ends: (reading: FileDescriptor, writing: FileDescriptor)?

  init() {
    ends = FileDescriptor.makePipe()
  }

  /// Becomes readable when a job is done; nil if the system has no room for a pipe, in which case
  /// jobs are done at once.
  var doneSignal: FileDescriptor? { ends?.reading }

  /// Begins a job.
  func begin(_ job: AnalysisJob) {
    let isStarted = ends != nil && DetachedThread.start { self.run(job) }
    if !isStarted { run(job) }
  }

  private func run(_ job: AnalysisJob) {
    let found = job.run()
    results.withLock { $0.append(found) }
    // The pipe is never full: a byte is read for each job.
    if let ends { _ = ends.writing.writeAll([0]) }
  }

  /// Returns the answer of a completed job, once; nil if there is none.
  func takeResult() throws(SystemError) -> AnalysisJob.Result? {
    if let ends {
      guard ends.reading.isReadyToRead else { return nil }
      _ = try ends.reading.readBlock(upTo: 1)
    }
    return results.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}
