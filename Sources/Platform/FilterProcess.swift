import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that runs in a separate process, reads the bytes that this process writes to it, and
/// writes bytes that this process reads.
///
/// Neither writing nor reading waits; `wait` does. The process ends with this object at the latest.
/// It belongs to a separate group, so that Ctrl-C in a terminal reaches only this process.
package final class FilterProcess: Sendable {
  private let input: FileDescriptor
  /// The descriptor that it reads from, by which it can be waited for together with others.
  package let output: FileDescriptor
  private let errors: FileDescriptor
  private let process: pid_t
  private let isInputOpen = Atomic(true)
  private let isRunning = Atomic(true)

  /// Starts a program, which is looked up in `PATH`. Its messages are in English.
  package init(_ program: String, _ arguments: [String]) throws(SystemError) {
    var ends: [FileDescriptor] = []
    do throws(SystemError) {
      // These are sockets instead of pipes, because writing to a socket without a reader does not
      // raise a signal.
      for _ in 0..<3 { ends += try Self.makeSockets() }
      process = try Self.spawn(program, arguments, [ends[1], ends[3], ends[5]])
    } catch {
      for end in ends { end.close() }
      throw error
    }
    for end in [ends[1], ends[3], ends[5]] { end.close() }
    (input, output, errors) = (ends[0], ends[2], ends[4])
    for end in [input, output, errors] { _ = fcntl(end.rawValue, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    closeInput()
    output.close()
    errors.close()
    guard isRunning.load(ordering: .acquiring) else { return }
    kill(process, SIGKILL)
    _ = status()
  }

  /// Writes some of the bytes. Throws `.wouldBlock` if the program does not accept any now, and
  /// `.brokenPipe` if it does not accept any more.
  package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    guard isInputOpen.load(ordering: .acquiring) else { throw .brokenPipe }
    while true {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe send(input.rawValue, bytes.baseAddress, bytes.count, withoutSignal)
      }
      if count >= 0 { return count }
      if errno == ECONNRESET { throw .brokenPipe }
      if errno != EINTR { throw .last }
    }
  }

  /// Declares that nothing else will be written.
  package func closeInput() {
    if isInputOpen.exchange(false, ordering: .acquiringAndReleasing) { input.close() }
  }

  /// Reads bytes. Returns 0 at the end. Throws `.wouldBlock` if there are none now.
  package func read(into target: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    while true {
      do throws(SystemError) {
        return unsafe try output.read(into: target)
      } catch {
        if error != .interrupted { throw error }
      }
    }
  }

  /// Waits until there is something to read or, if requested, until bytes can be written.
  package func wait(toWrite: Bool) {
    var requests = [pollfd(fd: output.rawValue, events: Int16(POLLIN), revents: 0)]
    if toWrite, isInputOpen.load(ordering: .acquiring) {
      requests.append(pollfd(fd: input.rawValue, events: Int16(POLLOUT), revents: 0))
    }
    _ = unsafe poll(&requests, nfds_t(requests.count), -1)
  }

  /// Waits for the end of the program, once its output has been read. If it failed, returns the
  /// reason: the last line of its messages, or otherwise its status.
  package func finish() -> String? {
    closeInput()
    let messages = readMessages()
    guard isRunning.exchange(false, ordering: .acquiringAndReleasing) else { return nil }
    let status = status()
    if status == 0 || status == nil && messages == nil { return nil }
    if let messages { return messages }
    let signal = (status ?? 0) & 0x7F
    return signal == 0 ? "exit status \((status ?? 0) >> 8 & 0xFF)" : "ended by signal \(signal)"
  }

  /// Runs a program that reads nothing, and returns what it writes. It fails if the program
  /// cannot be started, fails, or writes more bytes than a limit.
  package static func output(
    of program: String, _ arguments: [String], limit: Int
  ) -> Result<[UInt8], ProgramFailure> {
    do throws(SystemError) {
      let process = try FilterProcess(program, arguments)
      process.closeInput()
      var bytes: [UInt8] = []
      while bytes.count <= limit {
        let block = try process.output.readBlock(upTo: 1 << 16)
        bytes += block
        guard block.isEmpty else { continue }
        let reason = process.finish()
        return reason.map { .failure(ProgramFailure(reason: $0)) } ?? .success(bytes)
      }
      return .failure(ProgramFailure(reason: "it writes more than \(limit) bytes"))
    } catch {
      return .failure(ProgramFailure(reason: error.reason))
    }
  }

  /// Returns the last line of the messages so far; nil if there is none.
  private func readMessages() -> String? {
    do throws(SystemError) {
      let lines = try errors.available(upTo: 4096).split { $0 == UInt8(ascii: "\n") }
      return lines.last.map { String(decoding: $0, as: UTF8.self) }
    } catch {
      return nil
    }
  }

  /// Waits for the end of the process. Returns its status, or nil if the system does not keep it.
  private func status() -> Int32? {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) != process {
      guard errno == EINTR else { return nil }
    }
    return status
  }
}

/// The reason why a program has no output, in words: its last message, say.
package struct ProgramFailure: Error {
  package let reason: String
}

// MARK: - Starting

extension FilterProcess {
  private static func spawn(
    _ program: String, _ arguments: [String], _ standard: [FileDescriptor]
  ) throws(SystemError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    for (number, descriptor) in standard.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor.rawValue, Int32(number))
    }
    // This process may block or ignore signals that should end the other process.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    var usual = sigset_t()
    unsafe sigemptyset(&usual)
    unsafe sigaddset(&usual, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP | closingFlag))
    let inherited = ["PATH", "HOME"].compactMap { name in
      CurrentProcess.environmentVariable(name).map { "\(name)=\($0)" }
    }
    var words = unsafe strings([program] + arguments)
    var variables = unsafe strings(inherited + ["LC_ALL=C"])
    defer {
      for index in unsafe words.indices { unsafe free(words[index]) }
      for index in unsafe variables.indices { unsafe free(variables[index]) }
    }
    var process = pid_t()
    let error = unsafe posix_spawnp(
      &process, program, &actions, &attributes, &words, &variables)
    guard error == 0 else { throw SystemError(code: error) }
    return process
  }

  private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    var strings: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) }
    unsafe strings.append(nil)
    return unsafe strings
  }

  /// Returns two connected sockets. A process that another thread starts in the meantime does not
  /// inherit them, because it would keep them open.
  private static func makeSockets() throws(SystemError) -> [FileDescriptor] {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      guard unsafe socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0 else { throw .last }
      var isOn: Int32 = 1
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        unsafe setsockopt(
          end, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
      }
    #else
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .last }
    #endif
    return ends.map { FileDescriptor(rawValue: $0) }
  }
}

#if canImport(Darwin)
  private let withoutSignal: Int32 = 0
  private let closingFlag = POSIX_SPAWN_CLOEXEC_DEFAULT
#else
  private let withoutSignal = Int32(MSG_NOSIGNAL)
  private let closingFlag: Int32 = 0
#endif

extension FileDescriptor {
  /// Reads the bytes that are currently available.
  fileprivate func available(upTo size: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    var failure: SystemError?
    let count = unsafe bytes.withUnsafeMutableBytes { target in
      do throws(SystemError) {
        return unsafe try read(into: target)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return Array(bytes[..<count])
  }
}
