#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The beginning of a file that data will be appended to, and its last byte. An empty file has
/// neither. A file that cannot be read counts as empty, because writing it reports the reason.
package struct FileEdges: Hashable, Sendable {
  package var first: [UInt8] = []
  package var last: UInt8?

  package init() {}

  /// Reads the first bytes of an open file, and its last one.
  package init(of file: FileDescriptor, _ count: Int) {
    var last: UInt8 = 0
    do throws(SystemError) {
      first = try file.readBlock(upTo: count)
    } catch {
      return
    }
    let end = lseek(file.rawValue, 0, SEEK_END)
    if end > 0, unsafe pread(file.rawValue, &last, 1, end - 1) == 1 { self.last = last }
  }

  /// Reads the first bytes of a file, and its last one.
  package init(ofFile path: String, _ count: Int) {
    do throws(SystemError) {
      let file = try FileDescriptor(reading: path)
      defer { file.close() }
      self.init(of: file, count)
    } catch {
      self.init()
    }
  }
}
