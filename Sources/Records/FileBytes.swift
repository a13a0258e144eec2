import Platform
import Reactive
import Values

/// The bytes of a file, a pipe or a terminal, read on demand.
///
/// On the wall clock, a separate thread reads pipes and terminals, one block ahead, because reading
/// them can block.
final class FileBytes: ByteSource {
  private var file: UnpackedBytes<OpenFile>
  private var feed: LiveFeed?
  private var isOpen = true
  /// The longest wait for bytes, in milliseconds; negative for no limit.
  private var patience: Int32 = -1

  var onNews: (() -> Void)? {
    didSet { feed?.onNews = onNews }
  }

  /// Reads an open descriptor. Closes it at the end if `isOwner` is true.
  init(
    descriptor: Int32, isOwner: Bool, name: String, isGrowing: Bool = false, stop: ReadingStop?
  ) throws(FileError) {
    file = UnpackedBytes(
      try OpenFile(
        descriptor: FileDescriptor(rawValue: descriptor), isOwner: isOwner, path: name,
        isGrowing: isGrowing, stop: stop))
  }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - name: Its name in messages.
  ///   - isRegular: Whether it must be a regular file, so that opening it never blocks.
  ///   - isGrowing: Whether another process is writing it, so that a line that has not ended is not
  ///     read.
  convenience init(
    path: String, name: String? = nil, isRegular: Bool = false, isGrowing: Bool = false,
    stop: ReadingStop?
  ) throws(FileError) {
    let descriptor: FileDescriptor
    do throws(SystemError) {
      descriptor = try FileDescriptor(reading: path, waits: !isRegular)
    } catch {
      throw FileError(file: name ?? path, error)
    }
    do throws(FileError) {
      if isRegular { try Self.check(descriptor, named: name ?? path) }
      try self.init(
        descriptor: descriptor.rawValue, isOwner: true, name: name ?? path, isGrowing: isGrowing,
        stop: stop)
    } catch {
      descriptor.close()
      throw error
    }
  }

  private static func check(
    _ descriptor: FileDescriptor, named name: String
  ) throws(FileError) {
    do throws(SystemError) {
      guard try FileStatus(of: descriptor).kind == .file else { throw SystemError.notRegular }
    } catch {
      throw FileError(file: name, error)
    }
  }

  deinit {
    cancel()
  }

  func cancel() {
    feed?.close()
    // A descriptor that another thread may be reading is left open.
    if isOpen, feed == nil { file.close() }
    file.cancel()
    isOpen = false
  }

  var heldByteCount: Int { feed?.heldByteCount ?? 0 }

  func limitWaiting(to milliseconds: Int32) {
    patience = milliseconds
  }

  func begin(on scheduler: any Scheduler) {
    patience = -1
    guard file.canWait, isOpen else { return }
    feed = LiveFeed(of: file, on: scheduler)
    feed?.onNews = onNews
  }

  func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading {
    if let feed { return unsafe feed.read(into: target) }
    return unsafe isOpen ? file.read(into: target, waitingAtMost: patience) : .end
  }

  func bytesForThread(endedBy stop: ReadingStop) -> (any ThreadBytes)? {
    guard isOpen, feed == nil else { return nil }
    var file = file
    file.base.stops.append(stop)
    return file
  }

  func place(ofByteAt offset: Int) -> FilePlace? {
    guard let mark = file.base.mark else { return nil }
    return FilePlace(file: mark, offset: offset)
  }

  func move(to place: FilePlace) throws(InputError) -> FileMove {
    try file.move(to: place)
  }

  func leaveToThread() {
    file.cancel()
    isOpen = false
  }

  /// Reads the available bytes. If there are none, waits for some until one of the stops ends the
  /// reading, until another descriptor has something to read, or for at most `patience`
  /// milliseconds unless that is negative.
  static func read(
    _ descriptor: FileDescriptor, into target: UnsafeMutableRawBufferPointer, canWait: Bool,
    waitingAtMost patience: Int32, besides other: FileDescriptor?, unless stops: [ReadingStop]
  ) -> ByteReading {
    while true {
      switch ReadingStop.waitToRead(
        descriptor, canWait: canWait && (!stops.isEmpty || patience >= 0 || other != nil),
        besides: other, atMost: patience, unless: stops)
      {
      case .ready: break
      case .silent: return .notYet
      case .stopped: return .stopped
      }
      do throws(SystemError) {
        let count = unsafe try descriptor.read(into: target)
        return count > 0 ? .bytes(count) : .end
      } catch {
        if error == .wouldBlock {
          descriptor.waitToRead()
        } else if error != .interrupted {
          return .failed(error.reason)
        }
      }
    }
  }
}

/// A descriptor that any thread can read.
private struct OpenFile: WaitingBytes {
  let descriptor: FileDescriptor
  let isOwner: Bool
  /// The stops that can end the reading.
  var stops: [ReadingStop]
  /// The properties of a regular file; nil for a pipe or a device.
  let mark: FileMark?
  /// The size of a regular file when it was opened; nil for a pipe or a device.
  private let size: Int?
  /// The number of bytes that are read; nil for all.
  private let limit: Int?
  private var count = 0

  init(
    descriptor: FileDescriptor, isOwner: Bool, path: String, isGrowing: Bool, stop: ReadingStop?
  ) throws(FileError) {
    self.descriptor = descriptor
    self.isOwner = isOwner
    stops = stop.map { [$0] } ?? []
    do throws(SystemError) {
      let status = try FileStatus(of: descriptor)
      size = status.kind == .file ? status.size : nil
      mark = size == nil ? nil : try FileMark(of: descriptor, path: path)
      limit = isGrowing ? try size.map(descriptor.lengthOfLines) : nil
    } catch {
      throw FileError(file: "", error)
    }
  }

  var canWait: Bool { size == nil }

  mutating func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading {
    unsafe read(into: target, waitingAtMost: -1, besides: nil)
  }

  mutating func read(
    into target: UnsafeMutableRawBufferPointer, waitingAtMost patience: Int32,
    besides other: FileDescriptor?
  ) -> ByteReading {
    var target = unsafe target
    if let limit {
      guard count < limit else { return .end }
      unsafe target = UnsafeMutableRawBufferPointer(rebasing: target.prefix(limit - count))
    }
    let reading = unsafe FileBytes.read(
      descriptor, into: target, canWait: canWait, waitingAtMost: patience, besides: other,
      unless: stops)
    if case .bytes(let more) = reading { count += more }
    if case .end = reading, let size = limit ?? size, count < size,
      !stops.contains(where: \.isStopped)
    {
      return .failed("the file became shorter while it was being read")
    }
    return reading
  }

  var isPaused: Bool { stops.contains(where: \.isPaused) }
  var pauseNumber: Int { ReadingStop.pauseNumber(stops) }
  func waitForEnd(ofPause number: Int) { ReadingStop.waitForEnd(ofPause: number, stops) }

  mutating func move(to place: FilePlace) throws(InputError) -> FileMove {
    guard let size, let mark else {
      throw InputError(.changed, "it was a file, and is not one now")
    }
    let isSame: Bool
    do throws(SystemError) {
      isSame = try place.file.hasSameHead(descriptor)
      if isSame, try descriptor.isPacked { return .mustSkip }
      if isSame, size >= place.offset {
        try descriptor.seek(to: place.offset)
        count = place.offset
        return .moved(nil)
      }
    } catch {
      throw InputError(.unreadable, "cannot read '\(mark.path)': \(error.reason)")
    }
    throw InputError(
      .changed,
      isSame
        ? "'\(mark.path)' has \(size) bytes, and \(place.offset) were read before"
        : "'\(mark.path)' begins with other bytes than before")
  }

  func close() {
    if isOwner { descriptor.close() }
  }
}

extension FileDescriptor {
  /// Returns the length of a file up to the end of its last complete line. A packed file has no
  /// lines.
  fileprivate func lengthOfLines(in size: Int) throws(SystemError) -> Int {
    if try isPacked { return size }
    var end = size
    while end > 0 {
      let start = max(0, end - 1 << 16)
      let bytes = try bytes(at: start, upTo: end - start)
      if let newline = bytes.lastIndex(of: UInt8(ascii: "\n")) { return start + newline + 1 }
      end = start
    }
    return 0
  }
}
