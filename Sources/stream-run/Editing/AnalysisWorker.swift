import LanguageServer
import Platform
import Synchronization

/// Does the jobs of a language server on a thread of its own, one at a time.
final class AnalysisWorker: Sendable {
  private let result = Mutex<AnalysisJob.Result?>(nil)
  private let ends: (reading: FileDescriptor, writing: FileDescriptor)?

  init() {
    ends = FileDescriptor.makePipe()
  }

  /// Becomes readable when a job is done; nil if the system has no room for a pipe, so that jobs are
  /// done at once.
  var doneSignal: FileDescriptor? { ends?.reading }

  /// Begins a job.
  func begin(_ job: AnalysisJob) {
    let isStarted = ends != nil && DetachedThread.start { self.run(job) }
    if !isStarted { run(job) }
  }

  private func run(_ job: AnalysisJob) {
    let found = job.run()
    result.withLock { $0 = found }
    // The pipe is never full: a byte is read for each job.
    if let ends { _ = ends.writing.writeAll([0]) }
  }

  /// Returns the answer of the job that is done, once; nil if none is.
  func takeResult() throws(SystemError) -> AnalysisJob.Result? {
    if let ends {
      guard ends.reading.isReadyToRead else { return nil }
      _ = try ends.reading.readBlock(upTo: 1)
    }
    return result.withLock { result in
      defer { result = nil }
      return result
    }
  }
}
