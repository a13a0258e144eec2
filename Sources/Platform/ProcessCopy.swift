#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// The overlays of the C library do not offer it, because few programs can use it safely.
@_silgen_name("fork") private func systemFork() -> pid_t

/// A copy of this process, which does one thing with the memory as it is now, while this process
/// continues.
///
/// The copy has only the thread that made it. Its work must not wait for other threads, or use data
/// that they have locked.
package final class ProcessCopy {
  /// How a copy ended.
  package enum Outcome: Hashable, Sendable {
    /// With an exit status.
    case status(Int32)
    /// By a signal, or in an unknown way.
    case broken
  }

  private let process: pid_t
  private var hasEnded = false

  /// Makes a copy that runs a closure, and ends with the exit status that it returns. The closure
  /// receives a function that returns whether this process has ended meanwhile.
  package init(_ body: (_ isAbandoned: @escaping () -> Bool) -> Int32) throws(SystemError) {
    let parent = getpid()
    process = systemFork()
    guard process >= 0 else { throw .last }
    if process == 0 { _exit(body { getppid() != parent }) }
  }

  deinit {
    end()
  }

  /// How the copy ended; nil while it runs.
  package var outcome: Outcome? {
    var status: Int32 = 0
    let ended = unsafe waitpid(process, &status, WNOHANG)
    guard ended != 0 else { return nil }
    hasEnded = true
    guard ended == process, status & 0x7F == 0 else { return .broken }
    return .status(status >> 8 & 0xFF)
  }

  /// Ends the copy at once, if it is still running.
  package func end() {
    guard !hasEnded else { return }
    hasEnded = true
    kill(process, SIGKILL)
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
  }
}
