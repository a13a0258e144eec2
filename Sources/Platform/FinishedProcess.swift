#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The result of a program that ran in a separate process.
package struct FinishedProcess {
  /// The wait status of the system; 0 on success.
  package let status: Int32
  /// The peak of its memory in bytes.
  package let peakBytes: Int

  /// Runs a program, and waits for its end. Its output goes to a file, which is truncated first.
  /// Its standard error goes to another file, or to that of this process.
  package static func run(
    _ program: String, _ arguments: [String], output: String, errors: String? = nil
  ) throws(SystemError) -> FinishedProcess {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_TRUNC, 0)
    if let errors { unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY, 0) }
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map {
      unsafe strdup($0)
    }
    unsafe pointers.append(nil)
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    var process = pid_t()
    let error = unsafe posix_spawn(&process, program, &actions, nil, pointers, environ)
    guard error == 0 else { throw SystemError(code: error) }
    var status: Int32 = 0
    var usage = rusage()
    guard unsafe wait4(process, &status, 0, &usage) == process else { throw .last }
    return FinishedProcess(status: status, peakBytes: usage.ru_maxrss * peakUnit)
  }
}

/// Linux counts kilobytes, and Darwin counts bytes.
#if canImport(Darwin)
  private let peakUnit = 1
#else
  private let peakUnit = 1024
#endif
