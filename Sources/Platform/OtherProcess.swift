#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Another process, by its number.
package struct OtherProcess: Hashable, Sendable {
  private let number: Int32

  /// Creates a process with a number; nil for a number that refers to several processes, or none.
  package init?(number: Int) {
    guard let number = Int32(exactly: number), number > 0 else { return nil }
    self.number = number
  }

  /// Whether it has not ended. A process that has ended counts as gone even if its parent has not
  /// requested its exit code.
  package var isRunning: Bool {
    // A process of another user cannot be signalled, but is running nevertheless.
    guard kill(number, 0) == 0 || errno == EPERM else { return false }
    return !hasEnded
  }

  /// Whether the system keeps only the exit code of the process; false if the system does not
  /// report that.
  private var hasEnded: Bool {
    do throws(SystemError) {
      let file = try FileDescriptor(reading: "/proc/\(number)/stat")
      defer { file.close() }
      let text = try file.readBlock(upTo: 512)
      // The state comes after the name, which is in parentheses and may contain any character.
      guard let end = text.lastIndex(of: UInt8(ascii: ")")), end + 2 < text.count else {
        return false
      }
      return text[end + 2] == UInt8(ascii: "Z") || text[end + 2] == UInt8(ascii: "X")
    } catch {
      return false
    }
  }
}
