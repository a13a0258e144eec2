import Platform

/// Unpacks the bytes of an input with the system's `gzip`.
///
/// It passes the bytes that it reads to the program, and returns the output, at most as much at a
/// time as one process holds. However long the unpacked text is, little of it is stored. This is
/// done by the thread that reads the input.
struct Unpacking: Sendable {
  private let process: FilterProcess
  /// The compressed bytes that have been read but not passed on.
  private var packed: ArraySlice<UInt8>
  private var isAtEnd: Bool
  private var isFinished = false

  private static let blockSize = 64 * 1024

  /// Starts the program, for an input with these first bytes.
  init(_ first: ArraySlice<UInt8>, isAtEnd: Bool) throws(SystemError) {
    process = try FilterProcess("gzip", ["-dc"])
    packed = first
    self.isAtEnd = isAtEnd
  }

  /// Returns the reason why the program was not started.
  static func trouble(_ error: SystemError) -> String {
    let reason = error.code == SystemError.missing.code ? "not found in PATH" : error.reason
    return "it is packed with gzip, and the program 'gzip' cannot be run: \(reason)"
  }

  /// Reads unpacked bytes into the beginning of `target`, getting compressed bytes from `read`.
  mutating func read(
    into target: UnsafeMutableRawBufferPointer,
    _ read: (UnsafeMutableRawBufferPointer) -> ByteReading
  ) -> ByteReading {
    while !isFinished {
      do throws(SystemError) {
        let count = unsafe try process.read(into: target)
        if count > 0 { return .bytes(count) }
        isFinished = true
        if let reason = process.finish() { return .failed(Self.message(reason)) }
      } catch {
        guard error == .wouldBlock else { return .failed(error.reason) }
        if let other = unsafe passOn(read) { return other }
      }
    }
    return .end
  }

  /// Passes compressed bytes on, after reading more of them if there are none. If reading prevents
  /// that, returns the reading.
  private mutating func passOn(
    _ read: (UnsafeMutableRawBufferPointer) -> ByteReading
  ) -> ByteReading? {
    if packed.isEmpty, !isAtEnd {
      switch unsafe readPacked(read) {
      case .bytes: break
      case .notYet: return .notYet
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
        // The program has found a mistake and does not read any further. It reports the reason.
        (packed, isAtEnd) = ([], true)
      }
    }
    return nil
  }

  private mutating func readPacked(
    _ read: (UnsafeMutableRawBufferPointer) -> ByteReading
  ) -> ByteReading {
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    let reading = unsafe block.withUnsafeMutableBytes { unsafe read($0) }
    if case .bytes(let count) = reading { packed = block[..<count] }
    return reading
  }

  /// Returns a message of the program, with the program's name once at the beginning.
  private static func message(_ reason: String) -> String {
    var reason = reason[...]
    for start in ["gzip: ", "stdin: "] where reason.hasPrefix(start) {
      reason = reason.dropFirst(start.count)
    }
    return "gzip: \(reason)"
  }
}
