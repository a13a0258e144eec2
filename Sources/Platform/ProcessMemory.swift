import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The memory of the running process.
package enum ProcessMemory {
  private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// The number of bytes of the process that are currently in memory; nil if the system does not
  /// report it.
  package static var residentBytes: Int? {
    let fields = text(ofFile: "/proc/self/statm", upTo: 128)?.split(separator: " ")
    guard let fields, fields.count > 1, let pages = Int(fields[1]) else { return nil }
    return pages * pageSize
  }

  /// The function that is called before the process takes much memory at once; nil if there is none.
  private static let observer = Mutex<(@Sendable (Int) -> Void)?>(nil)

  /// Calls a function whenever the process is about to take much memory at once, with the number of
  /// bytes.
  package static func observeRequests(_ observe: @escaping @Sendable (_ bytes: Int) -> Void) {
    observer.withLock { $0 = observe }
  }

  /// Announces that the process is about to take memory, so that it can be prevented in time.
  package static func announce(_ bytes: Int) {
    observer.withLock { $0 }?(bytes)
  }

  /// Returns memory that has been freed to the system, as far as the allocator can.
  package static func releaseFreed() {
    // This is not declared in any module of the toolchain, and is not part of every C library.
    typealias Trim = @convention(c) (Int) -> Int32
    guard let trim = unsafe CurrentProcess.address(ofSymbol: "malloc_trim") else { return }
    _ = unsafe unsafeBitCast(trim, to: Trim.self)(0)
  }

  /// The number of bytes that the system allows for the container of the process, which is the
  /// lowest limit of all containers around it; nil if there is no limit.
  package static var containerLimit: Int? {
    let groups = text(ofFile: "/proc/self/cgroup", upTo: 1 << 16)?.split(separator: "\n") ?? []
    let limits = groups.flatMap { group -> [Int] in
      let fields = group.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { return [] }
      if fields[1].isEmpty {
        return self.limits(below: "/sys/fs/cgroup", fields[2], file: "memory.max")
      }
      guard fields[1].split(separator: ",").contains("memory") else { return [] }
      return self.limits(
        below: "/sys/fs/cgroup/memory", fields[2], file: "memory.limit_in_bytes")
    }
    return limits.min()
  }

  /// The limits that are stated in the files of a group and of those around it. Inside a container
  /// the path may be the one outside it. In that case its group is the root.
  private static func limits(below root: String, _ path: Substring, file: String) -> [Int] {
    var folders = path.split(separator: "/")
    var limits: [Int] = []
    while true {
      let folder = ([root] + folders.map(String.init)).joined(separator: "/")
      // If there is no limit, the file says "max" or contains a number that no machine has.
      if let number = text(ofFile: "\(folder)/\(file)", upTo: 64)?.split(separator: "\n").first,
        let limit = Int(number), limit < 1 << 50
      {
        limits.append(limit)
      }
      if folders.popLast() == nil { return limits }
    }
  }

  /// The beginning of a file of the system; nil if it cannot be read.
  private static func text(ofFile path: String, upTo size: Int) -> String? {
    do throws(SystemError) {
      let descriptor = try FileDescriptor(reading: path)
      defer { descriptor.close() }
      return String(decoding: try descriptor.readBlock(upTo: size), as: UTF8.self)
    } catch {
      return nil
    }
  }
}
