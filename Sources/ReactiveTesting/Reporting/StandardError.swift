#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The destination of messages when no test is running.
enum StandardError {
  static func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe send($0) }
      // A reader that is gone cannot be notified.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(2, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(2, bytes.baseAddress, bytes.count)
    #elseif canImport(Darwin)
      Darwin.write(2, bytes.baseAddress, bytes.count)
    #endif
  }
}
