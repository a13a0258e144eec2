#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The names in a folder whose changes matter.
struct FolderInterest {
  /// The paths that each name leads to directly; empty for a folder on the way.
  var names: [String: Set<String>] = [:]
  /// The paths for which every name matters: those of the folder itself.
  var whole: Set<String> = []

  mutating func merge(_ other: FolderInterest) {
    names.merge(other.names) { $0.union($1) }
    whole.formUnion(other.whole)
  }
}

/// The system's notices about changes of names in folders, where the system sends them without
/// polling.
final class FolderNotifier {
  /// The changes since the last check.
  struct Notices {
    /// The paths that were written, created, removed or replaced.
    var changed: Set<String> = []
    /// Whether a name on the way to one of them changed, or notices were lost.
    var mayHaveMoved = false

    var isEmpty: Bool { changed.isEmpty && !mayHaveMoved }
  }

  let descriptor: FileDescriptor
  private var interests: [Int32: FolderInterest] = [:]

  private init(_ descriptor: FileDescriptor) {
    self.descriptor = descriptor
  }

  deinit { descriptor.close() }
}

#if os(Linux)
  extension FolderNotifier {
    private static let events = UInt32(
      IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
        | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    private static let losses = UInt32(
      IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT)

    /// Opens the source of notices; nil if the user has too many already.
    convenience init?() {
      let number = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard number >= 0 else { return nil }
      self.init(FileDescriptor(rawValue: number))
    }

    /// Watches these folders, and no others. Returns false if one of them cannot be watched, so
    /// that its changes would go unnoticed.
    func watch(_ folders: [String: FolderInterest]) -> Bool {
      var next: [Int32: FolderInterest] = [:]
      var isComplete = true
      for (folder, interest) in folders {
        let number = unsafe inotify_add_watch(descriptor.rawValue, folder, Self.events)
        if number >= 0 {
          next[number, default: FolderInterest()].merge(interest)
        } else if errno != ENOENT, errno != ENOTDIR {
          isComplete = false
        }
      }
      for number in interests.keys where next[number] == nil {
        _ = inotify_rm_watch(descriptor.rawValue, number)
      }
      interests = next
      return isComplete
    }

    /// Returns the notices that have arrived, without waiting.
    func notices() -> Notices {
      var notices = Notices()
      var buffer = [UInt8](repeating: 0, count: 16 * 1024)
      while true {
        let capacity = buffer.count
        let count = unsafe read(descriptor.rawValue, &buffer, capacity)
        guard count > 0 else { return notices }
        var offset = 0
        let headSize = MemoryLayout<inotify_event>.size
        while offset + headSize <= count {
          let head = unsafe buffer.withUnsafeBytes {
            unsafe $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          }
          let end = min(count, offset + headSize + Int(head.len))
          let name = buffer[(offset + headSize)..<end].prefix { $0 != 0 }
          note(head, String(decoding: name, as: UTF8.self), in: &notices)
          offset = end
        }
      }
    }

    private func note(_ event: inotify_event, _ name: String, in notices: inout Notices) {
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { notices.mayHaveMoved = true }
      guard let interest = interests[event.wd] else { return }
      if event.mask & Self.losses != 0 { notices.mayHaveMoved = true }
      notices.changed.formUnion(interest.whole)
      guard let paths = interest.names[name] else { return }
      notices.mayHaveMoved = true
      notices.changed.formUnion(paths)
    }
  }
#else
  extension FolderNotifier {
    /// There are no notices on this system.
    convenience init?() { return nil }

    func watch(_ folders: [String: FolderInterest]) -> Bool { false }

    func notices() -> Notices { Notices() }
  }
#endif
