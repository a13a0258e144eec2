#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// MARK: - Reading

extension FileDescriptor {
  /// Reads bytes with a single system call, and waits if there are none yet. Returns 0 at the end.
  ///
  /// Throws `.interrupted` if a signal arrived first, and `.wouldBlock` if there is nothing to read
  /// and reading does not wait.
  package func read(into target: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    let count = unsafe systemRead(rawValue, target.baseAddress, target.count)
    guard count >= 0 else { throw .last }
    return count
  }

  /// Reads the available bytes, and waits if there are none. Returns an empty array at the end.
  package func readBlock(upTo size: Int) throws(SystemError) -> [UInt8] {
    while true {
      var failure: SystemError?
      let block = unsafe [UInt8](unsafeUninitializedCapacity: size) { target, count in
        do throws(SystemError) {
          count = unsafe try read(into: UnsafeMutableRawBufferPointer(target))
        } catch {
          failure = error
        }
      }
      guard let failure else { return block }
      if failure == .wouldBlock {
        waitToRead()
      } else if failure != .interrupted {
        throw failure
      }
    }
  }

  /// Whether reading would not wait, because there is something to read or the end has been
  /// reached.
  package var isReadyToRead: Bool {
    var request = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, 0) > 0
  }

  /// Waits until there is something to read, or the end is reached. It may return early.
  package func waitToRead() {
    _ = waitToRead(besides: [])
  }

  /// Waits until there is something to read from this descriptor or one of the others. It waits at
  /// most the given number of milliseconds, or forever if that is negative. Returns whether it is
  /// this descriptor. Also returns false after a signal.
  package func waitToRead(besides others: [FileDescriptor], milliseconds: Int32 = -1) -> Bool {
    var requests = ([self] + others).map {
      pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0)
    }
    return unsafe poll(&requests, nfds_t(requests.count), milliseconds) > 0
      && requests[0].revents != 0
  }
}

extension FileDescriptor {
  /// Waits until there is something to read from one of the descriptors, but at most for the given
  /// time. It may return early.
  package static func waitToRead(anyOf descriptors: [FileDescriptor], milliseconds: Int32) {
    var requests = descriptors.map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
    _ = unsafe poll(&requests, nfds_t(requests.count), milliseconds)
  }

  /// Moves to an offset in the file.
  package func seek(to place: Int) throws(SystemError) {
    guard lseek(rawValue, off_t(place), SEEK_SET) >= 0 else { throw .last }
  }

  /// Reads the bytes of a file from an offset on, without moving: as many as wanted, or fewer at
  /// the end of the file.
  package func bytes(at place: Int, upTo size: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { target, count in
      while count < size {
        let read = unsafe pread(
          rawValue, target.baseAddress.map { unsafe $0 + count }, size - count,
          off_t(place + count))
        if read > 0 {
          count += read
        } else if read == 0 {
          return
        } else if errno != EINTR {
          failure = .last
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

// MARK: - Writing

extension FileDescriptor {
  /// Writes all of the bytes, with as many calls as necessary. Returns nil on success.
  package func writeAll(_ bytes: UnsafeRawBufferPointer) -> SystemError? {
    unsafe writeAll(bytes) { rest, _ in
      unsafe write(rawValue, rest.baseAddress, rest.count)
    }
  }

  /// Writes all of the bytes, with as many calls as necessary. Returns nil on success.
  package func writeAll(_ bytes: [UInt8]) -> SystemError? {
    unsafe bytes.withUnsafeBytes { unsafe writeAll($0) }
  }

  /// Writes all of the bytes at an offset in the file. Returns nil on success.
  package func writeAll(_ bytes: [UInt8], at place: Int) -> SystemError? {
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe writeAll(bytes) { rest, written in
        unsafe pwrite(rawValue, rest.baseAddress, rest.count, off_t(place + written))
      }
    }
  }

  private func writeAll(
    _ bytes: UnsafeRawBufferPointer,
    by write: (_ rest: UnsafeRawBufferPointer, _ written: Int) -> Int
  ) -> SystemError? {
    var written = 0
    while written < bytes.count {
      let count = unsafe write(UnsafeRawBufferPointer(rebasing: bytes[written...]), written)
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        // Another process that shares the output has made its writes non-blocking.
        _ = canBeWritten(waiting: true)
      } else if errno != EINTR {
        return .last
      }
    }
    return nil
  }

  /// Whether a write would proceed without waiting for a reader.
  package var canBeWritten: Bool { canBeWritten(waiting: false) }

  private func canBeWritten(waiting: Bool) -> Bool {
    var request = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&request, 1, waiting ? -1 : 0) > 0
  }
}

// A method hides the system's function of the same name.
private func systemRead(_ descriptor: Int32, _ target: UnsafeMutableRawPointer?, _ size: Int) -> Int
{
  unsafe read(descriptor, target, size)
}

extension FileDescriptor {
  /// The first bytes of files that are packed with `gzip`.
  package static let signOfPacked: [UInt8] = [0x1F, 0x8B]
}
