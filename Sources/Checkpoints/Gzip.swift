import Platform
import Values

/// The system's program `gzip`, through which bytes are packed or unpacked.
struct Gzip {
  /// The reason why it cannot be used.
  struct Trouble: Error {
    let reason: String
  }

  private let process: FilterProcess

  /// Starts the program with options, such as `-c` or `-dc`.
  init(_ options: String) throws(Trouble) {
    do throws(SystemError) {
      process = try FilterProcess("gzip", [options])
    } catch {
      throw Trouble(reason: "the program 'gzip' cannot be run: \(error.reason)")
    }
  }

  /// Passes bytes to the program, and hands over those that it returns meanwhile.
  func pass(_ bytes: [UInt8], to take: (ArraySlice<UInt8>) throws -> Void) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      do throws(SystemError) {
        rest = rest.dropFirst(try process.write(rest))
        continue
      } catch {
        guard error == .wouldBlock else { throw Trouble(reason: process.finish() ?? error.reason) }
      }
      if try readOutput(take) == .nothing { process.wait(toWrite: true) }
    }
  }

  /// Hands over the last bytes that the program returns.
  func finish(_ take: (ArraySlice<UInt8>) throws -> Void) throws {
    process.closeInput()
    while try readOutput(take) != .end { process.wait(toWrite: false) }
    if let reason = process.finish() { throw Trouble(reason: reason) }
  }

  private enum Output {
    case nothing, some, end
  }

  /// Hands over what the program has returned.
  private func readOutput(_ take: (ArraySlice<UInt8>) throws -> Void) throws -> Output {
    var result = Output.nothing
    while let block = try readBlock() {
      guard !block.isEmpty else { return .end }
      result = .some
      try take(block)
    }
    return result
  }

  /// Reads some bytes, none at the end; nil if there are none now.
  private func readBlock() throws(SystemError) -> ArraySlice<UInt8>? {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    do throws(SystemError) {
      let reading = unsafe block.withUnsafeMutableBytes { bytes in
        Result { () throws(SystemError) in unsafe try process.read(into: bytes) }
      }
      return block[..<(try reading.get())]
    } catch {
      guard error == .wouldBlock else { throw error }
      return nil
    }
  }
}

extension Gzip {
  /// Returns packed bytes without their packing. Throws if there are more of them than a file may
  /// have.
  static func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
    var unpacked: [UInt8] = []
    let limit = SourceText.sizeLimit
    func take(_ part: ArraySlice<UInt8>) throws {
      guard unpacked.count + part.count <= limit else {
        throw Trouble(reason: "it has more than \(limit) bytes")
      }
      unpacked += part
    }
    let gzip = try Gzip("-dc")
    try gzip.pass(bytes, to: take)
    try gzip.finish(take)
    return unpacked
  }
}
