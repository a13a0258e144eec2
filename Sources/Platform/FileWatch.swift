#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits until files are written, replaced, removed or created, or until a folder or a link on the
/// way to them is.
///
/// The folders are watched instead of the files, so that it is also noticed when a file replaces
/// another one. Where the system sends no notices, or none for one of the folders, the files are
/// checked from time to time.
package struct FileWatch {
  /// The pause without a change that ends a burst of changes, and the longest burst, in
  /// nanoseconds.
  private static let pause = (quiet: Int64(50_000_000), longest: Int64(1_000_000_000))
  /// The time between two checks where there are no notices, in milliseconds.
  private static let lookInterval: Int32 = 200

  private let notifier: FolderNotifier?
  private var stamps: [String: FileStamp] = [:]
  private var isComplete = false

  package init() {
    notifier = FolderNotifier()
  }

  /// The files that are watched.
  package var paths: Set<String> { Set(stamps.keys) }

  /// Watches these files and folders, and no others. A folder counts as changed when any name in it
  /// changes. Changes of files that were already watched are not lost.
  package mutating func watch(_ paths: Set<String>) {
    var next: [String: FileStamp] = [:]
    for path in paths { next[path] = stamps[path] ?? FileStamp(of: path) }
    stamps = next
    watchFolders()
  }

  /// Waits for a change. Returns the paths that have changed, once no further change follows for a
  /// moment; nil if nobody can read the output any more.
  package mutating func wait(whileReadable output: FileDescriptor) -> Set<String>? {
    var changed = staleStamps()
    while changed.isEmpty {
      let timeout = isComplete ? -1 : Self.lookInterval
      guard Self.wait(for: descriptor, orClosing: output, timeout) else { return nil }
      changed = look()
    }
    let end = MonotonicClock.nanoseconds + Self.pause.longest
    var quietEnd = MonotonicClock.nanoseconds + Self.pause.quiet
    while case let left = min(quietEnd, end) - MonotonicClock.nanoseconds, left > 0 {
      let timeout = Int32(left / 1_000_000) + 1
      guard Self.wait(for: descriptor, orClosing: output, timeout) else { return nil }
      let further = look()
      if !further.isEmpty { quietEnd = MonotonicClock.nanoseconds + Self.pause.quiet }
      changed.formUnion(further)
    }
    return changed
  }

  private var descriptor: FileDescriptor { notifier?.descriptor ?? .none }

  /// Returns the paths that have changed since the last check.
  private mutating func look() -> Set<String> {
    let notices = notifier?.notices() ?? FolderNotifier.Notices()
    if notices.mayHaveMoved { watchFolders() }
    // If a folder replaced another one, it contains files for which there were no notices.
    return notices.changed.union(notices.mayHaveMoved || !isComplete ? staleStamps() : [])
  }

  /// Returns the paths whose stamps have changed, and renews the stamps.
  private mutating func staleStamps() -> Set<String> {
    var stale: Set<String> = []
    for (path, stamp) in stamps {
      let now = FileStamp(of: path)
      guard now != stamp else { continue }
      stale.insert(path)
      stamps[path] = now
    }
    return stale
  }

  private mutating func watchFolders() {
    guard notifier != nil else { return }
    // A folder that appears between the check and the watch is found by checking again.
    for _ in 0..<4 {
      let trails = stamps.keys.map { (path: $0, trail: PathTrail($0)) }
      isComplete = notifier?.watch(Self.interests(of: trails)) ?? false
      if trails.allSatisfy({ PathTrail($0.path).steps == $0.trail.steps }) { return }
    }
    isComplete = false
  }

  private static func interests(
    of trails: [(path: String, trail: PathTrail)]
  ) -> [String: FolderInterest] {
    var interests: [String: FolderInterest] = [:]
    for (path, trail) in trails {
      for step in trail.steps {
        interests[step.folder, default: FolderInterest()].names[step.name, default: []]
          .formUnion(trail.ends.contains(step) ? [path] : [])
      }
      if let folder = trail.folder {
        interests[folder, default: FolderInterest()].whole.insert(path)
      }
    }
    return interests
  }

  /// Waits for notices. Returns false if the other end of the output has been closed.
  private static func wait(
    for notices: FileDescriptor, orClosing output: FileDescriptor, _ milliseconds: Int32
  ) -> Bool {
    var ends = [
      pollfd(fd: notices.rawValue, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output.rawValue, events: 0, revents: 0),
    ]
    guard unsafe poll(&ends, 2, milliseconds) > 0 else { return true }
    return ends[1].revents & Int16(POLLERR | POLLHUP) == 0
  }
}

/// The metadata that is used to recognize a changed file. For a folder, it is that of its files.
private struct FileStamp: Equatable {
  /// The maximum number of files of a folder that are checked.
  private static let folderLimit = 10_000

  private var numbers: [Int64] = []

  init(of path: String) {
    guard let kind = add(path), kind == S_IFDIR else { return }
    var contents: FolderContents?
    do throws(SystemError) {
      contents = try FolderContents(of: path)
    } catch {
      numbers.append(-1)
    }
    for entry in contents?.entries.prefix(Self.folderLimit) ?? [] where entry.kind == .file {
      _ = add(path + "/" + entry.name)
    }
  }

  private mutating func add(_ path: String) -> mode_t? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let times = [status.st_mtimespec, status.st_ctimespec]
    #else
      let times = [status.st_mtim, status.st_ctim]
    #endif
    let kind = status.st_mode & S_IFMT
    numbers += [Int64(truncatingIfNeeded: status.st_dev), Int64(bitPattern: UInt64(status.st_ino))]
    // A folder changes when its files change. Its own times also change when files beside them do.
    guard kind != S_IFDIR else { return kind }
    numbers.append(Int64(status.st_size))
    for time in times { numbers += [Int64(time.tv_sec), Int64(time.tv_nsec)] }
    return kind
  }
}
