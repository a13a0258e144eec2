#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

enum StandardError {
  /// Writes a text in one call; it may be lost if standard error has no reader.
  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { buffer in
      #if canImport(Darwin)
        Darwin.write(2, buffer.baseAddress, buffer.count)
      #elseif canImport(Glibc)
        unsafe Glibc.write(2, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        Musl.write(2, buffer.baseAddress, buffer.count)
      #endif
    }
  }
}
