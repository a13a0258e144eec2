#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes all of the bytes, however many calls that takes; nil if that succeeded.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> SystemError? {
  var rest = unsafe bytes
  while unsafe !rest.isEmpty {
    let count = unsafe write(descriptor, rest.baseAddress, rest.count)
    if count >= 0 {
      unsafe rest = unsafe UnsafeRawBufferPointer(rebasing: rest[count...])
    } else if errno == EAGAIN {
      // Another process that shares the output has made its writes return at once.
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&request, 1, -1)
    } else if errno != EINTR {
      return .last
    }
  }
  return nil
}
