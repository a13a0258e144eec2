import Platform

/// Bytes that can be waited for together with others.
protocol WaitingBytes: ThreadBytes {
  /// Reads the next bytes, and waits for them, at most for some milliseconds unless these are
  /// negative, or until there is something to read from another descriptor. Returns `notYet` then.
  mutating func read(
    into target: UnsafeMutableRawBufferPointer, waitingAtMost patience: Int32,
    besides other: FileDescriptor?
  ) -> ByteReading

  /// Moves to a place before the first byte is read.
  mutating func move(to place: FilePlace) throws(InputError) -> FileMove
}

/// Bytes that are unpacked with the system's `gzip` if they begin as packed ones do.
///
/// It passes on what it reads, and returns what comes back, as much as one process holds at a time:
/// however long the unpacked text is, little of it is kept. The thread that reads the input does
/// this.
struct UnpackedBytes<Base: WaitingBytes>: ThreadBytes {
  var base: Base
  private var process: FilterProcess?
  /// Whether the first bytes have not been read.
  private var isAtBeginning = true
  /// The packed bytes that have been read and not passed on.
  private var packed: ArraySlice<UInt8> = []
  private var isAtEnd = false
  private var isFinished = false

  private static var blockSize: Int { 64 * 1024 }
  /// The time in which the program unpacks what it has received, in milliseconds: only after that
  /// is there nothing more for now.
  private static var workingTime: Int32 { 200 }

  init(_ base: Base) {
    self.base = base
  }

  var canWait: Bool { base.canWait }

  var isPaused: Bool { base.isPaused }
  var pauseNumber: Int { base.pauseNumber }
  func waitForEnd(ofPause number: Int) { base.waitForEnd(ofPause: number) }

  func place(ofLast count: Int) -> FilePlace? {
    process == nil ? base.place(ofLast: count) : nil
  }

  mutating func move(to place: FilePlace) throws(InputError) -> FileMove {
    let move = try base.move(to: place)
    if case .moved = move { isAtBeginning = false }
    return move
  }

  func close() { base.close() }

  /// Ends the program.
  mutating func cancel() {
    process = nil
  }

  mutating func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading {
    unsafe read(into: target, waitingAtMost: -1)
  }

  mutating func read(
    into target: UnsafeMutableRawBufferPointer, waitingAtMost patience: Int32
  ) -> ByteReading {
    if isAtBeginning, let other = unsafe readBeginning(into: target, patience) { return other }
    guard let process else {
      return isFinished
        ? .end : unsafe base.read(into: target, waitingAtMost: patience, besides: nil)
    }
    while !isFinished {
      do throws(SystemError) {
        let count = unsafe try process.read(into: target)
        if count > 0 { return .bytes(count) }
        isFinished = true
        if let reason = process.finish() { return .failed(Self.message(reason)) }
      } catch {
        guard error == .wouldBlock else { return .failed(error.reason) }
        if let other = passOn(to: process, patience) { return other }
      }
    }
    return .end
  }

  /// Reads the first bytes, and starts the program if they are packed. Returns nil if it has.
  private mutating func readBeginning(
    into target: UnsafeMutableRawBufferPointer, _ patience: Int32
  ) -> ByteReading? {
    var count = packed.count
    unsafe target.copyBytes(from: packed)
    // One byte may be the beginning of the signature.
    repeat {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: target[count...])
      let reading = unsafe base.read(into: rest, waitingAtMost: patience, besides: nil)
      guard case .bytes(let more) = reading else {
        if count == 0 { return reading }
        packed = unsafe ArraySlice(target[..<count])
        guard case .notYet = reading else { break }
        return .notYet
      }
      count += more
    } while unsafe count == 1 && target.count > 1 && target[0] == FileDescriptor.signOfPacked[0]
    let first = unsafe target[..<count]
    isAtBeginning = false
    packed = []
    guard unsafe first.starts(with: FileDescriptor.signOfPacked) else { return .bytes(count) }
    packed = unsafe ArraySlice(first)
    do throws(SystemError) {
      process = try FilterProcess("gzip", ["-dc"])
      return nil
    } catch {
      isFinished = true
      return .failed(Self.trouble(error))
    }
  }

  /// Passes packed bytes on, after reading more of them if there are none. Returns a reading that
  /// keeps it from doing so.
  private mutating func passOn(to process: FilterProcess, _ patience: Int32) -> ByteReading? {
    if packed.isEmpty, !isAtEnd {
      switch readPacked(besides: process.output, patience) {
      case .bytes: break
      case .notYet:
        return process.output.waitToRead(besides: [], milliseconds: Self.workingTime)
          ? nil : .notYet
      case .end, .stopped: isAtEnd = true
      case .failed(let reason): return .failed(reason)
      }
    }
    if packed.isEmpty {
      process.closeInput()
      process.wait(toWrite: false)
      return nil
    }
    do throws(SystemError) {
      packed = packed.dropFirst(try process.write(packed))
    } catch {
      if error == .wouldBlock {
        process.wait(toWrite: true)
      } else {
        // The program has found a mistake, and takes no more: it says why.
        (packed, isAtEnd) = ([], true)
      }
    }
    return nil
  }

  private mutating func readPacked(
    besides output: FileDescriptor, _ patience: Int32
  ) -> ByteReading {
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    let reading = unsafe block.withUnsafeMutableBytes {
      unsafe base.read(into: $0, waitingAtMost: patience, besides: output)
    }
    if case .bytes(let count) = reading { packed = block[..<count] }
    return reading
  }

  /// The reason that the program was not started.
  private static func trouble(_ error: SystemError) -> String {
    let reason = error.code == SystemError.missing.code ? "not found in PATH" : error.reason
    return "it is packed with gzip, but the program 'gzip' cannot be run: \(reason)"
  }

  /// Returns a message of the program, which begins with its name.
  private static func message(_ reason: String) -> String {
    var reason = reason[...]
    for start in ["gzip: ", "stdin: "] where reason.hasPrefix(start) {
      reason = reason.dropFirst(start.count)
    }
    return "gzip: \(reason)"
  }
}

extension FileDescriptor {
  /// Whether a file is packed.
  var isPacked: Bool {
    get throws(SystemError) { try bytes(at: 0, upTo: 2) == Self.signOfPacked }
  }
}
