/// Divides a stream of bytes into messages: a header with `Content-Length`, an empty line, and the
/// contents.
package struct MessageBuffer {
  /// The limits on the size of a header and of a message.
  package static let limits = (header: 16 << 10, contents: 64 << 20)

  /// A mistake after which the beginning of the next message cannot be found.
  package struct Mistake: Error, Equatable {
    package let message: String
  }

  private var bytes: [UInt8] = []
  private var start = 0

  package init() {}

  package mutating func append(_ more: some Sequence<UInt8>) {
    if start > 1 << 16, start * 2 > bytes.count {
      bytes.removeSubrange(..<start)
      start = 0
    }
    bytes += more
  }

  /// Returns the contents of the next message; nil until it is complete.
  package mutating func next() throws(Mistake) -> [UInt8]? {
    guard let headerEnd = try endOfHeader() else { return nil }
    let length = try contentLength(in: bytes[start..<headerEnd])
    guard bytes.count - headerEnd >= length else { return nil }
    let contents = Array(bytes[headerEnd..<headerEnd + length])
    start = headerEnd + length
    return contents
  }

  /// Returns the offset after the empty line that ends the header; nil until it has arrived.
  private func endOfHeader() throws(Mistake) -> Int? {
    var place = start
    while let lineFeed = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = bytes[place..<lineFeed]
      if line.isEmpty || line.elementsEqual("\r".utf8) { return lineFeed + 1 }
      place = lineFeed + 1
    }
    guard bytes.count - start <= Self.limits.header else {
      throw Mistake(message: "a header of more than \(Self.limits.header) bytes")
    }
    return nil
  }

  private func contentLength(in header: ArraySlice<UInt8>) throws(Mistake) -> Int {
    for line in header.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
      guard parts.count == 2, Self.word(parts[0]).lowercased() == "content-length" else { continue }
      guard let length = Int(Self.word(parts[1])), length >= 0 else { break }
      guard length <= Self.limits.contents else {
        throw Mistake(message: "a message of more than \(Self.limits.contents) bytes")
      }
      return length
    }
    throw Mistake(message: "a header without a valid 'Content-Length'")
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> String {
    let blanks = Set(" \t\r".utf8)
    let trimmed = bytes.drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }
    return String(decoding: Array(trimmed.reversed()), as: UTF8.self)
  }
}
