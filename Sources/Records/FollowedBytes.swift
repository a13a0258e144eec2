import Platform
import Reactive
import Values

/// The bytes of a file that others write to while it is read. At its end, reading waits for more.
///
/// If a file is truncated or replaced by another one, as when logs are rotated, reading starts
/// again from the beginning. On the wall clock, a separate thread reads the file.
final class FollowedBytes: ByteSource {
  private var file: UnpackedBytes<FollowedFile>
  private var feed: LiveFeed?
  private var isOpen = true
  /// Whether reading waits at the end of the file.
  private var waitsForMore = true
  private let stop: ReadingStop?
  private var places = FilePlaces()

  var onNews: (() -> Void)? {
    didSet { feed?.onNews = onNews }
  }

  /// Opens a regular file; returns nil if the path leads to something else.
  ///
  /// - Parameter hasHeader: Whether each file begins with a header; only the first one is used.
  init?(path: String, hasHeader: Bool, stop: ReadingStop?) throws(FileError) {
    self.stop = stop
    do throws(SystemError) {
      guard try FileStatus(ofPath: path).kind == .file else { return nil }
      file = UnpackedBytes(try FollowedFile(path: path, hasHeader: hasHeader, stop: stop))
    } catch {
      throw FileError(file: path, error)
    }
  }

  deinit {
    cancel()
  }

  func cancel() {
    feed?.close()
    // The thread that reads the descriptor closes it.
    if isOpen, feed == nil { file.close() }
    file.cancel()
    isOpen = false
  }

  var isAtPresent: Bool { feed?.isAtPresent ?? file.base.isAtPresent }

  var heldByteCount: Int { feed?.heldByteCount ?? 0 }

  func limitWaiting(to milliseconds: Int32) {
    waitsForMore = false
  }

  func begin(on scheduler: any Scheduler) {
    waitsForMore = true
    guard isOpen, feed == nil else { return }
    file.base.isAtPresent = false
    feed = LiveFeed(of: file, on: scheduler)
    feed?.onNews = onNews
  }

  func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading {
    if let feed {
      let reading = unsafe feed.read(into: target)
      if case .bytes(let count) = reading { places.note(count, at: feed.place) }
      return reading
    }
    while isOpen {
      let reading = unsafe file.read(into: target)
      if case .bytes(let count) = reading { places.note(count, at: file.place(ofLast: count)) }
      if case .notYet = reading, waitsForMore, stop?.isPaused != true { continue }
      return reading
    }
    return .end
  }

  func place(ofByteAt offset: Int) -> FilePlace? { places.place(ofByteAt: offset) }

  func move(to place: FilePlace) throws(InputError) -> FileMove {
    let move = try file.move(to: place)
    if case .moved = move { places.begin(at: place) }
    return move
  }
}

/// The places in files of the text that has been read.
private struct FilePlaces {
  /// The text from an offset on, up to the next part.
  private struct Part {
    let start: Int
    var first: FilePlace?
  }

  private var parts: [Part] = []
  /// The length of the text.
  private var count = 0

  /// Begins with the text before a place.
  mutating func begin(at place: FilePlace) {
    parts = [Part(start: place.offset, first: place)]
    count = place.offset
  }

  /// Adds bytes of the text, the first of which is at a place.
  mutating func note(_ more: Int, at place: FilePlace?) {
    defer { count += more }
    if let last = parts.indices.last, let first = parts[last].first, let place,
      first.file.identity == place.file.identity,
      first.offset + (count - parts[last].start) == place.offset
    {
      parts[last].first?.file = place.file
    } else {
      parts.append(Part(start: count, first: place))
    }
  }

  /// Returns the place of a byte. The places of earlier ones are forgotten.
  mutating func place(ofByteAt offset: Int) -> FilePlace? {
    while parts.count > 1, parts[1].start <= offset { parts.removeFirst() }
    guard let part = parts.first, var place = part.first else { return nil }
    place.offset = max(0, place.offset + offset - part.start)
    return place
  }
}

/// A file that is followed by its name.
struct FollowedFile: WaitingBytes {
  /// The time between two checks at the end of the file, in milliseconds.
  private static let pause: Int32 = 100

  private let path: String
  private let hasHeader: Bool
  private let stops: [ReadingStop]
  private var descriptor: FileDescriptor
  private var identity: FileStatus.Identity
  /// The files to read after this one, before the one that has the name now.
  private var later = RotatedFiles()
  private var mark: FileMark
  /// The number of bytes read from this file.
  private var position = 0
  /// Whether the last byte was inside a line.
  private var endsInsideLine = false
  /// Whether the first line of this file still has to be skipped.
  private var isInHeader = false
  /// Whether reading has reached the end of the file, and has reported that.
  var isAtPresent = false

  init(path: String, hasHeader: Bool, stop: ReadingStop?) throws(SystemError) {
    self.path = path
    self.hasHeader = hasHeader
    stops = [stop].compactMap { $0 }
    descriptor = try FileDescriptor(reading: path)
    identity = try FileStatus(of: descriptor).identity
    mark = try FileMark(of: descriptor, path: path)
  }

  var canWait: Bool { true }

  func close() {
    descriptor.close()
    later.close()
  }

  mutating func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading {
    unsafe read(into: target, waitingAtMost: -1, besides: nil)
  }

  /// Reads the next bytes, and waits for them. Returns `notYet` once each time it reaches the end
  /// of the file, and as long as there is something to read from another descriptor.
  mutating func read(
    into target: UnsafeMutableRawBufferPointer, waitingAtMost patience: Int32,
    besides other: FileDescriptor?
  ) -> ByteReading {
    while !stops.contains(where: \.isStopped) {
      let count: Int
      do throws(SystemError) {
        count = unsafe try descriptor.read(into: target)
      } catch {
        if error == .interrupted { continue }
        return .failed(error.reason)
      }
      if count > 0 {
        if position < FileMark.size { noteMark() }
        let bytes = unsafe take(count, of: target)
        if bytes > 0 { return .bytes(bytes) }
        continue
      }
      do throws(SystemError) {
        if try startsAfresh() {
          guard endsInsideLine else { continue }
          // The incomplete last line is treated as a separate record.
          endsInsideLine = false
          unsafe target.storeBytes(of: UInt8(ascii: "\n"), as: UInt8.self)
          return .bytes(1)
        }
      } catch {
        return .failed(error.reason)
      }
      if !isAtPresent {
        isAtPresent = true
        return .notYet
      }
      if other?.isReadyToRead == true || stops.contains(where: \.isPaused) { return .notYet }
      _ = ReadingStop.pause(milliseconds: Self.pause, unless: stops)
    }
    return .stopped
  }

  /// Notes bytes that were read. Returns the number of bytes after the header, which are moved to
  /// the beginning.
  private mutating func take(_ count: Int, of target: UnsafeMutableRawBufferPointer) -> Int {
    position += count
    isAtPresent = false
    var rest = unsafe UnsafeMutableRawBufferPointer(rebasing: target[..<count])
    if isInHeader {
      guard let end = unsafe rest.firstIndex(of: UInt8(ascii: "\n")) else { return 0 }
      isInHeader = false
      unsafe rest = UnsafeMutableRawBufferPointer(rebasing: rest[(end + 1)...])
      unsafe target.copyMemory(from: UnsafeRawBufferPointer(rest))
    }
    if let last = unsafe rest.last { endsInsideLine = last != UInt8(ascii: "\n") }
    return rest.count
  }

  /// Returns whether the file was truncated, or was replaced by another one, which is then opened.
  private mutating func startsAfresh() throws(SystemError) -> Bool {
    if try FileStatus(of: descriptor).size < position {
      try descriptor.seek(to: 0)
    } else {
      let other: FileDescriptor
      do throws(SystemError) {
        guard try FileStatus(ofPath: path).identity != identity else { return false }
        if let next = later.files.first {
          other = next
        } else {
          other = try FileDescriptor(reading: path)
        }
      } catch {
        // During a rotation, there may briefly be no file.
        return false
      }
      // The rest of the old file is read first.
      let status = try FileStatus(of: descriptor)
      guard status.size == position else {
        if later.files.isEmpty { other.close() }
        return false
      }
      if !later.files.isEmpty { later.files.removeFirst() }
      descriptor.close()
      descriptor = other
      identity = try FileStatus(of: other).identity
    }
    position = 0
    isInHeader = hasHeader
    noteMark()
    return true
  }
}

// MARK: - Places

extension FollowedFile {
  func place(ofLast count: Int) -> FilePlace? {
    FilePlace(file: mark, offset: position - count)
  }

  /// Marks the file again, because it has more bytes at its beginning than before.
  private mutating func noteMark() {
    do throws(SystemError) {
      mark = try FileMark(of: descriptor, path: path)
    } catch {
      // The next read reports the error.
    }
  }

  /// Moves to a place in the file, or in a file of the same folder if it was renamed.
  mutating func move(to place: FilePlace) throws(InputError) -> FileMove {
    do throws(SystemError) {
      if identity.description != place.file.identity {
        guard let old = try renamedFile(place) else {
          return .afresh(
            "'\(path)' is another file than before, which is gone; it is read from its beginning")
        }
        descriptor.close()
        descriptor = old.descriptor
        identity = try FileStatus(of: descriptor).identity
        mark = place.file
        later.close()
        later = try RotatedFiles(between: old.path, and: path)
      } else {
        let hasBytes = try FileStatus(of: descriptor).size >= place.offset
        guard hasBytes, try place.file.hasSameHead(descriptor) else {
          return .afresh("'\(path)' has been cut off; it is read from its beginning")
        }
      }
      try descriptor.seek(to: place.offset)
      position = place.offset
      // A header may have been read up to the middle of a line, or up to the end.
      (endsInsideLine, isAtPresent) = (false, false)
      return .moved(
        later.packed.isEmpty
          ? nil
          : "the records in \(later.packed.map { "'\($0)'" }.joined(separator: ", ")) are missing, "
            + "because a packed file cannot be followed")
    } catch {
      throw InputError(.unreadable, "cannot read '\(path)': \(error.reason)")
    }
  }

  /// Opens the file of the same folder that has the identity of a place; nil if there is none.
  private func renamedFile(
    _ place: FilePlace
  ) throws(SystemError) -> (descriptor: FileDescriptor, path: String)? {
    let folder = path.folderAndName.folder
    for entry in try FolderContents(of: folder).entries where entry.kind == .file {
      let other = folder == "." ? entry.name : folder + entry.name
      guard try FileStatus(ofPath: other).identity.description == place.file.identity else {
        continue
      }
      let descriptor = try FileDescriptor(reading: other)
      let status = try FileStatus(of: descriptor)
      if status.identity.description == place.file.identity, status.size >= place.offset,
        try place.file.hasSameHead(descriptor)
      {
        return (descriptor, other)
      }
      descriptor.close()
    }
    return nil
  }
}
