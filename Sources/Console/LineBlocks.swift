package import Platform

/// Reads whole lines in blocks. Only one block is stored, and a line that is longer than it.
package struct LineBlocks {
  package enum Block {
    /// One or more lines. Each has its line break, except perhaps the very last line.
    case lines([UInt8])
    case end
    /// The system's message for the error.
    case failed(String)
  }

  private static let size = 256 * 1024
  /// The length from which the rest of a line is left out. No record may be this long.
  private static let lineLimit = LineReader.limit + 1

  private let descriptor: FileDescriptor
  /// The beginning of a line.
  private var rest: [UInt8] = []
  private var isAtEnd = false

  package init(_ descriptor: FileDescriptor) {
    self.descriptor = descriptor
  }

  package mutating func next() -> Block {
    while !isAtEnd {
      let block: [UInt8]
      do throws(SystemError) {
        block = try descriptor.readBlock(upTo: Self.size)
      } catch {
        return .failed(error.reason)
      }
      isAtEnd = block.isEmpty
      guard let last = block.lastIndex(of: UInt8(ascii: "\n")) else {
        rest += block.prefix(max(0, Self.lineLimit - rest.count))
        continue
      }
      // The end of a line that is too long is left out, too.
      let first = rest.count < Self.lineLimit ? 0 : block.firstIndex(of: UInt8(ascii: "\n")) ?? 0
      let lines = rest + block[first...last]
      rest = Array(block[(last + 1)...])
      return .lines(lines)
    }
    defer { rest = [] }
    return rest.isEmpty ? .end : .lines(rest)
  }
}
